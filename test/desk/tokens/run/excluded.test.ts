import { expect, test } from 'vitest';
import { createVirtualTime } from '#desk/targets/virtual-time.ts';
import { createExclusions } from '#desk/tokens/exclusions.ts';
import { heldIn } from '#desk/tokens/managed/gate.ts';
import { carryOut, type Desk, expectConsistent, startFixture } from './fixture.ts';
import { pausedRun, runsOf } from './steering.ts';

/** Companies that are excluded while a run is planned, under way, or paused. */

/** What is excluded is held, as `gateIn` has it for a case without a runbook. */
const gated = ({ cases }: Desk) => ({
  gateOf: async (caseId: string) => ({ refused: undefined, held: heldIn(await cases.state(caseId)) }),
});

const excluding = ({ context, cases }: Desk) => {
  const counts = async () => ({ rows: 0, states: {}, held: 0, platforms: {}, causes: {} });
  const { exclude, include } = createExclusions(context, { cases, counts });
  return {
    exclude: (caseId: string, ref: string) =>
      exclude(caseId, { refs: [ref], by: 'Kim', reason: 'Sold' }, 'Ada'),
    include: (caseId: string, ref: string) => include(caseId, { refs: [ref], reason: 'They stay' }, 'Ada'),
  };
};

test('a row of a running run, or one that a paused run has begun, is not excluded; one that it has not, is left out', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b' }, { ref: 'c' }]);
  const { exclude } = excluding(desk);
  const clock = await createVirtualTime(fixture.control.clock);
  let refused: Promise<unknown> | undefined;
  const waiting = await runsOf(fixture, desk, {
    ...gated(desk),
    time: {
      ...clock,
      async until(...about) {
        refused ??= exclude(caseId, 'a').catch((error: unknown) => error);
        await refused;
        return clock.until(...about);
      },
    },
  });
  await waiting.start(caseId, { refs: ['a'] }, 'Ada');
  await desk.settled(caseId);
  expect(await refused).toMatchObject({
    message: expect.stringContaining(': a: A run that has not ended works on it.'),
  });
  await expect(exclude(caseId, 'a')).rejects.toThrow(/"a": It is migrated\./);

  const runs = await runsOf(fixture, desk, gated(desk));
  const { id } = await pausedRun(fixture, desk, caseId, { runs, at: (method) => method === 'PUT' });
  await expect(exclude(caseId, 'b')).rejects.toThrow(/: b: A run that has not ended/);
  await exclude(caseId, 'c');
  await runs.resume(caseId, 'Ada');
  await desk.settled(caseId);
  expect(await desk.runs.show(caseId, id)).toMatchObject({
    state: 'done',
    counts: { done: 1, ready: 1 },
    remark: expect.stringContaining('1 row was held or excluded on resume'),
  });
  expect(await fixture.companies('c')).toEqual([]);
  await expectConsistent(desk, caseId);
  await desk.end();
});

test('a run whose plan is older than an exclusion does not start, and an excluded row can still be undone', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'b', behaviour: 'revoked' }]);
  const { exclude, include } = excluding(desk);
  const late = await runsOf(fixture, desk, { beforeStart: async () => void (await exclude(caseId, 'a')) });
  await expect(late.start(caseId, {}, 'Ada')).rejects.toMatchObject({
    code: 'tokens.rowsExcluded',
    message: expect.stringContaining(
      '1 of the selected rows were excluded from the migration meanwhile, such as "a"',
    ),
  });
  expect((await desk.cases.state(caseId)).tokenRuns).toEqual([]);
  const runs = await runsOf(fixture, desk, gated(desk));
  await runs.start(caseId, {}, 'Ada');
  await desk.settled(caseId);
  expect((await runs.list(caseId))[0]).toMatchObject({ counts: { rows: 1, failed: 1 } });

  await exclude(caseId, 'b');
  await expect(runs.start(caseId, { kind: 'retry' }, 'Ada')).rejects.toMatchObject({
    code: 'tokens.nothingToRun',
  });
  const { id } = await runs.undo(caseId, { refs: ['b'] }, 'Ada');
  await desk.settled(caseId);
  expect(await desk.runs.show(caseId, id)).toMatchObject({ counts: { undone: 1 } });
  expect(await fixture.companies('b')).toEqual([]);
  await include(caseId, 'a');
  expect(await carryOut(desk, caseId, { refs: ['a'] })).toMatchObject({ counts: { done: 1 } });
  await expectConsistent(desk, caseId);
  await desk.end();
});
