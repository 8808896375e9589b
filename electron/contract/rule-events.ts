import { dataTypes } from './data-types.ts';
import type { RuleType } from './legacy.ts';

const writes = (...ends: readonly string[]): readonly string[] =>
  dataTypes.flatMap((dataType) => ends.map((end) => `${dataType}.write.${end}`));

/** What replaces each kind of rule in the new service. Source: `docs/reference/rules/rule-types.md#rule-types`. */
export const eventTypesOfRule: Readonly<Record<RuleType, readonly string[]>> = {
  DataConnectionStatusChanged: [
    'connection.created',
    'connection.connected',
    'connection.disconnected',
    'connection.reconnected',
    'connection.deleted',
  ],
  'New company synchronized': ['read.completed.initial'],
  'Data sync completed': ['read.completed'],
  'Dataset data changed': ['read.completed'],
  'Data Sync Status Changed To Error': ['read.completed'],
  'Push Operation Status Changed': writes('successful', 'unsuccessful'),
  'Push Operation Timed Out': writes('unsuccessful'),
  'Sync Connection Deleted': ['connection.deleted'],
  'Sync Completed': ['expenses.sync.successful'],
  'Sync Failed': ['expenses.sync.unsuccessful'],
  'Rate Limit Reached': ['client.rateLimit.reached'],
  'Rate Limit Reset': ['client.rateLimit.reset'],
};
