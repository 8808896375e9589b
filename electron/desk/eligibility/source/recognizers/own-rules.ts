import { oncePer } from '#base/once-per.ts';
import { patternsOf } from '#desk/eligibility/source/patterns.ts';
import { bare, type Lines } from './evidence.ts';
import { type Subject, wordsIn } from './subjects.ts';
import { vocabulary } from './vocabulary.ts';

/**
 * Rules that the code has of its own, by the names that it gives them: `DiscountRule`, `fraud_rules`, `stock-rules`,
 * `class Rule`. What stands before `rule` says which rules they are, whatever the trade; words that any code has there,
 * or that webhooks and their sender have, say nothing.
 */

interface Named {
  readonly name: string;
  readonly line: number;
  /** Of an id that the code writes itself, from a row of its own. */
  readonly isFilled?: boolean;
}

const { anyQualifier } = patternsOf('own-rules');

/** The parts of a name, in small letters. */
const partsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((part) => part.toLowerCase());

/**
 * A type of rules, `DiscountRule`, or a table of them, `from fraud_rules`. Lists of a webhook's rules have such names too,
 * `mutedRules`, `noisy_rules`: a variable's name says nothing, and neither does what was done with them.
 */
const kindIn = (name: string, before: string): boolean => {
  const parts = partsOf(name);
  const at = parts.findIndex((part, index) => index > 0 && /^rules?$/.test(part));
  const kind = parts[at - 1];
  if (kind === undefined || kind.length < 3 || anyQualifier.test(kind) || /ed$/.test(kind)) return false;
  // `HubRuleId` may be where the id of a webhook's rule is kept.
  if (/^(?:ids?|type|types|key|uuid|guid|set|list|map|by|for)$/.test(parts[at + 1] ?? '')) return false;
  return /^[A-Z][a-z]/.test(name) || tableBefore.test(before);
};
const tableBefore =
  /\b(?:from|join|into|update|table|using|ref|create_table|schema|tablename__|collection|references|to_table|model|entity|class_name|resources)\b[\s:=>(,'"`[\].]{1,6}$/i;

const ruleWord = /rules?(?![a-z])/gi;
/** Types of what tools and engines find, and of rules themselves. */
const ownType =
  /\b(?:class|struct|record|interface|type|data|message|object|model|entity|protocol|trait)\s{1,4}(Rules?|Rule(?:Hit|Result|Match|Evaluation|Violation|Finding|Set|Entity|Model)|Findings?|Violations?|Diagnostics?|Offen[cs]es?|LintMessage)\b/g;

/** What stands before the name that an offset is in. */
const wordBefore = (text: string, from: number): string =>
  /^(.*?)[\w-]*$/s.exec(text.slice(Math.max(0, from - 80), from))?.[1] ?? '';

const namedIn = oncePer((file: Subject): readonly Named[] => {
  const found: Named[] = wordsIn(file.text, ruleWord)
    .filter(({ from, dashed }) => kindIn(dashed, wordBefore(file.text, from)))
    .map(({ from, dashed }) => ({ name: dashed, line: file.lineAt(from) }));
  for (const { index, 1: name = '' } of file.text.matchAll(ownType))
    found.push({ name, line: file.lineAt(index) });
  // A file's own name speaks for all of it.
  const named = /([\w-]+)\.\w+$/.exec(file.path)?.[1] ?? '';
  if (kindIn(named, '')) found.push({ name: named, line: 0 });
  return found;
});

/** `ruleId: rule.id`, `setRuleId(rule.getId())`, `'rule_id' => $rule->id`: the code itself fills the id in. */
const filled =
  /rule_?id["'`]?\]?\s{0,4}(?::=|=>|[:=,(])\s{0,4}[$@]?(?:(?:this|self)[.>-]{1,2})?\w{0,30}rule\w{0,20}(?:\.|->|\?\.|::)(?:get_?)?(?:id|uuid|pk)\b/gi;
/** A foreign key to a table of the code's own: no other id could stand there. */
const references = [
  /\brule_?id\b[^\n;]{0,80}\breferences\b|\breferences\b[^\n;]{0,40}rules?\b|foreign[ _]?key[^\n;]{0,60}\brule_?id\b/gi,
  /\b(?:belongs_?to|many_?to_?one|foreign_?key|references|constrained|on_?delete)\b[^\n;]{0,60}rule/gi,
  /\brule_?id\b[^\n;]{0,60}(?:foreign_?key|constrained|references)/gi,
];

/** Where the code shows that a rule's id is one of its own rows. */
const madeIn = oncePer((file: Subject): readonly Named[] =>
  [filled, ...references].flatMap((pattern) =>
    [...file.text.matchAll(pattern)].slice(0, 100).map(({ index, 0: text }) => ({
      name: text.replace(/\s+/g, ' '),
      line: file.lineAt(index),
      isFilled: pattern === filled,
    })),
  ),
);

/** In a file of more lines, only what is near a place says whose rules it is about. */
const shortFile = 150;
const near = 25;

export interface OwnRules {
  readonly name: string;
  /** The code fills the id in from a row of its own, or its database does. */
  readonly isMade: boolean;
  /** The code fills it in, and takes nothing in that it could be of: it only sends webhooks of its own. */
  readonly isSent: boolean;
}

/** What the code around a place shows of rules of its own; undefined if it shows none. */
export const ownRulesAround = (file: Subject, line: number, scope: Lines): OwnRules | undefined => {
  const isShort = file.lineAt(Math.max(0, file.text.length - 1)) <= shortFile;
  const first = isShort ? 0 : Math.min(line - near, Math.max(scope.first, line - 2 * near));
  const last = isShort
    ? Number.MAX_SAFE_INTEGER
    : Math.max(line + near, Math.min(scope.last, line + 2 * near));
  const within = (one: Named): boolean => one.line === 0 || (one.line >= first && one.line <= last);
  const made = madeIn(file).find(within);
  const named = made ?? namedIn(file).find(within);
  if (named === undefined) return undefined;
  const isSent = made?.isFilled === true && sends.test(file.text) && !takesIn.test(file.text);
  return { name: named.name.slice(0, 60), isMade: made !== undefined, isSent };
};

/** How code takes in what another service sends it, or answers. */
const takesIn =
  /unmarshal|\bdecode\w{0,12}\s?[(!]|deserializ|JSON\.parse|\breq(?:uest)?\.(?:body|json|get_json|params|raw_post|form|text)|@RequestBody|\[FromBody\]|ShouldBind|BodyParser|from_?json|json\.loads?|json_decode|readValue|readTree|ReadFromJson|\.json\(|input_stream|php:\/\/input|\bparams\b/i;
const sends =
  /\b(?:post|marshal|stringify|json_encode|to_json|serialize|publish|dispatch|enqueue)\w{0,20}\s?[(!]|MethodPost/i;

const hookRoute = /["'`][\w./:{}-]{0,60}\b(?:web)?hooks?\/[\w./:{}-]{1,60}["'`]/gi;

/** The tool whose webhooks a file takes, by its routes: `/webhooks/datadog`. Empty where one of them names none. */
export const toolOfHooks = oncePer((file: Subject): string => {
  const labels = vocabulary().terms.filter(({ reason }) => reason === 'other-library');
  const tools = [...file.text.matchAll(hookRoute)]
    .slice(0, 20)
    .map(
      ([route]) =>
        route.split('/').find((part) => labels.some(({ pattern }) => pattern.test(bare(part)))) ?? '',
    );
  return tools.length > 0 && tools.every((one) => one !== '') ? (tools[0] as string).replace(/\W/g, '') : '';
});
