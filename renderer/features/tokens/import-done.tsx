import { Button, Stack } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { tokensAt } from '#renderer/lib/token-queries.ts';
import { LinkButton } from '#renderer/ui/link-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ImportFigures } from './import-figures.tsx';
import { Remarks } from './import-findings.tsx';
import { ProblemsTable } from './problems-table.tsx';

interface ImportDoneProps {
  readonly caseId: string;
  readonly result: TokenImportResult;
  readonly onAnother: () => void;
}

/** The result of an import, and the next step. */
export const ImportDone = ({ caseId, result, onAnother }: ImportDoneProps) => (
  <Stack ref={showTop}>
    <Section
      title={`Imported: ${formatCount(result.ready, 'row')} ready`}
      description={`From ${result.name}. Tokens are sealed.`}
      actions={
        <>
          <Button variant="default" onClick={onAnother}>
            Import another file
          </Button>
          <LinkButton to={tokensAt(caseId)}>Open rows</LinkButton>
          <LinkButton to={`${tokensAt(caseId)}/rehearse`} variant="filled">
            Rehearse
          </LinkButton>
        </>
      }
    >
      <Stack>
        <ImportFigures result={result} />
        <Remarks remarks={result.remarks} />
      </Stack>
    </Section>
    {result.problemCount > 0 && (
      <Section
        title={formatCount(result.problemCount, 'problem')}
        description="Invalid rows are listed without credentials until corrected rows replace them."
      >
        <ProblemsTable result={result} />
      </Section>
    )}
  </Stack>
);

/** The check before may have been scrolled. */
const showTop = (element: HTMLElement | null): void => {
  for (let at = element; at !== null; at = at.parentElement) at.scrollTop = 0;
};
