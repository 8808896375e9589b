import { ownZone } from '#contract/zones.ts';
import { preferences } from './preferences.ts';

/** Figures and instants, as people read them. */

const zone = (): string | undefined => (preferences.getState().timeZone === 'utc' ? 'UTC' : undefined);

/** The IANA name of the zone in which instants are written. */
export const zoneName = (): string => zone() ?? ownZone();

/** Making one takes many times as long as using it, and lists write an instant in each row. */
const formats = new Map<string, Intl.DateTimeFormat>();

const inZone = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const timeZone = zone();
  // A format keeps the system's zone that it was made in; a computer may be taken to another one.
  const name = JSON.stringify([timeZone ?? new Date().getTimezoneOffset(), options]);
  const known = formats.get(name);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  formats.set(name, format);
  return format;
};

/** `21 Nov 2026, 14:03` @param instant UTC ISO 8601, or ms */
export const dateTime = (instant: string | number): string =>
  inZone({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );

/** `21 Nov, 14:03`, where the year goes without saying. @param instant UTC ISO 8601, or ms */
export const dayTime = (instant: string | number): string =>
  inZone({ day: 'numeric', month: 'short', ...yearOf(instant), hour: '2-digit', minute: '2-digit' }).format(
    new Date(instant),
  );

/** On a clock that is moved, the year is no matter of course. */
const yearOf = (instant: string | number): { readonly year?: 'numeric' } =>
  yearIn(new Date(instant)) === yearIn(new Date()) ? {} : { year: 'numeric' };

const yearIn = (date: Date): string => inZone({ year: 'numeric' }).format(date);

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

/** `14:03` */
export const hourMinute = (instant: string | number): string =>
  inZone({ hour: '2-digit', minute: '2-digit' }).format(new Date(instant));

/** `Thu 26 Nov`; with the year instead of the day of the week, if it is not the present one. */
export const weekday = (instant: string | number): string => {
  const year = yearOf(instant);
  return inZone({
    ...(year.year === undefined ? { weekday: 'short' } : year),
    day: 'numeric',
    month: 'short',
  })
    .format(new Date(instant))
    .replace(',', '');
};

/** `14:03:07` */
export const clockTime = (instant: string | number): string =>
  inZone({ hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(new Date(instant));

/** `Sat, 21 Nov 2026, 14:03:07 GMT` */
export const clockFace = (instant: string | number): string =>
  inZone({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));

/** `21 Nov 2026` */
export const day = (instant: string | number): string =>
  inZone({ day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant));

const dayMs = 86_400_000;

/** `14:03`, `14:03:07` or `21 Nov`, whichever tells the ticks of a span apart. @param spanMs its length */
export const tickTime = (instant: number, spanMs: number): string => {
  if (spanMs > 3 * dayMs) return inZone({ day: 'numeric', month: 'short' }).format(instant);
  const short = inZone({ hour: '2-digit', minute: '2-digit' });
  return spanMs < 5 * 60_000 ? clockTime(instant) : short.format(instant);
};

/** How far the reader's zone is from UTC, ms. */
export const zoneOffsetMs = (instant: string): number =>
  zone() === 'UTC' ? 0 : -new Date(instant).getTimezoneOffset() * 60_000;

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
