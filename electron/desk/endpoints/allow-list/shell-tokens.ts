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
  const add = (part: string, quoted: boolean, expands: boolean): void => {
    const last = joins ? words.pop() : undefined;
    words.push({
      text: (last?.text ?? '') + part,
      quoted: quoted || last?.quoted === true,
      expands: expands || last?.expands === true,
    });
    joins = true;
  };
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (found === null) return 'A quote or a backslash in this line is not closed.';
    const [, blank, double, single, escaped, operator, bare = ''] = found;
    if (operator !== undefined) {
      return `This line holds "${operator}", so it is more than one plain command, and it could decide.`;
    }
    if (blank !== undefined) joins = false;
    else if (double !== undefined) add(double.replace(/\\(.)/g, '$1'), true, /[$`]/.test(double));
    else if (single !== undefined) add(single, true, false);
    else if (escaped !== undefined) add(escaped.slice(1), true, false);
    else if (!joins && bare.startsWith('#')) return words;
    else add(bare, false, /[$*?[{~]/.test(bare));
  }
  return words;
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
