import { lineStart } from '#desk/eligibility/source/text-lines.ts';
import { spansOf, type TextSpan } from './text-span.ts';

/**
 * Mentions of the alerts endpoints. Their paths are `rules`, perhaps an id, and `alerts`, both in the plural, and a
 * library's call names both too. A path may be put together from parts that stand anywhere, so that every place that can
 * hold the part `alerts` is a mention as long as `rules` is there too. A variable holds nothing that is not written
 * somewhere else, and is none.
 */
export interface FileContext {
  /** Words without quotes may be values: in configuration, in shell scripts, in any language that is not known. */
  readonly barewords: boolean;
  /** Halves of a word may have no quotes: `prefix: Rule`. */
  readonly bareHalves?: boolean;
}

export interface AlertsSpans {
  /** In a file that names rules too. */
  readonly together: readonly TextSpan[];
  /** In one that does not. */
  readonly loose: readonly TextSpan[];
}

const plural = /(?<![a-z0-9_])alerts(?![a-z0-9_])/gi;
/** A constant or a member of an enumeration, whose name may be its value: `Segment.Alerts`, `paths::ALERTS`. */
const member = /(?:\b[A-Z]\w{0,60}(?:\.|::)[Aa]lerts|(?:\.|::)ALERTS)(?![A-Za-z0-9_]|\s{0,4}\()/g;
/** Swift's and Zig's `.alerts`, and a symbol of a list or an argument: `[:rules, id, :alerts]`. */
const shorthand =
  /\.(?<=(?:^|[\s,([])\.)alerts(?=[\s,)\]]|$)|:(?<=(?:,\s{0,20}|(?<![\w)\]])\[|\(\s{0,4}|<<\s{0,4}|[/+]\s{0,4}):)alerts(?![\w:])/gm;
/** What is computed stands right before it: `\(base)alerts`, `$(BASE)alerts`, `%BASE%alerts`. */
const behindHole = /(?:[\\$]\([^()\n]{1,60}\)|%\w{1,40}%)alerts(?![A-Za-z0-9_])/gi;
/** `"/alert" + …`, `/alert${…`: what is put behind it may be its `s`. */
const unfinished =
  /\/alert(?:["'`]\s{0,4}(?:\+\+?|&|~|\|\||<>|\.\.?)\s{0,4}[\w$@(]|[$#]\{|\$[a-z_]|\\\(|%s)/gi;
/** Words of one text, or of a list of words: `"rules,{id},alerts"`, `%w[rules alerts]`, `qw(rules alerts)`. */
const wordsOfText =
  /(?<![\w-])rules[ \t,;|>]{1,3}(?:([^\s,;|"'`]{1,40})[ \t,;|>]{1,3})?alerts(?=["'`\])}/,;|\s])/gi;
/** `"alert"`, in a text that puts an `s` behind something: `${name}s`, `%ss`. */
const singular = /["'`]alert["'`]/gi;
const pluralBehind = /(?:["'`}]|%[sv@])s["'`/]|plurali[sz]e|\bplural\(|tableize|->plural/;
/** `"%salerts"`: the hole before it takes a base that ends in a slash. */
const afterFormat = /%[sdv@]alerts(?![a-z0-9_])/gi;

/** What stands before a part of a path: a slash, a quote, the end of a hole. */
const opens = new Set([...`/"'\`\\}]|`]);
/** Where words need no quotes, also what gives a value, and a symbol. */
const givesValue = new Set([...':=']);
/** `<alerts>` is an element, `{alerts}` and `(alerts)` are variables; text between tags is a value. */
const opensAfterTag = /[\w"'/]>$/;

const isSegment = (text: string, from: number, { barewords }: FileContext): boolean => {
  const before = text.charAt(from - 1);
  if (before === '/') return text.charAt(from - 2) !== '<';
  if (opens.has(before)) return true;
  if (givesValue.has(before)) return barewords;
  return before === '>' && opensAfterTag.test(text.slice(Math.max(0, from - 2), from));
};

/** `path: alerts`, `segment = alerts`, `- alerts`. */
const valueBefore = /(?:[:=]|^\s{0,40}-)[ \t]{1,20}$/;
const lineEnds = /^[ \t]{0,20}[,;]?[ \t]{0,20}(?:#.*)?\r?(?:\n|$)/;

const isBareValue = (text: string, from: number, to: number): boolean =>
  lineEnds.test(text.slice(to, to + 60)) &&
  valueBefore.test(text.slice(Math.max(lineStart(text, from), from - 60), from));

/** Words one after the other, with an id between them or not: `rules alerts`, `[rules, {id}, alerts]`. */
const wordsInRow = /(?<![a-z0-9_])rules(?=[\s,;|)\]])([^\n]{1,80}?)(?<![a-z0-9_])(alerts)(?![a-z0-9_])/gi;
const isProse = (words: string): boolean =>
  /^(?:[ \t]+[a-z][a-z'’-]*,?)+[ \t]+$/i.test(words) || /[.!?] /.test(words);

const backtick = '`';
const chain = String.raw`[\w$.:>\/\\?!()%{}<"'${backtick}+&|~\[\]@#*-]`;
/** In one name or one chain of calls and paths: `RULE_ALERTS`, `rules.listAlerts`, `/rules/${id}/alerts`. */
const inChain = new RegExp(
  `[rR](?:ules?|ULES?)(${chain}{0,80}?)([aA]lerts|ALERTS|[aA]lert(?![a-z])|ALERT(?![A-Z]))`,
  'g',
);
/** One name that has them the other way round: `alertsForRule`, `getAlertByRuleId`. */
const turned = /alerts\w{0,24}rules?|(?:get|list|fetch|find|load|read|query|search)_?alert\w{0,16}rules?/gi;
/** A call that gets alerts, on something that may be a client of rules. */
const getters = '(?:get|list|fetch|find|read|load|query|search|retrieve|all|page|stream|each|iter|poll)';
const calls = [
  /(?:\.|->|::)\s{0,40}alerts(?:_?async)?\s{0,2}!?\(/gi,
  new RegExp(String.raw`(?:\.|->|::)\s{0,40}\w{0,20}${getters}\w{0,20}alerts?\w{0,20}\s{0,2}!?[(<]`, 'gi'),
  new RegExp(String.raw`(?:\.|->|::)\s{0,40}alerts\s{0,40}(?:\.|->|::)\s{0,40}${getters}\w{0,20}`, 'gi'),
  /\brules?\([^()\n]{0,80}\)\s{1,40}(?:\.|->|\?\.)\s{0,4}alerts\b/gi,
  new RegExp(`["'${backtick}]${getters}[-_.]?(?:rules?[-_.]?)?alerts?["'${backtick}]`, 'gi'),
];

/** Where a text may name a part `alerts` of a path, or a library's call that gets alerts. */
export const alertsSpans = (text: string, context: FileContext): AlertsSpans => {
  if (!/alert/i.test(text)) return { together: [], loose: [] };
  const segments = segmentsIn(text, context);
  if (!/rules?/i.test(text))
    return {
      together: [],
      loose: [...segments, ...calls.slice(0, 3).flatMap((pattern) => spansOf(text, pattern))],
    };
  const inCalls = calls.flatMap((pattern) => spansOf(text, pattern));
  const composed = pluralBehind.test(text) ? spansOf(text, singular) : [];
  const named = [...chainsIn(text), ...spansOf(text, turned), ...inCalls, ...composed];
  // A path has the plural; what ends in `rule` may go with the `s` of another part.
  return /rules/i.test(text)
    ? { together: [...named, ...segments], loose: [] }
    : { together: named, loose: segments };
};

const segmentsIn = (text: string, context: FileContext): TextSpan[] => {
  const { barewords } = context;
  const spans = spansOf(text, plural).filter(
    ({ from, to }) => isSegment(text, from, context) || (barewords && isBareValue(text, from, to)),
  );
  const inRow = barewords
    ? [...text.matchAll(wordsInRow)]
        .filter((match) => !isProse(match[1] as string))
        .map((match) => {
          const to = match.index + match[0].length;
          return { from: to - 'alerts'.length, to };
        })
    : [];
  const words = [...text.matchAll(wordsOfText)]
    .filter(([, between]) => between === undefined || !/^[a-z]+$/i.test(between))
    .map(({ index, 0: { length } }) => ({ from: index + length - 'alerts'.length, to: index + length }));
  return [
    ...spans,
    ...inRow,
    ...words,
    ...[afterFormat, member, shorthand, behindHole, unfinished].flatMap((pattern) => spansOf(text, pattern)),
  ];
};

/** A path in the singular is another one; so is a name such as `rule-alert`, and a class is told by what it calls. */
const chainsIn = (text: string): TextSpan[] =>
  [...text.matchAll(inChain)]
    .filter(([, joined = '', alerts = '']) => /s$/i.test(alerts) || !/[/-]/.test(joined))
    .map((match) => ({ from: match.index, to: match.index + match[0].length }));

/** The end of a base URL, of a path or of a literal that names the part `rules`, or one rule; a key of a document is none. */
const rulesAtEnd =
  /[/"'`}=]\s{0,4}rules(?:\/{0,2}|\/[^/\s"'`]{1,60}\/?)(?=["'`\s<)}#?]|\$[{(\w]|\{|%[sv@d]|\\\(|$)(?!["'`]\s{0,20}(?::|=>\s{0,4}[[{]))/im;

/** A value without quotes, a symbol, the resource of a client. */
const rulesAlone =
  /^[ \t-]{0,40}[\w.-]{1,40}\s{0,4}[:=][ \t]{1,8}rules[ \t]*$|[\s([,]:rules\b(?!:)|\.rules\([^)]/m;

/** Whether a path may be put together from something that ends in `rules` here, and `alerts` elsewhere. */
export const endsInRules = (text: string): boolean => rulesAtEnd.test(text) || rulesAlone.test(text);
