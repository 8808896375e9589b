import { array, assert, constantFrom, integer, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { attemptOutcomes } from '#contract/figures.ts';
import { outboundErrors } from '#service/outbound/outbound.ts';
import { createAttemptCounts } from '#service/webhooks/attempt-counts.ts';

const outcomeOf = (result: Parameters<ReturnType<typeof createAttemptCounts>['add']>[0][0]['result']) => {
  const counts = createAttemptCounts();
  counts.add([{ result }]);
  return Object.entries(counts.all()).flatMap(([outcome, count]) => (count === 1 ? [outcome] : []));
};

test.each([
  [{ statusCode: 200 }, 'success'],
  [{ statusCode: 299 }, 'success'],
  [{ statusCode: 301 }, 'redirect'],
  [{ statusCode: 410 }, 'client_error'],
  [{ statusCode: 503 }, 'server_error'],
  [{ statusCode: 101 }, 'other_status'],
  // The status came, and the body did not.
  [{ statusCode: 200, error: 'Timeout' }, 'timeout'],
  [{ error: 'DnsError' }, 'dns_error'],
  [{ error: 'ConnectionError', ownFault: 'EMFILE' }, 'not_sent'],
] as const)('%j counts as %s', (result, outcome) => {
  expect(outcomeOf(result)).toEqual([outcome]);
});

test('every attempt counts once, whatever came of it', () => {
  const results = record({
    statusCode: option(integer({ min: 100, max: 999 }), { nil: undefined }),
    error: option(constantFrom(...outboundErrors), { nil: undefined }),
  });
  void assert(
    property(array(results), (ended) => {
      const counts = createAttemptCounts();
      counts.add(ended.map((result) => ({ result })) as never);
      expect(Object.keys(counts.all())).toEqual([...attemptOutcomes]);
      expect(Object.values(counts.all()).reduce((sum, count) => sum + count, 0)).toBe(ended.length);
    }),
  );
});
