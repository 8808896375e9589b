import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  ControlError,
  connectService,
  type Service,
  type StartOptions,
  startService,
} from '#testing/index.ts';

const start = async (options?: StartOptions): Promise<Service> => {
  const service = await startService({ seed: 7, ...options });
  onTestFinished(() => service.stop());
  return service;
};

/** A company of the service, with a connection that is authorized. */
const linkedCompany = async (service: Service): Promise<{ id: string; connectionId: string }> => {
  const json = { ...service.headers, 'content-type': 'application/json' };
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(service.url + path, { method, headers: json, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return (response.status === 204 ? undefined : await response.json()) as { id: string };
  };
  const { id } = await send('POST', '/companies', { name: 'Ada Ltd' });
  const { id: connectionId } = await send('POST', `/companies/${id}/connections`, { platformKey: 'gbol' });
  const [tokens] = await service.issueTokens('gbol');
  await send('PUT', `/companies/${id}/connections/${connectionId}/authorization`, tokens?.credentials);
  return { id, connectionId };
};

test('a 28-hour retry is three lines', async () => {
  await using service = await startService({ clock: 'skipping', seed: 7 });
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
  await consumer.respond(500, { times: 7 });
  await service.publish('read.completed');
  const { attempts } = await service.waitForDelivery({ eventType: 'read.completed', status: 'Success' });
  expect(attempts).toBe(8);
  expect(consumer.requests.map(({ statusCode }) => statusCode)).toEqual([...Array(7).fill(500), 200]);
  expect(new Set(consumer.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('after any awaited call the list of a consumer is whole', async () => {
  const service = await start();
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url });
  // Not awaited: it holds for what comes next all the same.
  void consumer.respond(503);
  await service.publish('company.created');
  await service.waitForDelivery({ status: 'Attempting' });
  expect(consumer.requests).toHaveLength(1);
  await service.clock.advance('PT28H');
  expect(consumer.requests).toHaveLength(8);
  await service.clock.advance(1000);
  await consumer.clear();
  expect(consumer.requests).toHaveLength(0);
  await service.publish('company.created');
  await service.waitForDelivery({ status: 'Attempting' });
  expect(consumer.requests).toHaveLength(1);
});

test('the secret of an endpoint is the one that its deliveries are signed with', async () => {
  const service = await start();
  const consumer = await service.consumer();
  const { secret } = await service.createEndpoint({
    url: `${consumer.url}/hooks`,
    eventTypes: ['read.completed'],
    headers: { 'X-Team': 'blue' },
  });
  const { id } = await service.publish('read.completed');
  const request = await consumer.waitForRequest({ eventType: 'read.completed', verified: true });
  expect(request.path).toBe('/hooks');
  expect(request.headers).toMatchObject({ 'webhook-id': id, 'x-team': 'blue' });
  const signed = `${id}.${request.headers['webhook-timestamp']}.${request.body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(request.headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
});

test('an event of a company goes to the endpoints of that company alone', async () => {
  const service = await start();
  const company = await linkedCompany(service);
  const consumer = await service.consumer();
  const other = await service.consumer();
  await service.createEndpoint({ url: consumer.url, companyId: company.id, eventTypes: ['read.completed'] });
  await service.createEndpoint({ url: other.url, companyTags: ['team:red'], eventTypes: ['read.completed'] });
  const message = await service.publish('read.completed', { companyId: company.id });
  expect(message.channels).toEqual([company.id]);
  await service.waitForDelivery({ companyId: company.id, status: 'Success' });
  expect(consumer.requests).toHaveLength(1);
  expect(other.requests).toHaveLength(0);
});

test('requests of the code under test are listed by path and template, oldest first', async () => {
  const service = await start();
  const { id } = await linkedCompany(service);
  await fetch(`${service.url}/companies/${id}`, { headers: service.headers });
  await fetch(`${service.url}/rules/alerts`, { headers: service.headers });
  expect((await service.requests({ path: '/companies' })).map(({ method }) => method)).toEqual(['POST']);
  expect(await service.requests({ path: '/companies/{companyId}' })).toHaveLength(1);
  expect(await service.requests({ path: `/companies/${id}` })).toHaveLength(1);
  expect(await service.requests({ deprecated: true })).toHaveLength(1);
  const all = await service.requests();
  expect(all.map(({ method }) => method)).toEqual(['POST', 'POST', 'PUT', 'GET', 'GET']);
});

test('faults hit what they name, as often as they say', async () => {
  const service = await start();
  const statuses = async (path: string, count: number): Promise<number[]> => {
    const all = [];
    for (let n = 0; n < count; n++)
      all.push((await fetch(service.url + path, { headers: service.headers })).status);
    return all;
  };
  await service.faults.set({ status: 429, path: '/companies', times: 3 });
  expect(await statuses('/companies', 4)).toEqual([429, 429, 429, 200]);
  expect(await statuses('/webhooks', 1)).toEqual([200]);
  await service.faults.set({
    status: 418,
    path: '/webhooks',
    body: { short: true },
    headers: { 'x-a': '1' },
  });
  const response = await fetch(`${service.url}/webhooks`, { headers: service.headers });
  expect([response.status, response.headers.get('x-a'), await response.json()]).toEqual([
    418,
    '1',
    { short: true },
  ]);
  await service.faults.clear();
  expect(await statuses('/webhooks', 1)).toEqual([200]);
});

test("a fault that can't be set is refused by the names that it was given", async () => {
  const { faults } = await start();
  await expect(faults.set({ path: '/companies' }, { status: 99 })).rejects.toMatchObject({
    statusCode: 400,
    detailedErrorCode: 40001,
    message: expect.stringContaining('faults.1.status must be 200 or more.'),
  });
  await expect(faults.set({ body: '', headers: { 'a b': '' } })).rejects.toThrow('faults.0.headers must be');
  await expect(faults.set({ path: '/companies/{id}/nowhere' })).rejects.toThrow(
    'no path /companies/{id}/nowhere',
  );
});

test('what can never come is refused, and not waited for', async () => {
  const service = await start({ clock: 'skipping' });
  const consumer = await service.consumer();
  const eventType = 'read.complete';
  const never = { timeoutMs: 600_000 };
  for (const waiting of [
    service.waitForDelivery({ eventType }, never),
    service.waitForMessage({ eventType }, never),
    consumer.waitForRequest({ eventType }, never),
    service.messages({ eventType }),
    service.publish(eventType),
    service.createEndpoint({ url: consumer.url, eventTypes: [eventType] }),
  ]) {
    await expect(waiting).rejects.toThrow(
      '"read.complete" is not an event type. Did you mean read.completed?',
    );
  }
  const path = '/compnies/{companyId}';
  for (const waiting of [service.waitForRequest({ path }, never), service.requests({ path })]) {
    await expect(waiting).rejects.toThrow(`the API has no path ${path}`);
  }
  for (const path of ['companies', '/companies?page=1']) {
    await expect(service.waitForRequest({ path }, never)).rejects.toThrow(
      'path must be the whole path without',
    );
    await expect(service.faults.set({ path, status: 500 })).rejects.toThrow(
      'faults.0.path must be a path that begins with /, without query string',
    );
  }
  expect(await service.requests({ path: '/companies/{id}' })).toEqual([]);
});

test('tokens behave as they were ordered: a revoked one fails its sync', async () => {
  const service = await start({ clock: 'skipping' });
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url, eventTypes: ['connection.disconnected'] });
  const [tokens] = await service.issueTokens('gbol', { behaviour: 'revoked' });
  expect(tokens?.behaviour).toBe('revoked');
  const json = { ...service.headers, 'content-type': 'application/json' };
  const post = async (path: string, body?: unknown, method = 'POST') => {
    const init =
      body === undefined ? { headers: service.headers } : { headers: json, body: JSON.stringify(body) };
    const response = await fetch(service.url + path, { method, ...init });
    return (response.status === 204 ? undefined : await response.json()) as { id: string };
  };
  const { id } = await post('/companies', { name: 'Ada Ltd' });
  const connection = await post(`/companies/${id}/connections`, { platformKey: 'gbol' });
  await post(`/companies/${id}/connections/${connection.id}/authorization`, tokens?.credentials, 'PUT');
  await post(`/companies/${id}/data/all`);
  const { body } = await service.waitForMessage({ eventType: 'connection.disconnected', companyId: id });
  expect(JSON.parse(body).payload.connection.status).toBe('Deauthorized');
});

test('a wait in vain tells what came closest, as an error that can be told apart', async () => {
  const service = await start();
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url });
  await consumer.respond(500);
  await service.publish('company.created');
  await service.waitForDelivery({ status: 'Attempting' });
  const failed = service.waitForDelivery({ status: 'Success' }, { timeoutMs: 10 });
  await expect(failed).rejects.toThrow(ControlError);
  await expect(failed).rejects.toMatchObject({
    statusCode: 408,
    message: expect.stringContaining('response 500'),
  });
});

test('messages come oldest first, by endpoint and status', async () => {
  const service = await start();
  const consumer = await service.consumer();
  const endpoint = await service.createEndpoint({ url: consumer.url });
  const one = await service.publish('company.created');
  const two = await service.publish('company.deleted');
  await service.waitForDelivery({ status: 'Success' }, { count: 2 });
  const all = await service.messages({ webhookId: endpoint.id, status: 'Success' });
  expect(all.map(({ id }) => id)).toEqual([one.id, two.id]);
  expect((await service.messages({ eventType: 'company.deleted' })).map(({ id }) => id)).toEqual([two.id]);
  expect((await service.message(one.id)).attempts).toHaveLength(1);
});

test('a reset empties it; URL, key and consumers stay', async () => {
  const service = await start();
  const consumer = await service.consumer();
  await linkedCompany(service);
  await service.createEndpoint({ url: consumer.url });
  await service.reset();
  expect(await service.messages()).toEqual([]);
  const companies = await (await fetch(`${service.url}/companies`, { headers: service.headers })).json();
  expect(companies).toMatchObject({ results: [] });
  await service.createEndpoint({ url: consumer.url, eventTypes: ['company.created'] });
  await service.publish('company.created');
  await consumer.waitForRequest({ verified: true });
});

test('the clock goes by durations, to instants, to the next work and to the last', async () => {
  const service = await start();
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url });
  await consumer.respond(500);
  const begun = await service.clock.now();
  await service.publish('company.created');
  expect((await service.clock.untilNext()).getTime() - begun.getTime()).toBe(5000);
  const later = new Date(begun.getTime() + 60_000);
  expect(await service.clock.to(later)).toEqual(later);
  const end = await service.clock.untilIdle();
  expect(end.getTime() - begun.getTime()).toBe(99_305_000);
  await expect(service.clock.to(begun)).rejects.toThrow('only moves forward');
  await service.clock.pause();
  await expect(service.clock.advance('PT1H')).rejects.toThrow('paused');
  await service.clock.resume();
  await expect(service.clock.to('yesterday')).rejects.toThrow('to must be an instant in ISO 8601');
});

test('options that are none start nothing', async () => {
  const none = (options: object): Promise<Service> => startService(options);
  await expect(none({ seed: -1 })).rejects.toThrow('seed must be a whole number from 0 on.');
  await expect(none({ seed: 1.5 })).rejects.toThrow('seed must be');
  await expect(none({ clock: 'fast' })).rejects.toThrow('clock must be one of: system, virtual, skipping.');
  await expect(none({ data: './service' })).rejects.toThrow('data only says where the state of snapshot is.');
});

test('one in a process of its own goes with the test', async () => {
  const service = await start({ process: 'own', clock: 'skipping' });
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url });
  await consumer.respond(500, { times: 2 });
  await service.publish('company.created');
  expect((await service.waitForDelivery({ status: 'Success' })).attempts).toBe(3);
  await service.stop();
  await expect(fetch(service.url)).rejects.toThrow();
});

test('what is stopped says so, and stopping again does nothing', async () => {
  const service = await startService();
  await service.stop();
  await service.stop();
  await expect(service.messages()).rejects.toThrow('The service is stopped.');
});

test('a command of `carryover exec` finds the service by its environment, and leaves it running', async () => {
  const service = await start();
  for (const [name, value] of Object.entries({
    CARRYOVER_API_URL: service.apiUrl,
    CARRYOVER_API_KEY: service.apiKey,
    CARRYOVER_CONTROL_URL: service.controlUrl,
    CARRYOVER_CONTROL_TOKEN: service.controlToken,
  })) {
    vi.stubEnv(name, value);
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const same = await connectService();
  expect(same.seed).toBe(7);
  await same.stop();
  expect(await service.messages()).toEqual([]);
  vi.stubEnv('CARRYOVER_CONTROL_TOKEN', '');
  expect(() => connectService()).toThrow('CARRYOVER_CONTROL_TOKEN is not set');
});
