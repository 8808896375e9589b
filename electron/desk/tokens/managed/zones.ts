import { DateTime, IANAZone } from 'luxon';
import { invalid } from '#contract/errors.ts';

/** Local times of IANA zones and their instants. Clocks going forward skip times; clocks going back repeat some. */

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** @throws CatalogueError `request.invalid` naming `field` */
export const checkZone = (text: string, field: string): string => {
  const zone = text.trim();
  // Offsets and abbreviations, which Intl takes too, say nothing of daylight saving.
  const named = zone === 'UTC' || /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(zone);
  if (named && IANAZone.isValidZone(zone)) return zone;
  throw invalid({
    itemId: field,
    message: `${field} must be an IANA time zone, such as Europe/Berlin or America/New_York.`,
    validatorName: 'zone',
  });
};

const localTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2}))?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * The instant of a local time, ms UTC.
 * @param text such as `2026-10-25T02:30`; where the clock shows that twice, with its offset, as in `2026-10-25T02:30+02:00`
 * @throws CatalogueError `request.invalid` naming `field`: not a time, skipped by the clock, shown twice, or never at this offset
 */
export const instantOf = (text: string, zone: string, field: string): number => {
  const refuse = (problem: string) =>
    invalid({ itemId: field, message: `${field} ${problem}`, validatorName: 'localTime' });
  const match = localTime.exec(text.trim());
  const [, date, time, seconds = '00', offset] = match ?? [];
  const local = DateTime.fromISO(`${date}T${time}:${seconds}`, { zone: 'utc' });
  if (match === null || !local.isValid) {
    throw refuse('must be a local time, such as 2026-03-28T22:00.');
  }
  const localMs = local.toMillis();
  const shown = `${date} ${time}`;
  const offsets = offsetsAt(localMs, zone);
  if (offsets.length === 0) {
    throw refuse(
      `names ${shown}, which does not exist in ${zone}: clocks skip it. ${skippedTo(localMs, zone)}`,
    );
  }
  if (offset !== undefined) {
    const wanted = minutesOf(offset);
    if (!offsets.includes(wanted)) {
      throw refuse(
        `has the offset ${offsetText(wanted)} at ${shown}, but ${zone} has ${offsets.map(offsetText).join(' or ')}. Give the local time of ${zone}.`,
      );
    }
    return localMs - wanted * minuteMs;
  }
  if (offsets.length > 1) {
    const ways = offsets.map((one) => `${date}T${time}${offsetText(one)}`).join(' or ');
    throw refuse(`names ${shown}, which comes twice in ${zone}, as clocks go back. Add the offset: ${ways}.`);
  }
  return localMs - (offsets[0] as number) * minuteMs;
};

/** `2026-10-25 02:30 +02:00`. */
export const localText = (instantMs: number, zone: string): string =>
  DateTime.fromMillis(instantMs, { zone }).toFormat('yyyy-MM-dd HH:mm ZZ');

/** As `instantOf` takes it, always with its offset. */
export const localIso = (instantMs: number, zone: string): string =>
  DateTime.fromMillis(instantMs, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");

/** The offsets at which a zone shows this local time, in minutes, the earlier instant first: none, one or two. */
const offsetsAt = (localMs: number, zone: string): number[] => {
  const iana = IANAZone.create(zone);
  const near = [-dayMs, -dayMs / 2, 0, dayMs / 2, dayMs].map((shift) => iana.offset(localMs + shift));
  return [...new Set(near)]
    .filter((offset) => iana.offset(localMs - offset * minuteMs) === offset)
    .sort((a, b) => b - a);
};

const skippedTo = (localMs: number, zone: string): string => {
  const before = IANAZone.create(zone).offset(localMs - dayMs);
  const instead = DateTime.fromMillis(localMs - before * minuteMs, { zone });
  return `Did you mean ${instead.toFormat("yyyy-MM-dd'T'HH:mm")}?`;
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
