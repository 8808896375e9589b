import { storeError } from '#base/store/sqlite/database.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type EntryRow, readEntries } from './case-chain.ts';
import type { Reader } from './store.ts';

/** Reading a database of which pages are damaged: what is on the others. */

/** The answer of `read`; undefined where a page that it needs is damaged. @throws Error for any other reason */
export const unlessDamaged = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read();
  } catch (error) {
    const known = storeError(error, 'desk.db');
    if (known instanceof CatalogueError && known.code === 'store.damaged') return undefined;
    throw error;
  }
};

/** The entries of a case up to the first that is on a damaged page, oldest first. */
export const readReadableEntries = async (
  reader: Reader,
  caseId: string,
): Promise<{ readonly rows: EntryRow[]; readonly isDamaged: boolean }> => {
  const whole = await unlessDamaged(() => readEntries(reader, caseId, 0));
  if (whole !== undefined) return { rows: whole, isDamaged: false };
  const rows: EntryRow[] = [];
  for (;;) {
    const next = await unlessDamaged(() => readEntries(reader, caseId, rows.at(-1)?.seq ?? 0, 1));
    if (next === undefined || next.length === 0) return { rows, isDamaged: true };
    rows.push(...next);
  }
};
