import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatCount } from '#contract/format.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { ImportFigures } from './import-figures.tsx';
import { PreviewTable } from './preview-table.tsx';
import { ProblemsTable } from './problems-table.tsx';

interface ImportFindingsProps {
  readonly result: TokenImportResult;
  readonly isBusy: boolean;
  readonly onImport: () => void;
}

/** Result of checking a list, and its import. */
export const ImportFindings = ({ result, isBusy, onImport }: ImportFindingsProps) => {
  const { ready, invalid, remarks } = result;
  return (
    <Section
      title="Check result"
      description={
        ready === 0
          ? 'No valid rows: correct the list and choose it again.'
          : `Nothing stored yet.${invalid === 0 ? '' : ` ${formatCount(invalid, 'invalid row')} will be listed without credentials.`}`
      }
      actions={
        <Blockable blocked={ready === 0 ? 'No valid rows.' : undefined}>
          <ActionButton loading={isBusy} onClick={onImport}>
            {ready === 0 ? 'Import' : `Import ${formatCount(ready, 'row')}`}
          </ActionButton>
        </Blockable>
      }
    >
      <Stack>
        <ImportFigures result={result} />
        <Remarks remarks={remarks} />
      </Stack>
    </Section>
  );
};

/** Problems of a list by cell, and its first rows as parsed. */
export const ImportContents = ({ result }: { result: TokenImportResult }) => {
  const { problemCount, preview } = result;
  return (
    <>
      {problemCount > 0 && (
        <Section title={formatCount(problemCount, 'problem')} description="Correct them at the source.">
          <ProblemsTable result={result} />
        </Section>
      )}
      <Section title="Preview" description="Secrets and unrecognised values are masked.">
        <PreviewTable rows={preview} />
      </Section>
    </>
  );
};

export const Remarks = ({ remarks }: { remarks: readonly string[] }) =>
  remarks.length === 0 ? undefined : (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="Needs review">
      <Lines lines={remarks} />
    </Alert>
  );
