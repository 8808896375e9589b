import { expect, test } from 'vitest';
import type { Job } from '#contract/job.ts';
import type { DryRun, Run, UndoPlan } from '#contract/token-runs.ts';
import { until } from '#test/support/host-process.ts';
import { type Call, testHost } from '#test/support/test-host.ts';

const csv = (...refs: string[]): string =>
  [
    'ref,name,platform,accessToken,refreshToken,tenantId',
    ...refs.map((ref) =>
      [
        ref,
        `Company ${ref}`,
        'gbol',
        `planted-access-${ref}`,
        `planted-refresh-${ref}`,
        crypto.randomUUID(),
      ].join(','),
    ),
  ].join('\n');

/** A case with these rows, on a host whose service has a virtual clock. */
const start = async (...refs: string[]) => {
  const host = await testHost({ clock: 'virtual' });
  const { desk } = host;
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  const path = `/api/cases/${id}/tokens`;
  const { body: job } = await desk('POST', `${path}/imports`, { content: csv(...refs), name: 'a.csv' });
  await until(async () => ((await desk('GET', `/api/jobs/${job.id}`)).body as Job).state === 'done');
  const runNow = async (runId: string): Promise<Run> => (await desk('GET', `${path}/runs/${runId}`)).body;
  return {
    ...host,
    id,
    path,
    /** The run, once it is as wanted. */
    reached: (runId: string, wanted: (run: Run) => boolean) =>
      until(async () => {
        const run = await runNow(runId);
        return wanted(run) && run;
      }),
    advance: () => desk('POST', '/api/clock/advance', { by: 'PT1M' }),
  };
};

const companies = async (api: Call): Promise<number> => (await api('GET', '/companies')).body.totalResults;

test('a run over the desk API: dry, started, paused, resumed, verified, undone', async () => {
  const { desk, api, path, reached, advance } = await start('a-1', 'a-2');

  const dry = (await desk('POST', `${path}/runs/dry`, {})).body as DryRun;
  expect([dry.rows, dry.leftOutCount]).toEqual([2, 0]);
  expect(dry.calls).toContainEqual(expect.objectContaining({ call: 'POST /companies', count: 2 }));
  expect(await companies(api)).toBe(0);

  const begun = await desk('POST', `${path}/runs`, {});
  expect([begun.status, begun.body.kind, begun.body.state]).toEqual([200, 'run', 'running']);
  const runId = begun.body.id as string;
  expect((await desk('POST', `${path}/runs`, {})).status).toBe(409);
  const waiting = await reached(runId, ({ counts }) => counts.syncing === 2);
  expect(waiting.remark).toMatch(/virtual clock/);

  const paused = await desk('POST', `${path}/runs/pause`, { why: 'lunch' });
  expect(paused.body).toMatchObject({ id: runId, state: 'paused', remark: 'lunch' });
  expect((await desk('POST', `${path}/runs/pause`)).status).toBe(409);
  await advance();
  expect((await desk('POST', `${path}/runs/resume`)).body).toMatchObject({ id: runId, state: 'running' });
  const done = await reached(runId, ({ state }) => state === 'done');
  expect(done.counts).toMatchObject({ rows: 2, done: 2, failed: 0 });
  expect(done.duplicates).toEqual([]);

  const { results } = (await desk('GET', `${path}/rows?state=done&limit=1`)).body;
  expect(results).toMatchObject([{ ref: 'a-1', companyOrigin: 'created', secretsKept: false }]);
  const page = (await desk('GET', `${path}/rows?limit=1`)).body;
  const next = (await desk('GET', `${path}/rows?limit=1&cursor=${page.cursor}`)).body;
  expect(next.results).toMatchObject([{ ref: 'a-2' }]);

  const plan = (await desk('POST', `${path}/undo/plan`, { refs: ['a-2'] })).body as UndoPlan;
  expect([plan.rows, plan.notUndone.length > 0]).toEqual([1, true]);
  expect(await companies(api)).toBe(2);
  const undo = (await desk('POST', `${path}/undo`, { refs: ['a-2'] })).body as Run;
  const undone = await reached(undo.id, ({ state }) => state === 'done');
  expect(undone).toMatchObject({ kind: 'undo', counts: { rows: 1, undone: 1 } });
  expect(await companies(api)).toBe(1);

  const listed = (await desk('GET', `${path}/runs`)).body.results as Run[];
  expect(listed.map(({ kind }) => kind)).toEqual(['undo', 'run']);
  expect(JSON.stringify([listed, page, next])).not.toContain('planted-');
});

test('a run that is cancelled leaves the rest ready', async () => {
  const { desk, path, reached } = await start('a-1');
  const { id } = (await desk('POST', `${path}/runs`, { kind: 'pilot', refs: ['a-1'] })).body as Run;
  await reached(id, ({ counts }) => counts.syncing === 1);
  expect((await desk('POST', `${path}/runs/cancel`)).body).toMatchObject({ id, state: 'cancelled' });
  expect((await desk('POST', `${path}/runs/cancel`)).status).toBe(409);
  expect((await desk('POST', `${path}/runs/resume`)).status).toBe(409);
});

test('invalid requests are refused with the reason, and start nothing', async () => {
  const { desk, api, id, path } = await start('a-1');
  for (const [where, body, words] of [
    ['/runs', { dryRun: true }, /runs\/dry/],
    ['/undo', { dryRun: true }, /undo\/plan/],
    ['/runs', { kind: 'rehearsal' }, /kind/],
    ['/runs', { refs: ['nobody'] }, /nobody/],
    ['/runs', { refs: [] }, /refs/],
    ['/runs', { concurrency: 0 }, /concurrency/],
    ['/runs', { syncWithin: 'soon' }, /syncWithin/],
    ['/runs', { nonsense: 1 }, /nonsense/],
    ['/runs/pause', { why: 7 }, /why/],
  ] as const) {
    const { status, body: answer } = await desk('POST', path + where, body);
    expect([where, body, status]).toEqual([where, body, 400]);
    expect(answer.error).toMatch(words);
  }
  expect((await desk('GET', `${path}/rows?state=odd`)).status).toBe(400);
  expect((await desk('GET', `${path}/rows?cursor=odd`)).status).toBe(400);
  expect((await desk('GET', `${path}/runs/${id}`)).status).toBe(404);
  const nobody = `/api/cases/${crypto.randomUUID()}/tokens`;
  for (const where of ['/rows', '/runs']) expect((await desk('GET', nobody + where)).status).toBe(404);
  expect((await desk('POST', `${nobody}/runs`, {})).status).toBe(404);
  expect((await desk('GET', `${path}/runs`)).body.results).toEqual([]);
  expect(await companies(api)).toBe(0);
});

test("a case with an unfinished run can't be closed, archived or deleted until it is cancelled", async () => {
  const { desk, id, path, reached } = await start('a-1');
  const { id: runId } = (await desk('POST', `${path}/runs`, {})).body as Run;
  await reached(runId, ({ counts }) => counts.syncing === 1);
  const digest = async () => (await desk('GET', `/api/cases/${id}/removal`)).body.digest;
  const ways = async (): Promise<number[]> => {
    const revision = async () => ({ revision: (await desk('GET', `/api/cases/${id}`)).body.revision });
    return [
      (await desk('POST', `/api/cases/${id}/close`, await revision())).status,
      (await desk('POST', `/api/cases/${id}/archive`, await revision())).status,
      (await desk('DELETE', `/api/cases/${id}?confirm=${await digest()}`)).status,
    ];
  };
  expect(await ways()).toEqual([409, 409, 409]);
  await desk('POST', `${path}/runs/pause`);
  expect(await ways()).toEqual([409, 409, 409]);
  const refused = await desk('DELETE', `/api/cases/${id}?confirm=${await digest()}`);
  expect(refused.body.error).toMatch(/is paused.*cancel/);
  await desk('POST', `${path}/runs/cancel`);
  expect(await ways()).toEqual([200, 200, 204]);
});
