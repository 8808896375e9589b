import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import type { Job, JobList } from '#contract/job.ts';
import type { TokenSet } from '#contract/sandbox.ts';
import type { Run as TokenRun } from '#contract/token-runs.ts';
import type { Ended } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { type HeldTarget, heldTarget } from '#test/support/held-target.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { deskOf, endOfJob } from '#test/support/migrating.ts';
import { processesOfOneStore } from '#test/support/postgres/processes-of-one-store.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** What the issue promises, ms. */
const takeoverMs = 15_000;
/** Between a kill and a takeover: eight seconds of silence, of a process that spoke two seconds before the kill at most. */
const silentMs = 6_000;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
type Json = any;

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
  const run = await desk.post<TokenRun>(`/api/cases/${id}/tokens/runs`, { kind: 'run' });
  const path = `/api/cases/${id}/tokens/runs/${run.id}`;
  await until(async () => (await desk.get<TokenRun>(path)).ledger.entries > count);
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
    const found = await desk.get<TokenRun>(path);
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

/** A case with a check that waits for its target, and with an observation. */
const withCheck = async (
  host: HostProcess,
  target: HeldTarget,
  begin: (caseId: string) => unknown = (caseId) =>
    deskOf(host).post('/api/checks', { caseId, configuration: {} }),
) => {
  const desk = deskOf(host);
  const { id: targetId } = await desk.post<Json>('/api/targets', {
    name: 'production',
    baseUrl: target.url,
    apiKey: host.ready.apiKey,
  });
  const { id: caseId } = await desk.post<Json>('/api/cases', { name: 'webhooks', targetId });
  const observation = await desk.post<Json>(`/api/cases/${caseId}/observations`, { name: 'staging' });
  await begin(caseId);
  await until(async () => target.waiting() > 0);
  const { results } = await desk.get<JobList>('/api/jobs');
  return { caseId, jobId: results[0]?.id, observationId: observation.id as string };
};
type WithCheck = Awaited<ReturnType<typeof withCheck>>;

/** The process that has the desk now resumed it, and records it once, in the name of who started it. */
const expectCheckedOnce = async (host: HostProcess, { caseId, jobId }: WithCheck): Promise<void> => {
  const desk = deskOf(host);
  const job = await until(async () => {
    const found = await desk.get<Job>(`/api/jobs/${jobId}`);
    return found.state !== 'running' && found;
  });
  expect(job).toMatchObject({ state: 'done', resumed: 1, kind: 'check', caseId });
  const { results } = await desk.get<Json>(`/api/cases/${caseId}/entries`);
  const added = results.filter(({ kind }: Json) => kind === 'evidence.added');
  expect(added.map(({ content }: Json) => content.evidence.collector)).toEqual(['configuration']);
  const [{ actor }] = results;
  expect(added[0].actor).toBe(actor);
  expect((job.result as Json).evidence[0].id).toBe(added[0].content.evidence.id);
};

/** As the application that is observed does. */
const callAlerts = ({ ready: { apiUrl, apiKey } }: HostProcess) =>
  fetch(`${apiUrl}/rules/alerts`, {
    headers: { authorization: `Basic ${btoa(apiKey)}`, 'user-agent': 'acme-app/1.0' },
  });

/** What was called meanwhile is in it, and the time in which nobody observed is none of it. */
const expectObserved = async (
  host: HostProcess,
  { caseId, observationId }: WithCheck,
  unwatched: { readonly atLeastMs: number },
): Promise<void> => {
  const desk = deskOf(host);
  const closed = await desk.post<Json>(`/api/cases/${caseId}/observations/${observationId}/close`);
  expect(closed.unwatchedMs).toBeGreaterThanOrEqual(unwatched.atLeastMs);
  expect(closed.calls).toMatchObject([{ method: 'GET', caller: 'acme-app/1.0', count: 1 }]);
  const { results } = await desk.get<Json>(`/api/cases/${caseId}/entries`);
  const evidence = results.findLast(({ kind }: Json) => kind === 'evidence.added').content.evidence;
  expect(evidence.rows).toMatchObject([{ row: 'alerts-endpoints', says: 'present' }]);
  expect(evidence.read.unwatchedMs).toBe(closed.unwatchedMs);
};

/** A list that takes a while, being imported. */
const withImport = async (host: HostProcess) => {
  const desk = deskOf(host);
  const { id } = await desk.post<Json>('/api/cases', { name: 'list', parts: ['tokens'] });
  const file = join(temporaryFolder(), 'companies.csv');
  const lines = Array.from(
    { length: listed },
    (_, n) => `C-${n},Bakery ${n},qhyg,access-${n},refresh-${n},${1_000_000_000 + n}`,
  );
  writeFileSync(file, ['ref,name,platform,accessToken,refreshToken,realmId', ...lines].join('\n'));
  const job = await desk.post<Job>(`/api/cases/${id}/tokens/imports`, { path: file });
  await until(async () => (await desk.get<Job>(`/api/jobs/${job.id}`)).progress.done > 0);
  return { caseId: id as string, jobId: job.id };
};
const listed = 2_500;

const expectImportedOnce = async (
  host: HostProcess,
  { caseId, jobId }: { caseId: string; jobId: string },
): Promise<void> => {
  const desk = deskOf(host);
  const job = await until(async () => {
    const found = await desk.get<Job>(`/api/jobs/${jobId}`);
    return found.state !== 'running' && found;
  });
  expect([job.state, job.error, job.resumed]).toEqual(['done', undefined, 1]);
  expect(job.result).toMatchObject({ rows: listed, ready: listed, replaced: 0 });
  const { results } = await desk.get<Json>(`/api/cases/${caseId}/entries`);
  expect(results.filter(({ kind }: Json) => kind === 'tokens.imported')).toHaveLength(1);
};

test('the active process is killed amid a token run, a check and an observation: the standby ends them, and nothing is done twice', async () => {
  const { start } = await processesOfOneStore();
  const folder = temporaryFolder();
  const active = await start([], folder);
  const standby = await start();
  expect(await isActive(active)).toBe(true);
  expect(await readiness(standby)).toEqual({ status: 503, whats: ['desk'] });
  const refused = await standby.desk('GET', '/api/cases');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ detailedErrorCode: 42023 });
  // What is the service's, each process answers.
  expect((await standby.desk('GET', '/api/keys')).status).toBe(200);

  const target = await heldTarget(() => standby.ready.apiUrl);
  const checked = await withCheck(active, target);
  const count = 20;
  const run = await withRun(active, count);
  await active.end('SIGKILL');
  const killed = performance.now();
  // The application goes on, at another process.
  await callAlerts(standby);
  expect(await timeToTakeOver(standby)).toBeLessThan(takeoverMs);
  // What it asked before the kill still waits there.
  await until(async () => target.waiting() > 1);
  expect(performance.now() - killed).toBeLessThan(takeoverMs);
  target.letGo();
  await expectCheckedOnce(standby, checked);
  await expectObserved(standby, checked, { atLeastMs: silentMs });

  // Its successor is killed amid an import, and the first one, back again, ends it.
  const back = await start([], folder);
  const list = await withImport(standby);
  await standby.end('SIGKILL');
  expect(await timeToTakeOver(back)).toBeLessThan(takeoverMs);
  await expectImportedOnce(back, list);
  // By three processes.
  await expectDoneOnce(back, run, count);
}, 120_000);

test('a host of a data folder that was killed amid a check and an observation ends them after its restart', async () => {
  const folder = temporaryFolder();
  let host = await startHostProcess(['--data', folder]);
  const target = await heldTarget(() => host.ready.apiUrl);
  let command: Promise<Ended> | undefined;
  const checked = await withCheck(host, target, (caseId) => {
    command = runHere('check', caseId, '--data', folder);
  });
  await host.end('SIGKILL');
  const killed = performance.now();
  const told = await command;
  expect([told?.code, told?.stdout]).toEqual([1, '']);
  expect(told?.stderr).toContain(`the next process resumes job ${checked.jobId}`);
  host = await startHostProcess(['--data', folder]);
  const goneMs = performance.now() - killed;
  await callAlerts(host);
  target.letGo();
  await expectCheckedOnce(host, checked);
  await expectObserved(host, checked, { atLeastMs: goneMs / 2 });
}, 120_000);

test('an orderly stop hands the desk over at once; a process that stood still is taken over, stands by when it comes back, and takes over again', async () => {
  const { start } = await processesOfOneStore();
  const first = await start();
  const active = await start();
  const target = await heldTarget(() => active.ready.apiUrl);
  const checked = await withCheck(first, target);
  const count = 12;
  const run = await withRun(first, count);
  expect(await first.end('SIGTERM')).toBe(0);
  expect(await timeToTakeOver(active)).toBeLessThan(5000);
  target.letGo();
  await expectCheckedOnce(active, checked);

  const standby = await start();
  active.process.kill('SIGSTOP');
  expect(await timeToTakeOver(standby)).toBeLessThan(takeoverMs);
  active.process.kill('SIGCONT');
  await until(async () => (await readiness(active)).whats.includes('desk'));
  expect(await isActive(standby)).toBe(true);
  expect((await active.desk('GET', '/api/cases')).status).toBe(503);
  await standby.end('SIGKILL');
  expect(await timeToTakeOver(active)).toBeLessThan(takeoverMs);
  expect(((await (await active.desk('GET', '/api/cases')).json()) as Json).results).toHaveLength(2);
  await expectDoneOnce(active, run, count);
}, 120_000);
