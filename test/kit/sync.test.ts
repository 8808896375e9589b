import { type Service, startService } from 'carryover/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError, call, connectCompany, openDataTypes, syncAll } from './integrator/sync.ts';

let service: Service;

beforeEach(async () => {
  service = await startService({ clock: 'virtual', seed: 7 });
});

afterEach(() => service.stop());

const connect = async (behaviour: 'good' | 'revoked' | 'expired-refreshable' = 'good') => {
  const [tokens] = await service.issueTokens('gbol', { behaviour });
  return connectCompany(service, 'Ada Ltd', 'gbol', tokens?.credentials ?? {});
};

test('a company is connected by tokens', async () => {
  const { id, connectionId } = await connect();
  const connection = await call(service, 'GET', `/companies/${id}/connections/${connectionId}`);
  expect(connection.status).toBe('Linked');
});

test('a sync completes', async () => {
  const { id } = await connect();
  await syncAll(service, id);
  expect((await openDataTypes(service, id)).length).toBeGreaterThan(0);
  await service.clock.untilIdle();
  expect(await openDataTypes(service, id)).toEqual([]);
});

test('a sync that ended is told by webhook', async () => {
  const consumer = await service.consumer();
  const { id } = await connect();
  await service.createEndpoint({ url: consumer.url, companyId: id, eventTypes: ['read.completed.initial'] });
  await syncAll(service, id);
  await service.clock.untilIdle();
  const [request] = consumer.requests;
  expect(JSON.parse(request?.body ?? '{}').payload.referenceCompany.id).toBe(id);
});

test('a revoked token deauthorizes the connection', async () => {
  const { id, connectionId } = await connect('revoked');
  await syncAll(service, id);
  await service.clock.untilIdle();
  const connection = await call(service, 'GET', `/companies/${id}/connections/${connectionId}`);
  expect(connection.status).toBe('Deauthorized');
});

test('an expired access token is refreshed', async () => {
  const { id, connectionId } = await connect('expired-refreshable');
  await syncAll(service, id);
  await service.clock.untilIdle();
  const connection = await call(service, 'GET', `/companies/${id}/connections/${connectionId}`);
  expect(connection.status).toBe('Linked');
});

test('a rate limit is outlasted', async () => {
  await service.faults.set({ status: 429, path: '/companies', times: 3 });
  await connect();
  expect((await service.requests({ path: '/companies' })).map(({ statusCode }) => statusCode)).toEqual([
    429, 429, 429, 200,
  ]);
});

test('an outage is given up after five tries', async () => {
  await service.faults.set({ status: 503, path: '/companies' });
  await expect(connect()).rejects.toThrow(ApiError);
  expect(await service.requests({ path: '/companies' })).toHaveLength(5);
});

test('bad credentials are not tried again', async () => {
  await expect(connectCompany(service, 'Ada Ltd', 'gbol', { wrong: 'field' })).rejects.toMatchObject({
    status: 400,
  });
  const path = '/companies/{companyId}/connections/{connectionId}/authorization';
  expect(await service.requests({ path, method: 'PUT' })).toHaveLength(1);
});

test('nothing calls the deprecated alerts endpoints', async () => {
  const { id } = await connect();
  await syncAll(service, id);
  await service.clock.untilIdle();
  expect(await service.requests({ deprecated: true })).toEqual([]);
});

test('a state is the beginning of many tests', async () => {
  const { id } = await connect();
  const saved = await service.snapshot();
  await call(service, 'DELETE', `/companies/${id}`);
  await expect(call(service, 'GET', `/companies/${id}`)).rejects.toMatchObject({ status: 404 });
  await service.restore(saved);
  expect((await call(service, 'GET', `/companies/${id}`)).name).toBe('Ada Ltd');
  const fork = await service.fork();
  await call(fork, 'DELETE', `/companies/${id}`);
  expect((await call(service, 'GET', `/companies/${id}`)).name).toBe('Ada Ltd');
});
