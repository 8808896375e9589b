import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlaces, type LanePlaces, placesWithin } from '#service/outbound/places.ts';

describe('places within a limit of descriptors', () => {
  test.each([
    [256, 144],
    [1024, 720],
    [65_536, 64_464],
    [20, 8],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  ])('%s leave %s', (limit, places) => {
    expect(placesWithin(limit)).toBe(places);
  });
});

describe('sharing', () => {
  /** As a turn does it: every lane is asked, then all start. Answers how many each started. */
  const turn = (lanes: readonly LanePlaces[]): number[] => {
    let given = 0;
    const counts = lanes.map((lane) => {
      const free = lane.free(given);
      given += free;
      return free;
    });
    lanes.forEach((lane, n) => {
      for (let i = 0; i < (counts[n] as number); i++) lane.take();
    });
    return counts;
  };

  test('never more than there are; a lane that comes later finds a place, whatever the others hold on to', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: 2000 }),
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.tuple(fc.nat(59), fc.boolean()), { maxLength: 200 }),
        (total, count, answers) => {
          const places = createPlaces(total);
          places.expect('endpoints', count);
          const lanes = Array.from({ length: count }, () => places.lane());
          const held = turn(lanes);
          for (const [n, quick] of answers) {
            const at = n % count;
            if ((held[at] ?? 0) === 0) continue;
            lanes[at]?.giveBack(quick);
            held[at] = (held[at] ?? 0) - 1;
            turn(lanes).forEach((free, i) => {
              held[i] = (held[i] ?? 0) + free;
            });
            expect(places.inFlight()).toBeLessThanOrEqual(total);
          }
          if (count * 2 < total) {
            expect(Math.min(...held)).toBeGreaterThan(0);
            expect(places.lane().free()).toBeGreaterThan(0);
          }
        },
      ),
    );
  });

  test('35 dead endpoints at 256 descriptors leave most places to one that answers', () => {
    const places = createPlaces(placesWithin(256));
    places.expect('endpoints', 36);
    const dead = Array.from({ length: 35 }, () => places.lane());
    expect(turn(dead)).toEqual(Array(35).fill(2));
    for (const lane of dead) lane.giveBack(false);
    expect(turn(dead)).toEqual(Array(35).fill(1));
    const healthy = places.lane();
    expect(healthy.free()).toBe(2);
    healthy.take();
    healthy.giveBack(true);
    expect(healthy.free()).toBe(37);
  });

  test('where there are fewer places than endpoints, dead ones leave a quarter to those that answer', () => {
    const places = createPlaces(placesWithin(64));
    expect(places.total).toBe(8);
    places.expect('endpoints', 45);
    const dead = Array.from({ length: 35 }, () => places.lane());
    const healthy = Array.from({ length: 9 }, () => places.lane());
    // Each shows once that it answers, before the dead ones come.
    for (const lane of healthy) {
      expect(lane.free()).toBe(1);
      lane.take();
      lane.giveBack(true);
    }
    const sum = (counts: readonly number[]): number => counts.reduce((all, free) => all + free, 0);
    expect(sum(turn(dead))).toBe(6);
    for (let round = 0; round < 20; round++) {
      expect(sum(turn(dead))).toBe(0);
      expect(sum(turn(healthy))).toBe(2);
      for (const lane of healthy) if (lane.free() === 0 && places.inFlight() > 6) lane.giveBack(true);
    }
  });

  test('many places hold nobody back', () => {
    const places = createPlaces(10_000);
    places.expect('endpoints', 50);
    expect(places.lane().free()).toBe(10_000);
    expect(createPlaces(Number.POSITIVE_INFINITY).lane().free()).toBe(Number.POSITIVE_INFINITY);
  });
});
