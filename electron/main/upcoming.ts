import { type Cancel, systemTime, toIso } from '#base/clock.ts';
import type { CaseSummary } from '#contract/case.ts';
import type { CutoverView } from '#contract/cutover.ts';
import { mostMinutesBefore } from '#contract/notification-settings.ts';
import type { RunningItem } from '#contract/running.ts';
import type { DeskFetch } from './desk-fetch.ts';

export interface UpcomingWindow {
  readonly caseId: string;
  readonly caseName: string;
  /** UTC ISO 8601 */
  readonly start: string;
  readonly end: string;
}

/** What runs and what comes, as the desk has it now. */
export interface Upcoming {
  readonly running: readonly RunningItem[];
  /** Agreed migration windows that are not over, the next first. */
  readonly windows: readonly UpcomingWindow[];
}

const everyMs = 30_000;
const answerMs = 10_000;
/** Windows that are asked for at once. */
const pageSize = 200;

export interface Reading {
  get<T>(path: string): Promise<T>;
}

/** Reads the desk again and again, as no announcement comes when a time comes. `undefined`: it does not answer. */
export const followUpcoming = (
  deskFetch: DeskFetch,
  listener: (upcoming: Upcoming | undefined, desk: Reading) => Promise<void> | void,
  log: (text: string) => void,
): { readonly now: () => void; readonly stop: Cancel } => {
  let cancel: Cancel = () => {};
  let isReading = false;
  let stopped = false;
  const desk = createReading(deskFetch);
  const read = async (): Promise<void> => {
    if (isReading || stopped) return;
    isReading = true;
    cancel();
    try {
      await listener(await readUpcoming(desk).catch(() => undefined), desk);
    } catch (error) {
      log(`app: what is next was not shown: ${error instanceof Error ? error.stack : error}\n`);
    }
    isReading = false;
    if (!stopped) cancel = systemTime.after(everyMs, () => void read());
  };
  void read();
  return {
    now: () => void read(),
    stop: () => {
      stopped = true;
      cancel();
    },
  };
};

const createReading = (deskFetch: DeskFetch): Reading => ({
  async get<T>(path: string): Promise<T> {
    const late = new AbortController();
    const cancel = systemTime.after(answerMs, () => late.abort());
    try {
      const answer = await deskFetch({ method: 'GET', path, signal: late.signal });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return (await answer.json()) as T;
    } finally {
      cancel();
    }
  },
});

const readUpcoming = async (desk: Reading): Promise<Upcoming> => {
  const running = await desk.get<{ results: RunningItem[] }>('/api/running');
  return { running: running.results, windows: await readWindows(desk, systemTime.now()) };
};

/** Further off than any reminder is given. */
const horizonMs = mostMinutesBefore * 2 * 60_000;

/**
 * Agreed windows that are not over, the next first: all that may open before the next readings, however many they are,
 * and what else is on the last page read.
 * @param now ms
 */
export const readWindows = async (desk: Reading, now: number): Promise<UpcomingWindow[]> => {
  const found: UpcomingWindow[] = [];
  const after = encodeURIComponent(toIso(now));
  for (let offset = 0; ; offset += pageSize) {
    const { results } = await desk.get<{ results: CaseSummary[] }>(
      `/api/cases?state=open&windowAfter=${after}&sort=window&limit=${pageSize}&offset=${offset}`,
    );
    found.push(...windowsOf(results, now));
    const last = results.at(-1)?.window;
    const isEnough = last === undefined || Date.parse(last.start) > now + horizonMs;
    // One whose window changes while pages are read may be on two of them.
    if (results.length < pageSize || isEnough) return uniqueWindows(found);
  }
};

const uniqueWindows = (windows: readonly UpcomingWindow[]): UpcomingWindow[] => [
  ...new Map(windows.map((one) => [one.caseId, one])).values(),
];

/** @param now ms */
export const windowsOf = (cases: readonly CaseSummary[], now: number): UpcomingWindow[] =>
  cases
    .flatMap(({ id, name, state, window }) =>
      state === 'open' && window?.agreed === true && Date.parse(window.end) > now
        ? [{ caseId: id, caseName: name, start: window.start, end: window.end }]
        : [],
    )
    .sort((one, other) => one.start.localeCompare(other.start));

/** What the soak of a case came to; undefined while it is not over, or can't be read. */
export const soakEnd = async (desk: Reading, caseId: string): Promise<{ problems: number } | undefined> => {
  const { soak } = await desk.get<CutoverView>(`/api/cases/${caseId}/cutover`);
  return soak?.state === 'over' ? { problems: soak.last?.problems.length ?? 0 } : undefined;
};
