import type { MentionSubject } from '#contract/eligibility.ts';
import { languageOf } from '#desk/eligibility/source/syntax/grammars.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';
import { composedSpans, joinedIds, mayCompose } from './composed.ts';
import { spansOf, type TextSpan } from './text-span.ts';

/**
 * Halves of a key word that may be put together from two files: `PREFIX = "Rule"` in one, `PREFIX + "Id"` in the other.
 * Ordinary code has one of the halves at most: of 640 packages of a registry none had both, in two files.
 */

/** The subjects of which a text holds the first half of the word alone. */
type Split = Extract<MentionSubject, 'rule-id' | 'client-id-header'>;

/** A literal, an element's text or attribute; `X-Service-Client` continues elsewhere. */
const ruleLiteral = /["'`>](?:[\w.-]{0,20}[_.-])?rule[-_]?["'`<]/i;
const clientLiteral = /x[-_]service[-_]client[-_]?(?=["'`<{$%)\s]|$)/im;
/** A member of an enumeration, a symbol of a list, the argument of a macro: `enum Kind { Alert, Rule }`, `X(Rule)`. */
const ruleNamed =
  /\benum\b[^{};]{0,80}\{[^}]{0,1500}\brule\b|[[(,]\s{0,40}:rule\s{0,40}[\],]|\b[A-Z]\w{0,20}\(Rule\)|\bcase\s+rule\b(?!\s*[:(])/i;
/** A value without quotes: `prefix: Rule`, `- Rule`, `PREFIX=Rule`, `set prefix Rule`. */
const ruleBare = /(?:[:=]|^\s{0,40}-|\bset\s+\w{1,40})[ \t]{0,20}rule[-_]?[ \t]{0,20}(?:[#;,].*)?\r?$/im;
const ruleInList = /(?:%[wWiI]|\bqw\s?|~w)[[({<|/!][^\])}>|/!]{0,400}(?<![\w-])rule(?![\w-])/i;

/** The subjects whose first half stands alone in a text, to be put before what another file holds. */
export const firstHalves = (text: string, isUnquoted: boolean): readonly Split[] => {
  const isRule =
    mayCompose(text) &&
    (ruleLiteral.test(text) ||
      ruleInList.test(text) ||
      ruleNamed.test(text) ||
      (isUnquoted && ruleBare.test(text)));
  const isClient = clientLiteral.test(text);
  return [...(isRule ? (['rule-id'] as const) : []), ...(isClient ? (['client-id-header'] as const) : [])];
};

/** A constant, or what is put behind something: `= "Id"`, `: 'Id'`, `SUFFIX("Id")`, `+= "Id"`, `.concat("Id")`, `["Id", …`. */
const idConstant =
  /(?:[=:>]|\breturn|[[{](?=[^\n]{0,8},)|(?:\b[A-Z][A-Z_]+|concat|append|plus|add|push|cat|join|write\w{0,6})\()\s{0,4}[a-z$@]?["'`](?:[-_][iI][dD]|Id|ID)["'`](?!\s{0,4}(?::|=>))/g;
/** `PREFIX "Id"` of C, `(str prefix "Id")` of Lisps. */
const idBeside =
  /(?<!\b(?:as|by|case|in|is|and|or|select|from|on|where|not|if|unless|when|with|of|return|using))(?<=[\w)\]]) {1,2}["'](?:[-_][iI][dD]|Id|ID)["'](?!\s{0,4}(?::|=))/gi;
/** `camelCase([kind, "id"])`, `[kind, "id"].join("_")`: small letters, where words are joined. */
const idOfWords =
  /(?:case|camel|pascal|snake|kebab|join|concat|inflect|format|implode|paste)\w{0,12}[!?]?(?:\(| (?=[["'`\w$@]))[^\n;"']{0,60}[\w)\]],\s{0,4}["'`]id["'`]|[\w)\]],\s{0,4}["'`]id["'`]\s{0,4}[\])]{1,2}\s{0,4}(?:\.|->|\|>)\s{0,4}\w{0,12}(?:join|case|camel|pascal|snake|map)/gi;
/** Without quotes: `suffix: Id`, `key=${prefix}Id`. */
const idBare =
  /(?:[:=]|^\s{0,40}-|\bset\s+\w{1,40})[ \t]{0,20}(?:[-_][iI][dD]|Id|ID)[ \t]{0,20}(?=(?:[#;,].*)?\r?$)|(?<=[})])(?:[-_][iI][dD]|Id|ID)(?![\w-])/gm;

/** Languages in which the halves may stand without quotes: as values, as symbols, as names of an enumeration or a macro. */
const unquoted = wordSet(
  'yaml dotenv properties ini conf xml template nginx apache haproxy caddy shell batch tcl makefile just dockerfile cmake ruby crystal elixir perl',
);
const enumerating = wordSet('c cpp csharp java kotlin scala groovy typescript swift rust php dart');

/** Whether a half of a word may stand without quotes in a file, so that the look at its bytes sees none. */
export const mayHoldBareHalf = (path: string, bytes: Buffer): boolean => {
  const language = languageOf(path);
  if (
    enumerating.has(language)
      ? !bytes.includes('enum') && !bytes.includes('#define')
      : !unquoted.has(language)
  )
    return false;
  const isUnquoted = unquoted.has(language);
  if (!isUnquoted && !bytes.includes('ule') && !bytes.includes('ULE')) return false;
  const text = bytes.toString('latin1');
  if (isUnquoted && /\bs([/|#])\w{1,40}\1rule\1/i.test(text)) return true;
  return firstHalves(text, isUnquoted).length > 0 || (isUnquoted && text.search(idBare) >= 0);
};

/** Whether a value needs no quotes in a file, for a half of a word. */
export const hasBareHalves = (path: string): boolean => unquoted.has(languageOf(path));

const most = 20;
/** What every form with quotes, holes or marks holds: of most texts no more is asked. */
const idEnds = /["'`][-_]?id["'`]|[})][-_]?id["'`\s]|%[sv@][-_]?id|##\s?id/i;

/** Where `Id` is put behind something, or kept to be put there. */
export const secondHalves = (text: string, isUnquoted: boolean): TextSpan[] => {
  if (!isUnquoted && !idEnds.test(text)) return [];
  // What has both is read by itself.
  if (composedSpans(text).length > 0) return [];
  const spans = joinedIds(text, most);
  for (const pattern of [idConstant, idBeside, idOfWords, ...(isUnquoted ? [idBare] : [])])
    spans.push(...spansOf(text, pattern, most - spans.length));
  return spans;
};
