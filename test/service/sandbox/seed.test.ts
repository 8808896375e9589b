import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventTypes } from '#contract/events.ts';
import type { Snapshot } from '#contract/sandbox.ts';
import type { Sandbox } from '#service/sandbox/sandbox.ts';
import { readClient } from '#service/store/client-fact.ts';
import { writeFact } from '#service/store/facts.ts';
import { emptiedTables } from '#service/store/reset.ts';
import { settingsFact } from '#service/store/settings.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startSandboxEngine } from '#test/support/sandbox-engine.ts';
import { asTheyAre } from '#test/support/test-platform.ts';
import { tablesOf } from '#test/support/test-store.ts';

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const snapshot: Snapshot = {
  client: { id: id(9), name: 'Other Platform' },
  profile: { name: 'Seeded', alertAuthHeader: 'Bearer seeded' },
  companies: [
    {
      id: id(1),
      name: 'Bright Bakery',
      tags: { region: 'north' },
      connections: [{ id: id(2), platformKey: 'gbol', status: 'Linked' }],
    },
    { id: id(3), name: 'Second Shop' },
  ],
  rules: [
    {
      id: id(4),
      type: 'Data sync completed',
      companyId: id(1),
      notifiers: { webhook: 'https://example.com/a' },
    },
    { id: id(5), type: 'Sync Failed', notifiers: { emails: ['ops@example.com'] } },
  ],
  webhooks: [
    {
      id: id(6),
      url: 'https://example.com/new',
      eventTypes: ['read.completed'],
      companyId: id(1),
      headers: [{ name: 'Authorization', value: 'Bearer x' }],
    },
  ],
};

test('a snapshot fills the sandbox, with new ids that the answer maps, and without events', async () => {
  const engine = await startSandboxEngine();
  const { sandbox, platform, legacy, webhooks, client, context } = engine;
  const ids = await sandbox.seed(snapshot);
  expect(Object.keys(ids.companies)).toEqual([id(1), id(3)]);
  expect(Object.keys(ids.connections)).toEqual([id(2)]);
  expect(Object.keys(ids.rules)).toEqual([id(4), id(5)]);
  expect(Object.keys(ids.webhooks)).toEqual([id(6)]);

  const companyId = ids.companies[id(1)] as string;
  const company = await platform.companies.show(companyId);
  expect(company).toMatchObject({ name: 'Bright Bakery', tags: { region: 'north' } });
  expect(company.dataConnections).toMatchObject([{ id: ids.connections[id(2)], status: 'Linked' }]);
  expect(await legacy.rules.show(ids.rules[id(4)] as string)).toMatchObject({ companyId });
  expect(await legacy.profile.show()).toMatchObject({ name: 'Seeded', alertAuthHeader: 'Bearer seeded' });
  expect(await webhooks.endpoints.list()).toMatchObject([{ id: ids.webhooks[id(6)], companyId }]);
  expect(client).toEqual({ id: id(9), name: 'Other Platform' });
  expect(await context.store.read(readClient)).toEqual(client);
  expect((await webhooks.messages.list({})).results).toEqual([]);
  expect((await legacy.alerts.list({})).totalResults).toBe(0);
  expect(engine.announced).toContainEqual({ type: 'sandbox', change: 'seeded' });
});

test('the seeded rules fire, in the name of the seeded client', async () => {
  const engine = await startSandboxEngine();
  const consumer = await startConsumer();
  await engine.sandbox.seed({
    client: { name: 'Other Platform' },
    rules: [{ id: id(1), type: 'Sync Failed', notifiers: { webhook: consumer.url } }],
  });
  await engine.sandbox.publishExample({ eventType: 'expenses.sync.unsuccessful' });
  await engine.scheduler.idle();
  expect(JSON.parse(consumer.received[0]?.body as string)).toMatchObject({ ClientName: 'Other Platform' });
});

test('a profile of a snapshot that says no name has the name of its client', async () => {
  const { sandbox, legacy } = await startSandboxEngine();
  await sandbox.seed({ client: { name: 'Other' }, profile: { redirectUrl: 'https://example.com/' } });
  expect(await legacy.profile.show()).toEqual({ name: 'Other', redirectUrl: 'https://example.com/' });
});

test('a sandbox that is not empty is left alone, unless it is to be replaced', async () => {
  const { sandbox, platform, legacy, webhooks } = await startSandboxEngine();
  await sandbox.seed(snapshot);
  await expect(sandbox.seed(snapshot)).rejects.toMatchObject({ code: 'seed.notEmpty' });
  const ids = await sandbox.seed({ ...snapshot, replace: true });
  expect((await platform.companies.list({}, asTheyAre)).results.map((company) => company.id)).toEqual(
    Object.values(ids.companies),
  );
  expect((await legacy.rules.list({})).totalResults).toBe(2);
  expect(await webhooks.endpoints.list()).toHaveLength(1);
});

test('each kind of thing makes a sandbox not empty, a cutover too', async () => {
  const refused = { code: 'seed.notEmpty' };
  const { sandbox, legacy, webhooks } = await startSandboxEngine();
  await legacy.rules.create({ type: 'Sync Failed', notifiers: { emails: ['a@example.com'] } });
  await expect(sandbox.seed({})).rejects.toMatchObject(refused);
  await sandbox.reset();
  const { id: webhookId } = await webhooks.endpoints.create({
    url: 'https://a.example/',
    eventTypes: ['company.created'],
  });
  await expect(sandbox.seed({})).rejects.toMatchObject(refused);
  await webhooks.endpoints.remove(webhookId);
  await sandbox.cutover({});
  await expect(sandbox.seed({})).rejects.toMatchObject(refused);
  await sandbox.undoCutover();
  await sandbox.seed({});
});

test.each<[string, Snapshot, string]>([
  [
    'a rule of an unknown company',
    {
      rules: [{ id: id(1), type: 'Sync Failed', companyId: id(2), notifiers: { emails: ['a@example.com'] } }],
    },
    'rules.0.companyId',
  ],
  [
    'a rule that says nowhere to',
    { rules: [{ id: id(1), type: 'Sync Failed', notifiers: {} }] },
    'rules.0.notifiers',
  ],
  [
    'a rule with a bad webhook',
    { rules: [{ id: id(1), type: 'Sync Failed', notifiers: { webhook: 'ftp://example.com' } }] },
    'rules.0.notifiers.webhook',
  ],
  [
    'two rules with one id',
    {
      rules: [1, 1].map((n) => ({
        id: id(n),
        type: 'Sync Failed',
        notifiers: { emails: ['a@example.com'] },
      })),
    },
    'rules.1.id',
  ],
  ['an auth header with a line break', { profile: { alertAuthHeader: 'a\nb' } }, 'profile.alertAuthHeader'],
])('%s is refused, and nothing of the snapshot is kept', async (_, bad, itemId) => {
  const { sandbox, platform, client } = await startSandboxEngine();
  const before = { ...client };
  const seeded = sandbox.seed({ ...snapshot, webhooks: [], ...bad });
  await expect(seeded).rejects.toMatchObject({ code: 'request.invalid', validation: [{ itemId }] });
  expect((await platform.companies.list({}, asTheyAre)).totalResults).toBe(0);
  expect(client).toEqual(before);
});

test('replacing with a bad snapshot leaves what was there', async () => {
  const { sandbox, platform, webhooks } = await startSandboxEngine();
  await sandbox.seed(snapshot);
  const bad: Snapshot = { replace: true, profile: { alertAuthHeader: 'a\nb' } };
  await expect(sandbox.seed(bad)).rejects.toMatchObject({ code: 'request.invalid' });
  expect((await platform.companies.list({}, asTheyAre)).totalResults).toBe(2);
  expect(await webhooks.endpoints.list()).toHaveLength(1);
});

test('a reset empties everything but keys, client, clock and settings, and the outbox', async () => {
  const engine = await startSandboxEngine();
  const { sandbox, context, scheduler, legacy, webhooks } = engine;
  const consumer = await startConsumer();
  const settings = { rateLimit: true, retention: { messageDays: 3, requests: 200 } };
  await context.store.write(async (tx) => {
    await writeFact(tx, settingsFact, settings);
    await tx.db
      .insertInto('api_keys')
      .values({ id: id(1), name: 'key', sealed_key: Buffer.from('x'), created_at: 1 })
      .execute();
  });
  await sandbox.seed(snapshot);
  await legacy.rules.create({
    type: 'Sync Failed',
    notifiers: { webhook: consumer.url, emails: ['a@b.example'] },
  });
  await webhooks.endpoints.create({ url: consumer.url, eventTypes: [...eventTypes] });
  await sandbox.publishExample({ eventType: 'expenses.sync.unsuccessful' });
  await scheduler.idle();
  await sandbox.cutover({});
  mkdirSync(engine.outboxDir, { recursive: true });
  writeFileSync(join(engine.outboxDir, 'left-over.eml'), '');
  const now = context.clock.now();

  await sandbox.reset();
  for (const table of emptiedTables) {
    const rows = await context.store.read(({ db }) => db.selectFrom(table).selectAll().execute());
    expect({ table, rows }).toEqual({ table, rows: [] });
  }
  const kept = await context.store.read(async ({ db }) => ({
    keys: await db.selectFrom('api_keys').select('id').execute(),
    facts: await db.selectFrom('facts').select('name').orderBy('name').execute(),
  }));
  expect(kept.keys).toEqual([{ id: id(1) }]);
  expect(kept.facts.map(({ name }) => name)).toEqual(['client', 'clock', 'emptied', 'settings']);
  expect(context.clock.now()).toBe(now);
  expect(readdirSync(engine.outboxDir)).toEqual([]);
  expect(await webhooks.endpoints.list()).toEqual([]);
  expect(await legacy.profile.show()).toEqual({ name: 'Other Platform', redirectUrl: '' });
  expect(engine.announced).toContainEqual({ type: 'sandbox', change: 'reset' });

  const before = consumer.received.length;
  await sandbox.publishExample({ eventType: 'expenses.sync.unsuccessful' });
  await scheduler.idle();
  expect(consumer.received).toHaveLength(before);
  await sandbox.seed(snapshot);
});

test('every table of the schema is either emptied by a reset or kept on purpose', async () => {
  const { context } = await startSandboxEngine();
  const ours = await tablesOf(context.store);
  // Triggers keep the count of linked companies: it follows what is emptied. The index of words learns what was removed.
  const kept = ['api_keys', 'company_revision', 'facts', 'linked_companies', 'text_slices'];
  expect(ours).toEqual([...emptiedTables, ...kept].sort());
});

test('a reset waits for no consumer, and what comes back later belongs to nothing', async () => {
  const { sandbox, webhooks, scheduler } = await startSandboxEngine();
  const gate = Promise.withResolvers<void>();
  const consumer = await startConsumer((_, before) => ({
    status: 200,
    ...(before === 0 ? { after: gate.promise } : {}),
  }));
  const wanted = { url: consumer.url, eventTypes: ['company.created'] };
  await webhooks.endpoints.create(wanted);
  await sandbox.publishExample({ eventType: 'company.created' });
  await consumer.receivedAtLeast(1);
  await sandbox.reset();
  expect((await webhooks.messages.list({})).results).toEqual([]);

  await webhooks.endpoints.create(wanted);
  const { messageId } = await sandbox.publishExample({ eventType: 'company.created' });
  gate.resolve();
  await scheduler.idle();
  const { attempts, deliveries } = await webhooks.messages.show(messageId);
  expect(attempts).toHaveLength(1);
  expect(deliveries).toMatchObject([{ status: 'Success', attempts: 1 }]);
});

test.each([
  ['reset', (sandbox: Sandbox) => sandbox.reset()],
  ['seeded', (sandbox: Sandbox) => sandbox.seed({ ...snapshot, replace: true })],
] as const)('whoever sees the tables %s was told before', async (change, run) => {
  const { sandbox, announced, context } = await startSandboxEngine();
  await sandbox.seed(snapshot);
  await sandbox.cutover({});
  announced.length = 0;
  // The first read after the commit, before files and free pages are cleared.
  let seen: boolean | undefined;
  const writeAnew = context.store.writeAnew;
  context.store.writeAnew = async () => {
    seen = announced.some((one) => one.type === 'sandbox' && one.change === change);
    await writeAnew();
  };
  await run(sandbox);
  expect(seen).toBe(true);
});
