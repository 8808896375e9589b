import type { Place } from './place.ts';
import { holderScore, isSpeaking } from './rule-id-holders.ts';
import type { Reading, Word } from './subjects.ts';

const queryWords =
  /\b(?:select|insert|update|delete|create|alter|group by|order by|where|join|json_\w+|from|merge)\b|\|\s{0,4}(?:stats|where|table|fields|eval|summarize|project|extend|sort|dedup|rename|top|timechart|count|parse)\b/i;
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
  if (
    !/^(?:[:@$]*|\d+__)rule[_-]?id$/i.test(word.whole) &&
    !/(?:alert|legacy|hook)_?rule_?id$/i.test(word.whole)
  )
    return undefined;
  const from = Math.max(place.node.from, word.from - 200);
  const before = region.text.slice(from, word.from);
  const after = region.text.slice(word.to, Math.min(place.node.to, word.to + 80));
  const value = region.text.slice(place.node.from, Math.min(place.node.to, place.node.from + 4000));
  const wire = /RuleId/.test(word.whole) ? 2 : 0;
  const holder = /([A-Za-z_$@][\w$]*)(?:\(\))?\W{0,8}$/.exec(before)?.[1] ?? '';
  // A tag of Go or an attribute inside a text: `json:"ruleId"`.
  if (/(?:json|bson|db|xml|mapstructure|gorm|form|dynamodbav|yaml|msgpack|csv):"(?:column:)?$/.test(before))
    return { score: /RuleId/.test(word.whole) ? 1.5 : 0, what: 'A field is bound to RuleId by its tag' };
  const isPath =
    /(?:\$|@|\w|\)|\]|\})\??(?:\.|->|::)@?$|(?:^|["'`\s({|,=])\.$|\[\s?\\?["'`]$|->>?\s{0,3}\\?["'`]$|\$\.\.?$|[/.]\*?$/.test(
      before,
    );
  const isTemplate =
    /\{\{[^}]{0,160}$|\{%[^%]{0,160}$|\$\{[^}]{0,160}$|<%[^%]{0,160}$|\$\([^)]{0,160}$|@\{[^}]{0,160}$|#\{[^}]{0,160}$/.test(
      before,
    );
  if (jsonPointer.test(value)) return { score: wire, what: 'RuleId is read by a JSON Pointer' };
  if (/[/?&=:{<]$/.test(before) && !isTemplate && !/:{2}$/.test(before) && !/\$\{$/.test(before)) {
    if (!/^\s*(?:SELECT|INSERT|UPDATE|MERGE)\b/i.test(value)) return undefined;
  }
  if (/params?(?:\.|\[["']?)$|(?:searchParams|query)\W{1,6}$/i.test(before)) return undefined;
  if (isPath)
    return {
      score: wire + holderScore(holder === '' ? [] : [holder]),
      what: 'RuleId is read by a path in a text',
    };
  if (queryWords.test(value) && value.length > 20 && !isSpeaking(place.holder)) {
    if (/[@:$%]$/.test(before) || /^\}/.test(after)) return undefined;
    return { score: wire > 0 ? 1.5 : 0, what: 'A query names the column that keeps the RuleId' };
  }
  if (isTemplate) return { score: wire - 0.5, what: 'A template fills in RuleId' };
  // A JSON text or pattern with the key: `{"RuleId": …}`.
  if (/\\?["']$/.test(before) && /^\\?["']\s?[:=\]]/.test(after))
    return { score: wire - 0.5, what: 'A text holds the key RuleId' };
  if (
    listed.test(value) &&
    value.length < 200 &&
    !/\s\w+\s\w+\s\w+/.test(value) &&
    model.language !== 'shell'
  )
    return { score: wire - 1, what: 'RuleId is one of several names in a text' };
  return undefined;
};
