import { colors, unpainted } from '#cli/colors.ts';

/** Text in lines of a terminal. */

/** A terminal is at least this wide, in signs. */
export const terminalWidth = 80;

export const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [colors.dim(title.toUpperCase()), ...lines.map((line) => `  ${line}`)].join('\n');

/** Sections with something in them, an empty line between two. */
export const sections = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join('\n\n');

/** Lines of whole words; of nothing, none. Words longer than a line stay whole. */
export const wrapped = (text: string, most: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last === undefined || unpainted(`${last} ${word}`).length > most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
};

/** The same with words cut that are longer than a line, such as a URL. */
export const broken = (text: string, most: number): string[] =>
  wrapped(text.replaceAll(new RegExp(`\\S{${most}}(?=\\S)`, 'g'), '$& '), most);

export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** Two columns, the first of a given width; what one side lacks in lines stays empty. */
export const sideBySide = (left: readonly string[], right: readonly string[], width: number): string[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_none, at) => {
    const [cell = '', beside = ''] = [left[at], right[at]];
    return `${cell}${' '.repeat(Math.max(0, width - unpainted(cell).length))}  ${beside}`.trimEnd();
  });
