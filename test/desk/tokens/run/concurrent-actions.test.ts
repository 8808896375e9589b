import { expect, test } from 'vitest';
import { createEngine } from '#desk/tokens/run/engine.ts';
import { writesOf } from '#test/support/faulty-remote.ts';
import { expectConsistent, type Fixture, startFixture } from './fixture.ts';
import { gate, pausedRun, runsOf } from './steering.ts';

/** What several persons ask of the runs of one case at the same time. */

const countsOf = (fixture: Fixture) =>
  Object.fromEntries(
    [...Map.groupBy(writesOf(fixture.remote.passed), ({ call }) => call)].map(([call, all]) => [
      call,
      all.length,
    ]),
  );

test('a resume during a pause is refused', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }]);
  const [settling, settled] = [gate(), gate()];
  let times = 0;
  const engine = createEngine(desk.context, {
    cases: {
      ...desk.cases,
      async act(...all) {
        const after = await desk.cases.act(...all);
        if (after.tokenRuns.at(-1)?.state === 'paused' && times++ === 0) {
          settling.open();
          await settled.opened;
        }
        return after;
      },
    },
    backoffMs: 1,
    heldOf: async () => () => undefined,
    unreadableOf: desk.unreadables.now,
  });
  const runs = await runsOf(fixture, desk, { engine });
  const { id } = await runs.start(caseId, { concurrency: 1 }, 'Ada');
  const pausing = runs.pause(caseId, 'Ada');
  await settling.opened;
  await expect(runs.resume(caseId, 'Grace')).rejects.toMatchObject({ code: 'tokens.runActive' });
  settled.open();
  expect(await pausing).toMatchObject({ id, state: 'paused' });

  await runs.resume(caseId, 'Grace');
  expect(engine.active(caseId)?.runId).toBe(id);
  await expect(runs.start(caseId, {}, 'Eve')).rejects.toMatchObject({ code: 'tokens.runActive' });
  await engine.active(caseId)?.ended;
  expect(countsOf(fixture)).toMatchObject({
    'POST /companies': 3,
    'PUT /companies/{id}/connections/{id}/authorization': 3,
  });
  await expectConsistent(desk, caseId);
  await desk.end();
});

test('a concurrent cancel and resume of a paused run take turns, and leave one run at most', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  const { id } = await pausedRun(fixture, desk, caseId);
  const [cancelled, resumed] = await Promise.allSettled([
    desk.runs.cancel(caseId, 'Ada'),
    desk.runs.resume(caseId, 'Grace'),
  ]);
  expect(cancelled).toMatchObject({ status: 'fulfilled', value: { id, state: 'cancelled' } });
  expect(resumed).toMatchObject({ status: 'rejected', reason: { code: 'tokens.noRun' } });
  expect(desk.engine.active(caseId)).toBeUndefined();
  await expectConsistent(desk, caseId);

  await desk.runs.start(caseId, {}, 'Ada');
  await desk.settled(caseId);
  expect(countsOf(fixture)).toMatchObject({ 'POST /companies': 2 });
  await desk.end();
});

test('an end that was overtaken is not recorded', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  const { id } = await pausedRun(fixture, desk, caseId);
  // Another one that knows nothing of the turns of the first.
  const other = await runsOf(fixture, desk, {
    engine: createEngine(desk.context, {
      cases: desk.cases,
      backoffMs: 1,
      // Resumed while the cancel reads its rows.
      heldOf: async () => {
        await desk.runs.resume(caseId, 'Grace');
        return () => undefined;
      },
      unreadableOf: desk.unreadables.now,
    }),
  });
  await expect(other.cancel(caseId, 'Ada')).rejects.toMatchObject({
    code: expect.stringMatching(/^tokens\.(runActive|noRun)$/),
  });
  await desk.settled(caseId);
  expect(await desk.runs.show(caseId, id)).toMatchObject({ state: 'done', counts: { done: 2 } });
  const ends = (await desk.cases.entries(caseId, 0, 100)).filter(({ kind }) => kind === 'tokens.runEnded');
  expect(ends).toHaveLength(1);
  await desk.end();
});

test('a cancel overrides a pause that waits for calls in progress', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  const [asked, answered] = [gate(), gate()];
  fixture.remote.setPlan(async () => {
    // Before it is begun, its companies are looked up.
    if (desk.engine.active(caseId) === undefined) return 'none' as const;
    asked.open();
    await answered.opened;
    return 'none' as const;
  });
  await desk.runs.start(caseId, { concurrency: 1 }, 'Ada');
  await asked.opened;
  const pausing = desk.runs.pause(caseId, 'Ada');
  const cancelling = desk.runs.cancel(caseId, 'Grace');
  answered.open();
  expect(await cancelling).toMatchObject({ state: 'cancelled' });
  expect(await pausing).toMatchObject({ state: 'cancelled' });
  await desk.end();
});

test('a run is not started when its rows are imported again meanwhile', async () => {
  const fixture = await startFixture();
  const { desk, caseId, rows, rowIds } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }]);
  const runs = await runsOf(fixture, desk, {
    // Between what was read, and what is begun.
    beforeStart: async () => {
      await desk.addRows(caseId, [{ ...rows[1], companyId: crypto.randomUUID(), id: rowIds[1] } as never]);
    },
  });
  await expect(runs.start(caseId, {}, 'Ada')).rejects.toMatchObject({
    code: 'tokens.rowsChanged',
    message: expect.stringContaining('"b"'),
  });
  expect(await desk.runs.list(caseId)).toEqual([]);
  expect(fixture.remote.passed.filter(({ method }) => method !== 'GET')).toEqual([]);
  await desk.end();
});
