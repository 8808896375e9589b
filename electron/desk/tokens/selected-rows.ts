import { invalid } from '#contract/errors.ts';
import type { TokenRowSelection } from '#contract/token-rows.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readRowsWithProgress, readTokenRowsById } from '#desk/store/token-rows.ts';
import { excludedRows } from './excluded-rows.ts';
import { eachPage } from './row-pages.ts';

/** The rows of a case that a request selects. */
export interface SelectedRows {
  readonly ids: ReadonlySet<number>;
  /** Their references, at most two: that tells one company from many. */
  readonly firstRefs: readonly string[];
}

/**
 * Evaluates a selection against the rows as they are now.
 * @throws CatalogueError `request.invalid` for ids that the case does not have
 */
export const selectedRows = async (
  { store }: Pick<DeskContext, 'store'>,
  state: Parameters<typeof excludedRows>[1],
  about: { readonly caseId: string; readonly scope: string },
  selection: TokenRowSelection,
): Promise<SelectedRows> => {
  const ids = new Set<number>();
  const refs = new Set<string>();
  const add = ({ id, ref }: { readonly id: number; readonly ref: string | null }): void => {
    ids.add(id);
    if (ref !== null && refs.size < 2) refs.add(ref);
  };
  if ('ids' in selection) {
    const wanted = selection.ids.map(Number);
    const found = await store.read((reader) => readTokenRowsById(reader, about.caseId, wanted));
    found.forEach(add);
    const missing = wanted.filter((id) => !ids.has(id));
    if (missing.length > 0) throw unknownIds(missing);
  } else {
    const { filter, except = [] } = selection;
    const left = new Set(except.map(Number));
    // A filter by another state does not mean them.
    const excluded = [...(await store.read((reader) => excludedRows(reader, state))).keys()];
    await eachPage(
      (page) =>
        store.read((reader) => readRowsWithProgress(reader, { ...about, ...filter, excluded, ...page })),
      (rows) => {
        for (const { row } of rows) if (!left.has(row.id)) add(row);
      },
    );
  }
  return { ids, firstRefs: [...refs] };
};

const unknownIds = (missing: readonly number[]) =>
  invalid({
    itemId: 'rows.ids',
    message: `rows.ids names ${missing.length} that the case does not have, such as ${missing[0]}. They may have been imported again: select the rows again.`,
    validatorName: 'rows',
  });
