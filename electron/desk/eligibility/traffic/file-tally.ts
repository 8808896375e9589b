import { formatBytes, formatCount, formatNumber } from '#contract/format.ts';
import type { Skips } from '#desk/eligibility/reading/skips.ts';
import type { LogEntry } from './entry.ts';
import type { Tally } from './totals.ts';

/** What one file held. */
export interface FileTally {
  readonly requests: number;
  readonly entries: number;
  /** Why none of its calls has a time, if none has. */
  readonly timeProblem: string | undefined;
}

export type FileUnit = 'line' | 'entry';

/** What is counted of one file while it is read. */
export interface FileCounts {
  readonly log: string;
  readonly unit: FileUnit;
  /** Of all files, before this one. */
  readonly before: Pick<Tally, 'requests' | 'entries' | 'untimed'>;
  timeProblem?: () => string;
  untimed: number;
  firstUntimed: number;
  unread: number;
  firstUnread: number;
  tooLong: number;
}

const tooLongListed = 20;
const units = { line: 'lines', entry: 'entries' } as const;
const noTime = (): string => 'no entry has a time';

export const countsOfFile = (
  log: string,
  unit: FileUnit,
  { requests, entries, untimed }: Tally,
): FileCounts => ({
  log,
  unit,
  before: { requests, entries, untimed },
  untimed: 0,
  firstUntimed: 0,
  unread: 0,
  firstUnread: 0,
  tooLong: 0,
});

export const countUnread = (file: FileCounts, line: number): void => {
  if (file.unread++ === 0) file.firstUnread = line;
};

export const countUntimed = (file: FileCounts, line: number, { timeProblem }: LogEntry): void => {
  file.timeProblem ??= timeProblem ?? noTime;
  if (file.untimed++ === 0) file.firstUntimed = line;
};

export const countTooLong = (file: FileCounts, skips: Skips, line: number, bytes: number): void => {
  if (file.tooLong++ >= tooLongListed) return;
  const detail = `Line ${formatNumber(line)} is ${formatBytes(bytes)} long and was not read.`;
  skips.add(file.log, 'line-too-long', detail);
};

/** Lists what was passed over, and says what the file held. */
export const endFile = (file: FileCounts, total: Tally, skips: Skips): FileTally => {
  const { log, unit, before, timeProblem, tooLong, unread, untimed } = file;
  const many = (count: number): string => formatCount(count, unit, units[unit]);
  const at = (line: number): string => `${unit} ${formatNumber(line)}`;
  const first = at(file.firstUntimed);
  skips.addMany(log, 'line-too-long', Math.max(0, tooLong - tooLongListed), 'More lines that are too long.');
  skips.addMany(
    log,
    'malformed',
    unread,
    `${many(unread)} could not be read; the first is ${at(file.firstUnread)}.`,
  );
  skips.addMany(
    log,
    'malformed',
    untimed,
    `${many(untimed)} without a readable time; the first is ${first}.`,
  );
  const requests = total.requests - before.requests;
  const isUntimed = requests > 0 && total.untimed - before.untimed === requests;
  return {
    requests,
    entries: total.entries - before.entries,
    timeProblem: isUntimed && timeProblem ? `${timeProblem()}; the first is ${first}` : undefined,
  };
};
