import { Tooltip } from '@mantine/core';
import { type GlossaryTerm, glossary } from '#contract/glossary.ts';
import classes from './term.module.css';

interface TermProps {
  readonly term: GlossaryTerm;
  /** The term as it stands in its sentence, such as its plural. */
  readonly children: string;
}

/** A term with its definition, where it first appears. */
export const Term = ({ term, children }: TermProps) => (
  <Tooltip label={glossary[term]} multiline maw={320}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its definition is shown on focus */}
    <dfn className={classes.term} tabIndex={0}>
      {children}
    </dfn>
  </Tooltip>
);
