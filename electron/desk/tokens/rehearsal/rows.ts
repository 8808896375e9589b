import { CatalogueError } from '#contract/errors.ts';
import type { RehearsalRequest } from '#contract/token-runs.ts';
import type { RowWithProgress } from '#desk/store/token-rows.ts';
import { unknownRefs } from '#desk/tokens/run/preparing.ts';
import { planRowOf } from '#desk/tokens/run/selecting.ts';
import type { Credentials } from '#desk/tokens/vault.ts';
import type { RowToRehearse } from './token-sets.ts';

/**
 * The rows that a run on the target would begin, or those that are named, whatever became of them there.
 * @throws CatalogueError `request.invalid` for refs that there are not, `rehearsal.noRows`
 */
export const rowsToRehearse = (
  all: readonly RowWithProgress[],
  refs: RehearsalRequest['refs'],
  /** Only these rows, by id. */
  only?: ReadonlySet<number>,
): RowToRehearse[] => {
  const known = new Set(all.map(({ row }) => row.ref));
  const unknown = (refs ?? []).filter((ref) => !known.has(ref));
  if (unknown.length > 0) throw unknownRefs(unknown);
  const named = refs === undefined ? undefined : new Set(refs);
  const isWanted = ({ row, progress }: RowWithProgress): boolean => {
    if (named === undefined && only === undefined) return isNotBegun(progress);
    return (named?.has(row.ref ?? '') ?? true) && (only?.has(row.id) ?? true);
  };
  const rows = all.filter(isWanted).flatMap(({ row }) => {
    const planned = planRowOf(row);
    return planned === undefined ? [] : [{ row: planned, fields: JSON.parse(row.fields) as Credentials }];
  });
  if (rows.length > 0) return rows;
  throw new CatalogueError('rehearsal.noRows', {
    why: whyNone(all.length, named !== undefined || only !== undefined),
  });
};

const isNotBegun = (progress: RowWithProgress['progress']): boolean =>
  progress === undefined || progress.state === 'ready' || progress.state === 'undone';

const whyNone = (imported: number, wereNamed: boolean): string => {
  if (imported === 0) return 'no rows were imported';
  return wereNamed
    ? 'the named rows are invalid. Correct and import them again'
    : 'every ready row was started on the target already. To rehearse rows anyway, name them as refs';
};
