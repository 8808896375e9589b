import type { MentionSubject } from '#contract/eligibility.ts';
import { composedSpans } from './composed.ts';
import { spansOf, type TextSpan } from './text-span.ts';

/** Between the parts of a key word: `RuleId`, `rule_id`, `rule-id`, `RULE ID`, `rule\_id`, and a pattern for them: `rule[-_]?id`. */
const between = String.raw`(?:\\?[-_ \t\u00a0]\??|\.[?*]|\[[-_ .\\sW]{1,8}\][?*+]?|\\[sW][?*+]?){0,2}`;

interface Word {
  readonly subject: MentionSubject;
  readonly pattern: RegExp;
  readonly isWord?: (text: string, from: number, to: number) => boolean;
}

const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;

/** Words that end in "rule", and have nothing to do with one. */
const otherRules = /(?:over|mis|fe|fer|sphe|spo|ga|gas|glome|cou)$/i;
/** Words that begin with "id". */
const otherIds = /^(?:ea|enti(?:f|c|t)|le|lin|iom|iot|io|ol|yl)/;

/**
 * `overruleIdea` holds no RuleId, `alertRuleIds` does, and so does `webhookruleidcolumn`: a name in one case shows no
 * boundaries, so it counts unless it is another word.
 */
const isRuleId = (text: string, from: number, to: number): boolean => {
  const first = text.charCodeAt(from);
  const before = text.charCodeAt(from - 1);
  const joinedBefore = (isLower(before) && isLower(first)) || (isUpper(before) && isUpper(first));
  if (joinedBefore && otherRules.test(text.slice(Math.max(0, from - 6), from))) return false;
  const last = text.charCodeAt(to - 1);
  const after = text.charCodeAt(to);
  if (!isLower(after) || !isLower(last)) return true;
  return !otherIds.test(text.slice(to, to + 8));
};

const words: readonly Word[] = [
  { subject: 'rule-id', pattern: new RegExp(`rule${between}id`, 'gi'), isWord: isRuleId },
  {
    subject: 'client-id-header',
    // The header; the same without its X, as a prefix is added elsewhere; its beginning alone, as the rest is.
    pattern: new RegExp(
      `x${between}service${between}client${between}id|service-client${between}id|x(?:\\\\?[-_]){1,2}service(?!(?:\\\\?[-_ ]){0,2}[a-z])`,
      'gi',
    ),
  },
  { subject: 'retry-after', pattern: new RegExp(`retry${between}after`, 'gi') },
  { subject: 'authorization', pattern: /authorization/gi },
];

const marked = (first: string, rest: string): RegExp =>
  new RegExp(`["'\`:]${first}["'\`]?\\s{0,20},\\s{0,20}["'\`:]${rest}(?![a-z])`, 'gi');
/** The parts of a word one after the other, to be joined by whatever is called: `pascal("rule", "id")`. */
const inParts: readonly (readonly [MentionSubject, RegExp])[] = [
  ['rule-id', marked('rule', 'id')],
  ['rule-id', /(?:%[wWiI]|\bqw\s?|~w)[[({<|/!][^\])}>|/!\n]{0,80}\brule\s{1,4}id\b/gi],
  // What joins them is removed, or another word is put in for a part.
  [
    'rule-id',
    /["'`]rule[^\w"'`\n]{1,2}id["'`][^\n]{0,30}\b(?:replace|split|g?sub|tr|translate|strip|delete)|\b(?:replace|g?sub|translate|tr|split|delete)\w{0,12}[^\n]{0,40}["'`]rule[^\w"'`\n]{1,2}id["'`]/gi,
  ],
  [
    'rule-id',
    /\b(?:str_?)?(?:replace|g?sub)\w{0,8}!?\(\s{0,4}[^()\n]{1,60},\s{0,4}["'`](?:rule|[-_]?id)["'`]|\bs([/|#])\w{1,40}\1rule\1/gi,
  ],
  ['client-id-header', marked('x', 'service')],
  ['retry-after', marked('retry', 'after')],
];

/** What a text holds if it names a subject at all: of most texts no more is asked. */
const hints: Readonly<Partial<Record<MentionSubject, RegExp>>> = {
  'rule-id': /rule/i,
  'client-id-header': /service/i,
  'retry-after': /retry/i,
};

/** The mentions of subjects that one word names. */
export const wordSpans = (text: string): { subject: MentionSubject; spans: TextSpan[] }[] =>
  words
    .filter(({ subject }) => hints[subject]?.test(text) !== false)
    .map(({ subject, pattern, isWord }) => {
      const found = spansOf(text, pattern).filter(({ from, to }) => isWord?.(text, from, to) !== false);
      const composed = subject === 'rule-id' ? composedSpans(text) : [];
      const parts = inParts.flatMap(([of, part]) => (of === subject ? spansOf(text, part) : []));
      return { subject, spans: [...found, ...composed, ...parts] };
    });
