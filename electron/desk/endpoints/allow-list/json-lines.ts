import { unreadable } from './unreadable.ts';

/** JSON, with comments as people add them, and with the line that each object begins in. */
export interface LinedJson {
  readonly value: unknown;
  /** From 1; undefined for what is no object of the text. */
  lineOf(object: object): number | undefined;
}

const depthLimit = 60;
const comments = /(?:[ \t\r\n]+|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/** @throws CatalogueError `allowList.unreadable` with the line of what is wrong */
export const parseLined = (text: string, format: string): LinedJson => {
  const body = text.replace(/^\uFEFF/, '');
  const lines = new WeakMap<object, number>();
  const token =
    /("[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/y;
  let line = 1;
  let counted = 0;
  const lineAt = (offset: number): number => {
    for (; counted < offset; counted += 1) if (body.charCodeAt(counted) === 10) line += 1;
    return line;
  };
  const wrong = (offset: number, what: string) => unreadable(format, `${what} in line ${lineAt(offset)}`);
  let at = 0;
  const next = (): { text: string; start: number } => {
    comments.lastIndex = at;
    token.lastIndex = at + (comments.exec(body)?.[0].length ?? 0);
    const found = token.exec(body);
    if (found === null) {
      throw wrong(at, at >= body.trimEnd().length ? 'the JSON is cut off' : 'the JSON is damaged');
    }
    at = token.lastIndex;
    const word = found[1] as string;
    return { text: word, start: at - word.length };
  };
  const value = (first: { text: string; start: number }, depth: number): unknown => {
    if (depth > depthLimit) throw wrong(first.start, 'the JSON is nested too deep');
    if (first.text === '{') return object(first.start, depth);
    if (first.text === '[') return array(first.start, depth);
    if (/^[}\],:]$/.test(first.text)) throw wrong(first.start, `the JSON has a "${first.text}" too many`);
    return scalar(first);
  };
  const scalar = (word: { text: string; start: number }): unknown => {
    try {
      return JSON.parse(word.text);
    } catch {
      throw wrong(word.start, 'the JSON has a text that is not allowed');
    }
  };
  const object = (start: number, depth: number): object => {
    const made: Record<string, unknown> = Object.create(null);
    lines.set(made, lineAt(start));
    for (let name = next(); name.text !== '}'; ) {
      if (!name.text.startsWith('"')) throw wrong(name.start, 'a name is missing in the JSON');
      const colon = next();
      if (colon.text !== ':') throw wrong(colon.start, 'a ":" is missing in the JSON');
      made[scalar(name) as string] = value(next(), depth + 1);
      const end = next();
      if (end.text === '}') break;
      if (end.text !== ',') throw wrong(end.start, 'a "," is missing in the JSON');
      name = next();
      if (name.text === '}') throw wrong(name.start, 'the JSON has a "," too many');
    }
    return made;
  };
  const array = (start: number, depth: number): unknown[] => {
    const made: unknown[] = [];
    lines.set(made, lineAt(start));
    for (let item = next(); item.text !== ']'; ) {
      made.push(value(item, depth + 1));
      const end = next();
      if (end.text === ']') break;
      if (end.text !== ',') throw wrong(end.start, 'a "," is missing in the JSON');
      item = next();
      if (item.text === ']') throw wrong(item.start, 'the JSON has a "," too many');
    }
    return made;
  };
  const whole = value(next(), 0);
  comments.lastIndex = at;
  const end = at + (comments.exec(body)?.[0].length ?? 0);
  if (end < body.length) throw wrong(end, 'there is more text behind the JSON');
  return { value: whole, lineOf: (made) => lines.get(made) };
};

export type Fields = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field, whatever the case of its name. */
export const field = (object: Fields, name: string): unknown => {
  if (name in object) return object[name];
  const lower = name.toLowerCase();
  const found = Object.keys(object).find((key) => key.toLowerCase() === lower);
  return found === undefined ? undefined : object[found];
};

export const textOf = (object: Fields, name: string): string | undefined => {
  const value = field(object, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** An array field; absent or null counts as empty, anything else as undefined: it can't be read. */
export const listOf = (object: Fields, name: string): readonly unknown[] | undefined => {
  const value = field(object, name);
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : undefined;
};
