import { randomUUID } from 'node:crypto';
import { systemTime, toIso } from '#base/clock.ts';
import { type Ids, seededIds } from '#base/ids.ts';
import type { Company, Connection, ConnectionStatus } from '#contract/company.ts';
import type { ReferenceCompany } from '#contract/event-schemas.ts';
import type { Envelope } from '#contract/events.ts';

/**
 * Events of one made-up company, in the order in which they would happen, as the service sends them.
 * Source: `docs/reference/rules/events.md#event-types`.
 */
export interface DoctorEvents {
  /** The next event of a type; each is generated after the one before, unless `at` says otherwise. */
  next(eventType: string, at?: number): Envelope;
  /** A connection never told of before is linked; and the news that it was made, `earlierMs` before. */
  linkedThenCreated(earlierMs: number): readonly [Envelope, Envelope];
  /** A `webhook-id`. */
  messageId(): string;
}

/** Of each kind at least one; a company from its creation to its end. */
export const lifetime: readonly string[] = [
  'company.created',
  'connection.created',
  'connection.connected',
  'read.completed.initial',
  'read.completed',
  'invoices.write.successful',
  'invoices.write.unsuccessful',
  'customers.write.successful',
  'bills.write.unsuccessful',
  'commerce-orders.write.successful',
  'expenses.sync.successful',
  'expenses.sync.unsuccessful',
  'client.rateLimit.reached',
  'client.rateLimit.reset',
  'connection.disconnected',
  'connection.reconnected',
  'connection.failed',
  'journalEntries.write.successful',
  'connection.deleted',
  'company.deleted',
];

/** An event type that no version of the service has. */
export const unknownType = 'doctor.unknown';

interface World {
  readonly ids: Ids;
  readonly company: Company;
  readonly connection: Connection;
}

export const createDoctorEvents = (): DoctorEvents => {
  const ids = seededIds(Number.parseInt(randomUUID().slice(0, 8), 16), 0);
  const world = makeWorld(ids);
  const made = new Set<string>();
  let last = 0;
  /** What is there already is not made again, and what is still to be told of is not deleted. */
  const worldOf = (eventType: string): World => {
    const isNew = !made.has(eventType);
    made.add(eventType);
    if (eventType.endsWith('.deleted') || (eventType === 'company.created' && !isNew)) return makeWorld(ids);
    const isAnother = eventType === 'connection.created' && !isNew;
    return isAnother ? { ...world, connection: makeWorld(ids).connection } : world;
  };
  const now = (): number => {
    last = Math.max(systemTime.now(), last + 1);
    return last;
  };
  const eventOf = (of: World, eventType: string, at: number): Envelope => {
    const generatedDate = toIso(at);
    return { id: ids.uuid(), eventType, generatedDate, payload: payloadOf(of, eventType, generatedDate) };
  };
  return {
    next: (eventType, at) => eventOf(worldOf(eventType), eventType, at ?? now()),
    linkedThenCreated(earlierMs) {
      const another = { ...world, connection: makeWorld(ids).connection };
      const at = now();
      return [
        eventOf(another, 'connection.connected', at),
        eventOf(another, 'connection.created', at - earlierMs),
      ];
    },
    messageId: () => ids.message(),
  };
};

const portalUrl = 'https://portal.example.com/companies';

/** With letters that a consumer which reads bytes by the wrong charset gets wrong. */
const makeWorld = (ids: Ids): World => {
  const [id, connectionId] = [ids.uuid(), ids.uuid()];
  const created = toIso(systemTime.now());
  return {
    ids,
    company: {
      id,
      name: 'Café Zürich Testing Ltd',
      description: 'A fictional company: sent by the endpoint doctor of Carryover.',
      redirect: `${portalUrl}/${id}`,
      platform: 'Example Books',
      created,
      createdByUserName: 'Carryover',
      tags: { doctor: 'true' },
      products: [],
      dataConnections: [],
      referenceSubsidiaryCompanies: [],
    },
    connection: {
      id: connectionId,
      integrationId: ids.uuid(),
      integrationKey: 'exmp',
      sourceId: ids.uuid(),
      sourceType: 'Accounting',
      platformName: 'Example Books',
      linkUrl: `${portalUrl}/${id}/connections/${connectionId}`,
      status: 'Linked',
      created,
      dataConnectionErrors: [],
      connectionInfo: {},
    },
  };
};

const statusAfter: Readonly<Record<string, ConnectionStatus>> = {
  'connection.created': 'PendingAuth',
  'connection.connected': 'Linked',
  'connection.disconnected': 'Unlinked',
  'connection.reconnected': 'Linked',
  'connection.failed': 'PendingAuth',
  'connection.deleted': 'Unlinked',
};

const payloadOf = (world: World, eventType: string, at: string): unknown => {
  const { company, connection } = world;
  const status = statusAfter[eventType];
  if (status !== undefined) {
    return { referenceCompany: reference(company), connection: { ...connection, status } };
  }
  if (eventType === 'company.created' || eventType === 'company.deleted') return company;
  if (eventType.startsWith('read.')) return readPayload(world);
  if (eventType.startsWith('client.rateLimit.')) return quotaPayload(eventType, at);
  if (eventType.startsWith('expenses.sync.')) return expensesPayload(world, eventType);
  if (eventType.includes('.write.')) return writePayload(world, eventType, at);
  return { referenceCompany: reference(company) };
};

const reference = ({ id, name, description, tags }: Company): ReferenceCompany => ({
  id,
  name,
  ...(description === undefined ? {} : { description }),
  links: { portal: `${portalUrl}/${id}` },
  tags,
});

const readPayload = ({ company, connection }: World) => ({
  referenceCompany: reference(company),
  dataTypes: [
    { connectionId: connection.id, dataType: 'invoices', recordsModified: true, status: 'Complete' },
    { connectionId: connection.id, dataType: 'customers', recordsModified: false, status: 'Complete' },
  ],
});

const quotaPayload = (eventType: string, at: string) => {
  const dailyQuota = 2000;
  const quotaRemaining = eventType.endsWith('.reset') ? dailyQuota : 0;
  return { dailyQuota, quotaRemaining, expiryDate: `${at.slice(0, 10)}T23:59:59.999Z` };
};

const expensesPayload = ({ ids, company }: World, eventType: string) => ({
  referenceCompany: reference(company),
  syncId: ids.uuid(),
  syncType: 'Expense',
  ...(eventType.endsWith('.unsuccessful') ? { failureStage: 'Validation' } : {}),
});

const writePayload = ({ ids, company, connection }: World, eventType: string, at: string) => ({
  id: ids.uuid(),
  type: eventType.slice(0, eventType.indexOf('.write.')),
  referenceCompany: reference(company),
  connectionId: connection.id,
  requestedOnDate: at,
  completedOnDate: at,
  status: eventType.endsWith('.successful') ? 'Success' : 'Failed',
  record: { id: ids.uuid() },
});

/**
 * An event whose JSON has exactly `bytes` bytes: a read of very many data types, or one of another type with a long
 * description.
 */
export const largeBody = (event: Envelope, bytes: number): string => {
  const payload = event.payload as { dataTypes?: unknown[]; referenceCompany?: object };
  const { dataTypes, referenceCompany } = payload;
  const size = (text: string): number => Buffer.byteLength(text);
  const [row] = dataTypes ?? [];
  const rows = row === undefined ? undefined : repeated(row, bytes - size(JSON.stringify(event)) - 1000);
  const filled = (description: string): string => {
    const described = referenceCompany
      ? { referenceCompany: { ...referenceCompany, description } }
      : { description };
    return JSON.stringify({
      ...event,
      payload: { ...payload, ...described, ...(rows && { dataTypes: rows }) },
    });
  };
  return filled('x'.repeat(bytes - size(filled(''))));
};

const repeated = (row: unknown, bytes: number): unknown[] =>
  Array.from({ length: Math.floor(bytes / (JSON.stringify(row).length + 1)) }, () => row);
