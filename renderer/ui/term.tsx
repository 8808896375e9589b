import { Tooltip } from '@mantine/core';
import { type GlossaryTerm, glossary } from '#contract/glossary.ts';
import classes from './term.module.css';

interface TermProps {
  readonly term: GlossaryTerm;
  /** The term as written in its sentence, such as its plural. */
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

interface DefinedProps {
  readonly text: string;
  /** Those in it, as the glossary has them. */
  readonly terms: readonly GlossaryTerm[];
}

/** A sentence whose terms show their definitions. */
export const Defined = ({ text, terms }: DefinedProps) =>
  text.split(new RegExp(`\\b((?:${terms.join('|')})\\w*)`, 'i')).map((part, at) => {
    const term = terms.find((one) => at % 2 === 1 && part.toLowerCase().startsWith(one));
    return term === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
      <Term key={at} term={term}>
        {part}
      </Term>
    );
  });
