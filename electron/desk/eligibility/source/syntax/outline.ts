import { countBelow } from '#desk/eligibility/source/count-below.ts';
import { wordSet } from '#desk/eligibility/source/word-set.ts';
/**
 * What has to be parsed of a long text, where only some places in it are asked about: a block in braces that is far from
 * all of them is left empty. Of a declaration file of 160 KB that names a header once, some 10 KB are left.
 */
export interface Outline {
  /** Stretches that are parsed, in order. */
  readonly kept: readonly Stretch[];
  readonly covers: (offset: number) => boolean;
}
interface Stretch {
  readonly from: number;
  /** After the last character. */
  readonly to: number;
}

/** Parsing a shorter text takes no time. */
const leastLength = 6000;
/** What stands this near to a place is read with it: the keys beside it, the call that it is handed to. */
const near = 1500;
const mostPlaces = 200;
const leastBlock = 200;
const mostKept = 0.7;

const languages = new Set(['javascript', 'typescript', 'tsx', 'java', 'csharp', 'go', 'c', 'cpp', 'json']);

/**
 * The outline of a text; undefined if the whole text is to be parsed: it is short, its language has no braces, or its
 * strings and brackets leave any doubt.
 * @param places Offsets, in any order.
 */
export const outlineOf = (text: string, language: string, places: readonly number[]): Outline | undefined => {
  if (text.length < leastLength || places.length > mostPlaces || !languages.has(language)) return undefined;
  const blocks = farBlocks(
    text,
    language,
    [...places].sort((a, b) => a - b),
  );
  if (blocks === undefined) return undefined;
  const kept: Stretch[] = [];
  let at = 0;
  let length = 0;
  for (const { from, to } of blocks) {
    kept.push({ from: at, to: from });
    length += from - at;
    at = to;
  }
  kept.push({ from: at, to: text.length });
  length += text.length - at;
  if (length > text.length * mostKept) return undefined;
  return {
    kept,
    covers: (offset) => !blocks.some(({ from, to }) => from <= offset && offset < to),
  };
};

/** A text whose brackets are being matched. */
interface Scan {
  readonly text: string;
  readonly language: string;
  readonly isScript: boolean;
  /** Sorted. */
  readonly places: readonly number[];
  readonly found: Stretch[];
  /** Offsets of open brackets; of a hole in a template, negative. */
  readonly open: number[];
  holes: number;
}

/** Insides of blocks that are far from all places, outermost ones; undefined in doubt. */
const farBlocks = (text: string, language: string, places: readonly number[]): Stretch[] | undefined => {
  const isScript = language === 'javascript' || language === 'typescript' || language === 'tsx';
  const scan: Scan = { text, language, isScript, places, found: [], open: [], holes: 0 };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7d || kinds[code] === 0) continue;
    const end = kinds[code] === 1 ? at : endAt(scan, at, code);
    if (end === undefined) return undefined;
    if (kinds[code] === 1) scan.open.push(at);
    at = end;
  }
  return scan.open.length === 0 ? scan.found : undefined;
};

/** The last offset of what a closing bracket, a quote or a slash begins; undefined in doubt. */
const endAt = (scan: Scan, at: number, code: number): number | undefined => {
  const { text, language, isScript } = scan;
  if (code === 0x22 || code === 0x27) return stringEnd(text, at, language);
  if (code === slash) return slashEnd(text, at, isScript);
  if (code === backtick) {
    if (language !== 'go') return isScript ? inTemplate(scan, at) : undefined;
    const end = text.indexOf('`', at + 1);
    return end < 0 ? undefined : end;
  }
  if (code === closingBrace && (scan.open.at(-1) ?? 0) < 0) {
    scan.open.pop();
    scan.holes--;
    return inTemplate(scan, at);
  }
  return closes(scan, openers[code] as number, at) ? at : undefined;
};
/** The end of a template's text that begins behind an offset. */
const inTemplate = (scan: Scan, at: number): number | undefined => {
  const end = templateEnd(scan.text, at + 1);
  if (end?.opens) {
    scan.open.push(-1);
    scan.holes++;
  }
  return end?.at;
};
const closes = ({ text, places, found, open, holes }: Scan, bracket: number, to: number): boolean => {
  const from = open.pop();
  if (from === undefined || from < 0 || text.charCodeAt(from) !== bracket) return false;
  if (bracket !== brace || holes > 0 || to - from < leastBlock || isNear(places, from, to)) return true;
  while ((found.at(-1)?.from ?? -1) > from) found.pop();
  found.push({ from: from + 1, to });
  return true;
};
const closingBrace = 0x7d;
const openers: Readonly<Record<number, number>> = { 41: 0x28, 93: 0x5b, [closingBrace]: 0x7b };
/** By character code: 1 opens a bracket, 2 closes one or begins a literal or a comment. */
const kinds = new Uint8Array(0x7e);
for (const one of '({[') kinds[one.charCodeAt(0)] = 1;
for (const one of ')}]"\'`/') kinds[one.charCodeAt(0)] = 2;

const brace = 0x7b;
const backtick = 0x60;
const slash = 0x2f;
const backslash = 0x5c;
const newline = 0x0a;

const isNear = (places: readonly number[], from: number, to: number): boolean =>
  (places[countBelow(places, from - near)] ?? Number.POSITIVE_INFINITY) <= to + near;

/** The quote that ends a literal of one line. Raw and many-line ones are in doubt, and so is an apostrophe in a number. */
const stringEnd = (text: string, at: number, language: string): number | undefined => {
  const quote = text.charCodeAt(at);
  if (text.charCodeAt(at + 1) === quote && text.charCodeAt(at + 2) === quote) return undefined;
  if (language === 'cpp' && /\w/.test(text.charAt(at - 1))) return undefined;
  if (language === 'csharp' && /@\$?$/.test(text.slice(Math.max(0, at - 2), at)))
    return verbatimEnd(text, at);
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === quote) return end;
    if (code === newline) return undefined;
    if (code === backslash) end++;
  }
  return undefined;
};

/** Of C#: a quote in it is doubled, and a backslash stands for itself. */
const verbatimEnd = (text: string, at: number): number | undefined => {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 2))
    if (text.charCodeAt(end + 1) !== 0x22) return end;
  return undefined;
};

/** The end of a template's text: its last quote, or the brace of a hole. */
const templateEnd = (text: string, from: number): { at: number; opens: boolean } | undefined => {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backtick) return { at, opens: false };
    if (code === brace && text.charCodeAt(at - 1) === 0x24) return { at, opens: true };
    if (code === backslash) at++;
  }
  return undefined;
};

/** The last character of a comment or a regular expression, or the slash itself. */
const slashEnd = (text: string, at: number, isScript: boolean): number | undefined => {
  const next = text.charCodeAt(at + 1);
  if (next === slash) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (next === 0x2a) {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? undefined : end + 1;
  }
  // Of an element: `</a>`, `<a />`.
  if (!isScript || next === 0x3e || text.charCodeAt(at - 1) === 0x3c) return at;
  return divisionEnd(text, at);
};

/** The same for a slash that divides or begins a regular expression, by what stands before it. */
const divisionEnd = (text: string, at: number): number | undefined => {
  let before = at - 1;
  while (before >= 0 && text.charCodeAt(before) <= 0x20) before--;
  const last = text.charAt(before);
  if (last === '}' || last === '/') return undefined;
  if (/[\w$]/.test(last)) {
    const word = /[\w$]+$/.exec(text.slice(Math.max(0, before - 12), before + 1))?.[0] ?? '';
    return beforeExpression.has(word) ? expressionEnd(text, at) : at;
  }
  return /[)\]"'`]/.test(last) ? at : expressionEnd(text, at);
};
const beforeExpression = wordSet(
  'return typeof case in of delete void instanceof do else await yield new throw',
);

const expressionEnd = (text: string, from: number): number | undefined => {
  let isClass = false;
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === newline) return undefined;
    if (code === backslash) at++;
    else if (code === 0x5b) isClass = true;
    else if (code === 0x5d) isClass = false;
    else if (code === slash && !isClass) return at;
  }
  return undefined;
};
