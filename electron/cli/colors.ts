import { randomBytes } from 'node:crypto';
import picocolors from 'picocolors';
import { harmless } from '#base/terminal-text.ts';

/**
 * Our own colours, in text that is still to be cleaned: each is a mark that only this process knows, and `painted` makes
 * it a colour when everything else that a terminal could obey has been removed. Nothing that others wrote can make
 * one.
 */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;
type Colour = keyof typeof codes;

const secret = randomBytes(8).toString('hex');
const mark = (code: number): string => `\ufdd0${secret}${code}\ufdd1`;
const marks = new RegExp(`\ufdd0${secret}(\\d+)\ufdd1`, 'g');

/** Not in a pipe only because it is CI, as picocolors has it: a script that reads there would read our colours. */
const isColoured =
  picocolors.isColorSupported && (process.stdout.isTTY === true || Boolean(process.env.FORCE_COLOR));

const colourOf =
  (name: Colour) =>
  (text: string): string =>
    isColoured ? `${mark(codes[name][0])}${text}${mark(codes[name][1])}` : text;

export const colors: Readonly<Record<Colour, (text: string) => string>> = {
  bold: colourOf('bold'),
  dim: colourOf('dim'),
  red: colourOf('red'),
  green: colourOf('green'),
  yellow: colourOf('yellow'),
  cyan: colourOf('cyan'),
};

/** As it goes to a terminal. */
export const painted = (text: string): string => harmless(text).replace(marks, '\x1b[$1m');

/** Without colours, which take no place. */
export const unpainted = (text: string): string => harmless(text.replace(marks, ''));
