import { formatDuration, formatNumber } from '#contract/format.ts';
import type { ReportColumn, ReportValue } from '#contract/report.ts';

/** Values as a person reads them. The same on every machine: no locale. */

/** `2026-01-15 09:00:00` of UTC, which the head of a report says; `2026-01-15 10:00:00+01:00` of a local time. */
export const formatInstant = (iso: string): string =>
  iso.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?(?:Z|([+-]\d\d:\d\d))$/, '$1 $2$4');

/** The same with its zone, where nothing else says it. */
export const formatZoned = (iso: string): string => `${formatInstant(iso)}${iso.endsWith('Z') ? ' UTC' : ''}`;

/** A value by what its column, or its fact, says of it. */
export const formatValue = (
  { kind, words }: Pick<ReportColumn, 'kind' | 'words'>,
  value: ReportValue,
): string => {
  const called = words !== undefined && Object.hasOwn(words, value) ? words[value] : undefined;
  if (called !== undefined) return called;
  if (typeof value === 'number') return kind === 'duration' ? formatDuration(value) : formatNumber(value);
  return kind === 'instant' ? formatInstant(value) : value;
};

/** The middle of some durations, or of any numbers; undefined of none. */
export const median = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
