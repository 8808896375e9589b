import { takeTurns } from '#base/take-turns.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type RowWithProgress, readRowsWithProgress } from '#desk/store/token-rows.ts';

const pageSize = 500;

/** Looks at the rows of a case by the page, with how far each is in a scope: all at once may be too many. */
export const eachRowPage = (
  { store }: Pick<DeskContext, 'store'>,
  { caseId, scope }: { readonly caseId: string; readonly scope: string },
  look: (rows: readonly RowWithProgress[]) => void | Promise<void>,
): Promise<void> =>
  eachPage((page) => store.read((reader) => readRowsWithProgress(reader, { caseId, scope, ...page })), look);

/** The same, of the rows that `read` answers. */
export const eachPage = async (
  read: (page: { readonly after: number; readonly limit: number }) => Promise<readonly RowWithProgress[]>,
  look: (rows: readonly RowWithProgress[]) => void | Promise<void>,
): Promise<void> => {
  for (let after = 0; ; ) {
    const rows = await read({ after, limit: pageSize });
    if (rows.length > 0) await look(rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.row.id;
    await takeTurns();
  }
};
