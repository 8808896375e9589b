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

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `in 2 hours`, `5 minutes ago`, `now` */
export const fromNow = (instant: string | number, now: number): string => {
  const ms = new Date(instant).getTime() - now;
  const [unit, size] = units.find(([, length]) => Math.abs(ms) >= length) ?? ['second', 1000];
  return Math.abs(ms) < 1000
    ? 'now'
    : relative.format(Math.round(ms / size), unit as Intl.RelativeTimeFormatUnit);
};

/** `27 h 35 min`, `1.2 s`, `45 ms`: the two largest units. */
export const duration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 && ms % 1000 !== 0 ? 1 : 0)} s`;
  const parts: [number, string][] = [
    [Math.floor(ms / 86_400_000), 'd'],
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

const plain = new Intl.NumberFormat('en');
/** `12,345` */
export const number = (value: number): string => plain.format(value);

/** `1 company`, `2 companies` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** `98.5 %`; never 100 % unless it is. */
export const share = (part: number, whole: number): string => {
  if (whole === 0) return '–';
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
