import { formatCount, formatDuration } from '#contract/format.ts';
import type { Attention } from './attention.ts';
import type { Upcoming, UpcomingWindow } from './upcoming.ts';

type SoakEnd = (caseId: string) => Promise<{ readonly problems: number } | undefined>;

/** What nobody announces as it comes with time: migration windows that open, and soaks that end. Each is told once. */
export const createReminders = (soakEnd: SoakEnd) => {
  const told = new Set<string>();
  const soaks = new Map<string, string>();
  return async (upcoming: Upcoming, minutesBefore: number, now: number): Promise<Attention[]> => {
    const due = upcoming.windows.filter(
      (one) => !told.has(keyOf(one)) && Date.parse(one.start) - minutesBefore * 60_000 <= now,
    );
    for (const one of due) told.add(keyOf(one));
    return [...due.map((one) => ofWindow(one, now)), ...(await endedSoaks(upcoming, soaks, soakEnd))];
  };
};

const keyOf = ({ caseId, start }: UpcomingWindow): string => `${caseId} ${start}`;

const ofWindow = ({ caseId, caseName, start, end }: UpcomingWindow, now: number): Attention => {
  const left = Date.parse(start) - now;
  return {
    kind: 'windowOpens',
    title: left > 0 ? `Migration window opens in ${formatDuration(left)}` : 'Migration window is open',
    body: `${caseName}: it closes ${formatDuration(Math.max(0, Date.parse(end) - Math.max(now, Date.parse(start))))} after ${left > 0 ? 'it opens' : 'now'}.`,
    opening: { type: 'case', caseId },
  };
};

/** A soak that is no longer among those that run is over, rolled back or gone: its case says which. */
const endedSoaks = async (
  { running }: Upcoming,
  known: Map<string, string>,
  soakEnd: SoakEnd,
): Promise<Attention[]> => {
  const ended: Attention[] = [];
  const now = new Map(
    running.flatMap(({ kind, caseId, caseName = 'A case' }) =>
      kind === 'soak' && caseId !== undefined ? [[caseId, caseName] as const] : [],
    ),
  );
  for (const [caseId, caseName] of known) {
    if (now.has(caseId)) continue;
    known.delete(caseId);
    const end = await soakEnd(caseId).catch(() => undefined);
    if (end === undefined) continue;
    const found = end.problems === 0 ? 'no problems' : formatCount(end.problems, 'problem');
    ended.push({
      kind: 'soakEnds',
      title: 'A soak ended',
      body: `${caseName}: ${found} at its last observation.`,
      opening: { type: 'case', caseId },
    });
  }
  for (const [caseId, caseName] of now) known.set(caseId, caseName);
  return ended;
};
