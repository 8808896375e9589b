import { preferences } from './preferences.ts';

/** Figures and instants, as people read them. */

const zone = (): string | undefined => (preferences.getState().timeZone === 'utc' ? 'UTC' : undefined);

const inZone = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone() });

/** `21 Nov 2026, 14:03` @param instant UTC ISO 8601, or ms */
export const dateTime = (instant: string | number): string =>
  inZone({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );

/** On a clock that is moved, the year is no matter of course. */
const yearOf = (instant: string | number): { readonly year?: 'numeric' } =>
  new Date(instant).getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' };

const toSecond = (instant: string | number): Intl.DateTimeFormatOptions => ({
  day: 'numeric',
  month: 'short',
  ...yearOf(instant),
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `21 Nov, 14:03:07`; with the year, if it is not the present one. */
export const timeToSecond = (instant: string | number): string =>
  inZone(toSecond(instant)).format(new Date(instant));

/** `21 Nov, 14:03:07.123`; with the year, if it is not the present one. */
export const exactTime = (instant: string | number): string =>
  inZone({ ...toSecond(instant), fractionalSecondDigits: 3 }).format(new Date(instant));

/** `14:03:07` */
export const clockTime = (instant: string | number): string =>
  inZone({ hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(instant));

/** `21 Nov 2026` */
export const day = (instant: string | number): string =>
  inZone({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant));

const dayMs = 86_400_000;
const monthMs = 30.44 * dayMs;
const yearMs = 365.25 * dayMs;

/** Each with its length, and from how many of them it is used: one month is better said in days. */
const units: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['year', yearMs, 2],
  ['month', monthMs, 2],
  ['day', dayMs, 1],
  ['hour', 3_600_000, 1],
  ['minute', 60_000, 1],
  ['second', 1000, 1],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `in 2 hours`, `5 minutes ago`, `in 71 years`, `now` */
export const fromNow = (instant: string | number, now: number): string => {
  const ms = new Date(instant).getTime() - now;
  const [unit, size] = units.find(([, length, from]) => Math.abs(ms) >= from * length) ?? [];
  return unit === undefined || size === undefined ? 'now' : relative.format(Math.round(ms / size), unit);
};

/** `27 h 35 min`, `1.2 s`, `45 ms`: the two largest units; `about 71 years` from two on. */
export const duration = (ms: number): string => {
  if (ms >= 2 * yearMs) return `about ${Math.round(ms / yearMs)} years`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 && ms % 1000 !== 0 ? 1 : 0)} s`;
  const parts: [number, string][] = [
    [Math.floor(ms / dayMs), 'd'],
    [Math.floor(ms / 3_600_000) % 24, 'h'],
    [Math.floor(ms / 60_000) % 60, 'min'],
    [Math.floor(ms / 1000) % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
};

/** From which length on an estimate is told in which steps, ms: the longer, the coarser. */
const steps: readonly [number, number][] = [
  [2 * dayMs, dayMs],
  [6 * 3_600_000, 3_600_000],
  [90 * 60_000, 30 * 60_000],
  [10 * 60_000, 5 * 60_000],
];

/** An estimate, which is not to be had to the minute: `about 2 h`, `about 25 min`, `under a minute`. */
export const roughDuration = (ms: number): string => {
  if (ms < 60_000) return 'under a minute';
  const [, step] = steps.find(([from]) => ms >= from) ?? [0, 60_000];
  return `about ${duration(Math.round(ms / step) * step)}`;
};

const plain = new Intl.NumberFormat('en');
/** `12,345` */
export const number = (value: number): string => plain.format(value);

/** `1 company`, `2 companies` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** `98.5 %`; never 100 % unless it is; undefined of nothing. */
export const share = (part: number, whole: number): string | undefined => {
  if (whole === 0) return undefined;
  const percent = (100 * part) / whole;
  const shown =
    percent === 100 || percent === 0 ? percent.toFixed(0) : Math.min(99.9, Math.max(0.1, percent)).toFixed(1);
  return `${shown} %`;
};

/** `1.4 MB` */
export const bytes = (count: number): string => {
  const names = ['B', 'kB', 'MB', 'GB'];
  const power = Math.min(names.length - 1, count === 0 ? 0 : Math.floor(Math.log10(count) / 3));
  return `${(count / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${names[power]}`;
};
