import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompanyResult } from '#contract/token-runs.ts';
import { estimateOf } from '#desk/tokens/managed/estimate.ts';
import { catalogue } from '#test/support/desk-fixture.ts';
import { runbookFixture, wave } from './fixture.ts';

const minuteMs = 60_000;
const local = { name: 'local', concurrency: 20, perSecond: 1000 };

const company = (ref: string, minutes: number, more: Partial<CompanyResult> = {}): CompanyResult => ({
  line: 2,
  ref,
  platformKey: wave,
  state: 'done',
  calls: 10,
  callMs: 200,
  durationMs: minutes * minuteMs,
  datasets: { Complete: 15 },
  ...more,
});

test('without a rehearsal it follows from the companies, their data types and the limits of the target', async () => {
  const { id, runbooks, addRows, targets, cases } = await runbookFixture();
  await runbooks.open(id, wave, 'Ada');
  await expect(runbooks.estimate(id, {}, 'Ada')).rejects.toThrow(/nothing can be estimated.*--companies/);
  await addRows(Array.from({ length: 100 }, (_, n) => `a-${n}`));
  const on = async (concurrency: number, perSecond: number) => {
    const { id: targetId } = await targets.add({
      name: `far ${perSecond}`,
      baseUrl: 'https://a.example',
      apiKey: 'some-key-of-it',
      concurrency,
      perSecond,
    });
    await cases.act(id, 'Ada', { kind: 'case.changed', content: { changes: { targetId } } });
    return (await runbooks.estimate(id, {}, 'Ada')).estimate;
  };
  const fast = await on(20, 1000);
  expect(fast).toMatchObject({ companies: 100, byPlatform: { [wave]: 100 }, by: 'Ada' });
  // 1,200 calls of half a second, 20 at a time; 15 data types of half a minute.
  expect(fast?.likelyMs).toBe(30_000 + 15 * 30_000);
  expect(fast?.worstMs).toBe(2 * 100_000 + 15 * 600_000);
  expect(fast?.how.join('\n')).toMatch(
    /Wave: 100 companies, 15 data types each\. Not rehearsed[\s\S]*20 concurrent calls, 1000 per second[\s\S]*Likely: 8 min .*[\s\S]*At worst: 2 h 33 min/,
  );
  expect((await on(20, 1))?.likelyMs).toBe(1_200_000 + 15 * 30_000);
  expect((await runbooks.estimate(id, { companies: 5 }, 'Ada')).estimate?.companies).toBe(5);
});

test('it is measured on the latest rehearsal, where there is one', async () => {
  const { id, runbooks, addRows, ranTo, settleRows } = await runbookFixture();
  await runbooks.open(id, wave, 'Ada');
  await addRows(['a-1', 'a-2', 'a-3', 'a-4']);
  await ranTo('rehearsal', { done: 1 }, { companies: [company('a-1', 99)] });
  const measured = [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((minutes) => company(`a-${minutes}`, minutes)),
    company('a-10', 20, { calls: 30 }),
    company('a-11', 500, { state: 'failed' }),
  ];
  const runId = await ranTo('rehearsal', { done: 10, failed: 1 }, { companies: measured });
  const { estimate } = await runbooks.estimate(id, {}, 'Ada');
  expect(estimate?.rehearsal).toBe(runId);
  expect(estimate?.how[0]).toMatch(
    /median 5 min · p90 9 min · max 20 min \(10 companies\), 12\.0 calls each, max 30/,
  );
  expect(estimate?.likelyMs).toBeGreaterThan(9 * minuteMs);
  expect(estimate?.likelyMs).toBeLessThan(9 * minuteMs + 1000);
  expect(estimate?.worstMs).toBeGreaterThanOrEqual(40 * minuteMs);

  await settleRows('done', ['a-1', 'a-2', 'a-3']);
  expect((await runbooks.estimate(id, {}, 'Ada')).estimate?.companies).toBe(1);
  const other = await runbooks.estimate(id, { companies: 4 }, 'Ada');
  expect(other.estimate?.rehearsal).toBe(runId);
});

test('a platform that was not rehearsed is estimated all the same; companies never make it shorter', async () => {
  const all = catalogue;
  const rehearsed = {
    runId: 'r',
    at: '2026-01-01T00:00:00.000Z',
    byPlatform: new Map([
      [
        wave,
        { companies: 2, middleMs: 1000, usualMs: 2000, longestMs: 3000, calls: 9, mostCalls: 12, callMs: 20 },
      ],
    ]),
  };
  const mixed = estimateOf({ byPlatform: { [wave]: 3, vxvy: 2 }, target: local, catalogue: all, rehearsed });
  expect(mixed.how.slice(0, 2)).toEqual([
    expect.stringContaining('Rehearsal of 2026'),
    expect.stringContaining('FreshBooks: 2 companies, 23 data types each. Not rehearsed'),
  ]);
  expect(mixed).toMatchObject({ companies: 5, rehearsal: 'r' });
  const count = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(count, count, fc.boolean(), (few, more, isRehearsed) => {
      const of = (companies: number) =>
        estimateOf({
          byPlatform: { [wave]: companies },
          target: { ...local, perSecond: 10 },
          catalogue: all,
          rehearsed: isRehearsed ? rehearsed : undefined,
        });
      const [a, b] = [of(Math.min(few, more)), of(Math.max(few, more))];
      expect(a.likelyMs).toBeLessThanOrEqual(b.likelyMs);
      for (const { likelyMs, worstMs } of [a, b]) expect(likelyMs).toBeLessThanOrEqual(worstMs);
    }),
  );
});
