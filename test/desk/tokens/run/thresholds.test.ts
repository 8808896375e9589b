import fc from 'fast-check';
import { expect, test } from 'vitest';
import { causes } from '#contract/token-causes.ts';
import type { Run, Thresholds } from '#contract/token-runs.ts';
import { noneEnded, passedThreshold, withEnd } from '#desk/tokens/run/thresholds.ts';
import { storeKind } from '#test/support/test-store.ts';
import { type Desk, type Fixture, startFixture, type Wanted } from './fixture.ts';

/** Refused at once are credentials that lack fields; a revoked token would fail only with its sync. */
const rowsOf = (word: string, kinds: readonly ('good' | 'bad')[]): Wanted[] =>
  kinds.map((kind, n) => ({
    ref: `${word}-${n}`,
    ...(kind === 'bad' ? { credentials: { accessToken: 'refused' } } : {}),
  }));

const ended = async (desk: Desk, caseId: string, runId: string): Promise<Run> => {
  await desk.settled(caseId);
  return desk.runs.show(caseId, runId);
};

test('pauses by itself at a threshold, says which and why, and continues after a resume', async () => {
  const fixture = await startFixture();
  const rows = rowsOf(fixture.word(), ['good', 'bad', 'bad', 'good', 'bad', 'bad']);
  const { desk, caseId } = await fixture.migration(rows);
  const begin = { concurrency: 1, thresholds: { consecutive: 2 } };
  const { id } = await desk.runs.start(caseId, begin, 'Ada');
  const first = await ended(desk, caseId, id);
  expect(first).toMatchObject({ state: 'paused', options: { thresholds: { consecutive: 2 } } });
  expect(first.remark).toMatch(
    /^Threshold "2 failed in a row" passed: the last 2 failed\. Most frequent: .+ \(2\)\./,
  );
  expect(first.counts).toMatchObject({ failed: 2, ready: 3 });
  const chain = (await desk.cases.state(caseId)).tokenRuns;
  expect(JSON.stringify(chain)).toContain('2 failed in a row');

  // What a person has seen counts no more; the threshold holds for what comes.
  await desk.runs.resume(caseId, 'Ada');
  const second = await ended(desk, caseId, id);
  expect([second.state, second.counts.failed, second.countedSince !== undefined]).toEqual([
    'paused',
    4,
    true,
  ]);

  await desk.runs.setThresholds(caseId, { thresholds: {} }, 'Grace');
  // The same again is no change.
  await desk.runs.setThresholds(caseId, { thresholds: {} }, 'Grace');
  const changes = (await desk.cases.entries(caseId, 0, 100)).filter(
    ({ kind }) => kind === 'tokens.thresholdsChanged',
  );
  expect(changes.map(({ actor, content }) => [actor, content])).toEqual([
    ['Grace', { runId: id, from: { consecutive: 2 }, to: {} }],
  ]);
  await desk.runs.resume(caseId, 'Ada');
  expect(await ended(desk, caseId, id)).toMatchObject({ state: 'done', counts: { done: 2, failed: 4 } });
  await expect(desk.runs.setThresholds(caseId, { thresholds: {} }, 'Grace')).rejects.toMatchObject({
    code: 'tokens.noRun',
  });
  await desk.end();
});

/** Runs to its pause through a crash at the commit; 0: none. @returns how many commits there were */
const pausedThrough = async (fixture: Fixture, n: number): Promise<number> => {
  const rows = rowsOf(fixture.word(), ['bad', 'bad', 'good', 'good']);
  const { desks, desk: before, caseId } = await fixture.migration(rows);
  before.doom({ commit: n, when: n % 2 === 0 ? 'before' : 'after' });
  const request = { concurrency: 1, thresholds: { consecutive: 2 } };
  let desk = before;
  let runId: string | undefined;
  try {
    runId = (await before.runs.start(caseId, request, 'Ada')).id;
    await before.settled(caseId);
  } catch (error) {
    if (!before.isDead()) throw error;
  }
  const commits = before.commits();
  if (before.isDead()) {
    await fixture.remote.settle();
    await before.end();
    desk = await desks.start();
    const [found] = await desk.runs.list(caseId);
    if (found === undefined) await desk.runs.start(caseId, request, 'Ada');
    else if (found.state === 'interrupted') await desk.runs.resume(caseId, 'Ada');
    runId = (await desk.runs.list(caseId))[0]?.id;
  }
  const run = await ended(desk, caseId, String(runId));
  expect([n, run.state, run.remark?.slice(0, 36)]).toEqual([
    n,
    'paused',
    'Threshold "2 failed in a row" passed',
  ]);
  // No crash lets a run past it.
  expect(run.counts).toMatchObject({ failed: 2, ready: 2 });
  await desk.end();
  return commits;
};

test('a crash at any commit lets no run past its threshold', async () => {
  const fixture = await startFixture();
  const commits = await pausedThrough(fixture, 0);
  expect(commits).toBeGreaterThan(5);
  // On a server the same code runs: fewer are enough.
  const step = storeKind === 'sqlite' ? 1 : 3;
  for (let n = 1; n <= commits; n += step) await pausedThrough(fixture, n);
});

test('a threshold is passed exactly when its figures say so', () => {
  const row = fc.oneof(
    fc.constant({ state: 'done' as const, failure: null }),
    fc.constant({ state: 'syncing' as const, failure: null }),
    fc.constantFrom(...causes).map((cause) => ({
      state: 'failed' as const,
      failure: JSON.stringify({ cause, step: 'company', message: '' }),
    })),
  );
  const thresholds: fc.Arbitrary<Thresholds> = fc.record(
    {
      failedPercent: fc.integer({ min: 1, max: 100 }),
      afterRows: fc.integer({ min: 1, max: 20 }),
      consecutive: fc.integer({ min: 1, max: 6 }),
      causes: fc.uniqueArray(fc.constantFrom(...causes), { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), thresholds, (rows, about) => {
      const over = rows.filter(({ state }) => state !== 'syncing');
      const failed = over.filter(({ state }) => state === 'failed');
      const lastGood = over.findLastIndex(({ state }) => state === 'done');
      const { failedPercent, afterRows = 1, consecutive, causes: named = [] } = about;
      const isPassed =
        named.some((cause) => failed.some(({ failure }) => failure?.includes(`"${cause}"`))) ||
        (consecutive !== undefined && over.length - 1 - lastGood >= consecutive) ||
        (failedPercent !== undefined &&
          over.length >= afterRows &&
          failed.length / Math.max(1, over.length) > failedPercent / 100 + 1e-9);
      const why = passedThreshold(about, rows.reduce(withEnd, noneEnded));
      expect(why !== undefined).toBe(isPassed);
    }),
  );
});
