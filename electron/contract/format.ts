/**
 * Numbers, durations and lists as people read them: the same in the UI, the command line and reports, on every machine
 * (no locale of the machine, no time zone).
 */

import { once } from './once.ts';

/** `12,345`, `0.25` */
export const formatNumber = (value: number): string => formats.plain().format(value);

/** `1 company`, `2,300 companies` */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** `a, b and c`; of more than `most` parts `a, b and 2 more` */
export const formatList = (parts: readonly string[], most = parts.length): string => {
  const left = parts.length - most;
  return inWords(left > 0 ? [...parts.slice(0, most), `${formatNumber(left)} more`] : parts);
};

/** As `Intl.ListFormat` has it in British English, whose making took ten milliseconds of each start of the host. */
const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** With a capital first letter, as a sentence begins. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const dayMs = 86_400_000;
const yearMs = 365.25 * dayMs;
const units = [
  ['d', dayMs],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/**
 * `1 d 4 h`, `15 s`, `4.5 s`, `220 ms`: the two largest units, with what is smaller cut off; from two years on `71 years`.
 * @param ms milliseconds, from 0 on
 * @param most how many units at most
 */
export const formatDuration = (ms: number, most = 2): string => {
  const rounded = Math.round(ms);
  if (rounded === 0) return '0 s';
  if (rounded < 1000) return `${rounded} ms`;
  const tenths = Math.round(rounded / 100);
  if (tenths < 100) return `${tenths / 10} s`;
  if (rounded >= 2 * yearMs) return formatCount(Math.round(rounded / yearMs), 'year');
  let rest = Math.round(rounded / 1000) * 1000;
  const first = units.findIndex(([, size]) => rest >= size);
  const counts = units.slice(first, first + most).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return counts.join(' ');
};

/** From which length on an estimate is told in which steps, ms: the longer, the coarser. */
const estimateSteps: readonly [number, number][] = [
  [2 * dayMs, dayMs],
  [6 * 3_600_000, 3_600_000],
  [90 * 60_000, 30 * 60_000],
  [10 * 60_000, 5 * 60_000],
];

/** An estimate: `about 2 h`, `about 25 min`, `under a minute`. @param ms milliseconds */
export const formatEstimate = (ms: number): string => {
  if (ms < 60_000) return 'under a minute';
  const [, step] = estimateSteps.find(([from]) => ms >= from) ?? [0, 60_000];
  return `about ${formatDuration(Math.round(ms / step) * step)}`;
};

/** `98.5 %`; never 100 % unless it is; undefined of nothing. */
export const formatShare = (part: number, of: number): string | undefined => {
  if (of === 0) return undefined;
  const percent = (100 * part) / of;
  const shown =
    percent === 100 || percent === 0 ? percent.toFixed(0) : Math.min(99.9, Math.max(0.1, percent)).toFixed(1);
  return `${shown} %`;
};

/** An instant of the wire as a person reads it, such as `2026-01-15 09:00:00 UTC`. */
export const formatInstant = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `1.4 MB`, in powers of 1000 */
export const formatBytes = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1).replace(/\.0$/, '')} ${byteUnits[power]}`;
};

/** Made when they are first used: making them took a tenth of each command's time. */
const formats = {
  plain: once(() => new Intl.NumberFormat('en', { maximumFractionDigits: 20 })),
};
