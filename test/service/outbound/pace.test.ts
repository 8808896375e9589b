import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { createPace, type Pace, type Piece } from '#service/outbound/pace.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Keeps the thread busy, ms. */
const work = (ms: number): void => {
  const until = systemTime.monotonic() + ms;
  while (systemTime.monotonic() < until);
};

const piece = (begin: (piece: Piece) => void): Piece => {
  const made: Piece = { spell: 0, begin: () => begin(made) };
  return made;
};

/** A piece that is over as soon as it has begun. */
const short = (pace: Pace, begin: () => void): Piece =>
  piece((one) => {
    begin();
    pace.ended(one);
  });

test('work is done in order, none of it within the call', async () => {
  const pace = createPace();
  const done: number[] = [];
  for (const n of [1, 2, 3]) pace.add(short(pace, () => done.push(n)));
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual([1, 2, 3]);
  pace.add(short(pace, () => done.push(4)));
  await nextTurn();
  expect(done).toEqual([1, 2, 3, 4]);
});

test('what takes longer than 2 ms together lets others have the thread in between', async () => {
  const pace = createPace();
  let done = 0;
  for (let n = 0; n < 40; n++) {
    const one = short(pace, () => {
      work(1);
      done++;
    });
    pace.add(one);
  }
  const seen: number[] = [];
  while (done < 40) {
    await nextTurn();
    seen.push(done);
  }
  expect(seen.length).toBeGreaterThanOrEqual(10);
  expect(seen[0]).toBeLessThanOrEqual(4);
});

describe('as long as the thread has no rest', () => {
  /** So many that do not end by themselves. */
  const begin = (pace: Pace, count: number): Piece[] => {
    const begun: Piece[] = [];
    for (let n = 0; n < count; n++) pace.add(piece((one) => begun.push(one)));
    return begun;
  };
  /** Others keep the event loop turning. */
  const busy = async (ms: number): Promise<void> => {
    const until = systemTime.monotonic() + ms;
    while (systemTime.monotonic() < until) await nextTurn();
  };

  // A machine that stands still for 50 ms ends the spell.
  test('48 are out, and as one ends the next begins', { retry: 3 }, async () => {
    const pace = createPace();
    const begun = begin(pace, 100);
    await busy(20);
    expect(begun).toHaveLength(48);
    for (const one of begun.slice(0, 5)) pace.ended(one);
    await busy(5);
    expect(begun).toHaveLength(53);
    await vi.waitFor(() => expect(begun).toHaveLength(100));
  });

  test('those that never end hold up the others for 50 ms at most', async () => {
    const pace = createPace();
    const dead = begin(pace, 48);
    await busy(5);
    expect(dead).toHaveLength(48);
    const live = begin(pace, 1);
    await busy(100);
    expect(live).toHaveLength(1);
  });

  test('a rest that was never measured stops nobody', async () => {
    const rest = vi.spyOn(systemTime, 'threadRest').mockReturnValue(0);
    onTestFinished(() => rest.mockRestore());
    const pace = createPace();
    const begun = begin(pace, 150);
    await vi.waitFor(() => expect(begun).toHaveLength(150));
  });
});

test('a thread that rests lets all out, however long they take', async () => {
  const pace = createPace();
  let out = 0;
  for (let n = 0; n < 1280; n++) pace.add(piece(() => out++));
  await vi.waitFor(() => expect(out).toBe(1280));
});

test('each begins once, in its order, however they come and end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ count: fc.nat(120), endsAfter: fc.nat(3), turns: fc.nat(3) }), { maxLength: 8 }),
      async (bursts) => {
        const pace = createPace();
        const begun: number[] = [];
        let all = 0;
        for (const { count, endsAfter, turns } of bursts) {
          for (let n = 0; n < count; n++) {
            const number = all++;
            const one = piece(async (self) => {
              begun.push(number);
              for (let turn = 0; turn < endsAfter; turn++) await nextTurn();
              // Of those that take long, every third never ends.
              if (endsAfter < 3 || number % 3 > 0) pace.ended(self);
            });
            pace.add(one);
          }
          for (let turn = 0; turn < turns; turn++) await nextTurn();
        }
        await vi.waitFor(() => expect(begun).toHaveLength(all), { interval: 1 });
        expect(begun).toEqual(Array.from({ length: all }, (_, n) => n));
      },
    ),
    { numRuns: 40 },
  );
});
