import type { Log } from '#base/log.ts';
import type { ServerOptions } from '#base/store/postgres/database.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { DeskLife } from './life.ts';
import { type DeskWait, waitForDesk } from './store/wait-for-desk.ts';

/**
 * When this process has the desk of a store on a server, and when another one has it. Only one does at a time; the others
 * stand by, and one of them takes over as soon as the desk is free. A process that was replaced and comes back
 * stands by, too. Source: `docs/decisions/2026-11-28-one-desk-at-a-time.md`.
 */
export interface Tenure {
  /** Undefined while this process stands by. */
  life(): DeskLife | undefined;
  /** Why this process does not have the desk, for a person. */
  standby(): string;
  /** Serves the desk, or stands by for it. */
  start(): Promise<void>;
  /** Hands the desk over, if it is here. */
  stop(): Promise<void>;
}

interface TenureParts {
  readonly server: ServerOptions;
  /** @throws CatalogueError `store.deskInUse` */
  readonly open: () => Promise<DeskLife>;
  readonly serve: (life: DeskLife) => void;
  /** Answers for the desk while this process stands by. */
  readonly standBy: () => void;
  /** Once it is over. */
  readonly closed: () => Promise<void>;
  readonly log: Log;
}

/** @throws what `open` throws, unless another process has the desk */
export const createTenure = async (parts: TenureParts): Promise<Tenure> => {
  const { server, log } = parts;
  let life: DeskLife | undefined;
  let waiting: DeskWait | undefined;
  let started = false;
  let stopped = false;
  let changing = Promise.resolve();

  /** One change after the other. */
  const change = (work: () => Promise<void>): Promise<void> => {
    changing = changing
      .then(work)
      .catch((err: unknown) => log.error({ err }, 'desk: a change between desk and standby failed'));
    return changing;
  };
  const open = async (): Promise<DeskLife> => {
    const opened = await parts.open();
    life = opened;
    opened.store.lease?.onLost(() => void change(() => giveUp(opened)));
    return opened;
  };
  const wait = (): void => {
    if (!stopped) waiting ??= waitForDesk(server, () => void change(takeOver));
  };
  const endWait = async (): Promise<void> => {
    const ended = waiting;
    waiting = undefined;
    await ended?.stop();
  };

  const takeOver = async (): Promise<void> => {
    if (stopped || life !== undefined || waiting === undefined) return;
    let opened: DeskLife | undefined;
    try {
      opened = await open();
      await opened.start('takes over');
    } catch (err) {
      // It is tried again for as long as nobody has it.
      if (!isInUse(err)) log.error({ err }, 'desk: the desk of this store could not be taken over');
      if (opened !== undefined) await end(opened);
      return;
    }
    await endWait();
    log.warn('desk: this process has the desk of the store now');
    parts.serve(opened);
  };
  const giveUp = async (former: DeskLife): Promise<void> => {
    if (life !== former) return;
    parts.standBy();
    await end(former);
    if (started) wait();
  };
  /** What it still does is refused by the store, if another process has the desk. */
  const end = async (former: DeskLife): Promise<void> => {
    life = undefined;
    for (const work of [former.rest, former.close]) {
      await work().catch((err: unknown) => log.warn({ err }, 'desk: not everything ended as it should'));
    }
  };

  try {
    await open();
  } catch (error) {
    if (!isInUse(error)) throw error;
    log.warn({ reason: error.message }, 'desk: this process is a standby');
  }

  return {
    life: () => life,
    standby() {
      const problem = waiting?.problem();
      if (problem !== undefined) return `The database server does not respond: ${problem}.`;
      const holder = waiting?.holder();
      return holder === undefined ? 'It is about to take the desk over.' : `The desk is that of ${holder}.`;
    },
    async start() {
      started = true;
      await change(async () => {
        if (life === undefined) {
          parts.standBy();
          wait();
          return;
        }
        await life.start('begins');
        parts.serve(life);
      });
    },
    async stop() {
      stopped = true;
      await endWait();
      await changing;
      const last = life;
      life = undefined;
      await last?.rest();
      await last?.close();
      await parts.closed();
    },
  };
};

const isInUse = (error: unknown): error is CatalogueError =>
  error instanceof CatalogueError && error.code === 'store.deskInUse';
