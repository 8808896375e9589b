import type { Evidence } from '#contract/eligibility.ts';
import { formatBytes, formatCount, formatDuration, formatNumber } from '#contract/format.ts';
import { day } from '#renderer/lib/format.ts';

/** How much a collector read, in one line. */
export const formatRead = ({ collector, read }: Pick<Evidence, 'collector' | 'read'>): string => {
  const { files, bytes: size, languages = [], requests, entries, from, to, unwatchedMs, skippedCount } = read;
  const parts = [
    files === undefined ? undefined : formatCount(files, 'file'),
    entries === undefined ? undefined : formatEntry(collector, entries),
    requests === undefined ? undefined : formatCount(requests, 'call'),
    size === undefined ? undefined : formatBytes(size),
    languages.length === 0 ? undefined : languages.join(', '),
    from === undefined || to === undefined ? undefined : `${day(from)} to ${day(to)}`,
    unwatchedMs === undefined ? undefined : `${formatDuration(unwatchedMs)} unobserved`,
    skippedCount === 0 ? undefined : `${formatNumber(skippedCount)} skipped`,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
};

const formatEntry = (collector: Evidence['collector'], entries: number): string =>
  collector === 'configuration'
    ? formatCount(entries, 'rule or endpoint', 'rules and endpoints')
    : formatCount(entries, 'log entry', 'log entries');
