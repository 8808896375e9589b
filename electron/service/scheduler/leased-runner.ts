import { isStoreTrouble } from '#base/store/store-state.ts';
import type { Tx } from '#service/store/store.ts';
import type { LeasedSource } from './source.ts';

/** A leased source with its jobs in flight and its results not yet written; job and result types stay inside. */
export interface LeasedRunner {
  readonly name: string;
  inFlight(): number;
  /** Results that wait to be written. */
  waiting(): number;
  /**
   * Writes results and new leases, at most `most` of each, in one unit of work. Call `begin` after its commit,
   * `giveBack` after a failure.
   */
  turn(tx: Tx, now: number | undefined, most: number): Promise<LeasedTurn>;
  giveBack(): void;
  /** Writes waiting results one by one; drops those that can't be written. Returns the errors of those. */
  salvage(write: Write): Promise<unknown[]>;
  /** Forgets what is in flight and what waits: its rows are gone, or other processes have them. */
  abandon(): void;
  readonly isBeside: boolean;
  /** Whether results make room for what is due, or may. */
  hasMore(): boolean;
}

export interface LeasedTurn {
  readonly leased: number;
  readonly recorded: number;
  begin(): void;
}

/** Runs `work` in a unit of work of its own. */
type Write = (work: (tx: Tx) => Promise<void>) => Promise<void>;

/**
 * @param onEnded is called after each result that came in
 */
export const createLeasedRunner = <Job, Ended>(
  source: LeasedSource<Job, Ended>,
  onEnded: () => void,
): LeasedRunner => {
  let results: Ended[] = [];
  let beingWritten: Ended[] = [];
  let inFlight = 0;
  /** Rises with each `abandon`: a result of an earlier epoch belongs to rows that are gone. */
  let epoch = 0;

  const start = (job: Job): void => {
    const startedIn = epoch;
    inFlight++;
    source.start(job, (result) => {
      if (startedIn !== epoch) return;
      inFlight--;
      results.push(result);
      onEnded();
    });
  };

  return {
    name: source.name,
    inFlight: () => inFlight,
    waiting: () => results.length + beingWritten.length,
    async turn(tx, now, most) {
      const begunIn = epoch;
      beingWritten = results.slice(0, most);
      results = results.slice(most);
      if (beingWritten.length > 0) await source.record(tx, beingWritten);
      const jobs = now === undefined ? [] : await source.lease(tx, now, most);
      tx.afterCommit(() => {
        if (begunIn === epoch && jobs.length > 0) source.leased?.(jobs);
      });
      return {
        leased: jobs.length,
        recorded: beingWritten.length,
        begin() {
          if (begunIn !== epoch) return;
          const written = beingWritten;
          beingWritten = [];
          if (written.length > 0) source.recorded(written);
          for (const job of jobs) start(job);
        },
      };
    },
    giveBack() {
      source.undone?.();
      results = [...beingWritten, ...results];
      beingWritten = [];
    },
    salvage(write) {
      const begunIn = epoch;
      return writeOneByOne(source, results.splice(0), write, (result) => {
        if (begunIn === epoch) results.push(result);
      });
    },
    isBeside: source.isBeside ?? false,
    hasMore: () => source.hasMore?.() ?? inFlight + results.length > 0,
    abandon() {
      source.abandoned?.();
      epoch++;
      inFlight = 0;
      results = [];
      beingWritten = [];
    },
  };
};

const writeOneByOne = async <Ended>(
  source: LeasedSource<unknown, Ended>,
  results: readonly Ended[],
  write: Write,
  keep: (result: Ended) => void,
): Promise<unknown[]> => {
  const errors: unknown[] = [];
  for (const result of results) {
    try {
      await write((tx) => source.record(tx, [result]));
      source.recorded([result]);
    } catch (error) {
      if (isStoreTrouble(error)) keep(result);
      else errors.push(error);
    }
  }
  return errors;
};
