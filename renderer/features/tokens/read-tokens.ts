import type { Job } from '#contract/job.ts';
import type { ImportFormat, TokenImportRequest, TokenImportResult } from '#contract/token-rows.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { showJob, useJobs } from '#renderer/lib/jobs.ts';
import { tokensPath } from '#renderer/lib/token-queries.ts';
import type { TokenSource } from './token-source.ts';

export interface ReadOptions {
  /** Of all rows; '': from a column. */
  readonly platformKey: string;
  /** '': detected. */
  readonly format: ImportFormat | '';
  /** Field to header; the others are detected. */
  readonly mapping: Readonly<Record<string, string>>;
}

interface Reading {
  readonly source: TokenSource;
  readonly options: ReadOptions;
  readonly dryRun: boolean;
}

/** Reads a list as a job: a check only, or the import. */
export const useReadTokens = (caseId: string) =>
  useApiMutation(
    ({ source, options, dryRun }: Reading) =>
      api.post<Job>(`${tokensPath(caseId)}/imports`, requestOf(source, options, dryRun)),
    { onSuccess: (job, client) => void showJob(client, job) },
  );

const requestOf = (
  { name, from }: TokenSource,
  { platformKey, format, mapping }: ReadOptions,
  dryRun: boolean,
): TokenImportRequest => {
  const given = Object.entries(mapping).filter(([, header]) => header.trim() !== '');
  return {
    ...from,
    name,
    dryRun,
    platformKey: platformKey || undefined,
    format: format || undefined,
    mapping: given.length === 0 ? undefined : Object.fromEntries(given),
  };
};

/** An import of the case that began before this screen was opened. */
export const useRunningImport = (caseId: string): Job | undefined => {
  const { data } = useJobs();
  return data?.results.find(
    (job) => job.kind === 'tokens-import' && job.caseId === caseId && job.state === 'running',
  );
};

export const resultIn = (job: Job | undefined): TokenImportResult | undefined =>
  job?.state === 'done' ? (job.result as TokenImportResult) : undefined;

/** The only problem: neither a column nor the person names the platform. */
export const lacksPlatform = (job: Job | undefined): boolean =>
  job?.state === 'failed' && job.error?.includes('set the platform for all rows') === true;
