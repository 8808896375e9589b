import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { testHost } from '#test/support/test-host.ts';

const secret = 'Bearer pl4nted.t0ken';

/** A host with a case and an endpoint. */
const start = async () => {
  const consumer = await startConsumer();
  const host = await testHost();
  const { body: made } = await host.desk('POST', '/api/cases', { name: 'Acme' });
  const { body: webhook } = await host.api('POST', '/webhooks', {
    url: consumer.url,
    eventTypes: ['company.created'],
  });
  const endpoints = `/api/cases/${made.id}/endpoints`;
  return {
    ...host,
    consumer,
    caseId: made.id,
    endpoints,
    path: `${endpoints}/${webhook.id}/headers`,
    webhookId: webhook.id,
  };
};

test('headers are listed, set, checked and revealed', async () => {
  const { desk, consumer, endpoints, path, caseId } = await start();
  const set = await desk('PUT', path, { authorization: { scheme: 'raw', value: secret }, clientId: true });
  expect(set).toMatchObject({
    status: 200,
    body: { way: 'api', headers: [{ value: 'Bearer ••••' }, {}] },
  });
  expect(await desk('POST', `${path}/check`)).toMatchObject({ status: 200, body: { passed: true } });
  expect(consumer.received[0]?.headers.authorization).toBe(secret);
  expect((await desk('GET', endpoints)).body.results).toMatchObject([{ lastCheck: { passed: true } }]);
  expect((await desk('GET', path)).body.headers[0].value).not.toContain('pl4nted');
  expect((await desk('GET', `${path}?reveal=true`)).body.headers[0].value).toBe(secret);
  const { body } = await desk('GET', `/api/cases/${caseId}/entries`);
  expect(JSON.stringify(body)).not.toContain('pl4nted');
});

test('what is wrong is refused in words, without the value', async () => {
  const { desk, path, endpoints } = await start();
  for (const body of [
    {},
    { headers: [{ name: 'webhook-id', value: secret }] },
    { authorization: { scheme: 'digest', value: secret } },
    { headers: [{ name: 'X-A', value: `${secret}\n` }] },
    { authorisation: { scheme: 'raw', value: secret } },
    { headers: [{ name: 'X-A', value: 'v', secret }] },
    { authorization: { scheme: 'bearer', token: 'a', password: secret }, clientId: true },
  ]) {
    const refused = await desk('PUT', path, body);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).not.toContain('pl4nted');
  }
  expect(await desk('POST', `${path}/check`, { recieved: 'Authorization: x' })).toMatchObject({
    status: 400,
  });
  expect(await desk('POST', '/api/allow-list', { text: 'allow all', ports: 80 })).toMatchObject({
    status: 400,
  });
  const unknown = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';
  expect(await desk('GET', `${endpoints}/${unknown}/headers`)).toMatchObject({ status: 404 });
  expect(await desk('GET', `/api/cases/${unknown}/endpoints`)).toMatchObject({ status: 404 });
});

test('firewall rules are answered, and put on record if a case is named', async () => {
  const { desk, caseId, webhookId } = await start();
  const text = '4.159.114.108\n20.117.190.191\n';
  const alone = await desk('POST', '/api/allow-list', { text });
  expect(alone).toMatchObject({ status: 200, body: { format: 'cidr', port: 443, advice: [] } });
  expect(await desk('POST', '/api/allow-list', { text, caseId, webhookId, name: 'list.txt' })).toMatchObject({
    status: 200,
  });
  const { body } = await desk('GET', `/api/cases/${caseId}/entries`);
  expect(body.results.at(-1)).toMatchObject({
    kind: 'firewall.checked',
    content: { webhookId, result: { name: 'list.txt' } },
  });
  expect(await desk('POST', '/api/allow-list', { text: '{', format: 'aws' })).toMatchObject({ status: 400 });
});

test('a large list is taken, up to the limit that is said', async () => {
  const { desk } = await start();
  const large = '10.0.0.0/8 # filler, filler, filler\n'.repeat(100_000);
  expect(await desk('POST', '/api/allow-list', { text: `${large}4.159.114.108` })).toMatchObject({
    status: 200,
    body: { answers: [{ result: 'allowed', line: 100_001 }, { result: 'denied' }] },
  });
  expect(await desk('POST', '/api/allow-list', { text: large.repeat(2) })).toMatchObject({ status: 400 });
});
