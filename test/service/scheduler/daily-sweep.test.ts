import { expect, test } from 'vitest';
import { createDailySweep } from '#service/scheduler/daily-sweep.ts';
import { testContext } from '#test/support/service-context.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 15, 9);

/** Things made at given instants, of which those of the last three days are kept. */
const swept = async (...made: number[]) => {
  const { store } = await testContext();
  const logged: object[] = [];
  const asked: { before: number; limit: number }[] = [];
  let left = made;
  let keptDays = 3;
  const sweep = createDailySweep({
    log: { info: (fields: object, message: string) => void logged.push({ ...fields, message }) } as never,
    what: 'things',
    keptDays: async () => keptDays,
    oldestAt: async () => left.toSorted((a, b) => a - b)[0],
    deleteBefore: async (_tx, before, limit) => {
      asked.push({ before, limit });
      const gone = left.filter((at) => at < before).slice(0, limit);
      left = left.filter((at) => !gone.includes(at));
      return gone.length;
    },
  });
  return {
    sweep,
    asked,
    logged,
    left: () => left,
    add: (at: number) => void left.push(at),
    keep: (days: number) => {
      keptDays = days;
    },
    run: (now: number, limit = 10) => store.write((tx) => sweep.runDue(tx, now, limit)),
    due: () => store.read((reader) => sweep.nextDueAt(reader)),
    upcoming: () => store.read((reader) => sweep.upcoming(reader, 10)),
    until: (at: number) => store.read((reader) => sweep.countUntil(reader, at)),
  };
};
const what = 'removal of old things';

test('is due when the oldest has been kept for long enough, and not before', async () => {
  const { due, run, asked, upcoming, until, left, logged, sweep } = await swept(start, start + day);
  expect(sweep.name).toBe(what);
  expect(await due()).toBe(start + 3 * day);
  expect(await upcoming()).toEqual([{ what, at: start + 3 * day, count: 1 }]);
  expect(await until(start + 3 * day - 1)).toEqual({ what, count: 0 });
  expect(await until(start + 3 * day)).toEqual({ what, count: 1 });
  expect(await run(start + 3 * day - 1)).toBe(0);
  expect(asked).toEqual([]);
  expect(await run(start + 3 * day + 1)).toBe(1);
  expect(asked).toEqual([{ before: start + 1, limit: 10 }]);
  expect(left()).toEqual([start + day]);
  expect(logged).toEqual([{ count: 1, message: 'Old things removed' }]);
});

test('without anything is never due', async () => {
  const { due, run, upcoming, until, asked } = await swept();
  expect(await due()).toBeUndefined();
  expect(await upcoming()).toEqual([]);
  expect(await until(start + 1000 * day)).toEqual({ what, count: 0 });
  expect(await run(start + 1000 * day)).toBe(0);
  expect(asked).toEqual([]);
});

test('goes on until nothing more is to be removed, and then rests for a day', async () => {
  const { due, run, add, logged, keep } = await swept(start, start + 1, start + 2, start + 2 * day);
  const now = start + 4 * day;
  expect([await run(now, 2), await run(now, 2)]).toEqual([2, 1]);
  expect(logged).toHaveLength(2);
  // One that must stay, such as a message that still waits, keeps it from being swept again and again.
  add(start + day);
  expect(await due()).toBe(now);
  keep(100);
  expect(await run(now)).toBe(0);
  keep(3);
  expect(await run(start + day + 3 * day)).toBe(0);
  expect(await due()).toBe(now + day);
  expect(await run(now + day - 1)).toBe(0);
  expect(await run(now + day)).toBe(1);
  expect(logged).toHaveLength(3);
});
