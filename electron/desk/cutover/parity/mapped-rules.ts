import type { RuleType } from '#contract/legacy.ts';
import {
  headerPrefix,
  type LostCondition,
  type MappedProperty,
  ruleMappings,
} from '#contract/property-mapping.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import { type Json, listOf, type Place, placeOf } from './places.ts';

/** The mapping of each rule type, ready to be applied to very many bodies. */

/**
 * How a property is compared. `value`: equal at its new place. `id` and `eventType`: another value by design. `header`:
 * with a header of the new request. `dropped`: not at all.
 */
type PropertyKind = 'value' | 'id' | 'eventType' | 'header' | 'dropped';

export interface ComparedProperty {
  readonly name: string;
  readonly kind: PropertyKind;
  readonly from: Place;
  readonly to: Place;
  readonly line: string;
}

/** What tells occurrences of one rule type from each other: the same in both mechanisms. */
export const identifying = ['CompanyId', 'DataConnectionId', 'Data.dataType', 'operation'] as const;
export type Identifying = (typeof identifying)[number];
/** Which property is the operation of an occurrence. */
const operations: ReadonlySet<string> = new Set(['Data.pushOperationKey', 'Data.syncId']);

export interface MappedRule {
  readonly type: RuleType;
  readonly properties: readonly ComparedProperty[];
  /** Positions in `properties`. */
  readonly identity: Readonly<Partial<Record<Identifying, number>>>;
  readonly conditions: readonly (LostCondition & { readonly place: Place })[];
  readonly eventTypes: ReadonlySet<string>;
  /** Of the new body: one occurrence for each of its elements. */
  readonly elements: Place | undefined;
  /** Properties that the mapping knows, at the top and below `Data`. */
  readonly known: ReadonlySet<string>;
}

const kindOf = ({ from, to }: MappedProperty): PropertyKind => {
  if (to === undefined) return 'dropped';
  if (from === 'AlertId') return 'id';
  if (from === 'RuleType') return 'eventType';
  return to.startsWith(headerPrefix) ? 'header' : 'value';
};

const compared = (property: MappedProperty): ComparedProperty => ({
  name: property.from,
  kind: kindOf(property),
  from: placeOf(property.from),
  to: placeOf(property.to ?? ''),
  line: property.line,
});

/** One alert is sent for the first read of a connection, whatever data types it has. */
const onceForAllElements: ReadonlySet<RuleType> = new Set(['New company synchronized']);

const mappedRule = (type: RuleType): MappedRule => {
  const { properties: mapped, conditionsLost } = ruleMappings[type];
  const properties = mapped.map(compared);
  const positionOf = (wanted: Identifying): number =>
    properties.findIndex(({ name }) => (wanted === 'operation' ? operations.has(name) : name === wanted));
  return {
    type,
    properties,
    identity: Object.fromEntries(
      identifying.map((name) => [name, positionOf(name)] as const).filter(([, at]) => at >= 0),
    ),
    conditions: conditionsLost.map((lost) => ({ ...lost, place: placeOf(lost.path) })),
    eventTypes: new Set(eventTypesOfRule[type]),
    elements: properties.map(({ to }) => listOf(to)).find((place) => place !== undefined),
    known: new Set(properties.map(({ name }) => name)),
  };
};

export const mappedRules: ReadonlyMap<string, MappedRule> = new Map(
  (Object.keys(ruleMappings) as RuleType[]).map((type) => [type, mappedRule(type)]),
);

/** Whether all elements of a message are one occurrence, which its first element stands for. */
export const isOnce = ({ type }: MappedRule): boolean => onceForAllElements.has(type);

/** By the status before and after it, null for none. A deletion does not change the status. */
const transitions: Readonly<Record<string, string>> = {
  'null PendingAuth': 'connection.created',
  'PendingAuth Linked': 'connection.connected',
  'Linked Unlinked': 'connection.disconnected',
  'Linked Deauthorized': 'connection.disconnected',
  'Unlinked Linked': 'connection.reconnected',
  'Deauthorized Linked': 'connection.reconnected',
};

/**
 * The one event type that an alert asks for; undefined if it may be any of its rule type.
 * Source: `docs/reference/rules/rule-types.md#rule-types`.
 */
export const wantedEventType = ({ type, eventTypes }: MappedRule, data: Json): string | undefined => {
  if (eventTypes.size === 1) return [...eventTypes][0];
  if (type === 'DataConnectionStatusChanged') {
    const { oldStatus, newStatus } = data;
    if (oldStatus === newStatus) return 'connection.deleted';
    return transitions[`${String(oldStatus)} ${String(newStatus)}`];
  }
  const isSuccess = type === 'Push Operation Status Changed' && data.status === 'Success';
  const wanted = `${String(data.dataType)}.write.${isSuccess ? 'successful' : 'unsuccessful'}`;
  return eventTypes.has(wanted) ? wanted : undefined;
};
