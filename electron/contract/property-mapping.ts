import type { RuleType } from './legacy.ts';
import { carriedHeaders } from './webhook.ts';

/**
 * What becomes of each property of a legacy webhook, rule type by rule type: the plan lists it, and parity is judged by
 * it. Source: `docs/reference/rules/rule-types.md#property-mapping`.
 */

export interface MappedProperty {
  /** In the legacy body; below `Data` with its path. */
  readonly from: string;
  /** In the new body: `[]` stands for each element. `header:` before the name of a header. Left out: dropped. */
  readonly to?: string;
  /** Its line of the mapping. */
  readonly line: string;
}

/** Which elements of the new event the rule was sent for. The new service sends the others too. */
export interface LostCondition {
  readonly condition: string;
  /** What the consumer has to look at instead. */
  readonly check: string;
  /** The path in the new body, and the values for which the rule was sent. */
  readonly path: string;
  readonly is: { readonly equals: string | boolean } | { readonly endsWith: string };
}

export interface RuleMapping {
  readonly properties: readonly MappedProperty[];
  readonly conditionsLost: readonly LostCondition[];
}

export const headerPrefix = 'header:';

const renamed = (from: string, to: string, note = ''): MappedProperty => ({
  from,
  to,
  line: to.startsWith(headerPrefix)
    ? `${from} → custom header ${to.slice(headerPrefix.length)}${note}`
    : `${from} → ${to}${note}`,
});
const dropped = (from: string, note = ''): MappedProperty => ({ from, line: `${from} → dropped${note}` });

const ofEach: readonly MappedProperty[] = [
  renamed('AlertId', 'id', ': the values differ'),
  renamed('RuleType', 'eventType', ': by the rule types'),
  dropped('RuleId'),
  renamed('ClientId', `${headerPrefix}${carriedHeaders.clientId}`),
  dropped('ClientName'),
  dropped('Message'),
];
const company = renamed('CompanyId', 'payload.referenceCompany.id');
const expiry = [
  renamed('Data.DailyQuota', 'payload.dailyQuota'),
  renamed('Data.ExpiresUtc', 'payload.expiryDate'),
];
const expenses = [
  company,
  renamed('Data.syncId', 'payload.syncId'),
  renamed('Data.syncType', 'payload.syncType'),
];
const connection = [company, renamed('DataConnectionId', 'payload.connection.id')];
const read = [company, renamed('DataConnectionId', 'payload.dataTypes[].connectionId')];
const dataset = [
  ...read,
  renamed('Data.dataType', 'payload.dataTypes[].dataType'),
  dropped('Data.datasetId'),
];
const push = [
  company,
  renamed('DataConnectionId', 'payload.connectionId'),
  renamed('Data.dataType', 'payload.type'),
  renamed('Data.pushOperationKey', 'payload.id'),
];

const status = 'payload.dataTypes[].status';
const mapping = (
  properties: readonly MappedProperty[],
  conditionsLost: readonly LostCondition[] = [],
): RuleMapping => ({ properties: [...ofEach, ...properties], conditionsLost });

export const ruleMappings: Readonly<Record<RuleType, RuleMapping>> = {
  DataConnectionStatusChanged: mapping([
    ...connection,
    renamed('Data.dataConnectionId', 'payload.connection.id'),
    renamed('Data.platformKey', 'payload.connection.integrationKey'),
    renamed('Data.newStatus', 'payload.connection.status'),
    dropped('Data.oldStatus', ': follows from the event type'),
  ]),
  'New company synchronized': mapping([
    ...read,
    renamed('Data.companyName', 'payload.referenceCompany.name'),
    dropped('Data.sourceType', ': read the connection instead'),
  ]),
  'Data sync completed': mapping(dataset, [
    {
      condition: 'Sent only for data types that were read successfully.',
      check: `${status} is "Complete".`,
      path: status,
      is: { equals: 'Complete' },
    },
  ]),
  'Dataset data changed': mapping(dataset, [
    {
      condition: 'Sent only for data types whose records changed.',
      check: 'payload.dataTypes[].recordsModified is true.',
      path: 'payload.dataTypes[].recordsModified',
      is: { equals: true },
    },
  ]),
  'Data Sync Status Changed To Error': mapping(
    [...dataset, renamed('Data.datasetStatus', status)],
    [
      {
        condition: 'Sent only for data types whose read failed.',
        check: `${status} ends with "Error".`,
        path: status,
        is: { endsWith: 'Error' },
      },
    ],
  ),
  'Push Operation Status Changed': mapping([...push, renamed('Data.status', 'payload.status')]),
  'Push Operation Timed Out': mapping(
    [...push, renamed('Data.pushOperationGuid', 'payload.id')],
    [
      {
        condition: 'Sent only for operations that timed out.',
        check: 'payload.status is "TimedOut".',
        path: 'payload.status',
        is: { equals: 'TimedOut' },
      },
    ],
  ),
  'Sync Connection Deleted': mapping(connection),
  'Sync Completed': mapping(expenses),
  'Sync Failed': mapping([...expenses, renamed('Data.FailureStage', 'payload.failureStage')]),
  'Rate Limit Reached': mapping(expiry),
  'Rate Limit Reset': mapping([
    ...expiry,
    renamed('Data.QuotaRemaining', 'payload.quotaRemaining'),
    dropped('Data.ResetReason'),
  ]),
};

/** Whether a value that is at the path of a lost condition is one that the rule was sent for. */
export const conditionHolds = ({ is }: LostCondition, value: unknown): boolean =>
  'equals' in is ? value === is.equals : typeof value === 'string' && value.endsWith(is.endsWith);
