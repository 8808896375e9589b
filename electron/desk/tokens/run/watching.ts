import { systemTime, toIso } from '#base/clock.ts';
import type { RunWatch } from '#contract/token-runs.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readEnds, readLedger, type TokenRunRecord } from '#desk/store/token-runs.ts';
import { agreedWindow } from '#desk/tokens/managed/outside-window.ts';
import { failureOf } from './progress.ts';
import type { LedgerEntry } from './recorder.ts';

const minute = 60_000;
const mostBuckets = 60;
/** Lengths that an axis can name. */
const lengths = [1, 2, 5, 10, 15, 30, 60, 120, 240, 720, 1440].map((minutes) => minutes * minute);
/** More calls of a minute than these are counted by their pace. */
const lastEntries = 4000;

/** How a run goes on: its throughput, how long its rows take, and the window that it has. */
export const watchRun = async (
  { store }: Pick<DeskContext, 'store'>,
  record: TokenRunRecord,
  ledgerEntries: number,
  state: CaseState,
): Promise<RunWatch> => {
  const ends = await store.read((reader) => readEnds(reader, record));
  const isRunning = record.state === 'running';
  const after = Math.max(0, ledgerEntries - lastEntries);
  const entries = isRunning
    ? await store.read((reader) => readLedger(reader, record.id, after, lastEntries))
    : [];
  const calls = entries.map(({ entry }) => JSON.parse(entry) as LedgerEntry);
  const window = needsWindow(record) ? agreedWindow(state.runbook?.window) : undefined;
  return {
    ...bucketsOf(ends),
    ...durationsOf(ends),
    ...(isRunning ? { recentFailures: recentFailures(ends, systemTime.now()) } : {}),
    ...(isRunning ? { callsPerMinute: pace(calls, systemTime.now()) } : {}),
    ...(window === undefined ? {} : { window: { start: window.start, end: window.end } }),
  };
};

const needsWindow = ({ kind }: TokenRunRecord): boolean => kind !== 'check' && kind !== 'rehearsal';

type Ends = Awaited<ReturnType<typeof readEnds>>;

/** Rows by the time of their end. @param ends in order */
export const bucketsOf = (ends: Ends): Pick<RunWatch, 'bucketMs' | 'buckets'> => {
  const span = (ends.at(-1)?.ended_at ?? 0) - (ends[0]?.ended_at ?? 0);
  const shortest = lengths.find((length) => span / length < mostBuckets);
  const bucketMs = shortest ?? Math.ceil(span / mostBuckets / minute) * minute;
  const byStart = Map.groupBy(ends, ({ ended_at: at }) => at - (at % bucketMs));
  return {
    bucketMs,
    buckets: [...byStart].map(([from, rows]) => ({
      from: toIso(from),
      ended: rows.length,
      failed: rows.filter(({ state }) => state === 'failed').length,
    })),
  };
};

const recentMs = 10 * minute;

/** By cause, the rows that failed of late. */
export const recentFailures = (ends: Ends, now: number): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { state, ended_at: at, failure } of ends) {
    const cause = state === 'failed' && at > now - recentMs ? failureOf({ failure })?.cause : undefined;
    if (cause !== undefined) counts[cause] = (counts[cause] ?? 0) + 1;
  }
  return counts;
};

const durationsOf = (ends: Ends): Pick<RunWatch, 'medianMs' | 'p90Ms'> => {
  const took = ends
    .flatMap(({ started_at: from, ended_at: to }) => (from === null ? [] : [Math.max(0, to - from)]))
    .sort((a, b) => a - b);
  if (took.length === 0) return {};
  const at = (share: number): number => took[Math.ceil(share * took.length) - 1] ?? 0;
  return { medianMs: at(0.5), p90Ms: at(0.9) };
};

/** Calls of the last minute; where only the newest are known, as many as their pace makes. */
const pace = (entries: readonly LedgerEntry[], now: number): number => {
  const calls = entries.filter(({ what, at }) => what === 'call' && at > now - minute);
  const [first] = entries;
  if (entries.length < lastEntries || first === undefined || first.at <= now - minute) return calls.length;
  return Math.round((calls.length / Math.max(1, now - first.at)) * minute);
};
