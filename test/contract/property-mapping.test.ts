import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { DatasetEnd } from '#contract/data.ts';
import { type RuleType, ruleTypes } from '#contract/legacy.ts';
import { conditionHolds, headerPrefix, ruleMappings } from '#contract/property-mapping.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import { occurrencesOf } from '#service/legacy/occurrences.ts';
import { envelopeOf } from '#service/webhooks/envelope.ts';
import { testCompany } from '#test/support/delivery-engine.ts';
import { testConnection } from '#test/support/legacy-engine.ts';

const company = testCompany({ name: 'Bright Bakery' });
const connection = testConnection({ status: 'Unlinked' });
const connectionId = connection.id;
const reads = (
  type: 'read.completed' | 'read.completed.initial',
  status: DatasetEnd,
  recordsModified: boolean,
) =>
  ({
    type,
    company,
    sourceType: 'Accounting',
    dataTypes: [{ connectionId, dataType: 'invoices', status, recordsModified, datasetId: 'd' }],
  }) as const;
const pushed = (status: 'Success' | 'TimedOut') =>
  ({
    type: `bills.write.${status === 'Success' ? 'successful' : 'unsuccessful'}`,
    company,
    connectionId,
    dataType: 'bills',
    push: { id: 'p', requestedOnDate: '1', completedOnDate: '2', status, recordId: 'r' },
  }) as const;
const quota = { dailyQuota: 10, quotaRemaining: 4, expiryDate: 'e', resetReason: 'Daily reset' };
const expenses = { company, syncId: 's', syncType: 't', failureStage: 'f' };
/** By rule type: an event that the rule is sent for. */
const events: Record<RuleType, DomainEvent> = {
  DataConnectionStatusChanged: { type: 'connection.disconnected', company, connection, oldStatus: 'Linked' },
  'New company synchronized': reads('read.completed.initial', 'Complete', true),
  'Data sync completed': reads('read.completed', 'Complete', false),
  'Dataset data changed': reads('read.completed', 'Complete', true),
  'Data Sync Status Changed To Error': reads('read.completed', 'FetchError', false),
  'Push Operation Status Changed': pushed('Success'),
  'Push Operation Timed Out': pushed('TimedOut'),
  'Sync Connection Deleted': { type: 'connection.deleted', company, connection, oldStatus: 'Linked' },
  'Sync Completed': { type: 'expenses.sync.successful', ...expenses },
  'Sync Failed': { type: 'expenses.sync.unsuccessful', ...expenses },
  'Rate Limit Reached': { type: 'client.rateLimit.reached', ...quota },
  'Rate Limit Reset': { type: 'client.rateLimit.reset', ...quota },
};

const valueAt = (body: unknown, path: string): unknown =>
  path
    .replaceAll('[]', '.0')
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);

const bodiesOf = (type: RuleType) => {
  const occurrence = occurrencesOf(events[type]).find(({ ruleType }) => ruleType === type);
  const { companyId, connectionId: of, data } = occurrence ?? {};
  const legacy = {
    ...{ AlertId: 'a', RuleId: 'r', RuleType: type, ClientId: 'c', ClientName: 'n', Message: 'm' },
    ...(companyId === undefined ? {} : { CompanyId: companyId }),
    ...(of === undefined ? {} : { DataConnectionId: of }),
    Data: data ?? {},
  };
  return { legacy, now: envelopeOf(events[type], { id: 'e', at: 0, portal: () => 'x' }) };
};

test.each(ruleTypes)('every property of "%s" is mapped to where the service puts it', (type) => {
  const { legacy, now } = bodiesOf(type);
  const { Data, ...top } = legacy;
  const { properties } = ruleMappings[type];
  expect(properties.map(({ from }) => from).toSorted()).toStrictEqual(
    [...Object.keys(top), ...Object.keys(Data).map((key) => `Data.${key}`)].toSorted(),
  );
  expect(eventTypesOfRule[type]).toContain(now.eventType);
  for (const { from, to } of properties) {
    if (to === undefined) continue;
    if (to.startsWith(headerPrefix)) {
      expect([from, to]).toStrictEqual(['ClientId', `${headerPrefix}${carriedHeaders.clientId}`]);
    } else if (from === 'AlertId' || from === 'RuleType') {
      expect(valueAt(now, to)).toBeTypeOf('string');
    } else {
      expect([from, valueAt(now, to)]).toStrictEqual([from, valueAt(legacy, from)]);
      expect(valueAt(now, to)).toBeDefined();
    }
  }
});

test.each(ruleTypes)('the lost conditions of "%s" tell its events from the others', (type) => {
  const { conditionsLost } = ruleMappings[type];
  const met = (event: DomainEvent): boolean => {
    const body = envelopeOf(event, { id: 'e', at: 0, portal: () => 'x' });
    return conditionsLost.every((one) => conditionHolds(one, valueAt(body, one.path)));
  };
  const others: DomainEvent[] = [
    ...Object.values(events),
    {
      ...pushed('Success'),
      type: 'bills.write.unsuccessful',
      push: { ...pushed('Success').push, status: 'Failed' },
    },
    reads('read.completed', 'Cancelled', false),
  ];
  const replaced = others.filter((event) => eventTypesOfRule[type].includes(event.type));
  expect(replaced).not.toStrictEqual([]);
  for (const event of replaced) {
    const isSent = occurrencesOf(event).some(({ ruleType }) => ruleType === type);
    expect([event, met(event)]).toStrictEqual([event, isSent]);
  }
});

test('the page of the rules has each line', () => {
  const page = readFileSync('docs/reference/rules/rule-types.md', 'utf8');
  const cells = page.split('\n').filter((line) => line.startsWith('|'));
  const isOnPage = (from: string, to: string | undefined): boolean =>
    cells.some((line) => {
      const [, name = '', becomes = ''] = line.split('|');
      if (!name.includes(`\`${from}\``)) return false;
      return to === undefined
        ? becomes.includes('dropped')
        : becomes.includes(`\`${to.replace(headerPrefix, '')}\``);
    });
  for (const { properties, conditionsLost } of Object.values(ruleMappings)) {
    for (const { from, to, line } of properties) {
      expect([from, to, isOnPage(from, to)]).toStrictEqual([from, to, true]);
      expect(line.startsWith(`${from} → `)).toBe(true);
    }
    for (const { path } of conditionsLost) expect(page).toContain(`\`${path}\``);
  }
});
