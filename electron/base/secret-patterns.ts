import { type Reading, unescaped } from './secret-readings.ts';

/**
 * The ways in which a text may be written down, as regular expressions over bytes that were read as Latin-1. Each is a
 * list of units, one for a character or a byte, so that a beginning of it can be searched, too.
 */

export type Units = readonly string[];

/** One way to write a text down. */
export interface Pattern {
  readonly units: Units;
  /** What each unit is in a text that is read so and escapes nothing; undefined where it may be one of several. */
  readonly plain: readonly string[] | undefined;
  readonly reading: Reading;
}

/** A longer text is searched for in pieces of so many characters: an expression of any length would not compile. */
const pieceLength = 192;

/** Every way to write `part`, the likeliest first. */
export const patternsOf = (part: string): Pattern[] => {
  const characters = [...part];
  const patterns: Pattern[] = [];
  for (let at = 0; at < characters.length; at += pieceLength) {
    // The last piece is not left too short to be searched.
    const rest = characters.length - at < pieceLength * 1.5;
    const piece = characters.slice(at, rest ? undefined : at + pieceLength).join('');
    patterns.push(escapedPattern(piece), ...encodedPatterns(piece));
    if (rest) break;
  }
  return patterns;
};

const encodedPatterns = (text: string): Pattern[] => {
  const bytes = [Buffer.from(text)];
  if (/[\u0080-\u00ff]/.test(text) && !/[\u0100-\uffff]/.test(text)) bytes.push(Buffer.from(text, 'latin1'));
  return [
    ...bytes.flatMap((of) => [...[0, 1, 2].map((shift) => base64Pattern(of, shift)), hexPattern(of)]),
    ...utf16Patterns(text),
  ].filter(({ units }) => units.length > 0);
};

const literal = (latin1: string): string => latin1.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
/** Hex digits, capitals or not. */
const anyCase = (hex: string): string =>
  hex.replace(/[a-f]/gi, (digit) => `[${digit.toLowerCase()}${digit.toUpperCase()}]`);
const hexOf = (value: number, digits: number): string => anyCase(value.toString(16).padStart(digits, '0'));

/** Of JSON that is quoted in JSON, three times over. More would take time that grows with the square of the text. */
const jsonEscape = '\\\\{1,8}';

const named: Readonly<Record<string, string>> = {
  '"': 'quot',
  '&': 'amp',
  "'": 'apos',
  '<': 'lt',
  '>': 'gt',
};
const control: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' };

/** Plain, percent-encoded, quoted-printable, escaped as in JSON (also in JSON in JSON) or HTML; each character as it likes. */
const escapedPattern = (text: string): Pattern => {
  const runs = text.match(/\\+|[^\\]/gsu) ?? [];
  return {
    units: runs.map((run) => (run.startsWith('\\') ? backslashes(run.length) : unitOf(run))),
    // Beyond ASCII, a character may be written in UTF-8 or in Latin-1.
    plain: /[\u0080-\u00ff]/.test(text)
      ? undefined
      : runs.map((run) => unescaped(Buffer.from(run).toString('latin1'))),
    reading: 'escaped',
  };
};

const backslashes = (count: number): string =>
  `(?:\\\\{${count},${count * 8}}|(?:${alternatives('\\').join('|')}){${count}})`;

const unitOf = (character: string): string => `(?:${[...alternatives(character), raw(character)].join('|')})`;

const raw = (character: string): string => {
  const utf8 = literal(Buffer.from(character).toString('latin1'));
  const code = character.codePointAt(0) as number;
  if (code > 0x7f) return code > 0xff ? utf8 : `${utf8}|${literal(character)}`;
  if (character === ' ') return '[ +]';
  return /[A-Za-z0-9\s]/.test(character) ? utf8 : `\\\\{0,8}${utf8}`;
};

const alternatives = (character: string): string[] => {
  const code = character.codePointAt(0) as number;
  const bytes = [...Buffer.from(character)];
  const percent = (of: readonly number[]): string =>
    of.map((byte) => `[%=](?:25|3[dD]){0,4}${hexOf(byte, 2)}`).join('');
  const units = Array.from({ length: character.length }, (_, n) => character.charCodeAt(n));
  const entity = named[character] === undefined ? '' : `|${named[character]}`;
  const short = control[character];
  return [
    percent(bytes),
    ...(code > 0x7f && code <= 0xff ? [percent([code])] : []),
    units.map((unit) => `${jsonEscape}u${hexOf(unit, 4)}`).join(''),
    `${jsonEscape}u\\{0{0,6}${hexOf(code, 1)}\\}`,
    bytes.map((byte) => `${jsonEscape}x${hexOf(byte, 2)}`).join(''),
    `&(?:amp;){0,4}(?:#0{0,6}${code}|#[xX]0{0,6}${hexOf(code, 1)}${entity});`,
    ...(short === undefined ? [] : [`${jsonEscape}${short}`]),
  ];
};

const lineBreak = `(?:\\r?\\n|(?:${jsonEscape}r)?${jsonEscape}n)?`;
const base64Sign: Readonly<Record<string, string>> = {
  '+': `(?:[+-]|${alternatives('+').join('|')})`,
  '/': `(?:_|\\\\{0,8}\\/|${alternatives('/').join('|')})`,
};

/** What stays the same of it in base64, wherever it stands; the signs at its ends depend on its neighbours. */
const base64Pattern = (bytes: Buffer, shift: number): Pattern => {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const isWhole = (bytes.length + shift) % 3 === 0;
  const plain = [...encoded.slice(shift === 0 ? 0 : shift + 1, isWhole ? undefined : -1)];
  const units = plain.map((sign, n) => `${n === 0 ? '' : lineBreak}${base64Sign[sign] ?? sign}`);
  return { units, plain, reading: 'base64' };
};

const hexPattern = (bytes: Buffer): Pattern => ({
  units: [...bytes].map((byte, n) => `${n === 0 ? '' : '[:. -]?'}${hexOf(byte, 2)}`),
  plain: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')),
  reading: 'hex',
});

/** Little-endian; the last zero is left off, so that big-endian is found by it too, where all characters have one byte. */
const utf16Patterns = (text: string): Pattern[] => {
  const little = Buffer.from(text, 'utf16le');
  const pairs = (bytes: Buffer): string[] => bytes.toString('latin1').match(/[\s\S]{2}/g) ?? [];
  const pattern = (plain: readonly string[]): Pattern => ({
    units: plain.map(literal),
    plain,
    reading: 'bytes',
  });
  const isWide = little.some((byte, n) => n % 2 === 1 && byte !== 0);
  const found = pairs(little).map((pair, n, all) => (n === all.length - 1 ? pair.replace(/\0$/, '') : pair));
  return [pattern(found), ...(isWide ? [pattern(pairs(Buffer.from(little).swap16()))] : [])];
};
