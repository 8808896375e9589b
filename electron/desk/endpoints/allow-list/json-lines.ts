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
  const { next, lineAt, wrong, refuseMore } = createWords(text.replace(/^\uFEFF/, ''), format);
  const lines = new WeakMap<object, number>();
  const value = (first: Word, depth: number): unknown => {
    if (depth > depthLimit) throw wrong(first.start, 'the JSON is nested too deep');
    if (first.text === '{') return object(first.start, depth);
    if (first.text === '[') return array(first.start, depth);
    if (/^[}\],:]$/.test(first.text)) throw wrong(first.start, `the JSON has a "${first.text}" too many`);
    return scalar(first);
  };
  const scalar = (word: Word): unknown => {
    try {
      return JSON.parse(word.text);
    } catch {
      throw wrong(word.start, 'the JSON has a text that is not allowed');
    }
  };
  const object = (start: number, depth: number): object => {
    const made: Record<string, unknown> = Object.create(null);
    lines.set(made, lineAt(start));
    each('}', (name) => {
      if (!name.text.startsWith('"')) throw wrong(name.start, 'a name is missing in the JSON');
      const colon = next();
      if (colon.text !== ':') throw wrong(colon.start, 'a ":" is missing in the JSON');
      made[scalar(name) as string] = value(next(), depth + 1);
    });
    return made;
  };
  const array = (start: number, depth: number): unknown[] => {
    const made: unknown[] = [];
    lines.set(made, lineAt(start));
    each(']', (item) => made.push(value(item, depth + 1)));
    return made;
  };
  const each = (close: string, read: (first: Word) => void): void => {
    for (let first = next(); first.text !== close; ) {
      read(first);
      const end = next();
      if (end.text === close) return;
      if (end.text !== ',') throw wrong(end.start, 'a "," is missing in the JSON');
      first = next();
      if (first.text === close) throw wrong(first.start, 'the JSON has a "," too many');
    }
  };
  const whole = value(next(), 0);
  refuseMore();
  return { value: whole, lineOf: (made) => lines.get(made) };
};

interface Word {
  readonly text: string;
  readonly start: number;
}

/** The words of JSON, one after the other, between comments. */
const createWords = (body: string, format: string) => {
  const token =
    /("[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/y;
  let line = 1;
  let counted = 0;
  let at = 0;
  const lineAt = (offset: number): number => {
    for (; counted < offset; counted += 1) if (body.charCodeAt(counted) === 10) line += 1;
    return line;
  };
  const wrong = (offset: number, what: string) => unreadable(format, `${what} in line ${lineAt(offset)}`);
  const afterComments = (): number => {
    comments.lastIndex = at;
    return at + (comments.exec(body)?.[0].length ?? 0);
  };
  return {
    lineAt,
    wrong,
    next(): Word {
      token.lastIndex = afterComments();
      const found = token.exec(body);
      if (found === null) {
        throw wrong(at, at >= body.trimEnd().length ? 'the JSON is cut off' : 'the JSON is damaged');
      }
      at = token.lastIndex;
      const text = found[1] as string;
      return { text, start: at - text.length };
    },
    refuseMore() {
      const end = afterComments();
      if (end < body.length) throw wrong(end, 'there is more text behind the JSON');
    },
  };
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
