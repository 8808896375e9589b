import { array, assert, asyncProperty, nat, record } from 'fast-check';
import { expect, test } from 'vitest';
import { createTimedRunner, earliestDue } from '#service/scheduler/timed-runner.ts';
import { scriptedTimed } from './scripted-sources.ts';

// The scripted sources look at no store.
const tx = undefined as never;

test('what is due runs at the next look, and nobody is asked while nothing is', async () => {
  const source = scriptedTimed(50);
  const runner = createTimedRunner([source]);
  expect(await runner.run(tx, 10)).toBe(0);
  const looks = source.looks();
  expect([await runner.run(tx, 49), source.looks()]).toEqual([0, looks]);
  expect([await runner.run(tx, 50), source.looks()]).toEqual([1, looks + 1]);
  // What ran may have made more.
  expect([await runner.run(tx, 50), source.looks()]).toEqual([0, looks + 2]);
  expect([await runner.run(tx, 1000), source.looks()]).toEqual([0, looks + 2]);
  source.add(60);
  runner.lookAgain();
  expect(await runner.run(tx, 1000)).toBe(1);
});

test('a wake in the middle of a look is not lost', async () => {
  const source = scriptedTimed();
  const runner = createTimedRunner([
    {
      ...source,
      async runDue(...args) {
        const ran = await source.runDue(...args);
        if (source.looks() === 1) {
          source.add(5);
          runner.lookAgain();
        }
        return ran;
      },
      nextDueAt: async () => undefined,
    },
  ]);
  expect(await runner.run(tx, 10)).toBe(0);
  expect(await runner.run(tx, 10)).toBe(1);
});

test('nothing is missed and nothing runs early, whatever falls due when', async () => {
  const step = record({ pass: nat(20), due: array(nat(40), { maxLength: 3 }) });
  await assert(
    asyncProperty(array(step, { maxLength: 20 }), async (steps) => {
      const source = scriptedTimed();
      const runner = createTimedRunner([scriptedTimed(), source]);
      let now = 0;
      for (const { pass, due } of steps) {
        now += pass;
        source.add(...due.map((after) => now + after));
        if (due.length > 0) runner.lookAgain();
        while ((await runner.run(tx, now)) > 0) {}
        expect(source.ran.every(({ due: at, at: ranAt }) => at <= ranAt)).toBe(true);
        expect((await source.nextDueAt(tx)) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
      }
    }),
  );
});

test('the earliest of all sources is due next, and none if none waits', async () => {
  expect(await earliestDue(tx, [])).toBeUndefined();
  expect(await earliestDue(tx, [scriptedTimed(), scriptedTimed()])).toBeUndefined();
  expect(await earliestDue(tx, [scriptedTimed(7, 3), scriptedTimed(), scriptedTimed(5)])).toBe(3);
});
