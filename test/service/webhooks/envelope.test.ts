import { expect, test } from 'vitest';
import type { DomainEvent } from '#service/core/domain-events.ts';
import { companyOf, envelopeOf } from '#service/webhooks/envelope.ts';
import { testCompany } from '#test/support/delivery-engine.ts';

const at = Date.UTC(2026, 0, 15, 9);
const company = testCompany({ tags: { region: 'uk' }, description: 'Cakes' });
const connection = { id: 'c1', status: 'Linked' } as never;
const referenceCompany = {
  id: company.id,
  name: 'Bright Bakery',
  description: 'Cakes',
  links: { portal: `portal of ${company.id}` },
  tags: { region: 'uk' },
};
const read = { connectionId: 'c1', dataType: 'invoices', recordsModified: true, status: 'Complete' } as const;
const push = {
  id: 'p1',
  requestedOnDate: '2026-01-15T08:00:00.000Z',
  completedOnDate: '2026-01-15T08:00:05.000Z',
  status: 'Success',
  recordId: 'r1',
} as const;
const written = {
  id: 'p1',
  type: 'invoices',
  referenceCompany,
  connectionId: 'c1',
  requestedOnDate: push.requestedOnDate,
  completedOnDate: push.completedOnDate,
  status: 'Success',
  record: { id: 'r1' },
};
const quota = { dailyQuota: 1000, quotaRemaining: 0, expiryDate: '2026-01-16T00:00:00.000Z' };

const ofConnection = (
  [
    'connection.created',
    'connection.connected',
    'connection.disconnected',
    'connection.reconnected',
    'connection.failed',
    'connection.deleted',
  ] as const
).map((type): [DomainEvent, unknown] => [
  { type, company, connection, oldStatus: 'PendingAuth' },
  { referenceCompany, connection },
]);

/** Of each event what its consumers receive. Source: `docs/reference/rules/events.md#envelope`. */
const events: readonly [DomainEvent, unknown][] = [
  [{ type: 'company.created', company }, company],
  [{ type: 'company.deleted', company }, company],
  ...ofConnection,
  [
    {
      type: 'read.completed',
      company,
      sourceType: 'Accounting',
      modifiedFromDate: '2026-01-01T00:00:00.000Z',
      dataTypes: [{ ...read, datasetId: 'd1' }],
    },
    { referenceCompany, modifiedFromDate: '2026-01-01T00:00:00.000Z', dataTypes: [read] },
  ],
  [
    { type: 'read.completed.initial', company, sourceType: 'Accounting', dataTypes: [] },
    { referenceCompany, dataTypes: [] },
  ],
  [{ type: 'client.rateLimit.reached', ...quota, resetReason: 'Daily reset' }, quota],
  [{ type: 'client.rateLimit.reset', ...quota }, quota],
  [
    { type: 'expenses.sync.successful', company, syncId: 's1', syncType: 'Expense' },
    { referenceCompany, syncId: 's1', syncType: 'Expense' },
  ],
  [
    {
      type: 'expenses.sync.unsuccessful',
      company,
      syncId: 's1',
      syncType: 'Expense',
      failureStage: 'Push',
    },
    { referenceCompany, syncId: 's1', syncType: 'Expense', failureStage: 'Push' },
  ],
  [{ type: 'invoices.write.successful', company, connectionId: 'c1', dataType: 'invoices', push }, written],
  [
    {
      type: 'invoices.write.unsuccessful',
      company,
      connectionId: 'c1',
      dataType: 'invoices',
      push: { ...push, status: 'Failed', attachmentId: 'a1' },
    },
    { ...written, status: 'Failed', attachmentId: 'a1' },
  ],
];

test.each(events.map(([event, payload]) => [event.type, event, payload] as const))(
  '%s is sent as documented',
  (type, event, payload) => {
    const portal = (companyId: string) => `portal of ${companyId}`;
    const envelope = envelopeOf(event, { id: 'e1', at, portal });
    expect(JSON.parse(JSON.stringify(envelope))).toEqual({
      id: 'e1',
      eventType: type,
      generatedDate: '2026-01-15T09:00:00.000Z',
      payload,
    });
    expect(companyOf(event)).toBe(type.startsWith('client.') ? undefined : company);
  },
);

test('a company without a description has none in what refers to it', () => {
  const event = { type: 'connection.created', company: testCompany(), connection } as const;
  const { payload } = envelopeOf(event, { id: 'e1', at, portal: () => 'p' });
  expect((payload as { referenceCompany: object }).referenceCompany).not.toHaveProperty('description');
});
