import { isIP } from 'node:net';
import type { IPv4 } from 'ipaddr.js';
import { contains, parseRange, unmapped } from './ranges.ts';
import { type Decision, excerpt, type Match } from './reading.ts';

/** One line of a list of addresses. */
export interface Line {
  readonly line: number;
  readonly text: string;
  readonly word: 'allowed' | 'denied' | undefined;
  /** The word is this sign. */
  readonly sign?: '+' | '-' | undefined;
  /** Absent if the line can't be read; `maybe` where programs disagree about what is written. */
  readonly matches: ((address: IPv4) => Match) | undefined;
  /** What it would do, if it were readable. */
  readonly meant: Decision['result'];
}

const words: Readonly<Record<string, 'allowed' | 'denied'>> = {
  allow: 'allowed',
  accept: 'allowed',
  permit: 'allowed',
  pass: 'allowed',
  '+': 'allowed',
  deny: 'denied',
  drop: 'denied',
  block: 'denied',
  reject: 'denied',
  '-': 'denied',
};
const everything = /^(all|any|\*)$/i;
const comment = /(#|;|\/\/)(.*)$/;
const blocking =
  /\b(block|den(y|ied)|drop|reject|bann?(s|ed)?\b|black|forbid|refus|bad|abus|attack|malicious|spam|exclu|except|disallow|prohibit|untrusted|not\b)/i;

/** Whether a comment says that what is listed is kept out. */
export const speaksOfBlocking = (whole: string): boolean => blocking.test(comment.exec(whole)?.[2] ?? '');

export const readLine = (whole: string, line: number): Line[] => {
  const bare = whole.replace(comment, '').trim();
  const text = excerpt(whole);
  // Behind a ";" there may be a second statement.
  const behind = /^[^#]*?;(.*)$/.exec(whole)?.[1] ?? '';
  if (bare !== '' && isStatement(behind)) {
    return [{ line, text, word: undefined, matches: undefined, meant: 'unknown' }];
  }
  if (bare === '') return [];
  const parts = bare
    .split(/[\s,]+/)
    .map((part) => part.replace(/^["']|["']$/g, ''))
    .filter((part) => part !== '');
  const [first = '', ...rest] = parts;
  const word = wordOf(first);
  const sign = first === '+' || first === '-' ? first : undefined;
  const values = word === undefined ? parts : rest.filter((part) => !/^from$/i.test(part));
  const ranges = readValues(values, bare.includes(','));
  if (ranges !== undefined) {
    return ranges.map((matches) => ({ line, text, word, sign, matches, meant: word ?? 'allowed' }));
  }
  // A word that is not known may well mean that the rest of the line is kept out.
  const meant = word ?? (parts.every(looksLikeAddress) ? 'allowed' : 'unknown');
  return [{ line, text, word, sign, matches: undefined, meant }];
};

const wordOf = (text: string): 'allowed' | 'denied' | undefined => {
  const lower = text.toLowerCase();
  return Object.hasOwn(words, lower) ? words[lower] : undefined;
};

const isStatement = (text: string): boolean => {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const worded =
    parts.some((part) => wordOf(part) !== undefined) && parts.some((part) => everything.test(part));
  return worded || parts.some((part) => parseRange(part) !== undefined);
};

const readValues = (values: readonly string[], commas: boolean): ((address: IPv4) => Match)[] | undefined => {
  const [address, mask] = values;
  if (values.length === 3 && values[1] === '-') return readValues([values.join('')], commas);
  if (values.length === 2 && isIP(address ?? '') === 4 && /^255\./.test(mask ?? '')) {
    return readValues([values.join('/')], commas);
  }
  // Blanks alone may stand between an address and its wildcard mask: that is no second address.
  if (values.length === 0 || (values.length > 1 && !commas)) return undefined;
  const tests = values.map(testOf);
  return tests.includes(undefined) ? undefined : (tests as AddressTest[]);
};

type AddressTest = (address: IPv4) => Match;

const testOf = (value: string): AddressTest | undefined => {
  if (everything.test(value)) return () => 'yes';
  const range = parseRange(value);
  if (range === undefined) return undefined;
  const mapped = unmapped(range);
  return (one) => {
    if (contains(range, one)) return 'yes';
    return mapped !== undefined && contains(mapped, one) ? 'maybe' : 'no';
  };
};

const looksLikeAddress = (text: string): boolean => /^[\da-f:][\d.:a-f/*x-]*$/i.test(text) && /\d/.test(text);
