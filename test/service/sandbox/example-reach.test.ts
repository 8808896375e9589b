import { expect, test } from 'vitest';
import { type RuleType, ruleTypes } from '#contract/legacy.ts';
import { type Received, startConsumer } from '#test/support/consumer.ts';
import { startSandboxEngine } from '#test/support/sandbox-engine.ts';

/** Event types whose examples are something to every rule type. */
const examples = [
  'connection.connected',
  'connection.deleted',
  'read.completed',
  'read.completed.initial',
  'invoices.write.successful',
  'invoices.write.unsuccessful',
  'expenses.sync.successful',
  'expenses.sync.unsuccessful',
  'client.rateLimit.reached',
  'client.rateLimit.reset',
];

const ofNoCompany: ReadonlySet<RuleType> = new Set(['Rate Limit Reached', 'Rate Limit Reset']);

/** Company, connection and data type of every occurrence, as either mechanism tells it. */
const pairsOf = ({ body }: Received): string[] => {
  const { CompanyId, DataConnectionId, Data, payload, eventType } = JSON.parse(body);
  if (payload === undefined) return [`${CompanyId} ${DataConnectionId} ${Data.dataType}`];
  const companyId = payload.referenceCompany?.id;
  if (payload.dataTypes !== undefined && eventType === 'read.completed') {
    return payload.dataTypes.map(
      (one: { connectionId: string; dataType: string }) => `${companyId} ${one.connectionId} ${one.dataType}`,
    );
  }
  const connectionId = payload.connection?.id ?? payload.connectionId ?? payload.dataTypes?.[0].connectionId;
  const dataType = eventType.includes('.write.') ? eventType.split('.')[0] : undefined;
  return [`${companyId} ${connectionId} ${dataType}`];
};

test('examples reach every rule type before a cutover and its endpoint after it, of the same company and connection', async () => {
  const { sandbox, platform, legacy, scheduler } = await startSandboxEngine();
  const consumer = await startConsumer();
  const linked = await platform.companies.create({ name: 'Bright Bakery' }, 'test');
  const { id: connectionId } = await platform.connections.create(linked.id, 'gbol');
  const bare = await platform.companies.create({ name: 'Second Shop' }, 'test');
  for (const [n, type] of ruleTypes.entries()) {
    for (const companyId of [undefined, linked.id, bare.id]) {
      const webhook = `${consumer.url}/${n}/${companyId ?? 'all'}`;
      await legacy.rules.create({ type, companyId, notifiers: { webhook } });
    }
  }
  const publish = async () => {
    const from = consumer.received.length;
    for (const eventType of examples) {
      for (const companyId of [linked.id, bare.id]) await sandbox.publishExample({ eventType, companyId });
    }
    await scheduler.idle();
    return Map.groupBy(consumer.received.slice(from), ({ path }) => path);
  };
  const legacySent = await publish();
  const again = await publish();
  await sandbox.cutover({});
  const newSent = await publish();

  const pairs = (sent: Map<string, Received[]>, path: string) =>
    [...new Set((sent.get(path) ?? []).flatMap(pairsOf))].sort();
  for (const [n, type] of ruleTypes.entries()) {
    for (const of of ['all', linked.id, bare.id]) {
      const path = `/${n}/${of}`;
      const expected = pairs(legacySent, path);
      const fires = of === 'all' || !ofNoCompany.has(type);
      expect(expected.length > 0, `${type}, ${of}`).toBe(fires);
      expect(pairs(again, path)).toEqual(expected);
      // A rule with a condition fires for some data types of a read, the message is of all.
      expect(pairs(newSent, path), `${type}, ${of}`).toEqual(expect.arrayContaining(expected));
    }
  }
  const connections = pairs(legacySent, `/0/${linked.id}`);
  expect(connections).toEqual([`${linked.id} ${connectionId} undefined`]);
  expect(pairs(legacySent, `/0/${bare.id}`)).toEqual([expect.stringContaining(bare.id)]);
});

test('a read has data types that changed, that did not, and that failed', async () => {
  const { sandbox, webhooks } = await startSandboxEngine();
  const { messageId } = await sandbox.publishExample({ eventType: 'read.completed' });
  const { payload } = JSON.parse((await webhooks.messages.show(messageId)).body);
  expect(payload.dataTypes).toMatchObject([
    { recordsModified: true, status: 'Complete' },
    { recordsModified: false, status: 'Complete' },
    { recordsModified: false, status: 'FetchError' },
  ]);
});
