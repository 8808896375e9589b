import { expect, test } from 'vitest';
import { startTestKit, type TestKit } from '#test/support/test-kit.ts';

const hourMs = 3_600_000;

const subscribe = async ({ control }: TestKit, eventTypes = ['read.completed']) => {
  const consumer = await control('POST', '/consumers');
  const endpoint = await control('POST', '/endpoints', { url: consumer.url, eventTypes });
  return { consumer, endpoint };
};

test('a skipping wait goes through the whole retry window, each attempt at its instant', async () => {
  const kit = await startTestKit({ clock: 'skipping' });
  const { control } = kit;
  const { consumer } = await subscribe(kit);
  await control('PUT', `/consumers/${consumer.id}/response`, { statusCode: 500, times: 7 });
  const { now: before } = await control('GET', '/clock');
  await control('POST', '/events', { eventType: 'read.completed' });
  const { deliveries, clock } = await control('POST', '/wait', { for: 'delivery', status: 'Success' });
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0].delivery).toMatchObject({ status: 'Success', attempts: 8, lastStatusCode: 200 });
  expect(Date.parse(clock.now) - Date.parse(before)).toBe(27 * hourMs + 35 * 60_000 + 5000);
  const attempts = deliveries[0].message.attempts.map(
    ({ at }: { at: string }) => Date.parse(at) - Date.parse(before),
  );
  expect(attempts.sort((a: number, b: number) => a - b)).toEqual([
    0, 5000, 305_000, 2_105_000, 9_305_000, 27_305_000, 63_305_000, 99_305_000,
  ]);
  const { results } = await control('GET', '/consumers/requests');
  expect(results.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([
    ...Array(7).fill(500),
    200,
  ]);
  expect(results.every(({ verified }: { verified: boolean }) => verified)).toBe(true);
});

test('what holds already is answered at once, and moves no time', async () => {
  const kit = await startTestKit({ clock: 'skipping' });
  const { control } = kit;
  await subscribe(kit);
  await control('POST', '/events', { eventType: 'read.completed' });
  await control('POST', '/wait', { for: 'delivery', status: 'Success' });
  const { now } = await control('GET', '/clock');
  const again = await control('POST', '/wait', { for: 'delivery', status: 'Success', timeoutMs: 0 });
  expect(again.clock.now).toBe(now);
});

test('on plain virtual time a wait moves nothing, and says how to', async () => {
  const kit = await startTestKit();
  const { control, call } = kit;
  const { consumer } = await subscribe(kit);
  await control('PUT', `/consumers/${consumer.id}/response`, { statusCode: 503 });
  await control('POST', '/events', { eventType: 'read.completed' });
  await control('POST', '/wait', { for: 'delivery', status: 'Attempting' });
  const { now } = await control('GET', '/clock');
  const refused = await call('POST', '/wait', { for: 'delivery', status: 'Success', timeoutMs: 20 });
  expect(refused.status).toBe(408);
  const { error } = (await refused.json()) as { error: string };
  expect(error).toContain('A delivery (status Success) did not happen within 20 ms.');
  expect(error).toContain('Attempting after 1 attempt, last response 503');
  expect(error).toContain('next due: delivery attempt at');
  expect(error).toContain('advance the clock');
  expect((await control('GET', '/clock')).now).toBe(now);
});

test('a wait in vain ends with its time, and does not run through years of upkeep', async () => {
  const kit = await startTestKit({ clock: 'skipping' });
  const { control, call } = kit;
  await subscribe(kit);
  await control('POST', '/events', { eventType: 'read.completed' });
  await control('POST', '/wait', { for: 'delivery', status: 'Success' });
  const { now } = await control('GET', '/clock');
  const refused = await call('POST', '/wait', { for: 'delivery', status: 'Failed', timeoutMs: 50 });
  expect(refused.status).toBe(408);
  expect((await control('GET', '/clock')).now).toBe(now);
});

test('what can’t be waited for is told by the form that was meant, once', async () => {
  const { call } = await startTestKit();
  const refused = async (body: object): Promise<string[]> => {
    const response = await call('POST', '/wait', body);
    expect(response.status).toBe(400);
    const { validation } = (await response.json()) as { validation: { errors: { message: string }[] } };
    return validation.errors.map(({ message }) => message);
  };
  expect(await refused({ for: 'parcel' })).toEqual([
    'for must be one of: delivery, message, request, consumer.',
  ]);
  expect(await refused({})).toEqual(['for is missing.']);
  expect(await refused({ for: 'request', timeoutMs: -1 })).toEqual(['timeoutMs must be 0 or more.']);
  expect(await refused({ for: 'message', verified: true })).toEqual(['verified is not known here.']);
});

test('a wait that nobody waits for any more moves no time', async () => {
  const kit = await startTestKit({ clock: 'skipping' });
  const { control, call } = kit;
  const { consumer } = await subscribe(kit);
  await control('PUT', `/consumers/${consumer.id}/response`, { connection: 'silent' });
  await control('POST', '/events', { eventType: 'read.completed' });
  const gone = new AbortController();
  const wait = call('POST', '/wait', { for: 'delivery', status: 'Success', timeoutMs: 60_000 }, gone.signal);
  await control('POST', '/wait', { for: 'consumer' });
  const { now } = await control('GET', '/clock');
  gone.abort();
  await expect(wait).rejects.toThrow();
  await control('DELETE', `/consumers/${consumer.id}`);
  // The attempt ends with the connection; the next one is due in 5 s, and nobody goes there.
  const plain = await control('GET', '/clock');
  expect(Date.parse(plain.now) - Date.parse(now)).toBeLessThanOrEqual(5000);
});

test('two waits at once share the clock', async () => {
  const kit = await startTestKit({ clock: 'skipping' });
  const { control } = kit;
  const one = await subscribe(kit, ['read.completed']);
  const other = await subscribe(kit, ['company.created']);
  await control('PUT', `/consumers/${one.consumer.id}/response`, { statusCode: 500, times: 3 });
  await control('PUT', `/consumers/${other.consumer.id}/response`, { statusCode: 500 });
  await control('POST', '/events', { eventType: 'read.completed' });
  await control('POST', '/events', { eventType: 'company.created' });
  const [success, failed] = await Promise.all([
    control('POST', '/wait', { for: 'delivery', eventType: 'read.completed', status: 'Success' }),
    control('POST', '/wait', { for: 'delivery', eventType: 'company.created', status: 'Failed' }),
  ]);
  expect(success.deliveries[0].delivery.attempts).toBe(4);
  expect(failed.deliveries[0].delivery.attempts).toBe(8);
});

test('a wait finds what happens while it waits: messages, requests, webhooks', async () => {
  const kit = await startTestKit({ clock: 'system' });
  const { control } = kit;
  const { consumer } = await subscribe(kit);
  const waits = Promise.all([
    control('POST', '/wait', { for: 'message', eventType: 'read.completed' }),
    control('POST', '/wait', {
      for: 'request',
      method: 'GET',
      path: '/companies/{companyId}',
      statusCode: 404,
    }),
    control('POST', '/wait', {
      for: 'consumer',
      consumerId: consumer.id,
      eventType: 'read.completed',
      verified: true,
    }),
  ]);
  const headers = { authorization: `Basic ${btoa(kit.kit.apiKey)}` };
  await fetch(`${kit.kit.apiUrl}/companies/00000000-0000-4000-8000-000000000000`, { headers });
  const { messageId } = await control('POST', '/events', { eventType: 'read.completed' });
  const [message, request, received] = await waits;
  expect(message.messages[0].id).toBe(messageId);
  expect(request.requests[0]).toMatchObject({ method: 'GET', statusCode: 404 });
  expect(received.received[0].headers['webhook-id']).toBe(messageId);
});

test('until idle runs everything that is due once, until next a single step', async () => {
  const kit = await startTestKit();
  const { control } = kit;
  const { consumer } = await subscribe(kit);
  await control('PUT', `/consumers/${consumer.id}/response`, { statusCode: 500 });
  const { now: before } = await control('GET', '/clock');
  await control('POST', '/events', { eventType: 'read.completed' });
  const next = await control('POST', '/clock/until', { until: 'next' });
  expect(Date.parse(next.now) - Date.parse(before)).toBe(5000);
  expect((await control('GET', '/consumers/requests')).results).toHaveLength(2);
  const idle = await control('POST', '/clock/until', { until: 'idle' });
  expect(Date.parse(idle.now) - Date.parse(before)).toBe(27 * hourMs + 35 * 60_000 + 5000);
  expect((await control('GET', '/consumers/requests')).results).toHaveLength(8);
  const again = await control('POST', '/clock/until', { until: 'idle' });
  expect(again.now).toBe(idle.now);
});

test('goals are refused on the system clock, in words', async () => {
  const { call } = await startTestKit({ clock: 'system' });
  const refused = await call('POST', '/clock/until', { until: 'idle' });
  expect(refused.status).toBe(409);
  expect(((await refused.json()) as { error: string }).error).toContain('virtual');
});
