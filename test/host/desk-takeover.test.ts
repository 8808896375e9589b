import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TokenSet } from '#contract/sandbox.ts';
import type { Run } from '#contract/token-runs.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { deskOf, endOfJob } from '#test/support/migrating.ts';
import { temporaryStore } from '#test/support/postgres/shared.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** What the issue promises, ms. */
const takeoverMs = 15_000;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
type Json = any;

/** Processes of one store, each with a data folder of its own. */
const processesOfOneStore = async () => {
  const { address, env } = await temporaryStore();
  const key = join(temporaryFolder(), 'team.key');
  writeFileSync(key, randomBytes(32), { mode: 0o600 });
  vi.stubEnv('PGPASSWORD', env.PGPASSWORD);
  vi.stubEnv('CARRYOVER_ROW_KEYS', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  return (dataDir = temporaryFolder(), ...options: string[]): Promise<HostProcess> =>
    startHostProcess(['--data', dataDir, '--store', address, '--data-key-file', key, ...options]);
};

const readiness = async ({ ready }: HostProcess): Promise<{ status: number; whats: string[] }> => {
  const response = await fetch(`${ready.deskUrl}/ready`);
  const { reasons } = (await response.json()) as { reasons: { what: string }[] };
  return { status: response.status, whats: reasons.map(({ what }) => what) };
};
const isActive = async (host: HostProcess): Promise<boolean> => (await readiness(host)).status === 200;

/** How long it took until a process had the desk, ms. */
const timeToTakeOver = async (host: HostProcess): Promise<number> => {
  const begun = performance.now();
  await until(() => isActive(host));
  return performance.now() - begun;
};

/** A case with a token run that has begun its calls. */
const withRun = async (host: HostProcess, count: number) => {
  const desk = deskOf(host);
  const { results } = await desk.post<{ results: TokenSet[] }>('/api/simulator/tokens', {
    platformKey: 'qhyg',
    count,
    behaviour: 'good',
  });
  const rows = results.map(({ platformKey, credentials }, n) => ({
    ref: `C-${n + 1}`,
    name: `Bakery ${n + 1}`,
    platform: platformKey,
    ...credentials,
  }));
  const file = join(temporaryFolder(), 'companies.csv');
  writeFileSync(file, stringify(rows, { header: true }));
  const { id } = await desk.post<Json>('/api/cases', { name: 'acme', parts: ['tokens'] });
  await endOfJob(desk, `/api/cases/${id}/tokens/imports`, { path: file });
  const run = await desk.post<Run>(`/api/cases/${id}/tokens/runs`, { kind: 'run' });
  const path = `/api/cases/${id}/tokens/runs/${run.id}`;
  await until(async () => (await desk.get<Run>(path)).ledger.entries > count);
  return { caseId: id as string, path };
};

/** Once it has ended: every row is done, by one company and one connection each, and the chain is whole. */
const expectDoneOnce = async (
  host: HostProcess,
  { caseId, path }: { caseId: string; path: string },
  count: number,
): Promise<void> => {
  const desk = deskOf(host);
  const run = await until(async () => {
    const found = await desk.get<Run>(path);
    return found.state === 'done' && found;
  });
  expect(run.counts).toMatchObject({ rows: count, done: count });
  const companies = await (await host.api('GET', '/companies?page=1&pageSize=1000')).json();
  const names = (companies as { results: { name: string }[] }).results.map(({ name }) => name);
  expect(names).toHaveLength(count);
  expect(new Set(names).size).toBe(count);
  const check = await desk.post<Json>(`/api/cases/${caseId}/verify`);
  expect(check.problems).toEqual([]);
};

test('the active process is killed amid a token run: the standby ends the run, and nothing is done twice', async () => {
  const start = await processesOfOneStore();
  const active = await start();
  const standby = await start();
  expect(await isActive(active)).toBe(true);
  expect(await readiness(standby)).toEqual({ status: 503, whats: ['desk'] });
  const refused = await standby.desk('GET', '/api/cases');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ detailedErrorCode: 42023 });
  // What is the service's, each process answers.
  expect((await standby.desk('GET', '/api/keys')).status).toBe(200);

  const count = 30;
  const run = await withRun(active, count);
  await active.end('SIGKILL');
  expect(await timeToTakeOver(standby)).toBeLessThan(takeoverMs);
  await expectDoneOnce(standby, run, count);
}, 120_000);

test('a job that was under way ends with its process: the standby says so', async () => {
  const start = await processesOfOneStore();
  const active = await start();
  const standby = await start();
  const desk = deskOf(active);
  const { id } = await desk.post<Json>('/api/cases', { name: 'acme', parts: ['tokens'] });
  const file = join(temporaryFolder(), 'companies.csv');
  const lines = Array.from(
    { length: 40_000 },
    (_, n) => `C-${n},Bakery ${n},qhyg,a${n},r${n},${randomUUID()}`,
  );
  writeFileSync(file, ['ref,name,platform,accessToken,refreshToken,tenantId', ...lines].join('\n'));
  const job = await desk.post<Json>(`/api/cases/${id}/tokens/imports`, { path: file });
  await until(async () => (await desk.get<Json>(`/api/jobs/${job.id}`)).progress.done > 0);
  await active.end('SIGKILL');
  expect(await timeToTakeOver(standby)).toBeLessThan(takeoverMs);
  const after = deskOf(standby);
  expect(await after.get<Json>(`/api/jobs/${job.id}`)).toMatchObject({
    state: 'failed',
    error: 'The process that ran this job ended. Start it again.',
  });
  expect((await after.get<Json>(`/api/cases/${id}/tokens/rows?limit=10`)).results).toEqual([]);
}, 120_000);

test('an orderly stop hands the desk over at once, with its run', async () => {
  const start = await processesOfOneStore();
  const active = await start();
  const standby = await start();
  const count = 30;
  const run = await withRun(active, count);
  expect(await active.end('SIGTERM')).toBe(0);
  expect(await timeToTakeOver(standby)).toBeLessThan(5000);
  await expectDoneOnce(standby, run, count);
}, 120_000);

test('a process that stood still is taken over, stands by when it comes back, and takes over again', async () => {
  const start = await processesOfOneStore();
  const active = await start();
  const standby = await start();
  const made = await active.desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] });
  expect(made.status).toBe(200);
  active.process.kill('SIGSTOP');
  expect(await timeToTakeOver(standby)).toBeLessThan(takeoverMs);
  active.process.kill('SIGCONT');
  await until(async () => (await readiness(active)).whats.includes('desk'));
  expect(await isActive(standby)).toBe(true);
  expect((await active.desk('GET', '/api/cases')).status).toBe(503);
  await standby.end('SIGKILL');
  expect(await timeToTakeOver(active)).toBeLessThan(takeoverMs);
  expect(((await (await active.desk('GET', '/api/cases')).json()) as Json).results).toHaveLength(1);
}, 120_000);
