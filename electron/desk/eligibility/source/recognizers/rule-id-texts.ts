import type { Place } from './place.ts';
import { holderScore, isMessageCall } from './rule-id-holders.ts';
import type { Reading, Word } from './subjects.ts';

const queryWords =
  /\b(?:select|insert|update|delete|create|alter|group by|order by|where|join|json_\w+|from|merge)\b|\|\s{0,4}(?:stats|where|table|fields|eval|summarize|project|extend|sort|dedup|rename|top|timechart|count|parse)\b/i;
const names = /^(?:[:@$]*|\d+__)rule[_-]?id$|(?:alert|legacy|hook)_?rule_?id$/i;
/** `/RuleId`, `#/event/RuleId`: a route's parameter has a mark before it. */
const jsonPointer = /^[rb]?["'`]?#?(?:\/[\w~-]{1,60}){0,6}\/RuleI[dD]["'`]?$/;
const listed = /^[\s"'`\w$.[\]:*|-]*$/;

/**
 * `RuleId` as a part of a longer text: a path of a formula (`$.RuleId`, `payload.RuleId`), a column of a query, one of
 * several names; undefined if it is prose or part of an address.
 */
export const inExpression = (
  { region, model }: Reading,
  word: Word,
  place: Place,
): { score: number; what: string } | undefined => {
  if (!names.test(word.whole)) return undefined;
  const { from, to } = place.node;
  const before = region.text.slice(Math.max(from, word.from - 200), word.from);
  const after = region.text.slice(word.to, Math.min(to, word.to + 80));
  const value = region.text.slice(from, Math.min(to, from + 4000));
  const wire = /RuleId/.test(word.whole) ? 2 : 0;
  // A column or a tag says a little less than a path.
  const bound = wire * 0.75;
  if (tag.test(before)) return { score: bound, what: 'a field is mapped to RuleId by its tag' };
  if (jsonPointer.test(value)) return { score: wire, what: 'RuleId is read by a JSON Pointer' };
  if (isAddress(before, value)) return undefined;
  if (path.test(before))
    return { score: wire + holderScore(holderIn(before)), what: 'RuleId is read by a path in a string' };
  const isQuery = queryWords.test(value) && value.length > 20 && !isMessageCall(place.holder);
  if (isQuery && isParameter(before, after)) return undefined;
  if (isQuery) return { score: bound, what: 'a query names the RuleId column' };
  const what = inPlainText(before, after);
  if (what !== undefined) return { score: wire - 0.5, what };
  return isListOfNames(value) && model.language !== 'shell'
    ? { score: wire - 1, what: 'RuleId is one of several names in a string' }
    : undefined;
};

const isParameter = (before: string, after: string): boolean => /[@:$%]$/.test(before) || /^\}/.test(after);
const holderIn = (before: string): string[] => {
  const holder = /([A-Za-z_$@][\w$]*)(?:\(\))?\W{0,8}$/.exec(before)?.[1];
  return holder === undefined ? [] : [holder];
};
const inPlainText = (before: string, after: string): string | undefined => {
  if (template.test(before)) return 'a template inserts RuleId';
  // A JSON text or pattern with the key: `{"RuleId": …}`.
  const isKey = /\\?["']$/.test(before) && /^\\?["']\s?[:=\]]/.test(after);
  return isKey ? 'a string contains the key RuleId' : undefined;
};

/** A tag of Go or an attribute inside a text: `json:"ruleId"`. */
const tag = /(?:json|bson|db|xml|mapstructure|gorm|form|dynamodbav|yaml|msgpack|csv):"(?:column:)?$/;
const path =
  /(?:\$|@|\w|\)|\]|\})\??(?:\.|->|::)@?$|(?:^|["'`\s({|,=])\.$|\[\s?\\?["'`]$|->>?\s{0,3}\\?["'`]$|\$\.\.?$|[/.]\*?$/;
const template =
  /\{\{[^}]{0,160}$|\{%[^%]{0,160}$|\$\{[^}]{0,160}$|<%[^%]{0,160}$|\$\([^)]{0,160}$|@\{[^}]{0,160}$|#\{[^}]{0,160}$/;

/** Whether the word is a parameter of an address or a statement. */
const isAddress = (before: string, value: string): boolean =>
  (/[/?&=:{<]$/.test(before) &&
    !template.test(before) &&
    !/:{2}$/.test(before) &&
    !/^\s*(?:SELECT|INSERT|UPDATE|MERGE)\b/i.test(value)) ||
  /params?(?:\.|\[["']?)$|(?:searchParams|query)\W{1,6}$/i.test(before);
const isListOfNames = (value: string): boolean =>
  listed.test(value) && value.length < 200 && !/\s\w+\s\w+\s\w+/.test(value);
