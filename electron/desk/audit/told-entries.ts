import { takeTurns } from '#base/take-turns.ts';
import type { AuditEvent } from '#contract/audit.ts';
import { digestAfter } from '#desk/cases/chain.ts';
import { type Erasures, erasureKind, erasuresIn, noErasures } from '#desk/cases/erasures.ts';
import { type EntryRow, hasEntries, readEntries, readEntriesOf } from '#desk/store/case-chain.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import type { Told } from './told.ts';

/** An entry of a case, with the chain's digests around it. */
export interface LinkedEntry {
  readonly row: EntryRow;
  readonly before: string;
  readonly digest: string;
  readonly erasures: Erasures;
}

/** Where reading entries that were told of continues: after `seq`, at which the chain has the digest. */
export interface Reached {
  readonly seq: number;
  readonly digest: string;
}

type Missing = NonNullable<AuditEvent['missing']>[number];
type Store = Pick<DeskContext['store'], 'read'>;

/** Entries that are read at a time: evidence may be large. */
const pageSize = 50;

/**
 * Where to begin: after the entry `after`. Only a chain that still is what was told of leaves: one that was restored or
 * deleted since has other entries in their place, or none.
 */
export const reach = async (store: Store, told: Told, after: number): Promise<Reached | Missing['why']> => {
  let reached: Reached = { seq: told.from - 1, digest: told.before };
  let start = reached.seq >= after ? reached : undefined;
  for await (const { row, digest } of entriesAfter(store, told, reached)) {
    reached = { seq: row.seq, digest };
    if (row.seq === after) start = reached;
  }
  if (reached.seq === told.seq && reached.digest === told.digest && start !== undefined) return start;
  return (await store.read((reader) => hasEntries(reader, told.caseId))) ? 'replaced' : 'deleted';
};

/** The entries that were told of, from there on. */
export async function* entriesAfter(store: Store, told: Told, from: Reached): AsyncGenerator<LinkedEntry> {
  let { seq, digest } = from;
  while (seq < told.seq) {
    const page = await store.read(async (reader) => {
      const rows = await readEntries(reader, told.caseId, seq, Math.min(pageSize, told.seq - seq));
      return { rows, erasures: await erasuresOf(reader, told.caseId, rows) };
    });
    for (const row of page.rows) {
      if (row.seq !== seq + 1) return;
      const before = digest;
      digest = digestAfter(before, told.caseId, row, page.erasures);
      seq = row.seq;
      yield { row, before, digest, erasures: page.erasures };
    }
    if (page.rows.length === 0) return;
    await takeTurns();
  }
}

/** Only entries without a salt can be erased ones. */
const erasuresOf = async (reader: Reader, caseId: string, rows: readonly EntryRow[]): Promise<Erasures> => {
  if (rows.every(({ salt }) => salt !== null)) return noErasures;
  return erasuresIn(await readEntriesOf(reader, caseId, erasureKind));
};
