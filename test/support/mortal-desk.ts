import { randomBytes } from 'node:crypto';
import { parseInstant } from '#base/clock.ts';
import { type Log, silentLog } from '#base/log.ts';
import type { UnitsOfWork } from '#base/store/units-of-work.ts';
import { createDeskContext } from '#desk/context.ts';
import { readWantedRowIds } from '#desk/store/token-rows.ts';
import { interruptRuns } from '#desk/store/token-runs.ts';
import { type WiringOptions, wireDesk } from './desk-fixture.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { openTestDesk, openTestVault } from './test-desk-store.ts';

/** At which of its next commits a desk dies, the first being 1, and whether that commit is still made. */
export interface FatalCommit {
  readonly commit: number;
  readonly when: 'before' | 'after';
}

class Dead extends Error {}

/** What a process that is gone does no more: it commits nothing, and hears of nothing. */
const createLife = (died: () => void) => {
  let dead = false;
  let commits = 0;
  let fatal: FatalCommit | undefined;
  const underWay = new Set<Promise<unknown>>();
  const die = (): void => {
    if (dead) return;
    dead = true;
    died();
  };
  const refuse = (): void => {
    if (dead) throw new Dead('The process is gone.');
  };
  return {
    die,
    isDead: () => dead,
    commits: () => commits,
    doom(wanted: FatalCommit): void {
      commits = 0;
      fatal = wanted;
    },
    /** Answers when what was under way as it died is over. */
    async end(): Promise<void> {
      die();
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    around<Schema, Rest extends object>(store: UnitsOfWork<Schema> & Rest): UnitsOfWork<Schema> & Rest {
      const live = async <T>(work: () => Promise<T>): Promise<T> => {
        refuse();
        const running = work();
        underWay.add(running);
        try {
          return await running;
        } finally {
          underWay.delete(running);
        }
      };
      const write: UnitsOfWork<Schema>['write'] = async (work) => {
        refuse();
        commits += 1;
        const isLast = commits === fatal?.commit;
        if (isLast && fatal?.when === 'before') die();
        const result = await live(() => store.write(work));
        if (isLast) die();
        refuse();
        return result;
      };
      const read: UnitsOfWork<Schema>['read'] = async (work) => {
        const result = await live(() => store.read(work));
        refuse();
        return result;
      };
      return { ...store, write, read };
    },
  };
};

/** A desk in a process of its own that may die at any moment, over databases that outlive it. */
export const mortalDesks = (
  options: Omit<WiringOptions, 'time'> & Required<Pick<WiringOptions, 'service'>> & { readonly log?: Log },
) => {
  const dataDir = temporaryFolder();
  const dataKey = randomBytes(32);
  const { clock } = options.service.control;

  /** What runs wait for is a virtual clock that they move themselves, further than they ask for. */
  const runTime = (nowMs: number, beforeMoving: () => Promise<void>): NonNullable<WiringOptions['time']> => {
    let now = nowMs;
    return {
      now: () => now,
      async until(atMs, signal) {
        await beforeMoving();
        signal.throwIfAborted();
        now = Math.max(atMs, now) + 10_000;
        await clock.advance({ by: 'PT10S' });
        signal.throwIfAborted();
      },
    };
  };

  /** Starts a process: what the one before has left behind is put in order, as `desk/tokens/index.ts` does it. */
  const start = async (
    about: {
      /** Before the clock is moved on. */
      readonly beforeMoving?: () => Promise<void>;
      readonly timeoutMs?: number;
    } = {},
  ) => {
    const store = await openTestDesk(dataDir);
    const vaultStore = await openTestVault(dataDir, store);
    await store.write((tx) => interruptRuns(tx));
    let tellDeath = (): void => {};
    const death = new Promise<void>((resolve) => {
      tellDeath = resolve;
    });
    const life = createLife(() => {
      tellDeath();
      // Its sockets go with it.
      void desk.targets.close();
    });
    const context = await createDeskContext({
      store: life.around(store),
      dataDir,
      dataKey,
      log: options.log ?? silentLog(),
      announce: () => {},
    });
    const { now } = await clock.show();
    const desk = wireDesk(context, life.around(vaultStore), {
      ...options,
      ...(about.timeoutMs === undefined ? {} : { timeoutMs: about.timeoutMs }),
      time: runTime(parseInstant(now, 'now'), about.beforeMoving ?? (async () => {})),
    });
    await desk.vault.sweep((rowIds) => store.read((reader) => readWantedRowIds(reader, rowIds)));

    return {
      ...desk,
      context,
      death,
      die: life.die,
      isDead: life.isDead,
      commits: life.commits,
      doom: life.doom,
      /** Answers when the run has stopped by itself: `false` if the process died before. */
      async settled(caseId: string): Promise<boolean> {
        await Promise.race([desk.engine.active(caseId)?.ended, death]);
        return !life.isDead();
      },
      /** A process that is asked to end. */
      async stop(): Promise<void> {
        await desk.engine.stop(1000);
        await this.end();
      },
      /** Nothing of it is left. */
      async end(): Promise<void> {
        life.die();
        await desk.engine.stop(0);
        await desk.targets.close();
        await life.end();
        await store.close();
        await vaultStore.close();
      },
    };
  };

  return { dataDir, dataKey, start };
};
