import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { createPace } from '#desk/targets/pace.ts';

const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise(setImmediate);

test('whoever comes first begins first, and never more at a time than allowed; who gives up holds nobody up', async () => {
  const call = fc.record({ turns: fc.integer({ min: 0, max: 3 }), givesUp: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      async (calls, concurrency) => {
        const pace = createPace({ concurrency, perSecond: 1000 });
        const begun: number[] = [];
        let running = 0;
        let most = 0;
        const ends = calls.map(({ turns, givesUp }, n) => {
          const stop = new AbortController();
          const end = pace.run(async () => {
            begun.push(n);
            most = Math.max(most, ++running);
            for (let left = turns; left > 0; left--) await turn();
            running -= 1;
            return n;
          }, stop.signal);
          if (givesUp) stop.abort(new Error('enough'));
          return end;
        });
        const settled = await Promise.allSettled(ends);
        for (const [n, { turns: _, givesUp }] of calls.entries()) {
          const wasBegun = begun.includes(n);
          expect(wasBegun || givesUp).toBe(true);
          expect(settled[n]).toMatchObject(wasBegun ? { value: n } : { reason: { message: 'enough' } });
        }
        expect(begun).toEqual(begun.toSorted((a, b) => a - b));
        expect(most).toBeLessThanOrEqual(concurrency);
      },
    ),
    { numRuns: 100 },
  );
});

test('in no second begin more than allowed, and a failure frees its place', async () => {
  const pace = createPace({ concurrency: 3, perSecond: 4 });
  const begun: number[] = [];
  const fail = pace.run(() => Promise.reject(new Error('no')), never);
  const others = Array.from({ length: 6 }, () =>
    pace.run(async () => void begun.push(systemTime.monotonic()), never),
  );
  await expect(fail).rejects.toThrow('no');
  await Promise.all(others);
  // The first three came with the one that failed.
  for (const [n, at] of begun.slice(4).entries()) expect(at - (begun[n] as number)).toBeGreaterThan(990);
});

test('nothing begins while it is held, and one who waits may give up', async () => {
  const pace = createPace({ concurrency: 3, perSecond: 100 });
  const startedAt = systemTime.monotonic();
  pace.hold(100);
  pace.hold(10);
  const stop = new AbortController();
  const givenUp = pace.run(async () => 'begun', stop.signal);
  stop.abort(new Error('enough'));
  await expect(givenUp).rejects.toThrow('enough');
  await expect(pace.run(async () => 'begun', stop.signal)).rejects.toThrow('enough');
  await pace.run(async () => {}, never);
  expect(systemTime.monotonic() - startedAt).toBeGreaterThanOrEqual(100);
});
