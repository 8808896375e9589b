import { dataTypes } from './data-types.ts';

/** Events of the new service. Source: `docs/reference/rules/events.md#event-types`. */

const plainEventTypes = [
  'company.created',
  'company.deleted',
  'connection.created',
  'connection.connected',
  'connection.disconnected',
  'connection.reconnected',
  'connection.failed',
  'connection.deleted',
  'read.completed',
  'read.completed.initial',
  'client.rateLimit.reached',
  'client.rateLimit.reset',
  'expenses.sync.successful',
  'expenses.sync.unsuccessful',
] as const;

export const eventTypes: readonly string[] = [
  ...plainEventTypes,
  ...dataTypes.flatMap((type) => [`${type}.write.successful`, `${type}.write.unsuccessful`]),
];
const known: ReadonlySet<string> = new Set(eventTypes);
/** Why a quota is reset: the one reason that there is. The legacy mechanism tells it, the new one does not. */
export const dailyReset = 'Daily reset';
export const isEventType = (word: string): boolean => known.has(word);

/** What the new service wraps an event in. `generatedDate` is UTC ISO 8601. */
export interface Envelope {
  id: string;
  eventType: string;
  generatedDate: string;
  payload: unknown;
}
