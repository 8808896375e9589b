import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { startTestService } from '#test/support/test-service.ts';

test('one status change reaches a legacy rule and a new endpoint, each in its own way', async () => {
  const service = await startTestService();
  const consumer = await startConsumer(({ path }, before) =>
    before < 2 ? { status: 503, headers: { 'retry-after': path === '/legacy' ? '7' : '3600' } } : 200,
  );
  const { control } = service;
  await service.api('PUT', '/profile', {
    name: 'Local sandbox',
    redirectUrl: 'https://example.com/done',
    alertAuthHeader: 'Bearer from-the-profile',
  });
  const rule = await service.api('POST', '/rules', {
    type: 'DataConnectionStatusChanged',
    notifiers: { emails: [], webhook: `${consumer.url}/legacy` },
  });
  const endpoint = await service.api('POST', '/webhooks', {
    url: `${consumer.url}/new`,
    eventTypes: ['connection.connected'],
  });
  const company = await service.api('POST', '/companies', { name: 'Bright Bakery' });
  const connection = await service.api('POST', `/companies/${company.id}/connections`, {
    platformKey: 'gbol',
  });
  // The connection's creation is a status change of its own, of which this test does not speak.
  await control.clock.advance({ by: 'PT1H' });
  consumer.received.length = 0;

  const [set] = await control.sandbox.issueTokens({ platformKey: 'gbol' });
  const start = Date.parse((await control.clock.show()).now);
  await service.api(
    'PUT',
    `/companies/${company.id}/connections/${connection.id}/authorization`,
    set?.credentials,
  );
  await control.clock.advance({ by: 'PT28H' });

  const legacy = consumer.received.filter(({ path }) => path === '/legacy');
  const fresh = consumer.received.filter(({ path }) => path === '/new');
  expect(legacy).toHaveLength(2);
  expect(fresh).toHaveLength(2);

  // Legacy: its own body and headers, and Retry-After decides.
  expect(legacy[0]?.headers.authorization).toBe('Bearer from-the-profile');
  expect(legacy[0]?.headers).toHaveProperty('x-service-clientid');
  expect(legacy[0]?.headers).not.toHaveProperty('webhook-signature');
  expect(JSON.parse(legacy[0]?.body ?? '')).toMatchObject({
    RuleId: rule.id,
    RuleType: 'DataConnectionStatusChanged',
    CompanyId: company.id,
    DataConnectionId: connection.id,
    Data: {
      dataConnectionId: connection.id,
      platformKey: 'gbol',
      oldStatus: 'PendingAuth',
      newStatus: 'Linked',
    },
  });
  const { results: alerts } = await service.api('GET', `/rules/${rule.id}/alerts`);
  const alert = alerts.find(
    (one: { payload: { Data: { newStatus: string } } }) => one.payload.Data.newStatus === 'Linked',
  );
  expect(alert).toMatchObject({ status: 'Sent', attempts: 2 });
  expect(Date.parse(alert.lastAttempt) - start).toBe(7000);

  // New: the envelope, signed, and Retry-After is only recorded.
  const { secret } = await control.endpoints.secret(endpoint.id);
  for (const { body, headers } of fresh) {
    expect(headers).not.toHaveProperty('authorization');
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      eventType: 'connection.connected',
      payload: {
        referenceCompany: { id: company.id, name: 'Bright Bakery' },
        connection: { id: connection.id, status: 'Linked', integrationKey: 'gbol' },
      },
    });
  }
  const messageId = String(fresh[0]?.headers['webhook-id']);
  const { attempts } = await control.messages.show(messageId);
  expect(attempts.map(({ at }) => Date.parse(at) - start)).toEqual([0, 5000]);
  expect(attempts[0]?.responseHeaders['retry-after']).toBe('3600');
});
