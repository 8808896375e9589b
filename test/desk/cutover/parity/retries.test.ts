import { expect, test } from 'vitest';
import type { Rule } from '#contract/legacy.ts';
import { createComparison } from '#desk/cutover/parity/comparison.ts';
import { compared } from './compared.ts';
import { recorded, type Sent, sentBy, start } from './sent.ts';
import { type Happened, planFor, uuid } from './world.ts';

const event: Happened = {
  at: 0,
  event: {
    type: 'client.rateLimit.reached',
    dailyQuota: 1000,
    quotaRemaining: 0,
    expiryDate: '2026-03-02T00:00:00.000Z',
  },
};
const rules = [
  {
    id: uuid(1),
    type: 'Rate Limit Reached' as const,
    notifiers: { emails: [], webhook: 'https://hooks.example/' },
  },
];
const plan = planFor(rules);
const send = (): { alert: Sent; message: Sent } => {
  const [alert, message] = sentBy(rules, [event], { delayMs: () => 0 });
  return { alert: alert as Sent, message: message as Sent };
};
const without = (sent: Sent): Sent => {
  const { statusCode: _, ...rest } = sent;
  return rest;
};

test('a repetition after a failure is a retry', () => {
  const { alert, message } = send();
  const report = compared(plan, [
    { ...alert, statusCode: 503 },
    { ...alert, at: alert.at + 15_000 },
    { ...message, statusCode: 500 },
    { ...message, at: message.at + 5000 },
  ]);
  expect(report).toMatchObject({
    verdict: 'holds',
    occurrences: { both: 1, twice: 0 },
    findings: [],
    requests: { legacy: 2, new: 2 },
  });
});

test('a repetition after nothing but 2xx was sent twice', () => {
  const { alert, message } = send();
  const report = compared(plan, [alert, message, { ...message, at: message.at + 5000 }]);
  expect(report).toMatchObject({ verdict: 'fails', occurrences: { both: 1, twice: 1 } });
  expect(report.findings).toMatchObject([{ id: 'sent-twice', count: 1 }]);
});

test('without status codes a repetition counts as a retry only if it comes no sooner than one', () => {
  const { alert, message } = send();
  const of = (laterMs: number) =>
    compared(plan, [alert, without(message), without({ ...message, at: message.at + laterMs })]);
  expect(of(5000)).toMatchObject({ verdict: 'holds', occurrences: { twice: 0 } });
  expect(of(1000)).toMatchObject({ verdict: 'fails', occurrences: { twice: 1 } });
});

test('alerts that the legacy mechanism sends twice are counted, and are no fault of the new one', () => {
  const { alert, message } = send();
  const report = compared(plan, [alert, { ...alert, at: alert.at + 10 }, message]);
  expect(report).toMatchObject({ verdict: 'holds', occurrences: { both: 1, twice: 1 }, findings: [] });
});

test('an endpoint for all companies and one for a single company may share a URL', () => {
  const companyId = uuid(7);
  const notifiers = { emails: [], webhook: 'https://hooks.example/' };
  const shared: Rule[] = [
    { id: uuid(1), type: 'Sync Completed', notifiers },
    { id: uuid(2), type: 'Sync Completed', notifiers, companyId },
  ];
  const happened = [
    {
      at: 0,
      event: {
        type: 'expenses.sync.successful',
        company: { id: companyId, name: 'A', tags: {} },
        syncId: uuid(9),
        syncType: 'Expense',
      } as unknown as Happened['event'],
    },
  ];
  const sent = sentBy(shared, happened, { delayMs: () => 0 });
  expect(sent).toHaveLength(4);
  expect(compared(planFor(shared), sent)).toMatchObject({
    verdict: 'holds',
    occurrences: { both: 2, twice: 0 },
  });
  const again = { ...(sent[3] as Sent), at: start + 100 };
  expect(compared(planFor(shared), [...sent, again]).findings).toMatchObject([{ id: 'sent-twice' }]);
});

test('what waits for its pair is waiting, and counts once it can get none any more', () => {
  const { alert, message } = send();
  const comparison = createComparison(plan, { withinMs: 60_000 });
  const [first, second] = recorded([alert, { ...message, at: message.at + 1500 }]);
  if (first !== undefined) comparison.add(first);
  expect(comparison.pairs(start + 1000)).toMatchObject([
    { outcome: 'waiting', ruleType: 'Rate Limit Reached' },
  ]);
  expect(comparison.report(start + 1000).findings).toEqual([]);
  expect(comparison.pairs(start + 60_001)).toMatchObject([{ outcome: 'legacy-only' }]);
  expect(comparison.report(start + 60_001)).toMatchObject({
    verdict: 'unknown',
    why: ['No message of the new mechanism was recorded.'],
    findings: [{ id: 'missing-occurrence' }, { id: 'missing-event-type' }],
  });
  if (second !== undefined) comparison.add(second);
  expect(comparison.pairs(start + 60_001)).toMatchObject([{ outcome: 'both', lateMs: 1500, unexplained: 0 }]);
  expect(comparison.report(start + 60_001)).toMatchObject({
    verdict: 'holds',
    late: { p50Ms: 1500, p99Ms: 1500 },
  });
});

test('secrets are masked, and a conflict that was decided explains another value', () => {
  const { alert, message } = send();
  const [legacy, carried] = ['Bearer 0123456789abcdef0123', 'Bearer fedcba9876543210fedc'];
  const sent = [
    { ...alert, headers: { ...alert.headers, Authorization: legacy } },
    { ...message, headers: { ...message.headers, Authorization: carried } },
  ];
  const report = compared(plan, sent);
  expect(report.findings).toMatchObject([{ id: 'different-header' }]);
  expect(JSON.stringify(report)).not.toContain('0123456789');
  expect(report.differences.find(({ kind }) => kind === 'unexplained')).toMatchObject({
    property: 'header:Authorization',
    example: { legacy: 'Bearer ••••123', new: 'Bearer ••••edc' },
  });
  const values = [
    { source: 'profile' as const, masked: '', mark: `mark ${legacy}` },
    { source: 'portal' as const, masked: '', mark: `mark ${carried}` },
  ];
  const decided = { ...plan, conflicts: [{ header: 'Authorization', values, use: 'portal' as const }] };
  const markOf = (_: string, value: string): string => `mark ${value}`;
  expect(compared(decided, sent, { markOf }).verdict).toBe('holds');
  expect(compared({ ...decided, conflicts: [] }, sent, { markOf }).verdict).toBe('fails');
});

test('alerts of an unknown rule type, and what could not be read, leave it unknown', () => {
  const { alert, message } = send();
  const strange = { ...alert, body: { ...alert.body, AlertId: uuid(77), RuleType: 'Something new' } };
  expect(compared(plan, [alert, message, strange])).toMatchObject({
    verdict: 'unknown',
    why: ['1 alert of a rule type without a mapping.'],
  });
  const comparison = createComparison(plan);
  for (const request of recorded([alert, message])) comparison.add(request);
  comparison.addUnreadable('line 3 of a.jsonl');
  comparison.addUnreadable('line 5 of a.jsonl');
  expect(comparison.report()).toMatchObject({
    verdict: 'unknown',
    why: ['2 requests could not be read: line 3 of a.jsonl and line 5 of a.jsonl.'],
    requests: { unreadable: 2 },
  });
});
