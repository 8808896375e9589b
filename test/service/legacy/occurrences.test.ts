import { expect, test } from 'vitest';
import type { DatasetEnd } from '#contract/data.ts';
import { eventTypes } from '#contract/events.ts';
import { type RuleType, ruleTypes } from '#contract/legacy.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import type { ConnectionEvent, ReadEvent, WriteEvent } from '#service/core/domain-events.ts';
import { occurrencesOf } from '#service/legacy/occurrences.ts';
import { createExampleEvents } from '#service/sandbox/example-event.ts';
import { testCompany } from '#test/support/delivery-engine.ts';
import { testConnection } from '#test/support/legacy-engine.ts';
import { testContext } from '#test/support/service-context.ts';

const company = testCompany({ name: 'Bright Bakery' });
const connectionId = testConnection().id;

const told = (event: Parameters<typeof occurrencesOf>[0]) =>
  occurrencesOf(event).map(({ ruleType, data }) => [ruleType, data]);

test.each([
  ['connection.created', 'PendingAuth', undefined, null],
  ['connection.connected', 'Linked', 'PendingAuth', 'PendingAuth'],
  ['connection.disconnected', 'Deauthorized', 'Linked', 'Linked'],
  ['connection.reconnected', 'Linked', 'Deauthorized', 'Deauthorized'],
] as const)('%s is a status change', (type, status, oldStatus, expectedOld) => {
  const event: ConnectionEvent = { type, company, connection: testConnection({ status }), oldStatus };
  expect(told(event)).toEqual([
    [
      'DataConnectionStatusChanged',
      { dataConnectionId: connectionId, platformKey: 'gbol', newStatus: status, oldStatus: expectedOld },
    ],
  ]);
  expect(occurrencesOf(event)[0]).toMatchObject({ companyId: company.id, connectionId });
});

test('connection.deleted is a status change and a deleted sync connection', () => {
  const connection = testConnection({ status: 'Unlinked' });
  expect(told({ type: 'connection.deleted', company, connection, oldStatus: 'Linked' })).toEqual([
    [
      'DataConnectionStatusChanged',
      { dataConnectionId: connectionId, platformKey: 'gbol', newStatus: 'Unlinked', oldStatus: 'Linked' },
    ],
    ['Sync Connection Deleted', {}],
  ]);
});

test('connection.failed and what happens to companies is nothing to the legacy mechanism', () => {
  expect(told({ type: 'connection.failed', company, connection: testConnection() })).toEqual([]);
  expect(told({ type: 'company.created', company })).toEqual([]);
  expect(told({ type: 'company.deleted', company })).toEqual([]);
});

const read = (
  type: ReadEvent['type'],
  ...ends: [dataType: string, status: DatasetEnd, modified: boolean][]
) => ({
  type,
  company,
  sourceType: 'Accounting' as const,
  dataTypes: ends.map(([dataType, status, recordsModified], index) => ({
    connectionId,
    dataType,
    status,
    recordsModified,
    datasetId: `dataset-${index}`,
  })),
});

test('the first read tells of a new company, once', () => {
  expect(told(read('read.completed.initial', ['invoices', 'Complete', true]))).toEqual([
    ['New company synchronized', { companyName: 'Bright Bakery', sourceType: 'Accounting' }],
  ]);
});

test('a read gives one alert for each data type: complete, changed, ended with an error', () => {
  const event = read(
    'read.completed',
    ['invoices', 'Complete', true],
    ['bills', 'Complete', false],
    ['payments', 'FetchError', false],
    ['items', 'Cancelled', false],
    ['journals', 'NotSupported', false],
  );
  expect(told(event)).toEqual([
    ['Data sync completed', { dataType: 'invoices', datasetId: 'dataset-0' }],
    ['Dataset data changed', { dataType: 'invoices', datasetId: 'dataset-0' }],
    ['Data sync completed', { dataType: 'bills', datasetId: 'dataset-1' }],
    [
      'Data Sync Status Changed To Error',
      { dataType: 'payments', datasetStatus: 'FetchError', datasetId: 'dataset-2' },
    ],
  ]);
});

test.each([
  'FetchError',
  'MapError',
  'ProcessingError',
  'InternalError',
  'AuthError',
  'RateLimitError',
  'PermissionsError',
] as const)('%s is an error', (status) => {
  expect(told(read('read.completed', ['bills', status, false]))).toEqual([
    [
      'Data Sync Status Changed To Error',
      { dataType: 'bills', datasetStatus: status, datasetId: 'dataset-0' },
    ],
  ]);
});

const write = (type: WriteEvent['type'], status: WriteEvent['push']['status']): WriteEvent => ({
  type,
  company,
  connectionId,
  dataType: 'invoices',
  push: { id: 'push-1', requestedOnDate: '', completedOnDate: '', status, recordId: 'record-1' },
});

test('a write is a changed push operation; one that timed out is told of twice', () => {
  const changed = (status: string) => [
    'Push Operation Status Changed',
    { dataType: 'invoices', status, pushOperationKey: 'push-1' },
  ];
  expect(told(write('invoices.write.successful', 'Success'))).toEqual([changed('Success')]);
  expect(told(write('invoices.write.unsuccessful', 'Failed'))).toEqual([changed('Failed')]);
  expect(told(write('invoices.write.unsuccessful', 'TimedOut'))).toEqual([
    changed('TimedOut'),
    [
      'Push Operation Timed Out',
      { dataType: 'invoices', pushOperationKey: 'push-1', pushOperationGuid: 'push-1' },
    ],
  ]);
});

test('expense syncs and rate limits keep the spelling of their fields', () => {
  const sync = { company, syncId: 's-1', syncType: 'Expense' };
  expect(told({ type: 'expenses.sync.successful', ...sync })).toEqual([
    ['Sync Completed', { syncId: 's-1', syncType: 'Expense' }],
  ]);
  expect(told({ type: 'expenses.sync.unsuccessful', ...sync, failureStage: 'Push' })).toEqual([
    ['Sync Failed', { syncId: 's-1', syncType: 'Expense', FailureStage: 'Push' }],
  ]);
  const quota = { dailyQuota: 1000, quotaRemaining: 0, expiryDate: '2026-01-16T00:00:00.000Z' };
  expect(told({ type: 'client.rateLimit.reached', ...quota })).toEqual([
    ['Rate Limit Reached', { DailyQuota: 1000, ExpiresUtc: quota.expiryDate }],
  ]);
  expect(
    told({ type: 'client.rateLimit.reset', ...quota, quotaRemaining: 1000, resetReason: 'Daily' }),
  ).toEqual([
    [
      'Rate Limit Reset',
      { QuotaRemaining: 1000, ResetReason: 'Daily', DailyQuota: 1000, ExpiresUtc: quota.expiryDate },
    ],
  ]);
});

test('the rule types that an event fires are those that its event type replaces, for every event type', async () => {
  const context = await testContext();
  const exampleEvent = createExampleEvents(context, { companyIn: async () => company });
  for (const eventType of eventTypes) {
    const event = await context.store.read((reader) => exampleEvent(reader, eventType));
    expect(event.type).toBe(eventType);
    const fired = new Set<RuleType>(occurrencesOf(event).map(({ ruleType }) => ruleType));
    const replaced = ruleTypes.filter((type) => eventTypesOfRule[type].includes(eventType));
    expect({ eventType, fired: [...fired].sort() }).toEqual({ eventType, fired: replaced.sort() });
  }
});

test('every message is a sentence that names the company', async () => {
  const context = await testContext();
  const exampleEvent = createExampleEvents(context, { companyIn: async () => company });
  for (const eventType of eventTypes) {
    const event = await context.store.read((reader) => exampleEvent(reader, eventType, company.id));
    for (const { message, companyId } of occurrencesOf(event)) {
      expect(message).toMatch(/^The .+\.$/);
      expect(message).not.toContain('undefined');
      if (companyId !== undefined) expect(message).toContain('"Bright Bakery"');
    }
  }
});
