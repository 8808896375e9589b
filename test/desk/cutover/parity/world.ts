import fc from 'fast-check';
import type { Company, Connection, ConnectionStatus } from '#contract/company.ts';
import { dailyReset } from '#contract/events.ts';
import { type Rule, type RuleType, ruleTypes } from '#contract/legacy.ts';
import { ruleMappings } from '#contract/property-mapping.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import type { ComparedPlan } from '#desk/cutover/parity/plan-index.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import { planCutover } from '#service/sandbox/cutover-plan.ts';

/** Random rule sets and event sequences, for both mechanisms. */

export const clientId = '0c2a7e4e-6f0b-4a53-9d57-6f8f6a3d9c11';
export const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

export const urls = [
  'https://hooks.example/service',
  'https://hooks.example/service?tenant=blue&key=s3cr3t',
  'http://127.0.0.1:5000/other',
];
export const companyIds = [uuid(1), uuid(2), uuid(3)];

const company = (index: number): Company => ({
  id: companyIds[index] as string,
  name: `Company ${index}`,
  ...(index === 0 ? { description: 'With a description' } : {}),
  redirect: 'https://link.example/',
  platform: 'gbol',
  created: '2026-01-01T00:00:00.000Z',
  createdByUserName: 'someone',
  tags: index === 1 ? { region: 'eu' } : {},
  products: [],
  dataConnections: [],
  referenceSubsidiaryCompanies: [],
});

const connection = (companyIndex: number, index: number, status: ConnectionStatus): Connection => ({
  id: uuid(100 + companyIndex * 10 + index),
  integrationId: uuid(900 + index),
  integrationKey: index === 0 ? 'gbol' : 'xero',
  sourceId: uuid(950 + index),
  sourceType: 'Accounting',
  platformName: 'A platform',
  linkUrl: 'https://link.example/',
  status,
  created: '2026-01-01T00:00:00.000Z',
  dataConnectionErrors: [],
  connectionInfo: {},
});

const rule = fc.record({
  type: fc.constantFrom(...ruleTypes),
  company: fc.option(fc.nat(2), { nil: undefined, freq: 1 }),
  url: fc.nat(urls.length - 1),
  emails: fc.boolean(),
  onlyEmails: fc.integer({ min: 0, max: 9 }),
});

export const ruleSet = fc.array(rule, { minLength: 1, maxLength: 12 }).map((drawn): Rule[] =>
  drawn.map(({ type, company: of, url, emails, onlyEmails }, n) => ({
    id: uuid(5000 + n),
    type,
    ...(of === undefined ? {} : { companyId: companyIds[of] as string }),
    notifiers: {
      emails: emails || onlyEmails === 0 ? ['ops@example.com'] : [],
      ...(onlyEmails === 0 ? {} : { webhook: urls[url] as string }),
    },
  })),
);

const dataType = fc.constantFrom('invoices', 'bills', 'customers', 'commerce-orders');
const readStatus = fc.constantFrom('Complete', 'Complete', 'FetchError', 'MapError', 'NotSupported');
const read = fc.record({ dataType, recordsModified: fc.boolean(), status: readStatus });

const transitions = {
  'connection.created': ['PendingAuth', undefined],
  'connection.connected': ['Linked', 'PendingAuth'],
  'connection.disconnected': ['Unlinked', 'Linked'],
  'connection.reconnected': ['Linked', 'Deauthorized'],
  'connection.failed': ['PendingAuth', 'PendingAuth'],
  'connection.deleted': ['Unlinked', 'Unlinked'],
} as const;

const drawnEvent = fc.record({
  kind: fc.constantFrom(
    ...(Object.keys(transitions) as (keyof typeof transitions)[]),
    'read',
    'read',
    'read',
    'initial',
    'write',
    'write',
    'expenses',
    'rateLimit',
    'company',
  ),
  company: fc.nat(2),
  connection: fc.nat(1),
  good: fc.boolean(),
  timedOut: fc.boolean(),
  dataType,
  reads: fc.uniqueArray(read, { minLength: 1, maxLength: 4, selector: ({ dataType: of }) => of }),
  gapMs: fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 900_000 })),
});
type Drawn = typeof drawnEvent extends fc.Arbitrary<infer T> ? T : never;

/** An event and when it happened, ms after the first. */
export interface Happened {
  readonly event: DomainEvent;
  readonly at: number;
}

export const events = (maxLength: number) =>
  fc.array(drawnEvent, { minLength: 1, maxLength }).map((drawn): Happened[] => {
    let at = 0;
    return drawn.map((one, n) => {
      at += one.gapMs;
      return { event: eventOf(one, n), at };
    });
  });

const eventOf = (drawn: Drawn, n: number): DomainEvent => {
  const { kind } = drawn;
  const of = company(drawn.company);
  if (kind in transitions) {
    const type = kind as keyof typeof transitions;
    const [status, oldStatus] = transitions[type];
    return { type, company: of, connection: connection(drawn.company, drawn.connection, status), oldStatus };
  }
  if (kind === 'read' || kind === 'initial') return readEvent(drawn, of, n);
  if (kind === 'write') return writeEvent(drawn, of, n);
  return otherEvent(drawn, of, n);
};

const readEvent = (
  { kind, company: at, connection: of, reads }: Drawn,
  whose: Company,
  n: number,
): DomainEvent => ({
  type: kind === 'initial' ? 'read.completed.initial' : 'read.completed',
  company: whose,
  sourceType: 'Accounting',
  ...(n % 2 === 0 ? { modifiedFromDate: '2026-01-01T00:00:00.000Z' } : {}),
  dataTypes: reads.map((one, index) => ({
    ...one,
    connectionId: connection(at, of, 'Linked').id,
    datasetId: uuid(20_000 + n * 10 + index),
  })),
});

const writeEvent = (drawn: Drawn, whose: Company, n: number): DomainEvent => {
  const status = drawn.good ? 'Success' : drawn.timedOut ? 'TimedOut' : 'Failed';
  return {
    type: `${drawn.dataType}.write.${drawn.good ? 'successful' : 'unsuccessful'}`,
    company: whose,
    connectionId: connection(drawn.company, drawn.connection, 'Linked').id,
    dataType: drawn.dataType,
    push: {
      id: uuid(30_000 + n),
      requestedOnDate: '2026-03-01T09:00:00.000Z',
      completedOnDate: '2026-03-01T09:00:05.000Z',
      status,
      recordId: uuid(40_000 + n),
    },
  };
};

const otherEvent = ({ kind, good, timedOut }: Drawn, whose: Company, n: number): DomainEvent => {
  if (kind === 'company') return { type: good ? 'company.created' : 'company.deleted', company: whose };
  if (kind === 'expenses') {
    return {
      type: good ? 'expenses.sync.successful' : 'expenses.sync.unsuccessful',
      company: whose,
      syncId: uuid(50_000 + n),
      syncType: 'Expense',
      ...(timedOut ? { failureStage: 'Uploading' } : {}),
    };
  }
  return {
    type: good ? 'client.rateLimit.reached' : 'client.rateLimit.reset',
    dailyQuota: 1000 + n,
    quotaRemaining: good ? 0 : 1000 + n,
    expiryDate: '2026-03-02T00:00:00.000Z',
    ...(good ? {} : { resetReason: dailyReset }),
  };
};

/** As a plan of these rules has it, endpoints made by the service's own cutover. */
export const planFor = (rules: readonly Rule[]): ComparedPlan => {
  const { endpoints } = planCutover(rules);
  return {
    rules: rules.map(({ id, type, companyId, notifiers }) => ({
      ruleId: id,
      type,
      ...(companyId === undefined ? {} : { companyId }),
      ...(notifiers.webhook === undefined ? {} : { url: notifiers.webhook }),
      emails: [...notifiers.emails],
      eventTypes: [...eventTypesOfRule[type as RuleType]],
      conditionsLost: ruleMappings[type].conditionsLost.map(({ condition, check }) => ({ condition, check })),
      dropped: [],
      renamed: [],
    })),
    endpoints: endpoints.map(({ url, companyId, eventTypes, ruleIds }) => ({
      url,
      eventTypes: [...eventTypes],
      ...(companyId === undefined ? {} : { companyId }),
      headers: [],
      fromRules: [...ruleIds],
    })),
  };
};
