import { type Cancel, systemTime, toIso } from '#base/clock.ts';
import { errorText } from '#base/error-text.ts';
import type { Log } from '#base/log.ts';
import { makeFolder } from '#base/make-folder.ts';
import { systemProblem } from '#base/system-problem.ts';
import type { Backup, BackupProblem } from '#contract/backups.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { BackedUp } from './kept.ts';

export interface Daily {
  /** Makes one if the last is a day old, now and from now on. A failure is logged and tried again. */
  start(): Promise<Cancel>;
  /** Why the last one could not be made; undefined once there is a later one. */
  problem(): BackupProblem | undefined;
}

interface Parts {
  readonly folder: string;
  readonly of: BackedUp;
  /** Newest first. */
  readonly list: () => readonly Backup[];
  readonly make: () => Promise<unknown>;
  readonly log: Log;
}

const dayMs = 86_400_000;
const lookMs = 3_600_000;
const minuteMs = 60_000;

export const createDaily = ({ folder, of, list, make, log }: Parts): Daily => {
  let problem: BackupProblem | undefined;

  /** A clock that was wrong may have left one of the future: it is no later one, and holds up none that is due. */
  const newestUntil = (latest: number): string | undefined =>
    list().find(({ at }) => at <= toIso(latest))?.at;

  const failed = (err: unknown): void => {
    const found = systemProblem(err);
    const why = found === undefined ? { err } : { path: found.path, reason: found.problem };
    const now = systemTime.now();
    const at = toIso(now);
    problem = { of, since: problem?.since ?? at, at, next: toIso(now + lookMs), text: problemText(err) };
    log.error({ ...why, folder }, `${of}: no backup could be made; it is tried again within the hour`);
  };

  const makeIfDue = async (): Promise<void> => {
    try {
      makeFolder(folder);
      const now = systemTime.now();
      const newest = newestUntil(now);
      if (newest === undefined || now - Date.parse(newest) >= dayMs) await make();
    } catch (error) {
      if ((error as Error).name !== 'AbortError') failed(error);
    }
  };

  return {
    async start() {
      await makeIfDue();
      return systemTime.every(lookMs, () => void makeIfDue());
    },
    problem() {
      const newest = newestUntil(systemTime.now() + minuteMs);
      if (problem !== undefined && newest !== undefined && newest >= problem.since) problem = undefined;
      return problem && { ...problem, ...(newest === undefined ? {} : { newest }) };
    },
  };
};

/** What happened and what to do. */
const problemText = (error: unknown): string => {
  if (error instanceof CatalogueError) return error.message;
  const found = systemProblem(error);
  if (found === undefined) return `${errorText(error)} See the log.`;
  const { path, problem, advice } = found;
  return `${path === undefined ? 'The folder of backups' : path} can't be used: ${problem}. ${advice}`;
};
