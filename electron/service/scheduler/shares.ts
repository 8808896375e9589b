import {
  claimedBy,
  claimWork,
  countFree,
  giveWorkUp,
  isThere,
  type KnownProcess,
  selectProcesses,
} from '#service/store/processes.ts';
import type { Reader, Store, StoreServer, Tx } from '#service/store/store.ts';

/** What this process has claimed of the work that is done by one process at a time. */
export interface Shares {
  /** Whether it may be begun here. */
  has(name: string): boolean;
  /** Something is to be given up once nothing of it is under way. */
  isEnding(): boolean;
  /** Claims the share of a process, and gives up what is over it. @param own its generation */
  share(own: number): Promise<void>;
  /** Others have it all. */
  forget(): void;
}

export interface SharesOptions {
  readonly store: Pick<Store, 'read'>;
  readonly server: Pick<StoreServer, 'writeBeside'>;
  /** All work that is to be claimed. */
  readonly names: () => readonly string[];
  /** Whether nothing of it is under way, so that another process may have it. */
  readonly isIdle: (name: string) => boolean;
  /** In the unit of work that claims these, too: reads what others made of them. */
  readonly claiming: (tx: Tx, names: readonly string[]) => Promise<void>;
  /** This process has claimed these, too. */
  readonly claimed: (names: readonly string[]) => void;
}

export const createShares = ({ store, server, names, isIdle, claiming, claimed }: SharesOptions): Shares => {
  let claims: ReadonlySet<string> = new Set();
  /** Of the claims: nothing of them begins here any more, so that another process may have them. */
  let ending: ReadonlySet<string> = new Set();
  /** Rises when all is forgotten. */
  let epoch = 0;

  const set = (now: Iterable<string>): void => {
    claims = new Set(now);
    ending = new Set([...ending].filter((name) => claims.has(name)));
  };

  /** Most of the time there is nothing to claim or to give up: no unit of work that others wait for is begun then. */
  const isSettled = async (reader: Reader, own: number): Promise<boolean> => {
    if (ending.size > 0) return false;
    const all = names();
    const most = shareOf(all.length, delivering(await selectProcesses(reader), own), own);
    const held = await claimedBy(reader, own, all);
    const isKnown = held.length === claims.size && held.every((name) => claims.has(name));
    if (!isKnown || held.length > most) return false;
    return held.length === most || (await countFree(reader, all)) === 0;
  };

  /** Units of work of this process take turns: what is idle in this one is idle to its end. */
  const shareIn = async (tx: Tx, own: number): Promise<string[]> => {
    const all = names();
    const most = shareOf(all.length, delivering(await selectProcesses(tx), own), own);
    ending = new Set(surplusOf(claims, { ending, most, isIdle }));
    const givenUp = [...ending].filter(isIdle);
    // It must not begin here any more before it may begin elsewhere.
    set([...claims].filter((name) => !givenUp.includes(name)));
    await giveWorkUp(tx, own, givenUp);
    const now = await claimWork(tx, { generation: own, names: all, most });
    const added = now.filter((name) => !claims.has(name));
    if (added.length > 0) await claiming(tx, added);
    return now;
  };

  return {
    has: (name) => claims.has(name) && !ending.has(name),
    isEnding: () => ending.size > 0,
    async share(own) {
      const begunIn = epoch;
      if ((await store.read((reader) => isSettled(reader, own))) || begunIn !== epoch) return;
      const now = await server.writeBeside((tx) => shareIn(tx, own));
      if (begunIn !== epoch) return;
      const added = now.filter((name) => !claims.has(name));
      set(now);
      if (added.length > 0) claimed(added);
    },
    forget() {
      epoch++;
      set([]);
    },
  };
};

/** Those that work is shared among, those that joined first at the front. */
const delivering = (known: readonly KnownProcess[], own: number): number[] =>
  known
    .filter((one) => one.delivers && (isThere(one) || one.generation === own))
    .map(({ generation }) => generation);

/**
 * How much of so many a process is to have. Each process comes to its own share by itself, and all of them together to the
 * whole: what can't be divided goes to those that joined first.
 */
const shareOf = (count: number, processes: readonly number[], own: number): number => {
  const among = Math.max(processes.length, 1);
  return Math.floor(count / among) + Number(processes.indexOf(own) < count % among);
};

/** What others are to have: what was chosen before, what is idle, and then the rest, so that a busy process shares, too. */
const surplusOf = (
  claims: ReadonlySet<string>,
  {
    ending,
    most,
    isIdle,
  }: {
    readonly ending: ReadonlySet<string>;
    readonly most: number;
    readonly isIdle: (name: string) => boolean;
  },
): string[] => {
  const rank = (name: string): number => (ending.has(name) ? 0 : isIdle(name) ? 1 : 2);
  return [...claims].sort((a, b) => rank(a) - rank(b)).slice(0, Math.max(claims.size - most, 0));
};
