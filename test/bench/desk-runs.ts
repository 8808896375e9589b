import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorInfo } from '#contract/errors.ts';
import type { Job } from '#contract/job.ts';
import type { Run, RunRequest } from '#contract/token-runs.ts';
import { madeUpCsv } from './migration-rows.ts';
import { type BenchHost, benchFolder } from './processes.ts';

const pollMs = 200;

/** Asks the desk of a host. @throws Refused */
export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export const deskOf =
  ({ ready }: BenchHost): Ask =>
  async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(ready.deskUrl + path, {
      method,
      headers: { authorization: `Bearer ${ready.deskToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (response.ok) return answer as T;
    throw new Refused(answer as RefusedBody);
  };

type RefusedBody = { readonly error: string } & ErrorInfo;
class Refused extends Error {
  readonly unconfirmed: ErrorInfo['unconfirmed'];
  constructor({ error, unconfirmed }: RefusedBody) {
    super(error);
    this.unconfirmed = unconfirmed;
  }
}

/** A remote target that takes calls as fast as they come. */
export const addTarget = async (
  desk: Ask,
  { apiUrl: baseUrl, apiKey }: { readonly apiUrl: string; readonly apiKey: string },
  concurrency: number,
): Promise<string> => {
  const target = { name: 'other', baseUrl, apiKey, concurrency, perSecond: 10_000 };
  return (await desk<{ id: string }>('POST', '/api/targets', target)).id;
};

/** Imports made-up rows into a case. */
export const importRows = async (desk: Ask, caseId: string, companies: number): Promise<void> => {
  const path = join(benchFolder(), 'tokens.csv');
  writeFileSync(path, madeUpCsv(companies), { mode: 0o600 });
  let job = await desk<Job>('POST', `/api/cases/${caseId}/tokens/imports`, { path });
  while (job.state === 'running') {
    await sleep(pollMs);
    job = await desk<Job>('GET', `/api/jobs/${job.id}`);
  }
  const ready = (job.result as { ready?: number } | undefined)?.ready;
  if (ready !== companies) throw new Error(`${ready} rows were imported: ${job.error}`);
};

/** Starts a run; what changes a remote target is confirmed first. */
export const startRun = async (desk: Ask, caseId: string, concurrency: number): Promise<Run> => {
  const start = (confirm?: string): Promise<Run> => {
    const request: RunRequest = { concurrency, ...(confirm === undefined ? {} : { confirm }) };
    return desk<Run>('POST', `/api/cases/${caseId}/tokens/runs`, request);
  };
  try {
    return await start();
  } catch (error) {
    const confirm = error instanceof Refused ? error.unconfirmed?.confirm : undefined;
    if (confirm === undefined) throw error;
    return start(confirm);
  }
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
