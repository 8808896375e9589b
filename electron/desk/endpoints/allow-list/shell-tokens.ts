/** One word of a command line. */
export interface ShellWord {
  readonly text: string;
  /** A part of it was quoted: it is no option with its value attached. */
  readonly quoted: boolean;
  /** It holds what a shell would replace. */
  readonly expands: boolean;
}

const token = /([ \t]+)|"((?:[^"\\]|\\.)*)"|'([^']*)'|(\\.)|([;&|<>()`])|((?:[^\s"'\\;&|<>()`])+)/gy;

/**
 * Splits a line as a shell would, without its expansions.
 * @returns why it can't be, as a sentence: a quote that is not closed, or more than one command
 */
export const shellWords = (line: string): readonly ShellWord[] | string => {
  const words: ShellWord[] = [];
  const text = line.trim();
  let joins = false;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return 'A quote or a backslash in this line is not closed.';
    const [, blank, double, single, escaped, operator, bare] = found;
    if (operator !== undefined) {
      return `This line holds "${operator}", so it is more than one plain command, and could decide the result.`;
    }
    if (!joins && bare?.startsWith('#')) return words;
    const last = joins && blank === undefined ? words.pop() : undefined;
    joins = blank === undefined;
    if (joins) words.push(joined(last, partOf(double, bare, single ?? escaped?.slice(1))));
  }
  return words;
};

const partOf = (double: string | undefined, bare: string | undefined, literal = ''): ShellWord => {
  if (double !== undefined) {
    return { text: double.replace(/\\(.)/g, '$1'), quoted: true, expands: /[$`]/.test(double) };
  }
  if (bare !== undefined) return { text: bare, quoted: false, expands: /[$*?[{~]/.test(bare) };
  return { text: literal, quoted: true, expands: false };
};

const joined = (before: ShellWord | undefined, part: ShellWord): ShellWord =>
  before === undefined
    ? part
    : {
        text: before.text + part.text,
        quoted: before.quoted || part.quoted,
        expands: before.expands || part.expands,
      };

const attached = /^(-[sdpiojgmt])(.+)$/;
const assigned = /^(--[a-z][a-z0-9-]*)=(.*)$/;

/** Options with their value attached, as `-jDROP` and `--jump=DROP`, taken apart. */
export const plainWords = (words: readonly ShellWord[]): ShellWord[] =>
  words.flatMap((word) => {
    const found = word.quoted ? null : (attached.exec(word.text) ?? assigned.exec(word.text));
    if (found === null) return [word];
    return [found[1], found[2]].map((text) => ({ ...word, text: text as string }));
  });
