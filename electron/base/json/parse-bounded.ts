import { formatNumber } from '#contract/format.ts';
/** JSON that holds more than it may, or is nested deeper. */
export class JsonBoundError extends Error {
  override readonly name = 'JsonBoundError';
}

export interface JsonBounds {
  /** How many values it may hold, each of a list and each field by itself. */
  readonly values: number;
}

/** No form that we read comes near it; deeper, programs that walk through it run out of stack. */
export const mostDepth = 500;

/**
 * Parses JSON after a look at how much it would make: values take up to a hundred times their text, and `JSON.parse`
 * stops at no bound on memory. Only what stands outside of strings counts, so a large text is no matter.
 * @throws JsonBoundError saying the bound; SyntaxError
 */
export const parseBounded = (text: string, { values }: JsonBounds): unknown => {
  if (!isSmall(text, values)) checkBounds(text, values);
  return JSON.parse(text);
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Within all bounds however it is read, by its length and its brackets, which are found faster than letter by letter. */
const isSmall = (text: string, mostValues: number): boolean => {
  if (text.length >= mostValues) return false;
  let brackets = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++brackets > mostDepth) return false;
    }
  }
  return true;
};

/** Lists and objects count for themselves and for their first value, every comma for one more. */
const checkBounds = (text: string, mostValues: number): void => {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case comma:
        values++;
        break;
      case openBrace:
      case openBracket:
        values++;
        depth++;
        if (depth > mostDepth) throw new JsonBoundError(`it is nested more than ${mostDepth} levels deep`);
        break;
      case closeBrace:
      case closeBracket:
        depth--;
        break;
    }
    if (values > mostValues) {
      throw new JsonBoundError(`it holds more than ${formatNumber(mostValues)} values`);
    }
  }
};

/** Where the string that begins at `start` ends; the end of the text if it does not. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end === -1) return text.length;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash && end - 1 - escapes > start) escapes++;
    if (escapes % 2 === 0) return end;
    at = end + 1;
  }
};
