import type { DeskContext } from '#desk/store/context.ts';
import type { Reader } from '#desk/store/store.ts';
import { readRowsWithProgress, readTokenRows } from '#desk/store/token-rows.ts';
import { scopeOf } from '#desk/tokens/scope.ts';

/** One company's connection, as the runbook looks at it. */
export interface RunbookRow {
  readonly ref: string;
  readonly name: string;
  readonly platformKey: string;
}

/** The rows of a case that are in order. A case that was imported has none here. */
export const readRows = ({ store }: DeskContext, caseId: string): Promise<RunbookRow[]> =>
  store.read((reader) => readableRows(reader, caseId));

export const readableRows = async (reader: Reader, caseId: string): Promise<RunbookRow[]> => {
  const rows = await readTokenRows(reader, caseId);
  return rows.flatMap(({ ref, name, platform_key, problems }) =>
    problems !== null || ref === null || platform_key === null
      ? []
      : [{ ref, name: name ?? ref, platformKey: platform_key }],
  );
};

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
  const left: Record<string, number> = {};
  for (const { row, progress } of rows) {
    if (row.problems !== null || row.platform_key === null || progress?.state === 'done') continue;
    if (row.ref !== null && isLeftOut(row.ref, row.platform_key)) continue;
    left[row.platform_key] = (left[row.platform_key] ?? 0) + 1;
  }
  return left;
};
