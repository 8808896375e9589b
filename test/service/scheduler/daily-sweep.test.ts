import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { createDailySweep } from '#service/scheduler/daily-sweep.ts';
import type { SweepStep } from '#service/store/sweep-place.ts';
import { testContext } from '#test/support/service-context.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 15, 9);

/** Things made at given instants, of which those of the last three days are kept. */
const swept = (...made: number[]) => sweptOf(made);

/** @param staying of them, what must not go */
const sweptOf = async (made: number[], { staying = [] as number[], onSystemClock = false } = {}) => {
  const { store, clock } = await testContext();
  const logged: object[] = [];
  const asked: SweepStep[] = [];
  const wakes: string[] = [];
  let left = made;
  let keptDays = 3;
  const sweep = createDailySweep({
    log: { info: (fields: object, message: string) => void logged.push({ ...fields, message }) } as never,
    clock: onSystemClock ? systemTime : clock,
    wake: () => void wakes.push('wake'),
    what: 'things',
    keptDays: async () => keptDays,
    oldestAt: async () => left.toSorted((a, b) => a - b)[0],
    deleteOld: async (_tx, step) => {
      asked.push(step);
      const looked = left
        .toSorted((a, b) => a - b)
        .filter((at) => at < step.before && at > (step.after?.createdAt ?? 0))
        .slice(0, step.limit);
      const gone = looked.filter((at) => !staying.includes(at));
      left = left.filter((at) => !gone.includes(at));
      const last = looked.length < step.limit ? undefined : looked.at(-1);
      return { removed: gone.length, last: last === undefined ? undefined : { createdAt: last, seq: last } };
    },
  });
  return {
    sweep,
    store,
    asked,
    logged,
    wakes,
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
  expect(await upcoming()).toEqual([{ what, at: start + 3 * day, count: 1, repeats: 'upkeep' }]);
  expect(await until(start + 3 * day - 1)).toEqual({ what, count: 0 });
  expect(await until(start + 3 * day)).toEqual({ what, count: 1 });
  expect(await run(start + 3 * day - 1)).toBe(0);
  expect(asked).toEqual([]);
  expect(await run(start + 3 * day + 1)).toBe(1);
  expect(asked).toEqual([{ before: start + 1, after: undefined, limit: 10 }]);
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
  expect(logged).toEqual([{ count: 3, message: 'Old things removed' }]);
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
  expect(logged).toHaveLength(2);
});

test('looks once at what must stay, however much it is, and then rests for a day', async () => {
  const made = Array.from({ length: 40 }, (_, n) => start + n);
  const { run, due, asked, left } = await sweptOf(made, { staying: made });
  const now = start + 4 * day;
  while ((await due()) === start + 3 * day) await run(now, 8);
  expect(await due()).toBe(now + day);
  expect(asked.map(({ after }) => after?.createdAt)).toEqual([
    undefined,
    ...[7, 15, 23, 31, 39].map((n) => start + n),
  ]);
  expect(left()).toEqual(made);
});

test('begins anew after a step whose unit of work came to nothing', async () => {
  const { sweep, run, store, left } = await swept(start, start + 1, start + 2);
  const now = start + 4 * day;
  const failing = store.write(async (tx) => {
    await sweep.runDue(tx, now, 2);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await run(now, 1)).toBe(1);
  expect(left()).toEqual([]);
});

test('rests between steps on a clock that goes by itself, and wakes the scheduler', async () => {
  const { sweep, run, due, wakes, upcoming } = await sweptOf([start, start + 1], { onSystemClock: true });
  const now = start + 4 * day;
  expect(await run(now, 1)).toBe(0);
  expect(await due()).toBeUndefined();
  expect(await upcoming()).toHaveLength(1);
  expect(await run(now, 1)).toBe(0);
  await expect.poll(() => wakes).toEqual(['wake']);
  expect(await due()).toBe(start + 1 + 3 * day);
  expect(await run(now, 2)).toBe(1);
  expect(sweep.name).toBe(what);
});
