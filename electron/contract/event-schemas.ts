import { type Static, type TSchema, Type } from 'typebox';
import { Closed, OneOf, Tags, UtcDate, Uuid } from './common.ts';
import { Company, Connection } from './company.ts';
import { datasetEnds } from './data.ts';
import { dataTypes } from './data-types.ts';
import { eventTypes } from './events.ts';
import { once } from './once.ts';

/**
 * The shape of every event of the new service. OpenAPI, AsyncAPI, JSON Schema, the TypeScript types and
 * `parseEvent` of `carryover/events` follow from these. Source: `docs/reference/rules/events.md`.
 */

const ReferenceCompany = Closed(
  {
    id: Uuid,
    name: Type.String(),
    description: Type.Optional(Type.String()),
    links: Closed({ portal: Type.String({ description: "The company's page in the portal." }) }),
    tags: Tags,
  },
  { title: 'ReferenceCompany' },
);
export type ReferenceCompany = Static<typeof ReferenceCompany>;

const ReadDataType = Closed(
  {
    connectionId: Uuid,
    dataType: Type.String({ description: 'Such as invoices.' }),
    recordsModified: Type.Boolean({ description: 'true: records were created, changed or deleted.' }),
    status: OneOf(datasetEnds),
  },
  { title: 'ReadDataType' },
);
export type ReadDataType = Static<typeof ReadDataType>;

const ConnectionPayload = Closed(
  { referenceCompany: ReferenceCompany, connection: Connection },
  { title: 'ConnectionPayload' },
);

const ReadPayload = Closed(
  {
    referenceCompany: ReferenceCompany,
    modifiedFromDate: Type.Optional(UtcDate),
    dataTypes: Type.Array(ReadDataType, { description: 'Each data type of the read.' }),
  },
  { title: 'ReadPayload' },
);

const written = <const Status extends string>(title: string, ...statuses: readonly Status[]) =>
  Closed(
    {
      id: Type.String({ format: 'uuid', description: 'Of the write: its push operation.' }),
      type: OneOf(dataTypes),
      referenceCompany: ReferenceCompany,
      connectionId: Uuid,
      requestedOnDate: UtcDate,
      completedOnDate: UtcDate,
      status: OneOf(statuses),
      record: Closed({ id: Type.String({ description: 'Of the record, on the platform.' }) }),
      attachmentId: Type.Optional(Type.String()),
    },
    { title },
  );
const WriteSuccessfulPayload = written('WriteSuccessfulPayload', 'Success');
const WriteUnsuccessfulPayload = written('WriteUnsuccessfulPayload', 'Failed', 'TimedOut');

const RateLimitPayload = Closed(
  {
    dailyQuota: Type.Integer({ description: 'Requests a day.' }),
    quotaRemaining: Type.Integer(),
    expiryDate: Type.String({ format: 'date-time', description: 'When the quota is reset next, UTC.' }),
  },
  { title: 'RateLimitPayload' },
);

const expensesSync = {
  referenceCompany: ReferenceCompany,
  syncId: Uuid,
  syncType: Type.String(),
};
const ExpensesSyncPayload = Closed(
  { ...expensesSync, failureStage: Type.Optional(Type.String()) },
  { title: 'ExpensesSyncPayload' },
);

/** Of each event type: when it is published, and its payload. Data types of writes differ in their name alone. */
const kinds: Readonly<Record<string, { readonly when: string; readonly payload: TSchema }>> = {
  'company.created': { when: 'A company was created.', payload: Company },
  'company.deleted': { when: 'A company was deleted.', payload: Company },
  'connection.created': {
    when: 'A connection was created and waits for authorisation: PendingAuth.',
    payload: ConnectionPayload,
  },
  'connection.connected': {
    when: 'A connection was linked: PendingAuth → Linked.',
    payload: ConnectionPayload,
  },
  'connection.disconnected': {
    when: 'A connection was lost: Linked → Unlinked or Deauthorized.',
    payload: ConnectionPayload,
  },
  'connection.reconnected': {
    when: 'A connection was linked again: Unlinked or Deauthorized → Linked.',
    payload: ConnectionPayload,
  },
  'connection.failed': { when: 'Linking a connection failed.', payload: ConnectionPayload },
  'connection.deleted': { when: 'A connection was deleted.', payload: ConnectionPayload },
  'read.completed': { when: 'A read of data types ended, successfully or not.', payload: ReadPayload },
  'read.completed.initial': { when: 'The first read of a connection ended.', payload: ReadPayload },
  'client.rateLimit.reached': { when: 'The daily quota is used up.', payload: RateLimitPayload },
  'client.rateLimit.reset': { when: 'The daily quota is reset.', payload: RateLimitPayload },
  'expenses.sync.successful': { when: 'An expense sync succeeded.', payload: ExpensesSyncPayload },
  'expenses.sync.unsuccessful': { when: 'An expense sync failed.', payload: ExpensesSyncPayload },
  'write.successful': { when: 'A write succeeded.', payload: WriteSuccessfulPayload },
  'write.unsuccessful': {
    when: 'A write failed, or had no result in time.',
    payload: WriteUnsuccessfulPayload,
  },
};

export interface DescribedEvent {
  readonly eventType: string;
  /** When it is published, a sentence. */
  readonly when: string;
  /** Of the whole message: envelope and payload. Its title is a name for code, such as `ReadCompletedEvent`. */
  readonly schema: TSchema;
}

/** `commerce-orders.write.successful` → `CommerceOrdersWriteSuccessful`. */
const nameOf = (eventType: string): string =>
  eventType
    .split(/[.-]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

const described = (eventType: string): DescribedEvent => {
  const { when, payload } = kinds[eventType.replace(/^.*\.(?=write\.)/, '')] as (typeof kinds)[string];
  const schema = Closed(
    {
      id: Type.String({ format: 'uuid', description: 'Of the event: the same in every copy and attempt.' }),
      eventType: Type.Literal(eventType),
      generatedDate: UtcDate,
      payload,
    },
    { title: `${nameOf(eventType)}Event`, description: when },
  );
  return { eventType, when, schema };
};

/** Every event type, in the order of `eventTypes`. */
export const describedEvents = once((): readonly DescribedEvent[] => eventTypes.map(described));
