import { CatalogueError } from '#contract/errors.ts';
import type { Tx } from '#service/store/store.ts';
import type { LeasedSource } from './source.ts';

/** A leased source with its jobs in flight and its results not yet written; job and result types stay inside. */
export interface LeasedRunner {
  readonly name: string;
  inFlight(): number;
  /** Results that wait to be written. */
  waiting(): number;
  /** Writes results and leases anew, in one unit of work. Call `begin` after its commit, `giveBack` after a failure. */
  turn(tx: Tx, now: number | undefined): Promise<{ leased: number; begin(): void }>;
  giveBack(): void;
  /** Writes waiting results one by one, each by `write`; one that can't be written is dropped and answered. */
  salvage(write: (work: (tx: Tx) => Promise<void>) => Promise<void>): Promise<unknown[]>;
  /** Forgets what is in flight and what waits: its rows are gone. */
  abandon(): void;
}

/** Results written in one unit of work at most: the API waits meanwhile. */
const recordedPerTurn = 256;

/**
 * @param onEnded is called for each job that ended, after its result was put by
 */
export const createLeasedRunner = <Job, Ended>(
  source: LeasedSource<Job, Ended>,
  onEnded: () => void,
): LeasedRunner => {
  let results: Ended[] = [];
  let beingWritten: Ended[] = [];
  let inFlight = 0;
  /** Rises when everything is abandoned, so that what comes back later is known to be of before. */
  let life = 0;

  const start = (job: Job): void => {
    const startedIn = life;
    inFlight++;
    source.start(job, (result) => {
      if (startedIn !== life) return;
      inFlight--;
      results.push(result);
      onEnded();
    });
  };

  return {
    name: source.name,
    inFlight: () => inFlight,
    waiting: () => results.length + beingWritten.length,
    async turn(tx, now) {
      beingWritten = results.slice(0, recordedPerTurn);
      results = results.slice(recordedPerTurn);
      if (beingWritten.length > 0) await source.record(tx, beingWritten);
      const jobs = now === undefined ? [] : await source.lease(tx, now);
      return {
        leased: jobs.length,
        begin() {
          const written = beingWritten;
          beingWritten = [];
          if (written.length > 0) source.recorded(written);
          for (const job of jobs) start(job);
        },
      };
    },
    giveBack() {
      results = [...beingWritten, ...results];
      beingWritten = [];
    },
    async salvage(write) {
      const errors: unknown[] = [];
      for (const result of results.splice(0)) {
        await write((tx) => source.record(tx, [result])).then(
          () => source.recorded([result]),
          (error: unknown) => {
            if (isStoreTrouble(error)) results.push(result);
            else errors.push(error);
          },
        );
      }
      return errors;
    },
    abandon() {
      life++;
      inFlight = 0;
      results = [];
      beingWritten = [];
    },
  };
};

/** The store can't take writes now, or ever again; whatever is written, it is not its fault. */
export const isStoreTrouble = (error: unknown): boolean =>
  error instanceof CatalogueError && (error.code === 'store.full' || error.code === 'store.damaged');
