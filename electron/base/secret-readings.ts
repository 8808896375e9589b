/**
 * A cheap look that rules a text out before an expression is made for it: expressions over all ways of writing a secret
 * take milliseconds each to compile, and nearly all texts hold none. A reading takes out of a text what may stand between
 * or before the units of a pattern, so that a text that escapes nothing can match only where its reading holds the plain
 * units one after the other. Never the last word: what is not ruled out is searched by the expression.
 */
export type Reading = 'escaped' | 'base64' | 'hex' | 'bytes';

export interface ReadText {
  readonly latin1: string;
  /** False if such units, joined, are not in it; true says nothing. */
  mayHold(plain: string | undefined, reading: Reading): boolean;
}

/** A character that is written by others: percent-encoded, quoted-printable, as in JSON or as in HTML. */
const written = /[%=][0-9A-Fa-f]{2}|\\[uxnrtbf]|&[#A-Za-z]/;

/** Without what may come before a character; a space may be written as a plus. */
export const unescaped = (latin1: string): string => latin1.replaceAll('\\', '').replaceAll('+', ' ');

const read: Readonly<Record<Reading, (latin1: string) => string>> = {
  escaped: unescaped,
  base64: (latin1) =>
    latin1
      .replace(/[\r\n\\]+/g, '')
      .replaceAll('-', '+')
      .replaceAll('_', '/'),
  hex: (latin1) => latin1.replace(/[:. -]+/g, '').toLowerCase(),
  bytes: (latin1) => latin1,
};

/** A longer text is searched at once, bytes: to read it costs more than an expression. */
const longest = 65_536;

export const readText = (latin1: string): ReadText => {
  const readings: Partial<Record<Reading, string>> = {};
  let escapes: boolean | undefined;
  const isEscaped = (): boolean => {
    escapes ??= written.test(latin1);
    return escapes;
  };
  return {
    latin1,
    mayHold(plain, reading) {
      if (plain === undefined || latin1.length > longest) return true;
      if ((reading === 'escaped' || reading === 'base64') && isEscaped()) return true;
      readings[reading] ??= read[reading](latin1);
      return readings[reading].includes(plain);
    },
  };
};
