import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { useJob } from '#renderer/lib/jobs.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportContents, ImportFindings } from './import-findings.tsx';
import { ImportOptions } from './import-options.tsx';
import { ImportSource } from './import-source.tsx';
import { JobProgress } from './job-progress.tsx';
import { useCase } from './queries.ts';
import { lacksPlatform, type ReadOptions, resultIn, useReadTokens, useRunningImport } from './read-tokens.ts';
import { releaseSource, type TokenSource } from './token-source.ts';

const noOptions: ReadOptions = { platformKey: '', format: '', mapping: {} };

/** Takes a list of tokens in: chosen, checked cell by cell, mapped, and only then kept. */
export const ImportScreen = () => {
  const { id } = useCase();
  const client = useQueryClient();
  const [source, setSource] = useState<TokenSource>();
  const [options, setOptions] = useState(noOptions);
  const [jobId, setJobId] = useState<string>();
  const [isKept, setKept] = useState(false);
  const read = useReadTokens(id);
  const { data: job } = useJob(jobId);
  const before = useRunningImport(id);
  const isBusy = read.isPending || job?.state === 'running';
  const result = resultIn(job);
  // What was known before stays on the screen while the list is checked again.
  const [known, setKnown] = useState<TokenImportResult>();
  useEffect(() => {
    if (result !== undefined) setKnown(result);
  }, [result]);

  const start = (from: TokenSource, how: ReadOptions, dryRun: boolean): void => {
    setOptions(how);
    setKept(false);
    read.mutate(
      { source: from, options: how, dryRun },
      {
        onSuccess: (begun) => {
          setJobId(begun.id);
          setKept(!dryRun);
        },
      },
    );
  };
  const take = (next: TokenSource): void => {
    if (source !== undefined) releaseSource(source);
    setSource(next);
    setKnown(undefined);
    start(next, { ...options, mapping: {} }, true);
  };
  const another = (): void => {
    if (source !== undefined) releaseSource(source);
    setSource(undefined);
    setKnown(undefined);
    setJobId(undefined);
    setOptions(noOptions);
    read.reset();
  };

  const isTakenIn = isKept && result !== undefined;
  useEffect(() => {
    if (!isTakenIn) return;
    setSource(undefined);
    if (source !== undefined) releaseSource(source);
    void client.invalidateQueries({ queryKey: keys.cases.of(id) });
  }, [isTakenIn, source, client, id]);
  useReleaseAtEnd(source, !isBusy);

  const asksPlatform = !isKept && lacksPlatform(job);
  const isChecked = source !== undefined && known !== undefined && job?.state !== 'failed';
  if (isTakenIn) return <ImportDone caseId={id} result={result} onAnother={another} />;
  return (
    <Stack>
      {jobId === undefined && before !== undefined && (
        <JobProgress job={before} title="An import of this case is under way" />
      )}
      <ImportSource source={source} isBusy={isBusy} onSource={take} onAnother={another} />
      {read.error && <ErrorNotice title="The list was not read" error={read.error} />}
      {job?.state === 'running' && (
        <JobProgress job={job} title={isKept ? 'Taking the rows in' : 'Checking the list'} />
      )}
      {asksPlatform && (
        <Alert
          role="status"
          color="blue"
          icon={<IconInfoCircle aria-hidden />}
          title="Which platform are these rows of?"
        >
          No column of the list says it. Choose the platform of all rows below, or say under “Which column
          holds what” which column holds it; the list is then checked again.
        </Alert>
      )}
      {job?.state === 'failed' && !asksPlatform && (
        <ErrorNotice
          title={isKept ? 'Nothing was taken in' : 'The list could not be checked'}
          error={job.error}
        />
      )}
      {job?.state === 'cancelled' && <ErrorNotice title="Cancelled" error="Nothing was kept of the list." />}
      {isChecked && (
        <ImportFindings
          result={known}
          isBusy={isBusy}
          onImport={() => source && start(source, options, false)}
        />
      )}
      <ImportOptions
        options={options}
        asksPlatform={asksPlatform}
        result={known}
        isBusy={isBusy}
        onChange={(next) => (source === undefined ? setOptions(next) : start(source, next, true))}
      />
      {isChecked && <ImportContents result={known} />}
    </Stack>
  );
};

/** When the screen is left: what still reads the file must be let read it. */
const useReleaseAtEnd = (source: TokenSource | undefined, isFree: boolean): void => {
  const latest = useRef({ source, isFree });
  useEffect(() => {
    latest.current = { source, isFree };
  });
  useEffect(
    () => () => {
      const { source: left, isFree: free } = latest.current;
      if (left !== undefined && free) releaseSource(left);
    },
    [],
  );
};
