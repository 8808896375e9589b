import { namedEntities } from './spelling.ts';

/** What a byte of source code is, to a search that looks at letters alone. */

/** Kinds beyond the letters, which are 1 to 26; anything else is 0. */
export const hole = 29;
export const quote = 30;
export const escaping = 31;

export const byteKinds = new Uint8Array(256);
for (let code = 97; code <= 122; code++) {
  byteKinds[code] = code & 31;
  byteKinds[code - 32] = code & 31;
}
for (const mark of `"'\``) byteKinds[mark.charCodeAt(0)] = quote;
for (const mark of '{$#') byteKinds[mark.charCodeAt(0)] = hole;
for (const mark of '%\\&') byteKinds[mark.charCodeAt(0)] = escaping;

const isLetter = (code: number | undefined): boolean => {
  const kind = code === undefined ? 0 : (byteKinds[code] as number);
  return kind > 0 && kind < hole;
};
const beforePrefix = new Set([...' \t\n+.&|,(~'].map((mark) => mark.charCodeAt(0)));

/** Whether the one letter before a quote belongs to it, as in `"Rule" + f"Id"`, and not to a literal that ends there. */
export const isPrefix = (bytes: Uint8Array, at: number): boolean =>
  isLetter(bytes[at - 1]) && beforePrefix.has(bytes[at - 2] ?? 0);

/** An escape that stands for one character. */
export interface Escape {
  /** The character's code. */
  readonly code: number;
  /** Of the escape, in bytes. */
  readonly length: number;
}

const digit = (code: number | undefined): number => {
  if (code === undefined) return 99;
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : 99;
};

/** A number of `least` to `most` digits, as the code of a character of ASCII; what it has to be followed by is in `close`. */
const numbered = (
  bytes: Uint8Array,
  from: number,
  { base, least, most, lead = 0, close }: NumberForm,
): Escape | undefined => {
  let code = 0;
  let at = from;
  while (at < from + most && digit(bytes[at]) < base) code = code * base + digit(bytes[at++]);
  if (at - from < least || code < 0x20 || code > 0x7e) return undefined;
  if (close === undefined) return { code, length: lead + at - from };
  const isClosed = bytes[at] === close;
  if (!isClosed && close !== semicolon) return undefined;
  return { code, length: lead + at - from + (isClosed ? 1 : 0) };
};
interface NumberForm {
  readonly base: number;
  readonly least: number;
  readonly most: number;
  /** Bytes before the digits. */
  readonly lead?: number;
  readonly close?: number;
}
const semicolon = 0x3b;
const brace = 0x7d;

/** What may follow each mark that an escape begins with: most of these marks begin none. */
const follows = new Uint8Array(256);
const signs: Readonly<Record<number, number>> = { 37: 1, 38: 2, 92: 4 };
for (const [sign, marks] of [
  [0x25, '0123456789abcdefABCDEFu'],
  [0x26, '#qalhdsn'],
  [0x5c, '01234567uxUX'],
] as const)
  for (const mark of marks) {
    const code = mark.charCodeAt(0);
    follows[code] = (follows[code] as number) | (signs[sign] as number);
  }

/** Whether an escape may begin there, at a glance. */
export const mayEscape = (bytes: Uint8Array, at: number): boolean => {
  const sign = bytes[at] === 0x25 ? 1 : bytes[at] === 0x26 ? 2 : 4;
  return ((follows[bytes[at + 1] as number] as number) & sign) !== 0;
};

/** `%52`, `%u0052`, `\x52`, `\x{52}`, `\u0052`, `\u{52}`, `\U00000052`, `\122`, `&#82;`, `&#x52;`, `&quot;`. */
export const escapeAt = (bytes: Uint8Array, at: number): Escape | undefined => {
  const next = bytes[at + 1];
  switch (bytes[at]) {
    case 0x25: // %
      return next === 0x75
        ? numbered(bytes, at + 2, { base: 16, least: 4, most: 4, lead: 2 })
        : numbered(bytes, at + 1, { base: 16, least: 2, most: 2, lead: 1 });
    case 0x26: // &
      return next === 0x23 ? entityAt(bytes, at) : namedAt(bytes, at);
    default: // \
      return afterBackslash(bytes, at, next);
  }
};

const afterBackslash = (bytes: Uint8Array, at: number, next: number | undefined): Escape | undefined => {
  const isBraced = bytes[at + 2] === 0x7b;
  if ((next === 0x75 || next === 0x78) && isBraced) {
    return numbered(bytes, at + 3, { base: 16, least: 1, most: 6, lead: 3, close: brace });
  }
  if (next === 0x78) return numbered(bytes, at + 2, { base: 16, least: 2, most: 2, lead: 2 });
  if (next === 0x75) return numbered(bytes, at + 2, { base: 16, least: 4, most: 4, lead: 2 });
  if (next === 0x55) return numbered(bytes, at + 2, { base: 16, least: 8, most: 8, lead: 2 });
  return numbered(bytes, at + 1, { base: 8, least: 3, most: 3, lead: 1 });
};

const entityAt = (bytes: Uint8Array, at: number): Escape | undefined =>
  (bytes[at + 2] ?? 0) === 0x78 || bytes[at + 2] === 0x58
    ? numbered(bytes, at + 3, { base: 16, least: 1, most: 6, lead: 3, close: semicolon })
    : numbered(bytes, at + 2, { base: 10, least: 1, most: 7, lead: 2, close: semicolon });

/** A soft hyphen is a mark between letters here, which the search passes over. */
const named = Object.entries({ ...namedEntities, shy: '-' });

const namedAt = (bytes: Uint8Array, at: number): Escape | undefined => {
  for (const [name, character] of named) {
    let length = 0;
    while (length < name.length && bytes[at + 1 + length] === name.charCodeAt(length)) length++;
    if (length === name.length && bytes[at + 1 + length] === semicolon) {
      return { code: character.charCodeAt(0), length: length + 2 };
    }
  }
  return undefined;
};
