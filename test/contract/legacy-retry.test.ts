import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterLegacyAttempt, legacyRetryWaitsMs } from '#contract/legacy-retry.ts';

test('the three retries come 15 s, 45 s and 60 s after the failure before', () => {
  const waits = [1, 2, 3, 4].map((number) => afterLegacyAttempt({ number, statusCode: 503 }));
  expect(waits).toEqual([
    { status: 'Pending', waitMs: 15_000 },
    { status: 'Pending', waitMs: 45_000 },
    { status: 'Pending', waitMs: 60_000 },
    { status: 'Failed' },
  ]);
});

test('each status code is sent, retried or failed at once, as the table says', () => {
  const retried = [408, 420, 429, 460, 502, 503, 504, 522, 524];
  for (let statusCode = 200; statusCode < 600; statusCode++) {
    const { status } = afterLegacyAttempt({ number: 1, statusCode });
    const expected = statusCode < 300 ? 'Sent' : retried.includes(statusCode) ? 'Pending' : 'Failed';
    expect({ statusCode, status }).toEqual({ statusCode, status: expected });
  }
});

test('timeouts and connection errors are retried, a refused address and a broken answer are not', () => {
  const statusAfter = (error: string) => afterLegacyAttempt({ number: 1, error }).status;
  for (const error of [
    'Timeout',
    'ConnectionRefused',
    'ConnectionReset',
    'ConnectionError',
    'DnsError',
    'TlsError',
  ]) {
    expect(statusAfter(error)).toBe('Pending');
  }
  for (const error of ['AddressRefused', 'ResponseInvalid', 'TooManyRedirects', 'RedirectInvalid']) {
    expect(statusAfter(error)).toBe('Failed');
  }
  expect(afterLegacyAttempt({ number: 1, statusCode: 200, error: 'Timeout' }).status).toBe('Pending');
});

test('a Retry-After replaces the next wait, cut to 120 s, and gives no retry that there would not be', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(200, 301, 404, 429, 500, 503),
      fc.option(fc.integer({ min: 0, max: 10 ** 15 }), { nil: undefined }),
      (number, statusCode, retryAfterMs) => {
        const plain = afterLegacyAttempt({ number, statusCode });
        const asked = afterLegacyAttempt({ number, statusCode, retryAfterMs });
        expect(asked.status).toBe(plain.status);
        if (asked.status !== 'Pending') return;
        expect(asked.waitMs).toBe(
          Math.min(retryAfterMs ?? (legacyRetryWaitsMs[number - 1] as number), 120_000),
        );
      },
    ),
  );
});
