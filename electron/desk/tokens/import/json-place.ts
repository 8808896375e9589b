/** Where a text stops to be JSON. The parsers' own words quote the text, which holds secrets, and not all tell a place. */

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'end';

const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const blanks = /[ \t\r\n]*/y;

/** From 1, both. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** @returns the place of the first sign that can't be there, or of the text's end; undefined if the text is JSON */
export const jsonProblem = (text: string): TextPlace | undefined => {
  const at = problemAt(text);
  if (at === undefined) return undefined;
  const before = text.slice(0, at);
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') };
};

interface Reading {
  readonly text: string;
  at: number;
  expected: Expected;
  readonly open: ('{' | '[')[];
}

const problemAt = (text: string): number | undefined => {
  const reading: Reading = { text, at: 0, expected: 'value', open: [] };
  for (;;) {
    matches(reading, blanks);
    const sign = text.charAt(reading.at);
    if (sign === '') return reading.expected === 'end' ? undefined : reading.at;
    if (!readers[reading.expected](reading, sign)) return reading.at;
  }
};

/** Moves past the pattern, if it is next. */
const matches = (reading: Reading, pattern: RegExp): boolean => {
  pattern.lastIndex = reading.at;
  if (!pattern.test(reading.text)) return false;
  reading.at = pattern.lastIndex;
  return true;
};

const passSign = (reading: Reading, expected: Expected): true => {
  reading.at++;
  reading.expected = expected;
  return true;
};
const passValue = (reading: Reading): true => {
  reading.expected = reading.open.length === 0 ? 'end' : 'comma-or-end';
  return true;
};

const readValue = (reading: Reading, sign: string): boolean => {
  if (sign !== '{' && sign !== '[') {
    return (matches(reading, string) || matches(reading, scalar)) && passValue(reading);
  }
  reading.open.push(sign);
  return passSign(reading, sign === '{' ? 'key-or-end' : 'value-or-end');
};
const readKey = (reading: Reading): boolean => {
  if (!matches(reading, string)) return false;
  reading.expected = 'colon';
  return true;
};
const readEnd = (reading: Reading, sign: string): boolean => {
  if (sign !== (reading.open.at(-1) === '{' ? '}' : ']')) return false;
  reading.open.pop();
  reading.at++;
  return passValue(reading);
};

/** Each moves past what may follow; false: it does not follow. */
const readers: Readonly<Record<Expected, (reading: Reading, sign: string) => boolean>> = {
  value: readValue,
  'value-or-end': (reading, sign) => readEnd(reading, sign) || readValue(reading, sign),
  key: readKey,
  'key-or-end': (reading, sign) => readEnd(reading, sign) || readKey(reading),
  colon: (reading, sign) => sign === ':' && passSign(reading, 'value'),
  'comma-or-end': (reading, sign) =>
    sign === ',' ? passSign(reading, reading.open.at(-1) === '{' ? 'key' : 'value') : readEnd(reading, sign),
  end: () => false,
};
