import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useCase } from '#renderer/lib/use-case.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { JobProgress } from '#renderer/ui/job-progress.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportContents, ImportFindings } from './import-findings.tsx';
import { ImportOptions } from './import-options.tsx';
import { ImportSource } from './import-source.tsx';
import { useRunningImport } from './read-tokens.ts';
import { useImport } from './use-import.ts';

/** Imports a list of tokens: chosen, checked cell by cell, mapped, and only then stored. */
export const ImportScreen = () => {
  const { id } = useCase();
  const list = useImport(id);
  const { isBusy, asksPlatform, checked } = list;
  const earlier = useRunningImport(id);
  if (list.imported) return <ImportDone caseId={id} result={list.imported} onAnother={list.clear} />;
  return (
    <Stack>
      {list.jobId === undefined && earlier && (
        <JobProgress job={earlier} title="Import in progress" noun="import" />
      )}
      <ImportSource source={list.source} isBusy={isBusy} onSource={list.choose} onAnother={list.clear} />
      <ImportState list={list} />
      {checked && <ImportFindings result={checked} isBusy={isBusy} onImport={list.run} />}
      <ImportOptions
        options={list.options}
        asksPlatform={asksPlatform}
        result={list.known}
        isBusy={isBusy}
        onChange={list.change}
      />
      {checked && <ImportContents result={checked} />}
    </Stack>
  );
};

const ImportState = ({ list }: { readonly list: ReturnType<typeof useImport> }) => {
  const { job, isImport, asksPlatform, error } = list;
  return (
    <>
      {error && <ErrorNotice title="List not read" error={error} />}
      {job?.state === 'running' && (
        <JobProgress
          job={job}
          title={isImport ? 'Importing rows' : 'Checking list'}
          noun={isImport ? 'import' : 'check'}
        />
      )}
      {asksPlatform && (
        <Alert role="status" color="blue" icon={<IconInfoCircle aria-hidden />} title="Platform not found">
          No column names it. Choose the platform of all rows, or map its column.
        </Alert>
      )}
      {job?.state === 'failed' && !asksPlatform && (
        <ErrorNotice title={isImport ? 'Rows not imported' : 'List not checked'} error={job.error} />
      )}
      {job?.state === 'cancelled' && <ErrorNotice title="Cancelled" error="Nothing was stored." />}
    </>
  );
};
