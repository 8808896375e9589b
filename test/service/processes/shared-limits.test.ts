import { expect, test } from 'vitest';
import { startSharing } from './sharing.ts';

const ask = ({ apiUrl, apiKey }: { readonly apiUrl: string; readonly apiKey: string }): Promise<Response> =>
  fetch(`${apiUrl}/companies`, { headers: { authorization: `Basic ${btoa(apiKey)}` } });

test('the quota holds for all processes together, and its end is announced once', async () => {
  const [first, second] = await startSharing();
  await first.service.control.sandbox.setSettings({
    ...(await first.service.control.sandbox.settings()),
    rateLimit: true,
  });
  const answers = await Promise.all(
    Array.from({ length: 1040 }, (_, n) => ask(n % 2 === 0 ? first : second)),
  );
  const counts = Object.groupBy(answers, ({ status }) => status);
  expect({ 200: counts[200]?.length, 429: counts[429]?.length }).toEqual({ 200: 1000, 429: 40 });
  const remaining = answers
    .filter(({ status }) => status === 200)
    .map(({ headers }) => Number(headers.get('x-rate-limit-remaining')));
  expect(Math.min(...remaining)).toBe(0);
  for (const one of [first, second]) {
    const refused = await ask(one);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-rate-limit-remaining')).toBe('0');
  }
  const { results } = await second.service.control.messages.list({ eventType: 'client.rateLimit.reached' });
  expect(results).toHaveLength(1);
});

test('a fault that is to happen so often happens so often in all processes together', async () => {
  const [first, second] = await startSharing();
  await first.service.control.sandbox.setFaults([{ route: '*', answer: '500', times: 3 }]);
  const statuses = [];
  for (let n = 0; n < 8; n++) statuses.push((await ask(n % 2 === 0 ? second : first)).status);
  expect(statuses).toEqual([500, 500, 500, 200, 200, 200, 200, 200]);
  expect(await second.service.control.sandbox.faults()).toEqual([]);

  await second.service.control.sandbox.setFaults([{ route: '*', answer: '429', times: 5 }]);
  const together = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n % 2 === 0 ? first : second)));
  expect(together.filter(({ status }) => status === 429)).toHaveLength(5);
});

test('what a control shows is what another process has just made it', async () => {
  const [first, second] = await startSharing();
  const made = await first.service.control.sandbox.createKey({ name: 'from the first' });
  expect(await second.service.control.sandbox.apiKeys()).toContainEqual(
    expect.objectContaining({ id: made.id }),
  );
  await second.service.control.clock.pause();
  expect((await first.service.control.clock.show()).paused).toBe(true);
});
