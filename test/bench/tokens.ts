import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorInfo } from '#contract/errors.ts';
import type { Job } from '#contract/job.ts';
import type { Run, RunRequest } from '#contract/token-runs.ts';
import { longestMs, madeUpCsv } from './migration-rows.ts';
import { type BenchHost, benchFolder, runModule, startHost } from './processes.ts';
import { type Result, result } from './results.ts';

const companies = 10_000;
/** As many as the desk allows the local service. */
const concurrency = 20;
/** ms before each look at a sync, as the desk waits (desk/tokens/run/watch.ts). */
const ladder = '2000,3000,5000,8000,13000';
const pollMs = 200;

/**
 * (tokens) A migration of 10,000 companies, imported from a file, until the last of them is verified, against a bare loop
 * that makes the same calls to a fresh service in the same way. Once on the service of the desk's own process, once on one
 * in another process: there the memory is the desk's alone.
 */
export const tokens = async (): Promise<Result[]> => {
  const bare = await bareRun();
  const own = await deskRun(false);
  const other = await deskRun(true);
  const perSecond = (seconds: number): string => `${(companies / seconds).toFixed(0)}/s`;
  const against = ({ seconds, calls }: { seconds: number; calls: number }): string =>
    `of a bare undici loop; ${perSecond(seconds)} in ${calls} calls, of ${perSecond(bare.seconds)} in ${bare.calls}`;
  return [
    result(
      '(tokens) 10,000 companies, on the service in the same process',
      bare.seconds / own.seconds,
      '>=',
      0.5,
      '',
      against(own),
    ),
    result(
      '(tokens) the same, on a service in another process',
      bare.seconds / other.seconds,
      '>=',
      0.5,
      '',
      against(other),
    ),
    result(
      '(tokens) memory growth of the desk meanwhile',
      other.growthMb,
      '<',
      100,
      ' MB',
      `its process at most, over what it held before; with the service in it ${own.growthMb.toFixed(0)} MB`,
    ),
  ];
};

const bareRun = async (): Promise<{ seconds: number; calls: number }> => {
  const host = await startHost(['--data', benchFolder()]);
  const { apiUrl, apiKey } = host.ready;
  const args = [apiUrl, apiKey, String(companies), String(concurrency), ladder];
  const measured = await runModule<{ seconds: number; calls: number }>('bare-migration.ts', ...args);
  await host.stop();
  return measured;
};

const deskRun = async (isRemote: boolean): Promise<{ seconds: number; calls: number; growthMb: number }> => {
  const host = await startHost(['--data', benchFolder()]);
  const service = isRemote ? await startHost(['--data', benchFolder()]) : undefined;
  const desk = deskOf(host);
  const target = service === undefined ? {} : { targetId: await addTarget(desk, service) };
  const { id } = await desk<{ id: string }>('POST', '/api/cases', {
    name: 'bench',
    parts: ['tokens'],
    ...target,
  });
  await importRows(desk, id);

  const before = host.memoryMb();
  let most = before;
  const startedAt = performance.now();
  let run = await startRun(desk, id);
  while (run.state === 'running') {
    if (performance.now() - startedAt > longestMs) throw new Error(`The run did not end: ${words(run)}`);
    await sleep(pollMs);
    most = Math.max(most, host.memoryMb());
    run = await desk<Run>('GET', `/api/cases/${id}/tokens/runs/${run.id}`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  if (run.state !== 'done' || run.counts.done !== companies)
    throw new Error(`Not all is done: ${words(run)}`);
  await service?.stop();
  await host.stop();
  const calls = Object.values(run.calls).reduce((sum, count) => sum + count, 0);
  return { seconds, calls, growthMb: most - before };
};

type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const deskOf =
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

const addTarget = async (desk: Ask, { ready }: BenchHost): Promise<string> => {
  const { apiUrl: baseUrl, apiKey } = ready;
  const target = { name: 'other', baseUrl, apiKey, concurrency, perSecond: 1000 };
  return (await desk<{ id: string }>('POST', '/api/targets', target)).id;
};

const importRows = async (desk: Ask, caseId: string): Promise<void> => {
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

/** What changes a remote target is confirmed first. */
const startRun = async (desk: Ask, caseId: string): Promise<Run> => {
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

const words = ({ state, counts, remark }: Run): string => JSON.stringify({ state, counts, remark });

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
