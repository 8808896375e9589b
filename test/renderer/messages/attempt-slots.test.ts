import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Attempt, attemptTriggers, type Delivery, deliveryStatuses } from '#contract/message.ts';
import { deliverySchedule } from '#contract/schedule.ts';
import { isOnSchedule, slotsOf } from '#renderer/features/messages/attempt-slots.ts';

const start = Date.parse('2026-11-21T20:00:00.000Z');
const iso = (ms: number): string => new Date(ms).toISOString();

const attempt = fc.record({
  trigger: fc.constantFrom(...attemptTriggers),
  statusCode: fc.constantFrom(200, 500),
  isCutOff: fc.boolean(),
  afterMs: fc.integer({ min: 0, max: 600_000 }),
});

/** Attempts as they follow each other, no more than the schedule has of those it makes. */
const attempts = fc.array(attempt, { maxLength: 12 }).map((given): Attempt[] => {
  let at = start;
  let left = deliverySchedule.length;
  return given.flatMap(({ trigger, statusCode, isCutOff, afterMs }, index) => {
    at += afterMs;
    const isScheduled = (trigger === 'scheduled' || trigger === 'replay') && !isCutOff;
    if (isScheduled && left-- <= 0) return [];
    return [
      {
        id: `a${index}`,
        webhookId: '00000000-0000-4000-8000-000000000000',
        number: index + 1,
        trigger,
        at: iso(at),
        durationMs: 1,
        ...(isCutOff ? { error: 'Interrupted' } : { statusCode }),
        requestHeaders: {},
        responseHeaders: {},
      },
    ];
  });
});

const deliveryOf = (status: Delivery['status'], made: readonly Attempt[]): Delivery => ({
  webhookId: '00000000-0000-4000-8000-000000000000',
  status,
  attempts: made.length,
  nextAttemptAt: iso(start + 7_200_000),
});

it('has a slot for each scheduled attempt, with waits and times, and loses no attempt', () => {
  fc.assert(
    fc.property(fc.constantFrom(...deliveryStatuses), attempts, (status, made) => {
      const delivery = deliveryOf(status, made);
      const slots = slotsOf(delivery, made);
      expect(slots.map(({ waitMs }) => waitMs)).toEqual(deliverySchedule);
      expect(slots).toHaveLength(8);
      expect(slots.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);

      const shown = slots.flatMap((slot) => [...(slot.attempt ? [slot.attempt] : []), ...slot.extra]);
      expect(shown.map(({ id }) => id).sort()).toEqual(made.map(({ id }) => id).sort());

      const goesOn = status === 'Sending' || status === 'Attempting';
      const open = slots.filter((slot) => slot.attempt === undefined);
      expect(open.map(({ state }) => state)).toEqual(
        open.map((_, index) => (goesOn ? (index === 0 ? 'next' : 'scheduled') : 'unneeded')),
      );
      if (!goesOn || open.length === 0) return;
      // Each falls due its own wait after the one before; the first of them when the delivery says.
      expect(open[0]?.dueAt).toBe(start + 7_200_000);
      for (const [index, slot] of open.entries()) {
        if (index > 0) expect((slot.dueAt ?? 0) - (open[index - 1]?.dueAt ?? 0)).toBe(slot.waitMs);
      }
    }),
  );
});

it('puts scheduled attempts into the slots in order; interrupted and extra ones beside them', () => {
  fc.assert(
    fc.property(fc.constantFrom(...deliveryStatuses), attempts, (status, made) => {
      const slots = slotsOf(deliveryOf(status, made), made);
      const isOfSchedule = ({ trigger, error }: Attempt): boolean =>
        ['scheduled', 'replay'].includes(trigger) && error === undefined;
      expect(slots.flatMap((slot) => slot.attempt ?? [])).toEqual(made.filter(isOfSchedule));
      for (const { attempt: one, state } of slots) {
        if (one !== undefined) expect(state).toBe(one.statusCode === 200 ? 'succeeded' : 'failed');
      }
    }),
  );
});

it('repeats an interrupted attempt in its own slot', () => {
  const make = (id: string, minutes: number, outcome: object): Attempt => ({
    id,
    webhookId: '00000000-0000-4000-8000-000000000000',
    number: 1,
    trigger: 'scheduled',
    at: iso(start + minutes * 60_000),
    durationMs: 1,
    requestHeaders: {},
    responseHeaders: {},
    ...outcome,
  });
  const cut = make('cut', 0, { error: 'Interrupted' });
  const repeated = make('repeated', 1, { statusCode: 500 });
  const [first, second] = slotsOf(deliveryOf('Attempting', [cut, repeated]), [cut, repeated]);
  expect(first).toMatchObject({ state: 'failed', attempt: repeated, extra: [cut] });
  expect(second).toMatchObject({ state: 'next', extra: [] });
  expect(isOnSchedule(deliveryOf('Attempting', [cut]), [cut])).toBe(false);
});

it('adds up to the 28-hour schedule before the first attempt', () => {
  const slots = slotsOf({ ...deliveryOf('Sending', []), nextAttemptAt: iso(start) }, []);
  const total = deliverySchedule.reduce((sum, waitMs) => sum + waitMs, 0);
  expect((slots.at(-1)?.dueAt ?? 0) - start).toBe(total);
  expect(total).toBe(((27 * 60 + 35) * 60 + 5) * 1000);
});

it('leaves out deliveries that have extra attempts alone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...deliveryStatuses), attempts, (status, made) => {
      const extra = made.filter(({ trigger }) => trigger !== 'scheduled' && trigger !== 'replay');
      if (extra.length > 0) expect(isOnSchedule(deliveryOf(status, extra), extra)).toBe(false);
    }),
  );
});
