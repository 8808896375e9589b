import { hostname } from 'node:os';
import { type Cancel, systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { packageVersion } from '#base/package-root.ts';
import { NewerHistoryError } from '#base/store/postgres/builds.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Claims } from '#service/core/context.ts';
import { nextGeneration } from '#service/store/identity.ts';
import {
  deleteProcesses,
  goneAfterSeconds,
  insertProcess,
  isThere,
  type KnownProcess,
  selectProcesses,
} from '#service/store/processes.ts';
import type { Store, StoreServer, Tx } from '#service/store/store.ts';
import { createContraction } from './contraction.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createShares, type SharesOptions } from './shares.ts';

/**
 * This process among those of a store that a server keeps. Each says every two seconds that it is there. What must be done
 * by one at a time is claimed: the deliveries of each endpoint, and all else that falls due. A process that was not
 * heard of for `goneAfterSeconds` is gone: another one ends its leases and takes its work over. Should it come back, the
 * store refuses its units of work; it forgets what was under way and joins anew, as another process would.
 */
export interface Membership extends Claims {
  /** @throws CatalogueError `clock.notShared`; Error in words about the history of the store */
  join(): Promise<void>;
  /** What this process had is free for others. */
  leave(): Promise<void>;
  /**
   * Units of work were refused, or nobody knows whether one was committed: what is under way is forgotten at once, and the
   * process begins again as another one.
   */
  lost(): void;
  /** There may be something to claim that nobody knew of. */
  lookAgain(): void;
  /** By which leases name this process. */
  generation(): number;
}

interface MembershipOptions extends SharesOptions {
  readonly store: Store;
  readonly server: StoreServer;
  readonly log: Log;
  readonly clock: 'system' | 'virtual';
  readonly generation: number;
  /** It does what falls due. */
  readonly delivers: boolean;
  /** Ends the leases of processes that are gone. Answers how many attempts they had under way. */
  readonly endLeases: (tx: Tx, generations: readonly number[]) => Promise<number>;
  /** Told now and then, after a look at who is there. */
  readonly looked: () => void;
  /** What is under way belongs to others now. */
  readonly abandon: () => void;
  /** This build may not work on the store any more: all that it does stays refused. */
  readonly outdated?: (why: Error) => void;
}

/** How often it is looked at who is there, ms. */
const lookMs = 2000;
/** How often a claim is looked at that ends once nothing of it is under way, ms. */
const endingMs = 200;
/** The others leave it to the oldest of them for so long to take over, seconds. */
const oldestAheadSeconds = 1;

export const createMembership = (options: MembershipOptions): Membership => {
  const { store, server, log, delivers } = options;
  let generation = options.generation;
  let cancelLook: Cancel | undefined;
  let running: Promise<void> | undefined;
  let isLost = false;
  let isJoined = false;
  let isStopped = false;
  let isAskedFor = false;

  const shares = createShares(options);
  const contract = createContraction(store, server, log);
  const lost = (): void => {
    if (isLost || isStopped) return;
    isLost = true;
    shares.forget();
    options.abandon();
    lookOnce();
  };
  const heartbeat = createHeartbeat(server.beat, goneAfterSeconds * 1000, (of) => {
    if (of === generation) lost();
  });

  const register = async (): Promise<void> => {
    await store.write(async (tx) => {
      // Another build may have taken something away since this one has opened the store.
      await server.history.check(tx);
      const known = await selectProcesses(tx);
      refuseClocks(options.clock, known.filter(isThere));
      await insertProcess(tx, {
        generation,
        host: hostname(),
        pid: process.pid,
        version: packageVersion(),
        build: server.history.build,
        clock: options.clock,
        delivers,
      });
    });
    server.setProcess(generation);
    heartbeat.start(generation);
  };

  const rejoin = async (): Promise<void> => {
    log.warn(
      { generation },
      'Other processes of the store continue the work of this one. It begins again as another process',
    );
    heartbeat.stop();
    server.setProcess(undefined);
    const former = generation;
    try {
      generation = await store.write(async (tx) => {
        // Where only an outcome was unknown, the others still take it for one of them.
        await endProcesses(tx, [former]);
        return nextGeneration(tx);
      });
      await register();
    } catch (error) {
      server.setProcess(generation);
      if (error instanceof NewerHistoryError) options.outdated?.(error);
      throw error;
    }
    isLost = false;
  };

  const endProcesses = async (tx: Tx, generations: readonly number[]): Promise<number> => {
    const interrupted = await options.endLeases(tx, generations);
    await deleteProcesses(tx, generations);
    return interrupted;
  };

  /** Of those that are there, the oldest acts first: whoever does keeps all others waiting. */
  const patienceSeconds = (known: readonly KnownProcess[]): number =>
    known.find((one) => one.delivers && isThere(one))?.generation === generation
      ? goneAfterSeconds
      : goneAfterSeconds + oldestAheadSeconds;
  /** Until the next one is gone, ms: it is looked at then, and not up to two seconds later. */
  let goneInMs = Number.POSITIVE_INFINITY;
  const foresee = (known: readonly KnownProcess[]): void => {
    const patience = patienceSeconds(known);
    const left = known.flatMap(({ generation: of, silentSeconds }) =>
      of === generation || silentSeconds >= patience ? [] : [(patience - silentSeconds) * 1000],
    );
    goneInMs = Math.min(...left) + 1;
  };
  const areGone = (known: readonly KnownProcess[]): number[] => {
    if (!heartbeat.mayJudge()) return [];
    const patience = patienceSeconds(known);
    return known
      .filter((one) => one.silentSeconds >= patience && one.generation !== generation)
      .map((one) => one.generation);
  };

  const takeOver = async (): Promise<void> => {
    const count = await store.write(async (tx) => {
      const gone = areGone(await selectProcesses(tx));
      return gone.length === 0 ? undefined : { gone, interrupted: await endProcesses(tx, gone) };
    });
    if (count === undefined) return;
    log.warn(count, 'Work of processes that are gone is taken over');
    server.hint('claims');
  };

  const look = async (): Promise<void> => {
    // One that fails foresees nothing, and is repeated in its time.
    goneInMs = Number.POSITIVE_INFINITY;
    if (isLost) await rejoin();
    const known = await store.read(selectProcesses);
    // Where nobody delivers, the others say which are gone.
    if (!delivers && known.some((one) => one.delivers && isThere(one))) return contract();
    foresee(known);
    if (areGone(known).length > 0) await takeOver();
    if (isLost) return;
    if (!delivers) return contract();
    await shares.share(generation);
    options.looked();
    await contract();
  };

  const waitMs = (): number => {
    if (isAskedFor) return 0;
    return Math.min(shares.isEnding() ? endingMs : lookMs, goneInMs);
  };
  const lookOnce = (): void => {
    if (isStopped || !isJoined) return;
    cancelLook?.();
    // What is asked for while one is under way may have come too late for it.
    isAskedFor = running !== undefined;
    running ??= look()
      .catch((err: unknown) => log.warn({ err }, 'The other processes of the store could not be looked for'))
      .finally(() => {
        running = undefined;
        if (isStopped) return;
        cancelLook = systemTime.after(waitMs(), lookOnce, { unref: true });
      });
  };

  return {
    has: shares.has,
    generation: () => generation,
    lost,
    lookAgain: lookOnce,
    async join() {
      await register();
      await look();
      isJoined = true;
      lookOnce();
    },
    async leave() {
      isStopped = true;
      cancelLook?.();
      await running;
      heartbeat.stop();
      shares.forget();
      await store
        // What the time to stop was too short for is repeated by others.
        .write((tx) => endProcesses(tx, [generation]))
        .then(() => server.hint('claims'))
        .catch((err: unknown) => {
          log.warn({ err }, 'This process could not say that it ends: others take its work over in a moment');
        });
    },
  };
};

/**
 * A virtual clock stands in the memory of one process.
 * @throws CatalogueError `clock.notShared`
 */
const refuseClocks = (own: 'system' | 'virtual', others: readonly KnownProcess[]): void => {
  const other = own === 'virtual' ? others[0] : others.find(({ clock }) => clock === 'virtual');
  if (other === undefined) return;
  throw new CatalogueError('clock.notShared', { host: other.host, pid: other.pid, clock: other.clock });
};
