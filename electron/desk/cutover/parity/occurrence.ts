import { conditionHolds } from '#contract/property-mapping.ts';
import { isOnce, type MappedRule, wantedEventType } from './mapped-rules.ts';
import { isNothing, isObject, type Json, keyOf, valueAt } from './places.ts';
import type { ReadRequest } from './read-request.ts';

/** One occurrence of a rule type, as one of the mechanisms sent it. */
export interface Occurrence {
  readonly request: ReadRequest;
  readonly rule: MappedRule;
  /** Values in the order of the rule's properties. */
  readonly values: readonly unknown[];
  /** What must be the same in both mechanisms. */
  readonly content: string;
  /** Of a legacy alert the event type it asks for, if there is only one; of a message its own. */
  readonly eventType: string | undefined;
  /** Of a message: the element of a read that it is about. */
  readonly element: unknown;
  /** Of a message that no endpoint of the plan sends: it may explain more than one alert. */
  readonly isPossible: boolean;
  /** The same content came and was paired shortly before. */
  isRepeated: boolean;
  partner: Occurrence | undefined;
  /** Differences of its pair that the mapping does not explain. */
  unexplained: number;
}

export const companyOf = (occurrence: Occurrence): string => fieldOf(occurrence, 'CompanyId');

export const fieldOf = ({ rule, values }: Occurrence, name: keyof MappedRule['identity']): string => {
  const at = rule.identity[name];
  const value = at === undefined ? undefined : values[at];
  return isNothing(value) ? '' : String(value).toLowerCase();
};

export const occurrenceOfAlert = (request: ReadRequest, rule: MappedRule): Occurrence => {
  const values = rule.properties.map(({ from }) => valueAt(request.body, from));
  const { Data } = request.body;
  const eventType = wantedEventType(rule, isObject(Data) ? Data : {});
  return made(request, rule, values, { eventType, element: undefined, isPossible: false });
};

const occurrenceOfMessage = (
  request: ReadRequest,
  rule: MappedRule,
  element: unknown,
  isPossible: boolean,
): Occurrence => {
  const values = rule.properties.map(({ kind, to }) =>
    kind === 'dropped' || kind === 'header' ? undefined : valueAt(request.body, to, element),
  );
  return made(request, rule, values, { eventType: String(request.body.eventType), element, isPossible });
};

const made = (
  request: ReadRequest,
  rule: MappedRule,
  values: readonly unknown[],
  rest: Pick<Occurrence, 'eventType' | 'element' | 'isPossible'>,
): Occurrence => {
  let content = `${request.url}\n${rule.type}`;
  for (const [at, { kind }] of rule.properties.entries()) {
    if (kind === 'value') content += `\n${keyOf(values[at])}`;
  }
  return { request, rule, values, content, ...rest, isRepeated: false, partner: undefined, unexplained: 0 };
};

/** The occurrences of a rule in a message, and elements that the legacy mechanism would have sent no alert for. */
export const occurrencesIn = (
  request: ReadRequest,
  rule: MappedRule,
  isPossible = false,
): { readonly sent: readonly Occurrence[]; readonly unsent: readonly Occurrence[] } => {
  const sent: Occurrence[] = [];
  const unsent: Occurrence[] = [];
  for (const element of elementsOf(request.body, rule)) {
    const occurrence = occurrenceOfMessage(request, rule, element, isPossible);
    const holds = rule.conditions.every((lost) => {
      const value = valueAt(request.body, lost.place, element);
      // What is not there can't be judged: that it is missing is found with the alert.
      return isNothing(value) || conditionHolds(lost, value);
    });
    (holds ? sent : unsent).push(occurrence);
  }
  return { sent, unsent };
};

/** More than any read has data types; a list without end is no read. */
const mostElements = 1000;

const elementsOf = (body: Json, rule: MappedRule): readonly unknown[] => {
  if (rule.elements === undefined) return [undefined];
  const list = valueAt(body, rule.elements);
  if (!Array.isArray(list)) return [undefined];
  return list.slice(0, isOnce(rule) ? 1 : mostElements);
};

export const fits = (alert: Occurrence, message: Occurrence): boolean =>
  alert.eventType === undefined
    ? alert.rule.eventTypes.has(message.eventType ?? '')
    : alert.eventType === message.eventType;

/** The same for messages that say the same. */
export const repetitionKey = ({ content, eventType }: Occurrence): string => `${content}\n${eventType}`;
