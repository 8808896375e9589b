import { takeTurns } from '#base/take-turns.ts';
import type { JournalPoint } from '#contract/journal.ts';
import { journalStart } from '#desk/core/journal-head.ts';
import {
  type ChainPlace,
  entryDigest,
  isContentCommitted,
  isEntrySigned,
  type SignedEntry,
} from '#desk/core/signed-entry.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type JournalRow, readJournal } from '#desk/store/journal.ts';
import type { DeskStore } from '#desk/store/store.ts';
import { type JournalFold, journalFolding } from './fold.ts';
import { journalChain } from './journal.ts';
import { foldOwnKeys } from './own-keys.ts';
import { linked } from './verified-rows.ts';

/** The journal, looked through: what is wrong with it, and what its entries say. */
export interface CheckedJournal {
  readonly entries: number;
  readonly end: JournalPoint;
  readonly problems: readonly string[];
  readonly fold: JournalFold;
}

/** Read at a time. */
const pageSize = 1000;
/** Looked through at a time: verifying a signature takes about 0.1 ms, and others wait for it. */
const turnSize = 100;

/** Looks through all of the journal: links, contents, signatures, and that each was signed by the folder's own key of its time. */
export const checkJournal = async ({
  store,
  identity,
}: Pick<DeskContext, 'store' | 'identity'>): Promise<CheckedJournal> => {
  const rows = await readAll(store);
  const own = foldOwnKeys(linked(rows), identity.publicKey);
  const problems: string[] = [];
  const folding = journalFolding();
  let end = journalStart;
  for (const [index, row] of rows.entries()) {
    problems.push(...rowProblems(row, end, () => own.wrote(index)));
    try {
      folding.add(row);
    } catch {
      problems.push(`Entry ${row.seq} of the journal can't be read.`);
    }
    // Each entry is held against the digest that stands before it, so that one change is told once.
    end = { seq: row.seq, digest: row.digest };
    if (index % turnSize === 0) await takeTurns();
  }
  return { entries: rows.length, end, problems, fold: folding.fold };
};

const readAll = async (store: Pick<DeskStore, 'read'>): Promise<JournalRow[]> => {
  const rows: JournalRow[] = [];
  for (;;) {
    const page = await store.read((reader) => readJournal(reader, rows.at(-1)?.seq ?? 0, pageSize));
    rows.push(...page);
    if (page.length < pageSize) return rows;
    await takeTurns();
  }
};

const rowProblems = (row: JournalRow, before: JournalPoint, isOwn: () => boolean): string[] => {
  const place: ChainPlace = { domain: 'journal entry', chain: journalChain, before: before.digest };
  const named = `Entry ${row.seq} of the journal (${row.kind})`;
  const gap = row.seq === before.seq + 1 ? [] : [missing(before.seq + 1, row.seq - 1)];
  // Contents of the journal are never erased.
  if (entryDigest(place, row) !== row.digest || isContentCommitted(row) !== true) {
    return [...gap, `${named} was changed or replaced.`];
  }
  if (!isEntrySigned(place, row)) return [...gap, `The signature of ${named} is invalid.`];
  return isOwn() || gap.length > 0
    ? gap
    : [`${named} was signed by a key that this data folder did not use at that time.`];
};

const missing = (from: number, upTo: number): string =>
  from === upTo
    ? `Entry ${from} of the journal is missing.`
    : `Entries ${from} to ${upTo} of the journal are missing.`;

/** What its entries say, whoever signed them: for a quick look. */
export const foldUnchecked = (rows: readonly JournalRow[]): JournalFold => {
  const folding = journalFolding();
  for (const row of rows) {
    try {
      folding.add(row);
    } catch {
      // A verification tells that it can't be read.
    }
  }
  return folding.fold;
};

/** Whether an entry follows from the digest before it. */
export const isLinked = (before: string, row: JournalRow): boolean =>
  entryDigest({ domain: 'journal entry', chain: journalChain, before }, row satisfies SignedEntry) ===
  row.digest;
