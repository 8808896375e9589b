import { takeTurns } from '#base/take-turns.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type RowWithProgress, readRowsWithProgress } from '#desk/store/token-rows.ts';

const pageSize = 500;

/** Looks at the rows of a case by the page, with how far each is in a scope: all at once may be too many. */
export const eachRowPage = async (
  { store }: Pick<DeskContext, 'store'>,
  about: { readonly caseId: string; readonly scope: string },
  look: (rows: readonly RowWithProgress[]) => void | Promise<void>,
): Promise<void> => {
  const { caseId, scope } = about;
  for (let after = 0; ; ) {
    const page = { caseId, scope, after, limit: pageSize };
    const rows = await store.read((reader) => readRowsWithProgress(reader, page));
    if (rows.length > 0) await look(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.row.id;
    await takeTurns();
  }
};
