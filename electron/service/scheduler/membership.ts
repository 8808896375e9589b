import { hostname } from 'node:os';
import { type Cancel, systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { packageVersion } from '#base/package-root.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Claims } from '#service/core/context.ts';
import { nextGeneration } from '#service/store/identity.ts';
import {
  claimWork,
  deleteProcesses,
  giveWorkUp,
  goneAfterSeconds,
  insertProcess,
  type KnownProcess,
  selectProcesses,
} from '#service/store/processes.ts';
import type { Store, StoreServer, Tx } from '#service/store/store.ts';

/**
 * This process among those of a store that a server keeps. Each says every two seconds that it is there. What must be done
 * by one at a time is claimed: the deliveries of each endpoint, and all else that falls due. A process that was not
 * heard of for `goneAfterSeconds` is gone: another one ends its leases and takes its work over. Should it come back, the
 * store refuses its units of work; it forgets what was under way and joins anew, as another process would.
 */
export interface Membership extends Claims {
  /** @throws CatalogueError `clock.notShared` */
  join(): Promise<void>;
  /** What this process had is free for others. */
  leave(): Promise<void>;
  /** Units of work were refused, or nobody knows whether one was committed: begins again as another process. */
  lost(): void;
  /** By which leases name this process. */
  generation(): number;
}

interface MembershipOptions {
  readonly store: Store;
  readonly server: StoreServer;
  readonly log: Log;
  readonly clock: 'system' | 'virtual';
  readonly generation: number;
  /** It does what falls due. */
  readonly delivers: boolean;
  /** All work that is to be claimed. */
  readonly names: () => readonly string[];
  /** Whether nothing of it is under way, so that another process may have it. */
  readonly isIdle: (name: string) => boolean;
  /** Ends the leases of processes that are gone. Answers how many attempts they had under way. */
  readonly endLeases: (tx: Tx, generations: readonly number[]) => Promise<number>;
  /** This process has claimed these, too. */
  readonly claimed: (names: readonly string[]) => void;
  /** What is under way belongs to others now. */
  readonly abandon: () => void;
}

/** How often a process says that it is there, and looks for others, ms. */
const beatMs = 2000;

export const createMembership = (options: MembershipOptions): Membership => {
  const { store, server, log, delivers } = options;
  let generation = options.generation;
  let claims: ReadonlySet<string> = new Set();
  let cancel: Cancel | undefined;
  let running: Promise<void> | undefined;
  let isLost = false;
  let isStopped = false;

  const register = async (): Promise<void> => {
    await store.write(async (tx) => {
      const known = await selectProcesses(tx);
      refuseClocks(options.clock, known.filter(isThere));
      await insertProcess(tx, {
        generation,
        host: hostname(),
        pid: process.pid,
        version: packageVersion(),
        clock: options.clock,
        delivers,
      });
    });
    server.setProcess(generation);
  };

  const rejoin = async (): Promise<void> => {
    log.warn(
      { generation },
      'Other processes of the store continue the work of this one. It begins again as another process',
    );
    claims = new Set();
    options.abandon();
    server.setProcess(undefined);
    generation = await store.write(nextGeneration);
    await register();
    isLost = false;
  };

  const takeOver = async (): Promise<void> => {
    const count = await store.write(async (tx) => {
      const gone = (await selectProcesses(tx)).filter((one) => !isThere(one)).map((one) => one.generation);
      if (gone.length === 0) return undefined;
      const interrupted = await options.endLeases(tx, gone);
      await deleteProcesses(tx, gone);
      return { gone, interrupted };
    });
    if (count !== undefined) log.warn(count, 'Work of processes that are gone is taken over');
  };

  const share = async (known: readonly KnownProcess[]): Promise<void> => {
    const names = options.names();
    const processes = known.filter((one) => one.delivers && isThere(one)).length;
    const most = Math.ceil(names.length / Math.max(processes, 1));
    const surplus = [...claims].filter(options.isIdle).slice(0, Math.max(claims.size - most, 0));
    // It must not be begun here any more before others may begin it.
    claims = new Set([...claims].filter((name) => !surplus.includes(name)));
    const now = await server.writeBeside(async (tx) => {
      await giveWorkUp(tx, generation, surplus);
      return claimWork(tx, { generation, names, most });
    });
    const added = now.filter((name) => !claims.has(name));
    claims = new Set(now);
    if (added.length > 0) options.claimed(added);
  };

  const look = async (): Promise<void> => {
    if (!isLost && !(await server.beat(generation))) isLost = true;
    if (isLost) await rejoin();
    if (!delivers) return;
    const known = await store.read(selectProcesses);
    if (known.some((one) => !isThere(one))) await takeOver();
    await share(known);
  };

  const lookOnce = (): void => {
    if (isStopped) return;
    running ??= look()
      .catch((err: unknown) => log.warn({ err }, 'The other processes of the store could not be looked for'))
      .finally(() => {
        running = undefined;
      });
  };

  return {
    has: (name) => claims.has(name),
    generation: () => generation,
    lost() {
      isLost = true;
      claims = new Set();
      lookOnce();
    },
    async join() {
      await register();
      await look();
      cancel = systemTime.every(beatMs, lookOnce);
    },
    async leave() {
      isStopped = true;
      cancel?.();
      await running;
      claims = new Set();
      await store
        .write((tx) => deleteProcesses(tx, [generation]))
        .catch((err: unknown) => {
          log.warn({ err }, 'This process could not say that it ends: others take its work over in a moment');
        });
    },
  };
};

const isThere = ({ silentSeconds }: KnownProcess): boolean => silentSeconds < goneAfterSeconds;

/**
 * A virtual clock stands in the memory of one process.
 * @throws CatalogueError `clock.notShared`
 */
const refuseClocks = (own: 'system' | 'virtual', others: readonly KnownProcess[]): void => {
  const other = own === 'virtual' ? others[0] : others.find(({ clock }) => clock === 'virtual');
  if (other === undefined) return;
  throw new CatalogueError('clock.notShared', { host: other.host, pid: other.pid, clock: other.clock });
};
