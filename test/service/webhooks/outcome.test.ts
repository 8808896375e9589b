import { describe, expect, test } from 'vitest';
import { deliverySchedule, disableAfterMs } from '#contract/schedule.ts';
import { nextHealth, nextState, succeeded } from '#service/webhooks/outcome.ts';

const at = Date.UTC(2026, 0, 15, 9);

describe('an attempt', () => {
  test.each([
    [100, false],
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [302, false],
    [304, false],
    [400, false],
    [410, false],
    [500, false],
  ])('with the status %i: success is %s', (statusCode, isSuccess) => {
    expect(succeeded({ statusCode })).toBe(isSuccess);
    expect(succeeded({ statusCode, error: 'Timeout' })).toBe(false);
  });

  test('without a status is a failure', () => {
    expect(succeeded({})).toBe(false);
    expect(succeeded({ error: 'ConnectionRefused' })).toBe(false);
  });
});

describe('a delivery', () => {
  test('ends with a success, wherever it is in its schedule', () => {
    for (let used = 1; used <= deliverySchedule.length; used++) {
      expect(nextState(true, used, at)).toEqual({ status: 'Success', dueAt: null });
    }
  });

  test('waits after each failure as the schedule says, counted from that failure, and fails after the eighth', () => {
    const second = 1000;
    const waits = [5, 300, 1800, 7200, 18_000, 36_000, 36_000].map((seconds) => seconds * second);
    expect(deliverySchedule).toHaveLength(8);
    for (const [n, wait] of waits.entries()) {
      expect(nextState(false, n + 1, at)).toEqual({ status: 'Attempting', dueAt: at + wait });
    }
    expect(nextState(false, 8, at)).toEqual({ status: 'Failed', dueAt: null });
    expect(nextState(false, 9, at)).toEqual({ status: 'Failed', dueAt: null });
  });
});

describe('the health of an endpoint', () => {
  const failure = { success: false, statusCode: 500, trigger: 'scheduled', endedAt: at } as const;
  const hour = 3_600_000;

  test('counts from the first failure, and anew after a success', () => {
    expect(nextHealth(null, failure)).toEqual({ firstFailureAt: at });
    expect(nextHealth(at - hour, failure)).toEqual({ firstFailureAt: at - hour });
    expect(nextHealth(at - hour, { ...failure, success: true, statusCode: 200 })).toEqual({
      firstFailureAt: null,
    });
  });

  test('is disabled by a failure 120 hours after the first one, and by none before', () => {
    expect(disableAfterMs).toBe(120 * hour);
    expect(nextHealth(at - 120 * hour + 1, failure)).toEqual({ firstFailureAt: at - 120 * hour + 1 });
    for (const first of [at - 120 * hour, at - 500 * hour]) {
      expect(nextHealth(first, failure)).toEqual({
        firstFailureAt: first,
        disable: 'Every attempt failed for 120 hours.',
      });
    }
    expect(nextHealth(at - 500 * hour, { ...failure, success: true, statusCode: 200 })).toEqual({
      firstFailureAt: null,
    });
  });

  test('is disabled at once by 410, and by no other status', () => {
    const gone = { ...failure, statusCode: 410 };
    const disable = 'It answered 410 Gone.';
    expect(nextHealth(null, gone)).toEqual({ firstFailureAt: at, disable });
    expect(nextHealth(at - hour, gone)).toEqual({ firstFailureAt: at - hour, disable });
    for (const statusCode of [404, 409, 411, undefined]) {
      expect(nextHealth(null, { ...failure, statusCode })).toEqual({ firstFailureAt: at });
    }
  });

  test.each(['scheduled', 'resend', 'recover', 'replay'] as const)('counts a %s attempt', (trigger) => {
    expect(nextHealth(null, { ...failure, trigger })).toEqual({ firstFailureAt: at });
  });

  test('says nothing of a test, whatever it came to', () => {
    for (const firstFailureAt of [null, at - 500 * hour]) {
      for (const statusCode of [200, 410, 500]) {
        const tested = { ...failure, trigger: 'test', success: statusCode === 200, statusCode } as const;
        expect(nextHealth(firstFailureAt, tested)).toEqual({ firstFailureAt });
      }
    }
  });
});
