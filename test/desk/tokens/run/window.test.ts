import { expect, test } from 'vitest';
import { agreeWindow, fromNow, hourMs } from './agreed-window.ts';
import type { Desk } from './fixture.ts';
import { carryOut, expectConsistent, ledgerOf, startFixture, undo } from './fixture.ts';

const overrides = async ({ cases }: Desk, caseId: string) =>
  (await cases.state(caseId)).runbook?.windowOverrides ?? [];

test('outside the agreed window nothing is sent without an override, recorded before the first call that writes', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  const windowId = await agreeWindow(desk, caseId, 2, 4);
  const calls: string[] = [];
  let recorded = 0;
  let first: number | undefined;
  fixture.remote.setPlan(({ method, url }) => {
    calls.push(`${method} ${url}`);
    if (method !== 'GET') first ??= recorded;
    return 'none';
  });
  for (const kind of ['pilot', 'run'] as const) {
    await expect(desk.runs.start(caseId, { kind, refs: ['a'] }, 'Ada')).rejects.toMatchObject({
      code: 'tokens.outsideWindow',
      message: expect.stringMatching(/^Nothing was sent: the \w+ would start \d.* before the agreed window/),
    });
  }
  expect([calls, (await desk.cases.state(caseId)).tokenRuns]).toEqual([[], []]);
  const planned = await desk.runs.dryRun(caseId, { refs: ['a'] });
  expect(planned.remark).toMatch(/^It would begin .* before .*\. Override the window with a reason\./);

  calls.length = 0;
  first = undefined;
  const act = desk.cases.act.bind(desk.cases);
  desk.cases.act = async (...args) => {
    const state = await act(...args);
    recorded = state.runbook?.windowOverrides.length ?? 0;
    return state;
  };
  const run = await carryOut(desk, caseId, { kind: 'pilot', refs: ['a'], overrideWindow: 'Agreed by phone' });
  expect([run.state, run.counts.done, first]).toEqual(['done', 1, 1]);
  expect(await overrides(desk, caseId)).toMatchObject([
    { runId: run.id, kind: 'pilot', windowId, reason: 'Agreed by phone', actor: 'tester' },
  ]);

  // A check only reads what is migrated; retry and undo write.
  expect((await carryOut(desk, caseId, { kind: 'check' })).state).toBe('done');
  await expect(desk.runs.undo(caseId, {}, 'Ada')).rejects.toMatchObject({ code: 'tokens.outsideWindow' });
  expect((await desk.runs.undoPlan(caseId, {})).rows).toBe(1);
  expect((await undo(desk, caseId, { overrideWindow: 'They want it back' })).counts.undone).toBe(1);
  expect((await overrides(desk, caseId)).map(({ kind }) => kind)).toEqual(['pilot', 'undo']);
  await expectConsistent(desk, caseId);
  await desk.end();
});

test('inside the agreed window, and where none is agreed, nothing is asked', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  expect(await carryOut(desk, caseId, { refs: ['a'], overrideWindow: 'Not needed' })).toMatchObject({
    counts: { done: 1 },
    remark: 'The override of the window was not recorded: no migration window is agreed.',
  });
  await agreeWindow(desk, caseId, -1, 1);
  expect(await carryOut(desk, caseId, { kind: 'check', overrideWindow: 'Not needed' })).toMatchObject({
    remark: 'The override of the window was not recorded: a check needs none.',
  });
  expect((await carryOut(desk, caseId)).counts.done).toBe(1);
  expect(await overrides(desk, caseId)).toEqual([]);
  await desk.end();
});

test('a run pauses before its next company once the window has ended; a resume asks again', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }]);
  await agreeWindow(desk, caseId, -1, 1);
  let ending: Promise<unknown> | undefined;
  fixture.remote.setPlan(({ method }) => {
    if (method === 'POST') ending ??= agreeWindow(desk, caseId, -2, -1);
    return 'none';
  });
  const run = await carryOut(desk, caseId, { concurrency: 1 });
  await ending;
  // The company that was under way came to its end.
  expect(run).toMatchObject({
    state: 'paused',
    counts: { rows: 3, done: 1, ready: 2 },
    remark: expect.stringMatching(
      /^It is 1 h after the agreed window .*, so no further company is started\. Resume/,
    ),
  });
  expect([await fixture.companies('b'), await fixture.companies('c')]).toEqual([[], []]);
  await expect(desk.runs.resume(caseId, 'Ada')).rejects.toMatchObject({ code: 'tokens.outsideWindow' });
  await desk.runs.resume(caseId, 'Kim', { overrideWindow: 'Two are left' });
  await desk.settled(caseId);
  expect(await desk.runs.show(caseId, run.id)).toMatchObject({ state: 'done', counts: { done: 3 } });
  expect(await overrides(desk, caseId)).toMatchObject([{ runId: run.id, kind: 'run', actor: 'Kim' }]);
  await expectConsistent(desk, caseId);
  expect((await ledgerOf(desk, run.id)).length).toBeGreaterThan(0);
  await desk.end();
});

test('a run pauses when its window is no longer agreed, and one with an override goes on past the end', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  await agreeWindow(desk, caseId, -1, 1);
  let change: Promise<unknown> | undefined;
  fixture.remote.setPlan(({ method }) => {
    const window = { id: desk.context.newId(), start: fromNow(0), end: fromNow(hourMs), zone: 'UTC' };
    if (method === 'POST')
      change ??= desk.cases.act(caseId, 'Kim', { kind: 'runbook.windowProposed', content: window });
    return 'none';
  });
  const run = await carryOut(desk, caseId, { concurrency: 1 });
  await change;
  expect(run).toMatchObject({ state: 'paused', counts: { done: 1, ready: 1 } });
  expect(run.remark).toMatch(/^Another window was proposed and is not agreed yet/);

  await agreeWindow(desk, caseId, -1, 1);
  let ending: Promise<unknown> | undefined;
  fixture.remote.setPlan(({ method }) => {
    if (method === 'POST') ending ??= agreeWindow(desk, caseId, -2, -1);
    return 'none';
  });
  await desk.runs.resume(caseId, 'Ada', { overrideWindow: 'May take longer' });
  await desk.settled(caseId);
  await ending;
  expect(await desk.runs.show(caseId, run.id)).toMatchObject({ state: 'done', counts: { done: 2 } });
  expect(await overrides(desk, caseId)).toMatchObject([{ reason: 'May take longer' }]);
  await desk.end();
});

test('a resume that only looks at syncs needs no override; one that still writes does', async () => {
  const fixture = await startFixture();
  for (const [after, code] of [
    ['/data/all', undefined],
    ['/connections', 'tokens.outsideWindow'],
  ] as const) {
    const { desk, caseId } = await fixture.migration([{ ref: fixture.word() }]);
    await agreeWindow(desk, caseId, -1, 1);
    let sent = false;
    let pausing: Promise<unknown> | undefined;
    fixture.remote.setPlan(({ method, url }) => {
      if (sent) pausing ??= desk.runs.pause(caseId, 'Ada');
      sent ||= method === 'POST' && url.endsWith(after);
      return 'none';
    });
    await desk.runs.start(caseId, {}, 'Ada');
    await desk.settled(caseId);
    await pausing;
    fixture.remote.setPlan();
    await agreeWindow(desk, caseId, -2, -1);
    const resumed = desk.runs.resume(caseId, 'Ada').then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    expect(await resumed).toBe(code);
    await desk.settled(caseId);
    expect((await desk.runs.list(caseId))[0]?.state).toBe(code === undefined ? 'done' : 'paused');
    await desk.end();
  }
});
