import { dataTypes } from './data-types.ts';
import type { ValidationItem } from './errors.ts';

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

/** What is wrong with a word that should be an event type. */
export const eventTypeProblem = (word: string, itemId: string): ValidationItem | undefined => {
  if (isEventType(word)) return undefined;
  const near = nearestType(word.trim().toLowerCase());
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return {
    itemId,
    message: `"${word.slice(0, 80)}" is not an event type.${hint} See /docs for the list.`,
    validatorName: 'eventType',
  };
};

/** @param word in lower case; as another spells it, its beginning, or what goes on after it */
const nearestType = (word: string): string | undefined => {
  const lower = (type: string): string => type.toLowerCase();
  return (
    eventTypes.find((type) => lower(type) === word) ??
    (word.length < 4 ? undefined : eventTypes.find((type) => lower(type).startsWith(word))) ??
    eventTypes.findLast((type) => word.startsWith(lower(type)))
  );
};

/** What the new service wraps an event in. `generatedDate` is UTC ISO 8601. */
export interface Envelope {
  id: string;
  eventType: string;
  generatedDate: string;
  payload: unknown;
}
