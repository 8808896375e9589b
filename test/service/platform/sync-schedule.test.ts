import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countUntil, planned, taken } from '#service/platform/sync-schedule.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 0, 15, 9);
const wanted = fc.uniqueArray(
  fc.record({
    dataType: fc.constantFrom('bills', 'customers', 'invoices', 'items'),
    hours: fc.integer({ min: 0, max: 100 }),
  }),
  { selector: ({ dataType }) => dataType },
);

test('each data type is read once every so many hours, whatever the steps of the clock', () => {
  fc.assert(
    fc.property(wanted, fc.integer({ min: 0, max: 400 }), (types, afterHours) => {
      let schedule = planned(types, [], start);
      const end = start + afterHours * hourMs;
      expect(countUntil(schedule, end)).toBe(
        types.reduce((sum, { hours }) => sum + (hours === 0 ? 0 : Math.floor(afterHours / hours)), 0),
      );
      const read: [string, number][] = [];
      for (;;) {
        const now = Math.min(...schedule.map(({ dueAt }) => dueAt));
        if (!(now <= end)) break;
        const { due, next } = taken(schedule, now);
        for (const dataType of due) read.push([dataType, now]);
        schedule = next;
      }
      for (const { dataType, hours } of types) {
        const times = hours === 0 ? 0 : Math.floor(afterHours / hours);
        const expected = Array.from({ length: times }, (_, n) => start + (n + 1) * hours * hourMs);
        expect(read.filter(([type]) => type === dataType).map(([, at]) => at)).toEqual(expected);
      }
    }),
  );
});

test('what was missed is made up for once, and the rhythm stays', () => {
  fc.assert(
    fc.property(wanted, fc.integer({ min: 0, max: 1_000 * hourMs }), (types, late) => {
      const schedule = planned(types, [], start);
      const now = start + late;
      const { due, next } = taken(schedule, now);
      expect(due).toEqual(schedule.filter(({ dueAt }) => dueAt <= now).map(({ dataType }) => dataType));
      for (const { hours, dueAt } of next) {
        expect(dueAt).toBeGreaterThan(now);
        expect(dueAt - now).toBeLessThanOrEqual(hours * hourMs);
        expect((dueAt - start) % (hours * hourMs)).toBe(0);
      }
    }),
  );
});

test('a change of the settings leaves alone what keeps its rhythm', () => {
  fc.assert(
    fc.property(wanted, wanted, fc.integer({ min: 1, max: hourMs - 1 }), (types, others, laterMs) => {
      const before = planned(types, [], start);
      const after = planned(others, before, start + laterMs);
      expect(after.map(({ dataType }) => dataType)).toEqual(
        others.filter(({ hours }) => hours > 0).map(({ dataType }) => dataType),
      );
      for (const { dataType, hours, dueAt } of after) {
        const same = before.find((type) => type.dataType === dataType && type.hours === hours);
        expect(dueAt).toBe(same?.dueAt ?? start + laterMs + hours * hourMs);
      }
    }),
  );
});
