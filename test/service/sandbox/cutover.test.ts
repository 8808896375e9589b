import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ProfileRequest, type RuleType } from '#contract/legacy.ts';
import { authHeaderBytes } from '#contract/webhook.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { type SandboxEngine, startSandboxEngine } from '#test/support/sandbox-engine.ts';

const statusChanged = 'DataConnectionStatusChanged';

const addRule = (
  { legacy }: SandboxEngine,
  type: RuleType,
  webhook: string | undefined,
  more: { companyId?: string; emails?: string[] } = {},
) => legacy.rules.create({ type, companyId: more.companyId, notifiers: { webhook, emails: more.emails } });

const revealed = (engine: SandboxEngine, webhookId: string) =>
  engine.webhooks.management.headers(webhookId, true);

test('a set-up of four rules is carried over, with header, client id and company', async () => {
  const engine = await startSandboxEngine();
  const { legacy, platform, webhooks, sandbox, client } = engine;
  const company = await platform.companies.create({ name: 'Bright Bakery' }, 'test');
  await legacy.profile.replace({ name: 'Acme', redirectUrl: '', alertAuthHeader: 'Bearer abc' });
  const url = 'https://example.com/hook';
  const first = await addRule(engine, statusChanged, url);
  const second = await addRule(engine, 'Data sync completed', url);
  const specific = await addRule(engine, 'Dataset data changed', url, { companyId: company.id });
  const mail = await addRule(engine, 'New company synchronized', undefined, { emails: ['ops@example.com'] });

  const result = await sandbox.cutover({});
  expect(result).toEqual({
    at: new Date(engine.context.clock.now()).toISOString(),
    endpoints: [
      {
        ruleIds: [first.id, second.id],
        webhook: {
          id: expect.any(String),
          url,
          eventTypes: [
            'connection.created',
            'connection.connected',
            'connection.disconnected',
            'connection.reconnected',
            'connection.deleted',
            'read.completed',
          ],
          disabled: false,
          companyTags: [],
        },
      },
      {
        ruleIds: [specific.id],
        webhook: {
          id: expect.any(String),
          url,
          eventTypes: ['read.completed'],
          disabled: false,
          companyId: company.id,
          companyTags: [],
        },
      },
    ],
    notCarried: [
      { ruleId: mail.id, reason: expect.stringContaining('mail'), eventTypes: ['read.completed.initial'] },
    ],
    carriedHeaders: ['X-Service-ClientId', 'Authorization'],
  });
  expect(await webhooks.endpoints.list()).toEqual(result.endpoints.map(({ webhook }) => webhook));
  for (const { webhook } of result.endpoints) {
    expect(await revealed(engine, webhook.id)).toEqual([
      { name: 'X-Service-ClientId', value: client.id },
      { name: 'Authorization', value: 'Bearer abc' },
    ]);
  }
  const [, second_] = result.endpoints;
  const { channels } = await webhooks.management.show(second_?.webhook.id as string);
  expect(channels).toEqual([company.id]);
  expect(engine.announced).toContainEqual({ type: 'sandbox', change: 'cutover' });
});

test('a header that was set in the portal outweighs the one of the profile', async () => {
  const engine = await startSandboxEngine();
  await engine.legacy.profile.replace({ name: 'Acme', redirectUrl: '', alertAuthHeader: 'Bearer profile' });
  await addRule(engine, statusChanged, 'https://example.com/');
  const { endpoints } = await engine.sandbox.cutover({ portalAuthHeader: 'Bearer portal' });
  const headers = await revealed(engine, endpoints[0]?.webhook.id as string);
  expect(headers).toContainEqual({ name: 'Authorization', value: 'Bearer portal' });
});

test('without an auth header anywhere, only the client id is carried', async () => {
  const engine = await startSandboxEngine();
  await addRule(engine, statusChanged, 'https://example.com/');
  expect((await engine.sandbox.cutover({})).carriedHeaders).toEqual(['X-Service-ClientId']);
});

test('the longest auth header that is accepted can be carried over; a longer one is refused at once', async () => {
  const engine = await startSandboxEngine();
  const { legacy, sandbox } = engine;
  await addRule(engine, statusChanged, 'https://example.com/');
  const profile = (alertAuthHeader: string) => ({ name: 'Acme', redirectUrl: '', alertAuthHeader });
  const longest = 'x'.repeat(authHeaderBytes);
  expect(Value.Check(ProfileRequest, profile(longest))).toBe(true);
  expect(Value.Check(ProfileRequest, profile(`${longest}x`))).toBe(false);

  // One character of two bytes.
  const tooLong = `${longest.slice(1)}\u00e9`;
  const refused = (itemId: string) => ({
    code: 'request.invalid',
    message: expect.stringContaining(`at most ${authHeaderBytes} fit`),
    validation: [{ itemId, validatorName: 'maxBytes' }],
  });
  await expect(legacy.profile.replace(profile(tooLong))).rejects.toMatchObject(refused('alertAuthHeader'));
  await expect(sandbox.cutover({ portalAuthHeader: tooLong })).rejects.toMatchObject(
    refused('portalAuthHeader'),
  );

  await legacy.profile.replace(profile(longest));
  const { endpoints } = await sandbox.cutover({});
  expect(await revealed(engine, endpoints[0]?.webhook.id as string)).toContainEqual({
    name: 'Authorization',
    value: longest,
  });
});

test('a portal header that no request can carry is refused, and nothing is changed', async () => {
  const engine = await startSandboxEngine();
  await addRule(engine, statusChanged, 'https://example.com/');
  await expect(engine.sandbox.cutover({ portalAuthHeader: 'a\r\nb: c' })).rejects.toMatchObject({
    validation: [{ itemId: 'portalAuthHeader' }],
  });
  expect(await engine.webhooks.endpoints.list()).toEqual([]);
  expect((await engine.legacy.alerts.list({})).totalResults).toBe(0);
});

test('before, the event reaches the rule; after, the endpoint; undone, the rule again', async () => {
  const engine = await startSandboxEngine();
  const { sandbox, scheduler, webhooks } = engine;
  const consumer = await startConsumer();
  await addRule(engine, statusChanged, consumer.url);
  const fire = async () => {
    await sandbox.publishExample({ eventType: 'connection.connected' });
    await scheduler.idle();
    const { headers, body } = consumer.received.at(-1) as (typeof consumer.received)[number];
    return {
      kind: 'AlertId' in JSON.parse(body) ? 'alert' : 'message',
      clientId: headers['x-service-clientid'],
    };
  };
  const clientId = engine.client.id;
  expect(await fire()).toEqual({ kind: 'alert', clientId });
  await sandbox.cutover({});
  expect(await fire()).toEqual({ kind: 'message', clientId });
  const { endpoints } = await sandbox.undoCutover();
  expect(endpoints).toMatchObject([{ url: consumer.url, disabled: true }]);
  expect(await webhooks.endpoints.list()).toEqual(endpoints);
  expect(await fire()).toEqual({ kind: 'alert', clientId });
  expect(consumer.received).toHaveLength(3);
  expect(engine.announced).toContainEqual({ type: 'sandbox', change: 'cutover-undone' });
});

test('alerts that were accepted before go on being sent', async () => {
  const engine = await startSandboxEngine();
  const consumer = await startConsumer((_, before) => (before === 0 ? 503 : 200));
  await addRule(engine, statusChanged, consumer.url);
  await engine.sandbox.publishExample({ eventType: 'connection.connected' });
  await engine.scheduler.idle();
  await engine.sandbox.cutover({});
  await engine.scheduler.advanceTo(engine.context.clock.now() + 60_000);
  const ids = consumer.received.map(({ body }) => JSON.parse(body).AlertId);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
});

test('undoing leaves the endpoints that a person made as they are', async () => {
  const engine = await startSandboxEngine();
  const own = await engine.webhooks.endpoints.create({
    url: 'https://example.com/own',
    eventTypes: ['read.completed'],
  });
  await addRule(engine, statusChanged, 'https://example.com/');
  await engine.sandbox.cutover({});
  expect(await engine.webhooks.endpoints.list()).toHaveLength(2);
  await engine.sandbox.undoCutover();
  expect(await engine.webhooks.endpoints.list()).toMatchObject([own, { disabled: true }]);
});

test('a second cutover, and an undoing without one, are refused; after an undoing it can be done again', async () => {
  const engine = await startSandboxEngine();
  await addRule(engine, statusChanged, 'https://example.com/');
  await expect(engine.sandbox.undoCutover()).rejects.toMatchObject({ code: 'cutover.notDone' });
  await engine.sandbox.cutover({});
  await expect(engine.sandbox.cutover({})).rejects.toMatchObject({ code: 'cutover.done' });
  await engine.sandbox.undoCutover();
  expect((await engine.sandbox.cutover({})).endpoints).toHaveLength(1);
});

test('more endpoints than fit are refused, and nothing is changed', async () => {
  const engine = await startSandboxEngine();
  await engine.webhooks.endpoints.create({ url: 'https://example.com/own', eventTypes: ['read.completed'] });
  for (let i = 0; i < 50; i++) await addRule(engine, statusChanged, `https://example.com/${i}`);
  await expect(engine.sandbox.cutover({})).rejects.toMatchObject({
    code: 'cutover.tooMany',
    message: expect.stringMatching(/50 more endpoints.*leaves 49/),
  });
  expect(await engine.webhooks.endpoints.list()).toHaveLength(1);
  await engine.sandbox.publishExample({ eventType: 'connection.connected' });
  expect((await engine.legacy.alerts.list({})).totalResults).toBe(50);
});
