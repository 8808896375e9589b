import { Alert, Button, Group, List, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { Section } from '#renderer/ui/section.tsx';
import { ImportFigures } from './import-figures.tsx';
import { PreviewTable } from './preview-table.tsx';
import { ProblemsTable } from './problems-table.tsx';

interface ImportFindingsProps {
  readonly result: TokenImportResult;
  readonly isBusy: boolean;
  readonly onImport: () => void;
}

/** What the check of a list found, and the step from there to its import. */
export const ImportFindings = ({ result, isBusy, onImport }: ImportFindingsProps) => {
  const { ready, invalid, remarks } = result;
  return (
    <Section
      title="What the check found"
      level={3}
      description={
        ready === 0
          ? 'Nothing was kept. No row could be migrated: correct the list, and choose it again.'
          : `Nothing was kept yet.${invalid === 0 ? '' : ` ${formatCount(invalid, 'row')} not in order would be listed with their problems, without credentials.`}`
      }
      actions={
        <Button disabled={ready === 0} loading={isBusy} onClick={onImport}>
          {ready === 0 ? 'Import' : `Import ${formatCount(ready, 'row')}`}
        </Button>
      }
    >
      <Stack>
        <ImportFigures result={result} />
        <Remarks remarks={remarks} />
      </Stack>
    </Section>
  );
};

/** The list itself: what is wrong with it cell by cell, and how it was understood. */
export const ImportContents = ({ result }: { result: TokenImportResult }) => {
  const { problemCount, preview } = result;
  return (
    <>
      {problemCount > 0 && (
        <Section
          title={`${formatNumber(problemCount)} ${problemCount === 1 ? 'problem' : 'problems'}`}
          level={3}
          description="By row and column, as they stand in the list. Correct them at the source."
        >
          <ProblemsTable result={result} />
        </Section>
      )}
      <Section
        title="The first rows, as they were understood"
        level={3}
        description="What is secret, or not understood, is masked."
      >
        <PreviewTable rows={preview} />
      </Section>
    </>
  );
};

export const Remarks = ({ remarks }: { remarks: readonly string[] }) =>
  remarks.length === 0 ? undefined : (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="To look at">
      <Group>
        <List>
          {remarks.map((remark) => (
            <List.Item key={remark}>{remark}</List.Item>
          ))}
        </List>
      </Group>
    </Alert>
  );
