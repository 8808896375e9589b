import { carriedHeaders } from '#contract/webhook.ts';
import type { ComparedProperty } from './mapped-rules.ts';
import { companyOf, fits, type Occurrence } from './occurrence.ts';
import { isNothing, isObject, isSame, plainText, shownValue, valueAt } from './places.ts';
import type { SecretValue } from './secret-values.ts';
import { type FindingAbout, maskedExample, type Tally } from './tally.ts';

/** Whether a person decided that a header gets the other one of two values. */
export type IsDecided = (header: string, legacy: SecretValue, carried: SecretValue) => boolean;

/** Compares an alert and the message of the same occurrence, property by property and header by header. */
export const comparePair = (
  alert: Occurrence,
  message: Occurrence,
  tally: Tally,
  isDecided: IsDecided,
): void => {
  const pair: Pair = { alert, message, tally, isDecided, unexplained: 0 };
  for (const [at, property] of alert.rule.properties.entries()) compareProperty(pair, property, at);
  compareConditions(pair);
  compareUnmapped(pair);
  compareAuth(pair);
  alert.unexplained = message.unexplained = pair.unexplained;
};

interface Pair {
  readonly alert: Occurrence;
  readonly message: Occurrence;
  readonly tally: Tally;
  readonly isDecided: IsDecided;
  unexplained: number;
}

/** Where it was seen, for a finding; the URL without its query. */
export const aboutOf = (occurrence: Occurrence, eventType?: string): FindingAbout => {
  const companyId = companyOf(occurrence);
  return {
    ruleType: occurrence.rule.type,
    ...(eventType === undefined ? {} : { eventType: plainText(eventType) }),
    ...(companyId === '' ? {} : { companyId: plainText(companyId) }),
    url: bareUrl(occurrence.request.url),
  };
};

const longestUrl = 300;
export const bareUrl = (url: string): string => plainText(url.split('?', 1)[0] ?? '', longestUrl);

const compareProperty = (pair: Pair, property: ComparedProperty, at: number): void => {
  const before = pair.alert.values[at];
  const after = pair.message.values[at];
  if (property.kind === 'header') compareClientId(pair, property, before);
  // What the alert does not have, nobody can miss.
  else if (before === undefined) return;
  else if (isExplained(pair, property, before, after)) explained(pair, property, before, after);
  else if (isNothing(before) && isNothing(after)) return;
  else if (isNothing(after)) missing(pair, property, before);
  else different(pair, property, before, after);
};

const isExplained = (
  { alert, message }: Pair,
  { kind }: ComparedProperty,
  before: unknown,
  after: unknown,
): boolean => {
  if (kind === 'dropped') return true;
  if (kind === 'id') return !isNothing(after);
  if (kind === 'eventType') return fits(alert, message);
  return !isNothing(after) && isSame(before, after);
};

const explained = ({ tally }: Pair, property: ComparedProperty, before: unknown, after: unknown): void =>
  tally.explained(property, () => exampleOf(before, after));

const exampleOf = (before: unknown, after: unknown): { legacy?: string; new?: string } => {
  const [legacy, carried] = [shownValue(before), shownValue(after)];
  return { ...(legacy === undefined ? {} : { legacy }), ...(carried === undefined ? {} : { new: carried }) };
};

type Example = ReturnType<typeof exampleOf>;
type Fault = Parameters<Tally['finding']>[0];

const unexplained = (pair: Pair, id: Fault, property: string, example: Example): void => {
  const { alert, message, tally } = pair;
  pair.unexplained++;
  tally.difference({ property, kind: 'unexplained', example });
  tally.finding(id, { ...aboutOf(alert, message.eventType), property });
};

const missing = (pair: Pair, { name }: ComparedProperty, before: unknown): void =>
  unexplained(pair, 'missing-property', name, exampleOf(before, undefined));

/** Properties that say which connection, operation or sync it is. */
const ids: ReadonlySet<string> = new Set([
  'DataConnectionId',
  'Data.dataConnectionId',
  'Data.pushOperationKey',
  'Data.pushOperationGuid',
  'Data.syncId',
]);

const different = (pair: Pair, { name }: ComparedProperty, before: unknown, after: unknown): void => {
  const id = name === 'CompanyId' ? 'wrong-company' : ids.has(name) ? 'changed-id' : 'different-value';
  unexplained(pair, id, name, exampleOf(before, after));
};

/** What the consumer has to look at, now that the condition of the rule is lost. */
const compareConditions = (pair: Pair): void => {
  const { alert, message } = pair;
  for (const { path, place } of alert.rule.conditions) {
    if (!isNothing(valueAt(message.request.body, place, message.element))) continue;
    unexplained(pair, 'missing-property', path, {});
  }
};

const headerOf = (name: string): string => `header:${name}`;

/** It is in the alert twice: in its body, and in its header. */
const compareClientId = (pair: Pair, property: ComparedProperty, inBody: unknown): void => {
  const wanted = isNothing(inBody) ? pair.alert.request.clientId : inBody;
  const carried = pair.message.request.clientId;
  if (isNothing(wanted)) return;
  const header = headerOf(carriedHeaders.clientId);
  const example = exampleOf(shownId(wanted), shownId(carried));
  if (carried === undefined) unexplained(pair, 'missing-header', header, example);
  else if (carried !== wanted || carried !== (pair.alert.request.clientId ?? carried)) {
    unexplained(pair, 'different-header', header, example);
  } else pair.tally.explained(property, () => example);
};

/** What is no id may be anything, such as the secret of the header beside it. */
const shownId = (value: unknown): unknown =>
  isNothing(value) || (typeof value === 'string' && uuid.test(value)) ? value : maskedExample(value);
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const compareAuth = (pair: Pair): void => {
  const before = pair.alert.request.auth;
  const after = pair.message.request.auth;
  if (before?.mark === after?.mark) return;
  const property = headerOf(carriedHeaders.auth);
  const example = exampleOf(before?.masked, after?.masked);
  if (after === undefined) unexplained(pair, 'missing-header', property, example);
  else if (before !== undefined && pair.isDecided(carriedHeaders.auth, before, after)) {
    pair.tally.difference({ property, kind: 'expected', mapping: 'Decided in the plan', example });
  } else unexplained(pair, 'different-header', property, example);
};

/** Properties of the alert that the mapping does not know: fine if the message has them, wherever. */
const compareUnmapped = (pair: Pair): void => {
  for (const [name, value] of unmapped(pair.alert)) {
    const key = name.slice(name.indexOf('.') + 1);
    if (isNothing(value) || holds(pair.message.request.body, key.toLowerCase(), value)) continue;
    unexplained(pair, 'missing-property', plainText(name), { legacy: maskedExample(value) });
  }
};

function* unmapped({ request, rule }: Occurrence): Generator<[string, unknown]> {
  const { body } = request;
  for (const name of Object.keys(body)) {
    if (name !== 'Data' && !rule.known.has(name)) yield [name, body[name]];
  }
  if (!isObject(body.Data)) return;
  for (const name of Object.keys(body.Data)) {
    if (!rule.known.has(`Data.${name}`)) yield [`Data.${name}`, body.Data[name]];
  }
}

const deepest = 8;

const holds = (body: unknown, key: string, value: unknown, depth = 0): boolean => {
  if (typeof body !== 'object' || body === null || depth > deepest) return false;
  return Object.entries(body).some(
    ([name, held]) =>
      (name.toLowerCase() === key && isSame(held, value)) || holds(held, key, value, depth + 1),
  );
};
