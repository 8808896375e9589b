import { type BrokenRule, FieldError } from './field-error.ts';
import { once } from './once.ts';

/**
 * Local times of IANA zones and their instants, by the time zones of the runtime alone: the form for the integrator has
 * no others. Clocks going forward skip times; clocks going back repeat some.
 */

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** @throws FieldError naming `field` */
export const checkZone = (text: string, field: string): string => {
  const zone = text.trim();
  // Offsets and abbreviations, which Intl takes too, say nothing of daylight saving.
  const named = zone === 'UTC' || /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(zone);
  if (named && isZone(zone)) return zone;
  throw new FieldError(
    {
      itemId: field,
      message: `${field} must be an IANA time zone, such as Europe/Berlin or America/New_York.`,
      validatorName: 'zone',
    },
    { key: 'rule.zone', details: {} },
  );
};

/** Undefined for what `checkZone` refuses. */
export const takenZone = (zone: string): string | undefined => {
  try {
    return checkZone(zone, 'zone');
  } catch {
    return undefined;
  }
};

/** That of this machine; UTC where it is none that the API takes: a browser that cannot tell it has `Etc/Unknown`. */
export const ownZone = (): string => takenZone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';

const localTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The instant of a local time, ms UTC.
 * @param text such as `2026-10-25T02:30`; where the clock shows that twice, with its offset, as in `2026-10-25T02:30+02:00`
 * @throws FieldError naming `field`: not a time, skipped by the clock, shown twice, or never at this offset
 */
export const instantOf = (text: string, zone: string, field: string): number => {
  const refuse = (problem: string, key: string, details: BrokenRule['details'] = {}) =>
    new FieldError(
      { itemId: field, message: `${field} ${problem}`, validatorName: 'localTime' },
      { key, details },
    );
  const read = readLocal(text);
  if (read === undefined) throw refuse('must be a local time, such as 2026-03-28T22:00.', 'rule.time');
  const { localMs, offset } = read;
  const shown = asText(localMs);
  const offsets = offsetsAt(localMs, zone);
  if (offsets.length === 0) {
    const instead = skippedTo(localMs, zone);
    throw refuse(
      `names ${shown}, which does not exist in ${zone}: clocks skip it. Did you mean ${instead}?`,
      'rule.skipped',
      { shown, zone, instead },
    );
  }
  if (offset !== undefined) {
    const wanted = minutesOf(offset);
    if (!offsets.includes(wanted)) {
      const [given, known] = [offsetText(wanted), offsets.map(offsetText)];
      throw refuse(
        `has the offset ${given} at ${shown}, but ${zone} has ${known.join(' or ')}. Give the local time of ${zone}.`,
        'rule.offset',
        { offset: given, shown, zone, offsets: known },
      );
    }
    return localMs - wanted * minuteMs;
  }
  if (offsets.length > 1) {
    const ways = offsets.map((one) => `${asText(localMs, 'T')}${offsetText(one)}`);
    throw refuse(
      `names ${shown}, which comes twice in ${zone}, as clocks go back. Add the offset: ${ways.join(' or ')}.`,
      'rule.twice',
      { shown, zone, ways },
    );
  }
  return localMs - (offsets[0] as number) * minuteMs;
};

/** A local time that comes twice, each with its offset; empty for any other. */
export const waysToRead = (text: string, zone: string): string[] => {
  const read = isZone(zone) ? readLocal(text) : undefined;
  if (read === undefined || read.offset !== undefined) return [];
  const offsets = offsetsAt(read.localMs, zone);
  return offsets.length > 1 ? offsets.map((one) => `${asText(read.localMs, 'T')}${offsetText(one)}`) : [];
};

/** `2026-10-25 02:30 +02:00`. */
export const localText = (instantMs: number, zone: string): string => {
  const minutes = offsetOf(zone, instantMs);
  return `${asText(instantMs + minutes * minuteMs)} ${offsetText(minutes)}`;
};

/** As `instantOf` takes it, always with its offset. */
export const localIso = (instantMs: number, zone: string): string => {
  const minutes = offsetOf(zone, instantMs);
  return `${iso(instantMs + minutes * minuteMs).slice(0, 19)}${offsetText(minutes)}`;
};

const iso = (ms: number): string => new Date(ms).toISOString();
const asText = (localMs: number, between = ' '): string =>
  `${iso(localMs).slice(0, 10)}${between}${iso(localMs).slice(11, 16)}`;

/** A local time as if it were of UTC; undefined for what is none, such as 30 February. */
const readLocal = (text: string): { localMs: number; offset: string | undefined } | undefined => {
  const match = localTime.exec(text.trim());
  if (match === null) return undefined;
  const [, date, time, seconds = '00', offset] = match;
  const localMs = Date.parse(`${date}T${time}:${seconds}Z`);
  // Some days that there are not are read as a later one.
  if (Number.isNaN(localMs) || iso(localMs).slice(0, 10) !== date) return undefined;
  return { localMs, offset };
};

const clocks = once(() => new Map<string, Intl.DateTimeFormat>());
const clockOf = (zone: string): Intl.DateTimeFormat => {
  const known = clocks().get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks().set(zone, clock);
  return clock;
};

const isZone = (zone: string): boolean => {
  try {
    clockOf(zone);
    return true;
  } catch {
    return false;
  }
};

/** What a zone adds to UTC at an instant, in minutes. */
const offsetOf = (zone: string, instantMs: number): number => {
  const second = Math.floor(instantMs / 1000) * 1000;
  const shown = new Map(
    clockOf(zone)
      .formatToParts(second)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (part: Intl.DateTimeFormatPartTypes): number => shown.get(part) ?? 0;
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
  return Math.round((local - second) / minuteMs);
};

/** The offsets at which a zone shows this local time, in minutes, the earlier instant first: none, one or two. */
const offsetsAt = (localMs: number, zone: string): number[] => {
  const near = [-dayMs, -dayMs / 2, 0, dayMs / 2, dayMs].map((shift) => offsetOf(zone, localMs + shift));
  return [...new Set(near)]
    .filter((offset) => offsetOf(zone, localMs - offset * minuteMs) === offset)
    .sort((a, b) => b - a);
};

const skippedTo = (localMs: number, zone: string): string => {
  const before = offsetOf(zone, localMs - dayMs);
  const instead = localMs - before * minuteMs;
  return localIso(instead, zone).slice(0, 16);
};

const minutesOf = (offset: string): number => {
  if (offset === 'Z') return 0;
  const [hours, minutes] = [offset.slice(1, 3), offset.slice(-2)].map(Number) as [number, number];
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes);
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
};
