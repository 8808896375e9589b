import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { unusedPort } from '#test/support/unused-port.ts';
import { makeFourRules, planFor, startFixture } from './fixture.ts';

/** @param count of the four rules, the last ones: what is sent takes most of the time */
const begin = async ({ consumerTimeoutMs = 10_000, count = 4 } = {}) => {
  const fixture = await startFixture({ consumerTimeoutMs });
  const { rules } = await makeFourRules(fixture.service);
  await fixture.freeze(planFor(fixture.caseId, rules.slice(-count)));
  return fixture;
};

test('a consumer gets both phases, and its 2xx leave the verdict as it is', async () => {
  const { rehearse } = await begin();
  const consumer = await startConsumer();
  const report = await rehearse({ consumerUrl: `${consumer.url}/staging?a=1` });
  expect([report.verdict, report.why]).toEqual(['holds', []]);
  const { legacy, new: messages } = report.requests;
  expect(consumer.received).toHaveLength(legacy + messages);
  expect(new Set(consumer.received.map(({ path }) => path))).toEqual(new Set(['/staging?a=1']));
  const signed = consumer.received.filter(({ headers }) => 'webhook-signature' in headers);
  expect(signed).toHaveLength(messages);
});

test('a consumer that refuses messages makes the verdict unknown, with how many and why', async () => {
  const { rehearse } = await begin({ count: 1 });
  const consumer = await startConsumer(({ headers }) => ('webhook-id' in headers ? 401 : 200));
  const { verdict, why, requests } = await rehearse({ consumerUrl: consumer.url });
  const host = new URL(consumer.url).host;
  expect([verdict, why]).toEqual([
    'unknown',
    [
      `${host} responded with 401 to ${requests.new} of ${requests.new} requests of the new mechanism.`,
      expect.stringContaining('temporary secret'),
    ],
  ]);
});

test('a consumer that answers 500 to some is told of, and nothing is sent twice', async () => {
  const { rehearse } = await begin({ count: 2 });
  const consumer = await startConsumer((_, before) => (before === 3 ? 500 : 200));
  const { verdict, why, requests } = await rehearse({ consumerUrl: consumer.url });
  expect([verdict, why]).toEqual([
    'unknown',
    [expect.stringMatching(/ responded with 500 to 1 of \d+ requests of the legacy mechanism\.$/)],
  ]);
  expect(consumer.received).toHaveLength(requests.legacy + requests.new);
});

test('a consumer that is not there, or never responds, is not asked for ever', async () => {
  const gone = await begin({ count: 2 });
  const absent = await gone.rehearse({ consumerUrl: `http://127.0.0.1:${await unusedPort()}/hooks` });
  expect(absent.verdict).toBe('unknown');
  expect(absent.why[0]).toMatch(
    /did not respond to \d+ of \d+ requests .*ECONNREFUSED.*; \d+ more were not sent/,
  );

  const hanging = await begin({ consumerTimeoutMs: 200, count: 2 });
  const silent = await startConsumer(() => 'never');
  const { verdict, why } = await hanging.rehearse({ consumerUrl: silent.url });
  expect(verdict).toBe('unknown');
  expect(why[0]).toMatch(/no complete response within 0.2 s/);
  // As many as were under way when the third one had no answer.
  expect(silent.received.length).toBeLessThan(60);
});
