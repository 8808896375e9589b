import { textsOf } from '#base/lists.ts';
import { formatCount } from '#contract/format.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { Reader } from '#desk/store/store.ts';
import { readMigratedIds } from '#desk/store/token-rows.ts';
import { scopeOf } from './scope.ts';

/** How many migrated rows were found missing on the target, or unlinked there, since. */
export const countGone = async (
  reader: Reader,
  { id, targetId, gone }: Pick<CaseState, 'id' | 'targetId' | 'gone'>,
): Promise<number> => {
  if (gone.size === 0) return 0;
  const migrated = await readMigratedIds(reader, { caseId: id, scope: scopeOf(targetId) });
  return migrated.filter(({ companyId, connectionId }) => gone.has(connectionId) || gone.has(companyId))
    .length;
};

export const goneMessages = (count: number): string[] =>
  textsOf([
    count > 0 &&
      `${formatCount(count, 'migrated company is', 'migrated companies are')} no longer on the target, or unlinked there. Check the migration, then retry.`,
  ]);
