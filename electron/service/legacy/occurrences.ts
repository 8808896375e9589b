import type { Company } from '#contract/company.ts';
import type { RuleType } from '#contract/legacy.ts';
import type {
  ConnectionEvent,
  DomainEvent,
  ExpensesEvent,
  RateLimitEvent,
  ReadEvent,
  WriteEvent,
} from '#service/core/domain-events.ts';

/** What a rule of one type is told of an event. */
export interface Occurrence {
  readonly ruleType: RuleType;
  readonly companyId?: string;
  readonly connectionId?: string;
  /** For people. */
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * What an event is to the legacy mechanism; nothing, if no rule type stands for it. One occurrence for each data type
 * of a read. Source: `docs/reference/rules/rule-types.md#rule-types`.
 */
export const occurrencesOf = (event: DomainEvent): Occurrence[] => {
  if (isRead(event)) return ofRead(event);
  if (isWrite(event)) return ofWrite(event);
  if (isExpenses(event)) return [ofExpenses(event)];
  if (isRateLimit(event)) return [ofRateLimit(event)];
  if (isConnection(event)) return ofConnection(event);
  return [];
};

const isConnection = (event: DomainEvent): event is ConnectionEvent => event.type.startsWith('connection.');
const isRead = (event: DomainEvent): event is ReadEvent => event.type.startsWith('read.');
const isWrite = (event: DomainEvent): event is WriteEvent => event.type.includes('.write.');
const isExpenses = (event: DomainEvent): event is ExpensesEvent => event.type.startsWith('expenses.sync.');
const isRateLimit = (event: DomainEvent): event is RateLimitEvent =>
  event.type.startsWith('client.rateLimit.');

const named = (company: Company): string => `company "${company.name}"`;

const ofConnection = (event: ConnectionEvent): Occurrence[] => {
  if (event.type === 'connection.failed') return [];
  const { company, connection } = event;
  const about = { companyId: company.id, connectionId: connection.id };
  const changed: Occurrence = {
    ...about,
    ruleType: 'DataConnectionStatusChanged',
    message: `The data connection of ${named(company)} to ${connection.platformName} ${connectionChange(event)}.`,
    data: {
      dataConnectionId: connection.id,
      platformKey: connection.integrationKey,
      newStatus: connection.status,
      oldStatus: event.oldStatus ?? null,
    },
  };
  if (event.type !== 'connection.deleted') return [changed];
  const message = `The sync connection of ${named(company)} to ${connection.platformName} was deleted.`;
  return [changed, { ...about, ruleType: 'Sync Connection Deleted', message, data: {} }];
};

const connectionChange = ({ type, connection, oldStatus }: ConnectionEvent): string => {
  if (type === 'connection.created') return `was created with the status ${connection.status}`;
  if (type === 'connection.deleted') return 'was deleted';
  return `changed its status from ${oldStatus ?? 'none'} to ${connection.status}`;
};

/** The first read of a connection has an event of its own beside `read.completed`, so its data types count once. */
const ofRead = (event: ReadEvent): Occurrence[] => {
  const { company } = event;
  if (event.type === 'read.completed') return event.dataTypes.flatMap((read) => ofDataType(company, read));
  return [
    {
      ruleType: 'New company synchronized',
      companyId: company.id,
      connectionId: event.dataTypes[0]?.connectionId,
      message: `The ${named(company)} was synchronized for the first time.`,
      data: { companyName: company.name, sourceType: event.sourceType },
    },
  ];
};

const ofDataType = (company: Company, read: ReadEvent['dataTypes'][number]): Occurrence[] => {
  const { dataType, datasetId, status } = read;
  const of = (ruleType: RuleType, message: string, data: Occurrence['data']): Occurrence => ({
    ruleType,
    companyId: company.id,
    connectionId: read.connectionId,
    message,
    data,
  });
  const occurrences: Occurrence[] = [];
  if (status === 'Complete') {
    const message = `The sync of ${dataType} of ${named(company)} is complete.`;
    occurrences.push(of('Data sync completed', message, { dataType, datasetId }));
  }
  if (read.recordsModified) {
    const message = `The ${dataType} of ${named(company)} have changed.`;
    occurrences.push(of('Dataset data changed', message, { dataType, datasetId }));
  }
  if (status.endsWith('Error')) {
    const message = `The sync of ${dataType} of ${named(company)} ended with ${status}.`;
    const data = { dataType, datasetStatus: status, datasetId };
    occurrences.push(of('Data Sync Status Changed To Error', message, data));
  }
  return occurrences;
};

const ofWrite = ({ company, connectionId, dataType, push }: WriteEvent): Occurrence[] => {
  const about = { companyId: company.id, connectionId };
  const changed: Occurrence = {
    ...about,
    ruleType: 'Push Operation Status Changed',
    message: `The push of ${dataType} for ${named(company)} ended with the status ${push.status}.`,
    data: { dataType, status: push.status, pushOperationKey: push.id },
  };
  if (push.status !== 'TimedOut') return [changed];
  const timedOut: Occurrence = {
    ...about,
    ruleType: 'Push Operation Timed Out',
    message: `The push of ${dataType} for ${named(company)} timed out.`,
    data: { dataType, pushOperationKey: push.id, pushOperationGuid: push.id },
  };
  return [changed, timedOut];
};

const ofExpenses = (event: ExpensesEvent): Occurrence => {
  const { company, syncId, syncType } = event;
  if (event.type === 'expenses.sync.successful') {
    const message = `The expense sync of ${named(company)} is complete.`;
    return { ruleType: 'Sync Completed', companyId: company.id, message, data: { syncId, syncType } };
  }
  const FailureStage = event.failureStage ?? null;
  const stage = FailureStage === null ? '' : ` at the stage ${FailureStage}`;
  return {
    ruleType: 'Sync Failed',
    companyId: company.id,
    message: `The expense sync of ${named(company)} failed${stage}.`,
    data: { syncId, syncType, FailureStage },
  };
};

const ofRateLimit = (event: RateLimitEvent): Occurrence => {
  const DailyQuota = event.dailyQuota;
  const ExpiresUtc = event.expiryDate;
  if (event.type === 'client.rateLimit.reached') {
    const message = `The daily quota of ${DailyQuota} requests is used up. It is reset at ${ExpiresUtc}.`;
    return { ruleType: 'Rate Limit Reached', message, data: { DailyQuota, ExpiresUtc } };
  }
  const QuotaRemaining = event.quotaRemaining;
  return {
    ruleType: 'Rate Limit Reset',
    message: `The daily quota was reset: ${QuotaRemaining} of ${DailyQuota} requests are left until ${ExpiresUtc}.`,
    data: { QuotaRemaining, ResetReason: event.resetReason ?? null, DailyQuota, ExpiresUtc },
  };
};
