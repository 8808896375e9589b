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

const problemAt = (text: string): number | undefined => {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const read = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return false;
    at = pattern.lastIndex;
    return true;
  };
  const afterValue = (): Expected => (open.length === 0 ? 'end' : 'comma-or-end');
  for (;;) {
    read(blanks);
    const sign = text.charAt(at);
    if (sign === '') return expected === 'end' ? undefined : at;
    const isValue = expected === 'value' || expected === 'value-or-end';
    if (isValue && (sign === '{' || sign === '[')) {
      open.push(sign);
      expected = sign === '{' ? 'key-or-end' : 'value-or-end';
      at++;
    } else if (isValue && (read(string) || read(scalar))) {
      expected = afterValue();
    } else if ((expected === 'key' || expected === 'key-or-end') && read(string)) {
      expected = 'colon';
    } else if (expected === 'colon' && sign === ':') {
      expected = 'value';
      at++;
    } else if (expected === 'comma-or-end' && sign === ',') {
      expected = open.at(-1) === '{' ? 'key' : 'value';
      at++;
    } else if (closes(sign, open.at(-1), expected)) {
      open.pop();
      expected = afterValue();
      at++;
    } else return at;
  }
};

const closes = (sign: string, open: '{' | '[' | undefined, expected: Expected): boolean =>
  (sign === '}' && open === '{' && (expected === 'comma-or-end' || expected === 'key-or-end')) ||
  (sign === ']' && open === '[' && (expected === 'comma-or-end' || expected === 'value-or-end'));
