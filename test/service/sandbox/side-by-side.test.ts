import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { startSandboxEngine } from '#test/support/sandbox-engine.ts';

test('one status change reaches a rule and an endpoint, each in its own way', async () => {
  const { platform, legacy, webhooks, scheduler, context, client } = await startSandboxEngine();
  const company = await platform.companies.create({ name: 'Bright Bakery' }, 'test');
  const connection = await platform.connections.create(company.id, 'gbol');
  const [tokens] = await platform.issueTokens({ platformKey: 'gbol' });

  const sentTo = (path: string) => consumer.received.filter((one) => one.path === path);
  // Both get two refusals that ask for 100 s.
  const consumer = await startConsumer((request) =>
    sentTo(request.path).length < 2 ? { status: 503, headers: { 'retry-after': '100' } } : 200,
  );
  await legacy.profile.replace({ name: 'Acme', redirectUrl: '', alertAuthHeader: 'Bearer old' });
  await legacy.rules.create({
    type: 'DataConnectionStatusChanged',
    notifiers: { webhook: `${consumer.url}/legacy` },
  });
  const endpoint = await webhooks.endpoints.create({
    url: `${consumer.url}/new`,
    eventTypes: ['connection.connected'],
  });
  await webhooks.management.setHeaders(endpoint.id, {
    headers: [{ name: 'Authorization', value: 'Bearer new' }],
  });
  const start = context.clock.now();
  await platform.connections.authorize(company.id, connection.id, tokens?.credentials ?? {});
  await scheduler.advanceTo(start + 3_600_000);

  const alerts = sentTo('/legacy');
  expect(alerts).toHaveLength(3);
  for (const { headers, body } of alerts) {
    expect(headers).toMatchObject({ 'x-service-clientid': client.id, authorization: 'Bearer old' });
    expect(headers).not.toHaveProperty('webhook-signature');
    expect(body).toBe(alerts[0]?.body);
  }
  const payload = JSON.parse(alerts[0]?.body as string);
  expect(payload).toMatchObject({
    RuleType: 'DataConnectionStatusChanged',
    CompanyId: company.id,
    DataConnectionId: connection.id,
    Data: { newStatus: 'Linked', oldStatus: 'PendingAuth' },
  });

  const messages = sentTo('/new');
  expect(messages).toHaveLength(3);
  const { secret } = await webhooks.management.secret(endpoint.id);
  for (const { headers, body } of messages) {
    expect(headers.authorization).toBe('Bearer new');
    expect(headers).not.toHaveProperty('x-service-clientid');
    new Webhook(secret).verify(body, headers as Record<string, string>);
  }
  expect(JSON.parse(messages[0]?.body as string).payload).toMatchObject({
    referenceCompany: { id: payload.CompanyId },
    connection: { id: payload.DataConnectionId, status: 'Linked', integrationKey: payload.Data.platformKey },
  });

  const alertAttempts = await context.store.read(({ db }) =>
    db.selectFrom('alert_attempts').select('at').orderBy('seq').execute(),
  );
  expect(alertAttempts.map(({ at }) => at - start)).toEqual([0, 100_000, 200_000]);
  const { results } = await webhooks.messages.list({ eventType: 'connection.connected' });
  const { attempts } = await webhooks.messages.show(results[0]?.id as string);
  expect(attempts.map(({ at }) => Date.parse(at) - start)).toEqual([0, 5000, 305_000]);
});
