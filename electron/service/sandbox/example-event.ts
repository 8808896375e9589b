import { toIso } from '#base/clock.ts';
import { namedUuid } from '#base/ids.ts';
import { checkEventType } from '#contract/check-event-type.ts';
import type { Company, ConnectionStatus } from '#contract/company.ts';
import type { DatasetEnd } from '#contract/data.ts';
import { dailyReset } from '#contract/events.ts';
import type {
  ConnectionEvent,
  DomainEvent,
  ExpensesEvent,
  RateLimitEvent,
  ReadEvent,
  WriteEvent,
} from '#service/core/domain-events.ts';
import type { Platform } from '#service/platform/platform.ts';
import type { Reader } from '#service/store/store.ts';
import { type ExampleContext, exampleCompany, exampleConnection } from './example-company.ts';

const dayMs = 86_400_000;

/**
 * @param occurrence the ids of what it is about follow from it; made anew if left out
 * @throws CatalogueError `company.notFound`, `request.invalid`
 */
export type ExampleEvents = (
  reader: Reader,
  eventType: string,
  companyId?: string,
  occurrence?: string,
) => Promise<DomainEvent>;

/** Plausible events of every event type, about the company given or a made-up one of which nothing is stored. */
export const createExampleEvents =
  (context: ExampleContext, platform: Pick<Platform, 'companyIn'>): ExampleEvents =>
  async (reader, eventType, companyId, occurrence) => {
    checkEventType(eventType);
    const company =
      companyId === undefined ? exampleCompany(context) : await platform.companyIn(reader, companyId);
    return exampleEvent(context, eventType, company, occurrence);
  };

const idsOf = (occurrence: string): ExampleContext['ids'] => {
  let count = 0;
  return { uuid: () => namedUuid('example', 'occurrence', occurrence, String(count++)) };
};

export const exampleEvent = (
  made: ExampleContext,
  eventType: string,
  company: Company,
  occurrence?: string,
): DomainEvent => {
  const context = occurrence === undefined ? made : { ...made, ids: idsOf(occurrence) };
  if (eventType in transitions) {
    return connectionEvent(context, eventType as ConnectionEvent['type'], company);
  }
  const make = others[eventType];
  if (make !== undefined) return make(context, company);
  return writeEvent(context, eventType as WriteEvent['type'], company);
};

/** Status after the event, and before it where there was one. */
const transitions: Readonly<Record<ConnectionEvent['type'], readonly ConnectionStatus[]>> = {
  'connection.created': ['PendingAuth'],
  'connection.connected': ['Linked', 'PendingAuth'],
  'connection.disconnected': ['Unlinked', 'Linked'],
  'connection.reconnected': ['Linked', 'Unlinked'],
  'connection.failed': ['PendingAuth', 'PendingAuth'],
  'connection.deleted': ['Unlinked', 'Unlinked'],
};

const connectionEvent = (
  context: ExampleContext,
  type: ConnectionEvent['type'],
  company: Company,
): ConnectionEvent => {
  const [status, oldStatus] = transitions[type] as [ConnectionStatus, ConnectionStatus?];
  return { type, company, connection: { ...exampleConnection(context, company), status }, oldStatus };
};

/** One data type changed, one did not, one failed: something for every rule that listens to reads. */
const readEvent = (context: ExampleContext, type: ReadEvent['type'], company: Company): ReadEvent => {
  const { id: connectionId, sourceType } = exampleConnection(context, company);
  const of = (dataType: string, recordsModified: boolean, status: DatasetEnd) => ({
    connectionId,
    dataType,
    recordsModified,
    status,
    datasetId: context.ids.uuid(),
  });
  const dataTypes = [
    of('invoices', true, 'Complete'),
    of('customers', false, 'Complete'),
    of('bills', false, 'FetchError'),
  ];
  return { type, company, sourceType, dataTypes };
};

/** An unsuccessful one timed out: something for both rules that listen to pushes. */
const writeEvent = (context: ExampleContext, type: WriteEvent['type'], company: Company): WriteEvent => {
  const { clock, ids } = context;
  return {
    type,
    company,
    connectionId: exampleConnection(context, company).id,
    dataType: type.slice(0, type.indexOf('.write.')),
    push: {
      id: ids.uuid(),
      requestedOnDate: toIso(clock.now() - 5000),
      completedOnDate: toIso(clock.now()),
      status: type.endsWith('.successful') ? 'Success' : 'TimedOut',
      recordId: ids.uuid(),
    },
  };
};

const expensesEvent = (
  { ids }: ExampleContext,
  type: ExpensesEvent['type'],
  company: Company,
): ExpensesEvent => ({
  type,
  company,
  syncId: ids.uuid(),
  syncType: 'Expense',
  ...(type === 'expenses.sync.unsuccessful' && { failureStage: 'Validation' }),
});

const rateLimitEvent = ({ clock }: ExampleContext, type: RateLimitEvent['type']): RateLimitEvent => {
  const dailyQuota = 1000;
  const isReset = type === 'client.rateLimit.reset';
  return {
    type,
    dailyQuota,
    quotaRemaining: isReset ? dailyQuota : 0,
    expiryDate: toIso((Math.floor(clock.now() / dayMs) + 1) * dayMs),
    ...(isReset && { resetReason: dailyReset }),
  };
};

const others: Readonly<Record<string, (context: ExampleContext, company: Company) => DomainEvent>> = {
  'company.created': (_, company) => ({ type: 'company.created', company }),
  'company.deleted': (_, company) => ({ type: 'company.deleted', company }),
  'read.completed': (context, company) => readEvent(context, 'read.completed', company),
  'read.completed.initial': (context, company) => readEvent(context, 'read.completed.initial', company),
  'expenses.sync.successful': (context, company) =>
    expensesEvent(context, 'expenses.sync.successful', company),
  'expenses.sync.unsuccessful': (context, company) =>
    expensesEvent(context, 'expenses.sync.unsuccessful', company),
  'client.rateLimit.reached': (context) => rateLimitEvent(context, 'client.rateLimit.reached'),
  'client.rateLimit.reset': (context) => rateLimitEvent(context, 'client.rateLimit.reset'),
};
