import { countBy } from '#base/lists.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readRowsWithProgress } from '#desk/store/token-rows.ts';
import { scopeOf } from '#desk/tokens/scope.ts';

/** One company's connection in the runbook. */
export interface RunbookRow {
  readonly ref: string;
  readonly name: string;
  readonly platformKey: string;
}

/** The companies that are not migrated on a target, by platform. */
export const readLeft = async (
  { store }: DeskContext,
  caseId: string,
  targetId: string,
  /** Such as one that is excluded by name. */
  isLeftOut: (ref: string, platformKey: string) => boolean,
): Promise<Record<string, number>> => {
  const rows = await store.read((reader) =>
    readRowsWithProgress(reader, { caseId, scope: scopeOf(targetId) }),
  );
  return countBy(rows, ({ row: { ref, platform_key, problems }, progress }) => {
    if (problems !== null || platform_key === null || progress?.state === 'done') return null;
    return ref !== null && isLeftOut(ref, platform_key) ? null : platform_key;
  });
};
