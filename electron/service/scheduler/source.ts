import type { Repeats } from '#contract/clock.ts';
import type { Gone } from '#service/store/leases.ts';
import type { Reader, Tx } from '#service/store/store.ts';

/** What falls due, as a line of the forecast. */
export interface UpcomingWork {
  readonly what: string;
  /** ms UTC */
  readonly at: number;
  readonly count: number;
  /** What it is about, such as an endpoint's id. */
  readonly subject?: string;
  /** It falls due again and again, whatever happens: see `Upcoming` of the contract. */
  readonly repeats?: Repeats;
}

/** How much falls due up to an instant. */
export interface UpcomingCount {
  readonly what: string;
  readonly count: number;
}

export interface Source {
  readonly name: string;
  /** The earliest instant (ms UTC) at which something may start; undefined when nothing waits. Leased work does not count. */
  nextDueAt(reader: Reader): Promise<number | undefined>;
  /** What falls due next, soonest first. */
  upcoming(reader: Reader, limit: number): Promise<UpcomingWork[]>;
  /** How much falls due up to `until` (ms UTC, inclusive), by kind. */
  countUntil(reader: Reader, until: number): Promise<UpcomingCount>;
}

/** Work that ends inside one unit of work: it needs no lease, as it happens with its commit or not at all. */
export interface TimedSource extends Source {
  /** Runs what is due at `now` (ms UTC), oldest first, at most `limit` of it. Returns how many it ran. */
  runDue(tx: Tx, now: number, limit: number): Promise<number>;
}

/**
 * Work that leaves the process. It is leased before it starts and recorded after it ended; the table is the truth.
 * The source keeps what it has in flight within its own limits.
 */
export interface LeasedSource<Job, Ended> extends Source {
  /** Frees the leases of processes that are gone. Returns how many there were. */
  recover(tx: Tx, gone: Gone): Promise<number>;
  /** It works on rows that this process has claimed: on a server, beside what other processes work on. */
  readonly isBeside?: boolean;
  /** Leases what is due at `now` and fits the limits, oldest first, and no more than a turn should take, `most`. */
  lease(tx: Tx, now: number, most: number): Promise<Job[]>;
  /** Whether its last lease left something that is due and had no place: results make room for it. */
  hasMore?(): boolean;
  /** Called right after the commit of `lease`, unless what it leased belongs to others by then. */
  leased?(jobs: readonly Job[]): void;
  /** Called after a unit of work with `lease` in it was undone. */
  undone?(): void;
  /** Starts it. `ended` is called once, never within this call, whatever happens. */
  start(job: Job, ended: (result: Ended) => void): void;
  /** Writes results and next states, in the order in which the jobs were leased. */
  record(tx: Tx, results: readonly Ended[]): Promise<void>;
  /** Called after the commit of `record`; gives the places back. */
  recorded(results: readonly Ended[]): void;
  /** What is under way is forgotten: its rows are gone, or other processes have them. */
  abandoned?(): void;
}
