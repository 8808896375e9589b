/** Times as logs write them, in ms UTC; undefined for ambiguous ones. */

/** `zoned`: false where a time without a zone was taken as UTC. */
export interface LogTime {
  readonly ms: number;
  readonly zoned: boolean;
}

const earliestMs = Date.UTC(1990, 0);
const latestMs = Date.UTC(2200, 0);
const sane = (ms: number, zoned: boolean): LogTime | undefined =>
  ms >= earliestMs && ms < latestMs ? { ms, zoned } : undefined;

/** As it is written, in figures or not there; months by name or number. */
interface Written {
  readonly year: string;
  readonly month: string;
  readonly day: string;
  readonly hours?: string | undefined;
  readonly minutes?: string | undefined;
  readonly seconds?: string | undefined;
  readonly fraction?: string | undefined;
  readonly zone?: string | undefined;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthOf = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) - 1 : months.indexOf(text.toLowerCase());

/** undefined for a time that there is not, such as 30 February or 24:61: `Date` would make another one of it. */
const timeOf = ({ year, month, day, zone, ...clock }: Written): LogTime | undefined => {
  const [y, mo, d] = [Number(year), monthOf(month), Number(day)];
  const { hours = '0', minutes = '0', seconds = '0', fraction = '' } = clock;
  const [h, mi, s] = [Number(hours), Number(minutes), Number(seconds)];
  // 24:00 ends a day; second 60 is a leap second, which Unix counts as the one after it.
  const isEnd = h === 24 && mi === 0 && s === 0 && /^0*$/.test(fraction);
  if (mo < 0 || mo > 11 || d < 1 || d > daysIn(y, mo)) return undefined;
  if ((h > 23 && !isEnd) || mi > 59 || s > 60) return undefined;
  const offset = zoneMs(zone);
  if (offset === undefined) return undefined;
  const ms = Date.UTC(y, mo, d, h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0')));
  return sane(ms - offset, zone !== undefined);
};

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** No place is further from UTC. */
const farthestHours = 14;

/** undefined for a zone that is not known, such as one by name. */
const zoneMs = (zone: string | undefined): number | undefined => {
  if (zone === undefined || /^(?:Z|UTC|GMT)$/i.test(zone)) return 0;
  const match = /^(?:GMT|UTC)?([+-])(\d\d):?(\d\d)?$/i.exec(zone);
  if (match === null) return undefined;
  const [hours, minutes] = [Number(match[2]), Number(match[3] ?? 0)];
  if (minutes > 59 || hours + minutes / 60 > farthestHours) return undefined;
  return (hours * 60 + minutes) * (match[1] === '-' ? -60_000 : 60_000);
};

const clock = String.raw`(?<hours>\d\d):(?<minutes>\d\d)(?::(?<seconds>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const offset = String.raw`[+-]\d\d(?::?\d\d)?`;
const named = `(?<zone>Z|(?:GMT|UTC)(?:${offset})?|${offset})`;

/** `21/Nov/2026:13:55:36 +0100` */
const common = new RegExp(
  String.raw`^(?<day>\d{1,2})/(?<month>[A-Za-z]{3})/(?<year>\d{4}):${clock}(?: ?(?<zone>${offset}))?$`,
);
const forms = [
  /** ISO 8601, with or without a time and a zone. */
  new RegExp(
    String.raw`^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ]${clock})?\s*(?<zone>Z|UTC|${offset})?$`,
    'i',
  ),
  /** RFC 1123 and 850: `Sat, 21 Nov 2026 13:55:36 GMT` */
  new RegExp(
    String.raw`^[A-Za-z]{3},? (?<day>\d{1,2})[ -](?<month>[A-Za-z]{3})[ -](?<year>\d{4}) ${clock}(?: ${named})?(?: \(.*\))?$`,
  ),
  /** JavaScript: `Sat Nov 21 2026 13:55:36 GMT+0100 (CET)` */
  new RegExp(
    String.raw`^[A-Za-z]{3},? (?<month>[A-Za-z]{3}) +(?<day>\d{1,2}),? (?<year>\d{4}) ${clock}(?: ${named})?(?: \(.*\))?$`,
  ),
  /** C: `Sat Nov 21 13:55:36 2026` */
  new RegExp(
    String.raw`^[A-Za-z]{3} (?<month>[A-Za-z]{3}) +(?<day>\d{1,2}) ${clock}(?: ${named})? (?<year>\d{4})$`,
  ),
];

/** Whether it is written as one of the common log format is, be there such a time or not. */
export const isCommonForm = (text: string): boolean => common.test(text);

/** The time of the common log format. */
export const commonLogTime = (text: string): LogTime | undefined => readAs(text, [common]);

/** Any time: ISO 8601 with or without a zone, the common log format, RFC 1123, seconds to nanoseconds since 1970. */
export const logTime = (value: unknown): LogTime | undefined => {
  if (typeof value === 'number') return epoch(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{9,19}(\.\d+)?$/.test(text)) return epoch(Number(text));
  // Days and months in figures could be either way round, so that they are in none of these.
  return readAs(text, forms) ?? commonLogTime(text.replace(/^\[|\]$/g, ''));
};

/** By the first form that it is written in. */
const readAs = (text: string, all: readonly RegExp[]): LogTime | undefined => {
  for (const form of all) {
    const groups = form.exec(text)?.groups;
    if (groups !== undefined) return timeOf(groups as unknown as Written);
  }
  return undefined;
};

const epoch = (value: number): LogTime | undefined => {
  const scale = value < 1e11 ? 1000 : value < 1e14 ? 1 : value < 1e17 ? 1e-3 : 1e-6;
  return sane(Math.trunc(value * scale), true);
};
