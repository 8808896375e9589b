import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OwnFault } from '#base/own-fault.ts';
import { createShortage } from '#service/outbound/shortage.ts';

/** What waits while this machine lacks something, and when it is over; the system's time is held. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.advanceTimersByTime(60_000);
});
afterEach(() => {
  vi.useRealTimers();
});

const watched = () => {
  const changes: (OwnFault | undefined)[] = [];
  return { changes, shortage: createShortage((fault) => changes.push(fault)) };
};

/** How long it takes until what met a fault is tried again, ms. */
const waitAfter = (shortage: ReturnType<typeof createShortage>): number => {
  const begun = performance.now();
  let waited = 0;
  shortage.met('EMFILE', () => {
    waited = performance.now() - begun;
  });
  while (waited === 0) vi.advanceTimersByTime(1);
  return waited;
};

test('waits double from fault to fault up to 5 s, and begin anew once something got through', () => {
  const { shortage } = watched();
  const waits = Array.from({ length: 7 }, () => {
    const wait = waitAfter(shortage);
    vi.advanceTimersByTime(2);
    return wait;
  });
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
  shortage.gotThrough();
  expect(waitAfter(shortage)).toBe(500);
});

test('those that fail together wait equally long', () => {
  const { shortage } = watched();
  const again: number[] = [];
  for (let n = 0; n < 5; n++) shortage.met('ENOBUFS', () => again.push(performance.now()));
  vi.advanceTimersByTime(250);
  expect(again).toHaveLength(5);
});

test('a shortage is told when it begins, and when there was no fault for 10 s', () => {
  const { shortage, changes } = watched();
  shortage.met('EMFILE', () => {});
  vi.advanceTimersByTime(9000);
  shortage.met('ENFILE', () => {});
  expect([changes, shortage.fault()]).toEqual([['EMFILE'], 'ENFILE']);
  vi.advanceTimersByTime(9999);
  expect(changes).toEqual(['EMFILE']);
  vi.advanceTimersByTime(1);
  expect([changes, shortage.fault()]).toEqual([['EMFILE', undefined], undefined]);
});

test('nobody who waits is called once it is closed', () => {
  const { shortage } = watched();
  const again = vi.fn();
  shortage.met('EMFILE', again);
  shortage.close();
  vi.advanceTimersByTime(60_000);
  expect(again).not.toHaveBeenCalled();
});
