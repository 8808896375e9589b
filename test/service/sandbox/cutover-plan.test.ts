import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataTypes } from '#contract/data-types.ts';
import { isEventType } from '#contract/events.ts';
import { type Rule, type RuleType, ruleTypes } from '#contract/legacy.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import { planCutover } from '#service/sandbox/cutover-plan.ts';

let made = 0;
const rule = (type: RuleType, webhook?: string, companyId?: string, emails: string[] = []): Rule => ({
  id: `rule-${++made}`,
  type,
  ...(companyId !== undefined && { companyId }),
  notifiers: { emails, ...(webhook !== undefined && { webhook }) },
});

test('each rule type has the event types of the table, and no others', () => {
  const connection = ['created', 'connected', 'disconnected', 'reconnected', 'deleted'];
  expect(eventTypesOfRule.DataConnectionStatusChanged).toEqual(
    connection.map((word) => `connection.${word}`),
  );
  expect(eventTypesOfRule['New company synchronized']).toEqual(['read.completed.initial']);
  expect(eventTypesOfRule['Data sync completed']).toEqual(['read.completed']);
  expect(eventTypesOfRule['Dataset data changed']).toEqual(['read.completed']);
  expect(eventTypesOfRule['Data Sync Status Changed To Error']).toEqual(['read.completed']);
  expect(eventTypesOfRule['Sync Connection Deleted']).toEqual(['connection.deleted']);
  expect(eventTypesOfRule['Sync Completed']).toEqual(['expenses.sync.successful']);
  expect(eventTypesOfRule['Sync Failed']).toEqual(['expenses.sync.unsuccessful']);
  expect(eventTypesOfRule['Rate Limit Reached']).toEqual(['client.rateLimit.reached']);
  expect(eventTypesOfRule['Rate Limit Reset']).toEqual(['client.rateLimit.reset']);
  const pushed = eventTypesOfRule['Push Operation Status Changed'];
  expect(pushed).toHaveLength(2 * dataTypes.length);
  expect(pushed).toContain('banking-transactions.write.successful');
  expect(eventTypesOfRule['Push Operation Timed Out']).toEqual(
    dataTypes.map((dataType) => `${dataType}.write.unsuccessful`),
  );
  for (const type of ruleTypes) expect(eventTypesOfRule[type].every(isEventType)).toBe(true);
});

test('rules with the same URL and the same company are one endpoint with all their event types', () => {
  const url = 'https://example.com/hook';
  const rules = [
    rule('Data sync completed', url),
    rule('Sync Failed', 'https://example.com/other'),
    rule('Dataset data changed', url),
    rule('Sync Completed', 'HTTPS://EXAMPLE.com:443/hook'),
    rule('Sync Completed', url, 'company-1'),
    rule('Sync Failed', url, 'company-1'),
    rule('Sync Failed', url, 'company-2'),
  ];
  const [a, b, c, d, e, f, g] = rules.map(({ id }) => id);
  expect(planCutover(rules).endpoints).toEqual([
    { url, ruleIds: [a, c, d], eventTypes: ['read.completed', 'expenses.sync.successful'] },
    { url: 'https://example.com/other', ruleIds: [b], eventTypes: ['expenses.sync.unsuccessful'] },
    {
      url,
      companyId: 'company-1',
      ruleIds: [e, f],
      eventTypes: ['expenses.sync.successful', 'expenses.sync.unsuccessful'],
    },
    { url, companyId: 'company-2', ruleIds: [g], eventTypes: ['expenses.sync.unsuccessful'] },
  ]);
});

test('mails are not carried: their rules are listed with a reason and what to use instead', () => {
  const mailOnly = rule('New company synchronized', undefined, undefined, ['a@example.com']);
  const both = rule('Sync Failed', 'https://example.com/', undefined, ['a@example.com']);
  const plan = planCutover([mailOnly, both]);
  expect(plan.endpoints.map(({ ruleIds }) => ruleIds)).toEqual([[both.id]]);
  expect(plan.notCarried).toEqual([
    {
      ruleId: mailOnly.id,
      reason: expect.stringContaining('only sends mail'),
      eventTypes: ['read.completed.initial'],
    },
    {
      ruleId: both.id,
      reason: expect.stringContaining('Its webhook is carried over'),
      eventTypes: ['expenses.sync.unsuccessful'],
    },
  ]);
});

test('every rule is carried, or listed, or both, and never carried twice', () => {
  const anyRule = fc
    .record({
      type: fc.constantFrom(...ruleTypes),
      webhook: fc.option(fc.constantFrom('https://a.example/', 'https://b.example/x'), { nil: undefined }),
      companyId: fc.option(fc.constantFrom('c-1', 'c-2'), { nil: undefined }),
      emails: fc.constantFrom<string[]>([], ['a@example.com']),
    })
    .filter(({ webhook, emails }) => webhook !== undefined || emails.length > 0)
    .map(({ type, webhook, companyId, emails }) => rule(type, webhook, companyId, emails));
  fc.assert(
    fc.property(fc.array(anyRule), (rules) => {
      const { endpoints, notCarried } = planCutover(rules);
      const carried = endpoints.flatMap(({ ruleIds }) => ruleIds);
      const withWebhook = rules.filter(({ notifiers }) => notifiers.webhook !== undefined);
      const withEmails = rules.filter(({ notifiers }) => notifiers.emails.length > 0);
      expect([...carried].sort()).toEqual(withWebhook.map(({ id }) => id).sort());
      expect(notCarried.map(({ ruleId }) => ruleId)).toEqual(withEmails.map(({ id }) => id));
      expect(new Set(endpoints.map(({ url, companyId }) => `${companyId} ${url}`)).size).toBe(
        endpoints.length,
      );
    }),
  );
});
