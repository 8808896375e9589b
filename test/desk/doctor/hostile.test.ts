import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { examined, withOutcome } from '#test/support/doctor-consumers/examined.ts';
import { hostile } from '#test/support/doctor-consumers/hostile.ts';
import { createJudge } from '#test/support/doctor-consumers/judge.ts';
import { httpConsumer, socketConsumer } from '#test/support/doctor-consumers/servers.ts';

test.concurrent.for(hostile)(
  'a consumer that $name: no hang, no crash, $fails',
  async ({ serve, fails }, { onTestFinished }) => {
    const { url } = await socketConsumer(serve, onTestFinished);
    const startedAt = systemTime.monotonic();
    const result = await examined(url, { limits: { answerMs: 1000 } });
    expect(systemTime.monotonic() - startedAt).toBeLessThan(20_000);
    expect(withOutcome(result, 'fail').sort()).toEqual([...fails].sort());
  },
);

test('the whole test has an end, and says what was not tested by then', async () => {
  const { url } = await httpConsumer(createJudge('is slow'));
  const result = await examined(url, { limits: { overallMs: 400 } });
  expect(result.verdict).toBe('undetermined');
  expect(result.checks.find(({ id }) => id === 'rotation')?.evidence).toEqual([
    'The test was stopped after 400 ms.',
  ]);
  expect(withOutcome(result, 'fail')).toEqual([]);
});

test.each([1, 5, 25, 40, 55])('it ends as soon as it is aborted, at request %d', async (at) => {
  const { url, seen } = await httpConsumer(createJudge());
  const abort = new AbortController();
  const progress = (sent: number): void => {
    if (sent === at) abort.abort(new Error('stopped by hand'));
  };
  await expect(examined(url, { signal: abort.signal, progress })).rejects.toThrow('stopped by hand');
  expect(seen.requests).toBeLessThanOrEqual(at);
});

test('it ends as soon as it is aborted, under load', async () => {
  const { url } = await httpConsumer(createJudge());
  const abort = new AbortController();
  const progress = (sent: number): void => {
    if (sent === 70) abort.abort(new Error('stopped by hand'));
  };
  const limits = { load: { perSecond: 50, forMs: 60_000 } };
  await expect(examined(url, { signal: abort.signal, progress, load: true, limits })).rejects.toThrow(
    'stopped by hand',
  );
});

test('aborted before it began, it sends nothing', async () => {
  const { url, seen } = await httpConsumer(createJudge());
  await expect(examined(url, { signal: AbortSignal.abort(new Error('not wanted')) })).rejects.toThrow(
    'not wanted',
  );
  expect(seen.requests).toBe(0);
});
