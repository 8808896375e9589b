/** Times as logs write them. All answer ms UTC; undefined for what can't be told for sure. */

/** `zoned`: false where a time without a zone was taken as UTC. */
export interface LogTime {
  readonly ms: number;
  readonly zoned: boolean;
}

const earliestMs = Date.UTC(1990, 0);
const latestMs = Date.UTC(2200, 0);
const sane = (ms: number, zoned: boolean): LogTime | undefined =>
  ms >= earliestMs && ms < latestMs ? { ms, zoned } : undefined;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const common =
  /^(\d{1,2})\/([A-Za-z]{3})\/(\d{4}):(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?: ?([+-])(\d\d):?(\d\d))?$/;

/** The time of the common log format: `21/Nov/2026:13:55:36 +0100`. */
export const commonLogTime = (text: string): LogTime | undefined => {
  const match = common.exec(text);
  if (match === null) return undefined;
  const [, day, month = '', year, hours, minutes, seconds, sign, zoneHours = '0', zoneMinutes = '0'] = match;
  const at = months.indexOf(month.toLowerCase());
  if (at < 0) return undefined;
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -60_000 : 60_000);
  const ms = Date.UTC(Number(year), at, Number(day), Number(hours), Number(minutes), Number(seconds));
  return sane(ms - zone, sign !== undefined);
};

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;

/** Any time: ISO 8601 with or without a zone, the common log format, RFC 1123, seconds to nanoseconds since 1970. */
export const logTime = (value: unknown): LogTime | undefined => {
  if (typeof value === 'number') return epoch(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{9,19}(\.\d+)?$/.test(text)) return epoch(Number(text));
  const match = iso.exec(text);
  if (match !== null) return isoTime(match);
  const bare = text.replace(/^\[|\]$/g, '');
  const named = commonLogTime(bare);
  if (named !== undefined) return named;
  // Days and months in figures could be either way round.
  if (!/^[A-Za-z]{3},? .*\d{4}/.test(text)) return undefined;
  const zoned = /(GMT|UTC|Z|[+-]\d{4})( \(.*\))?$/.test(text);
  return sane(Date.parse(zoned ? text : `${text} UTC`), zoned);
};

const epoch = (value: number): LogTime | undefined => {
  const scale = value < 1e11 ? 1000 : value < 1e14 ? 1 : value < 1e17 ? 1e-3 : 1e-6;
  return sane(Math.trunc(value * scale), true);
};

const isoTime = (match: RegExpExecArray): LogTime | undefined => {
  const [, year, month, day, hours = 0, minutes = 0, seconds = 0, fraction = '', zone] = match;
  const parts = [year, Number(month) - 1, day, hours, minutes, seconds].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  if (mo < 0 || mo > 11 || d < 1 || d > 31 || h > 24 || mi > 59 || s > 60) return undefined;
  const ms = Date.UTC(y, mo, d, h, mi, s, Number(fraction.slice(0, 3).padEnd(3, '0')));
  return sane(ms - zoneMs(zone), zone !== undefined);
};

const zoneMs = (zone: string | undefined): number => {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '');
  if (match === null) return 0;
  return (Number(match[2]) * 60 + Number(match[3] ?? 0)) * (match[1] === '-' ? -60_000 : 60_000);
};
