import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateWindow } from '#service/webhooks/rate-window.ts';

const at = Date.UTC(2026, 0, 15, 9);

test('so many may leave at once, and the next ones a second after those before', () => {
  const window = createRateWindow(3);
  expect(window.openAt(at)).toBe(at);
  expect(window.allowed(at, 10)).toBe(3);
  expect(window.allowed(at, 2)).toBe(2);
  expect(window.allowed(at, 0)).toBe(0);
  window.take(at, 2);
  expect(window.allowed(at, 10)).toBe(1);
  expect(window.openAt(at)).toBe(at);
  window.take(at + 400, 1);
  expect(window.allowed(at + 400, 10)).toBe(0);
  expect(window.openAt(at + 400)).toBe(at + 1000);
  expect(window.allowed(at + 999, 10)).toBe(0);
  expect(window.allowed(at + 1000, 10)).toBe(2);
  expect(window.openAt(at + 1200)).toBe(at + 1200);
  window.take(at + 1200, 2);
  expect(window.openAt(at + 1200)).toBe(at + 1400);
  expect(window.allowed(at + 1399, 10)).toBe(0);
  expect(window.allowed(at + 1400, 10)).toBe(1);
});

test('whatever is sent when, no second holds more, and nothing waits that could leave', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(
        fc.record({
          wait: fc.constantFrom(0, 1, 250, 499, 999, 1000, 1001, 3000),
          most: fc.integer({ min: 0, max: 8 }),
        }),
        { maxLength: 40 },
      ),
      (perSecond, steps) => {
        const window = createRateWindow(perSecond);
        const sends: number[] = [];
        let now = at;
        for (const { wait, most } of steps) {
          now += wait;
          const recent = sends.filter((sent) => sent > now - 1000).length;
          expect(window.allowed(now, most)).toBe(Math.min(most, perSecond - recent));
          const open = sends.length < perSecond ? now : (sends.at(-perSecond) as number) + 1000;
          expect(window.openAt(now)).toBe(Math.max(now, open));
          const count = window.allowed(now, most);
          window.take(now, count);
          for (let n = 0; n < count; n++) sends.push(now);
        }
      },
    ),
  );
});
