import { takeTurns } from '#base/take-turns.ts';
import type { CaseAction } from '#contract/case.ts';
import type { CasesRead } from '#contract/case-list.ts';
import { CatalogueError } from '#contract/errors.ts';
import {
  type CaseSummaryRow,
  countRead,
  countStale,
  hasOtherVersion,
  markOtherVersions,
  readStale,
  readStaleOf,
  readStaleWith,
  writeSummaries,
} from '#desk/store/case-summaries.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { derivation, deriveRow, sealSummary } from './derived-summary.ts';
import type { CaseState } from './state.ts';

/**
 * Summaries of cases, kept in the database, so that a list of ten thousand folds none. What changes one marks it in the
 * same unit of work (`store/migrations/0009`), and nobody reads the list before what is marked is derived again, or is
 * told that it is not: it is true at every moment, also after a crash between the two. What the clock changes is not in
 * it: it is compared at read.
 */
export interface KeptSummaries {
  /** Reads summaries that are all up to date. */
  read<T>(work: Work<T>): Promise<Read<T>>;
  /**
   * Reads what there is where many are to be derived, and derives them meanwhile: the first start of a version that
   * derives more would keep everybody waiting.
   */
  readPartly<T>(work: Work<T>): Promise<Read<T>>;
  /** Reads summaries of which those of the cases are up to date. */
  readOf<T>(caseIds: readonly string[], work: Work<T>): Promise<T>;
  /** Reads summaries of which those of cases with an entry of such a kind are up to date. */
  readWith<T>(kinds: readonly CaseAction['kind'][], work: Work<T>): Promise<T>;
  /** Derives nothing meanwhile any more. What is left is derived for the next one who reads. */
  stop(): Promise<void>;
}

type Work<T> = (reader: Reader) => Promise<T>;

interface Read<T> {
  readonly value: T;
  /** How many are not up to date, as the database takes no writes. */
  readonly outdated: number;
  /** How many are, unless all are. */
  readonly reading?: CasesRead;
}

/** Derived in one unit of work, so that others have their turn: one takes some 0.5 ms. */
const atOnce = 25;
/** A reader waits for so many. */
const waitedFor = 200;

export const createKeptSummaries = (
  { store, authenticate, log }: Pick<DeskContext, 'store' | 'authenticate' | 'log'>,
  read: (reader: Reader, caseId: string) => Promise<CaseState>,
): KeptSummaries => {
  const derive = async (tx: Tx, caseIds: readonly string[]): Promise<void> => {
    const rows: CaseSummaryRow[] = [];
    const gone: string[] = [];
    for (const caseId of caseIds) {
      const row = await deriveRow(tx, caseId, read);
      if (row === undefined) gone.push(caseId);
      else rows.push({ ...row, seal: sealSummary(row, authenticate) });
    }
    await writeSummaries(tx, rows, gone);
  };

  let versionsMarked = false;
  const markVersions = async (): Promise<void> => {
    if (versionsMarked) return;
    if (await store.read((reader) => hasOtherVersion(reader, derivation))) {
      await store.write((tx) => markOtherVersions(tx, derivation));
    }
    versionsMarked = true;
  };

  /** Reads once `findStale` finds none. */
  const upToDate = async <T>(findStale: FindStale, work: Work<T>): Promise<T> => {
    await markVersions();
    for (;;) {
      const fresh = await store.read(async (reader) =>
        (await findStale(reader, 1)).length === 0 ? { value: await work(reader) } : undefined,
      );
      if (fresh !== undefined) return fresh.value;
      // Derived and read in one unit of work, where that is possible: a run marks its case again and again.
      const last = await store.write(async (tx) => {
        const stale = await findStale(tx, atOnce);
        await derive(tx, stale);
        return stale.length < atOnce ? { value: await work(tx) } : undefined;
      });
      if (last !== undefined) return last.value;
    }
  };

  /** As it is, where the database takes no writes. */
  const orOutdated = async <T>(work: Work<T>, wanted: Promise<T>): Promise<Read<T>> => {
    try {
      return { value: await wanted, outdated: 0 };
    } catch (error) {
      if (!takesNoWrites(error)) throw error;
      return store.read(async (reader) => ({
        value: await work(reader),
        outdated: await countStale(reader),
      }));
    }
  };
  const readAll: KeptSummaries['read'] = (work) => orOutdated(work, upToDate(readStale, work));
  const readWhere = async <T>(findStale: FindStale, work: Work<T>): Promise<T> =>
    (await orOutdated(work, upToDate(findStale, work))).value;

  const meanwhile = createMeanwhile(log, async () => {
    await markVersions();
    return store.write(async (tx) => {
      const stale = await readStale(tx, atOnce);
      await derive(tx, stale);
      return stale.length < atOnce;
    });
  });

  return {
    read: readAll,
    async readPartly(work) {
      const isLong = await store.read(
        async (reader) =>
          (!versionsMarked && (await hasOtherVersion(reader, derivation))) ||
          (await readStale(reader, waitedFor + 1)).length > waitedFor,
      );
      if (!isLong) return readAll(work);
      meanwhile.begin();
      const failure = meanwhile.failure();
      if (failure !== undefined && !takesNoWrites(failure)) throw failure;
      return store.read(async (reader) => {
        if (failure !== undefined) return outdatedRead(reader, work);
        const value = await work(reader);
        return { value, outdated: 0, ...(await readingOf(reader)) };
      });
    },
    readOf: (caseIds, work) => readWhere((reader, limit) => readStaleOf(reader, caseIds, limit), work),
    readWith: (kinds, work) => readWhere((reader, limit) => readStaleWith(reader, kinds, limit), work),
    stop: meanwhile.stop,
  };
};

type FindStale = (reader: Reader, limit: number) => Promise<string[]>;

const outdatedRead = async <T>(reader: Reader, work: Work<T>): Promise<Read<T>> => ({
  value: await work(reader),
  outdated: await countStale(reader),
  ...(await readingOf(reader)),
});

const readingOf = async (reader: Reader): Promise<Pick<Read<unknown>, 'reading'>> => {
  const reading = await countRead(reader);
  return reading.done < reading.total ? { reading } : {};
};

const takesNoWrites = (error: unknown): boolean =>
  error instanceof CatalogueError && (error.code === 'store.full' || error.code === 'store.gone');

/** Work in units, beside everything else. @param unit resolves to whether it was the last one */
const createMeanwhile = (log: DeskContext['log'], unit: () => Promise<boolean>) => {
  let underWay: Promise<void> | undefined;
  let failure: unknown;
  let stopped = false;
  const run = async (): Promise<void> => {
    try {
      while (!stopped && !(await unit())) await takeTurns();
      failure = undefined;
    } catch (error) {
      failure = error;
      log.warn({ err: error }, 'desk: the list of cases could not be brought up to date');
    }
    underWay = undefined;
  };
  return {
    begin(): void {
      if (!stopped) underWay ??= run();
    },
    /** Of the last time; undefined if it came to its end. */
    failure: (): unknown => failure,
    async stop(): Promise<void> {
      stopped = true;
      await underWay;
    },
  };
};
