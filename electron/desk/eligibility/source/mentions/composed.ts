import { spansOf, type TextSpan } from './text-span.ts';

/**
 * `RuleId` that is put together when the code runs: `name + "Id"` for each of `"Alert", "Rule"`. The first half stands
 * as a word of its own in a literal or a list of words, the second one behind something.
 */

/** `"Rule"` alone; it counts in a text where `Id` is put behind something. */
const ruleAlone = /(?:["'`]|(?<!:):)rule[-_]?["'`]/gi;
/** A literal that begins with it, and continues with what is not written here: `"Rule${part}"`, `"Rule" . $part`. */
const ruleBefore =
  /["'`]rule[-_]?(?:[$#%]?\{|\$[a-z_(]|%[sv@]|["'`](?:\s{0,4}(?:\+\+?|&|~|\|\||<>|\.\.)\s{0,4}|\s\.\s|\.(?=\$))[\w$@(])/gi;
/** Lists of words: `%w(alert rule)`, `qw(Alert Rule)`, `~w[alert rule]`, `for name in Alert Rule; do`. */
const wordList =
  /(?:%[wWiI]|\bqw\s?|~w)[[({<|/!]([^\])}>|/!]{0,400})|\bfor(?:each)?\s+\w{1,40}\s+(?:in\s|\{)([^;\n}]{0,200})/g;
/** `"alert,rule,company"`, and with blanks where it is split. */
const listInText =
  /["'`](?:[\w-]{1,40}\s?[,;|:]\s?){0,20}rule(?:\s?[,;|:]\s?[\w-]{1,40}){0,20}["'`]|["'`](?:\w{1,40} ){0,20}rule(?: \w{1,40}){0,20}["'`]\)?\s?(?:\.|->|\|>)?\s?(?:split|words|explode|tokenize|lines)/gi;
/** Symbols, and names of an enumeration or of a macro's argument. */
const symbol = /(?<=[\s,[({])[:']rule(?=[\s,\])};])/gi;
const enumerated = /(?<=[{,(|\n]\s{0,40})R(?:ule|ULE)(?=\s{0,4}[,)}|;\n=])/g;

/** `Id` behind what is filled in: `name + "Id"`, `${name}Id`, `%sId`, `name##Id`. */
const idBehind = /(?:["'`})]|%[sv@])(?:[-_][iI][dD]|Id|ID)(?=["'`\s\])|,;])|##\s?Id\b/g;
const idJoined =
  /(?:\+\+?|&|~|\|\||<>|\.\.?|,)\s{0,4}(?:[a-z$@]?)["'`](?:[-_][iI][dD]|Id|ID)["'`]|(?<=[})])(?:[-_][iI][dD]|Id|ID)(?=["'`\s])|%[sv@](?:[-_][iI][dD]|Id|ID)\b|##\s?Id\b/g;

const listedRules = (text: string): TextSpan[] =>
  [...text.matchAll(wordList)].flatMap((match) =>
    [...match[0].matchAll(/(?<![\w-])rule(?![\w-])/gi)].map(({ index }) => ({
      from: match.index + index,
      to: match.index + index + 4,
    })),
  );

/** First halves of the word in a text that puts it together. */
export const composedSpans = (text: string): TextSpan[] => {
  const spans = spansOf(text, ruleBefore);
  if (text.search(idBehind) < 0) return spans;
  spans.push(...spansOf(text, ruleAlone), ...listedRules(text), ...spansOf(text, listInText));
  return text.search(idJoined) < 0
    ? spans
    : [...spans, ...spansOf(text, symbol), ...spansOf(text, enumerated)];
};

/** Where the second half is put behind something, `most` times at most. */
export const joinedIds = (text: string, most?: number): TextSpan[] => spansOf(text, idJoined, most);

/** Whether a word stands alone that may be a first half. */
export const mayCompose = (text: string): boolean => /(?<![\w-])rule(?![\w-])/i.test(text);
