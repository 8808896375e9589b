import type { Evidence } from '#contract/eligibility.ts';
import { bytes, counted, day, duration } from '#renderer/lib/format.ts';

/** How much a collector read, in one line. */
export const formatRead = ({ collector, read }: Pick<Evidence, 'collector' | 'read'>): string => {
  const { files, bytes: size, languages = [], requests, entries, from, to, unwatchedMs, skippedCount } = read;
  const parts = [
    files === undefined ? undefined : counted(files, 'file'),
    entries === undefined ? undefined : formatEntry(collector, entries),
    requests === undefined ? undefined : counted(requests, 'call'),
    size === undefined ? undefined : bytes(size),
    languages.length === 0 ? undefined : languages.join(', '),
    from === undefined || to === undefined ? undefined : `${day(from)} to ${day(to)}`,
    unwatchedMs === undefined ? undefined : `${duration(unwatchedMs)} unwatched`,
    skippedCount === 0 ? undefined : `${skippedCount} left out`,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
};

const formatEntry = (collector: Evidence['collector'], entries: number): string =>
  collector === 'configuration'
    ? counted(entries, 'rule or endpoint', 'rules and endpoints')
    : counted(entries, 'log entry', 'log entries');
