import type { DeskContext } from '#desk/store/context.ts';
import { readRowsWithProgress, readTokenRows } from '#desk/store/token-rows.ts';
import { countRowStates } from '#desk/store/token-runs.ts';
import { scopeOf } from '#desk/tokens/scope.ts';

/** One company's connection, as the runbook looks at it. */
export interface RunbookRow {
  readonly ref: string;
  readonly name: string;
  readonly platformKey: string;
}

/** The rows of a case that are in order. A case that was imported has none here. */
export const readRows = async ({ store }: DeskContext, caseId: string): Promise<RunbookRow[]> => {
  const rows = await store.read((reader) => readTokenRows(reader, caseId));
  return rows.flatMap(({ ref, name, platform_key, problems }) =>
    problems !== null || ref === null || platform_key === null
      ? []
      : [{ ref, name: name ?? ref, platformKey: platform_key }],
  );
};

/** How many of the rows are done, failed, have not come to an end on a target, or never will. */
export interface RowCounts {
  readonly done: number;
  readonly failed: number;
  readonly left: number;
  /** Rows that are not in order. */
  readonly invalid: number;
}

export const readCounts = async (
  { store }: DeskContext,
  caseId: string,
  targetId: string,
): Promise<RowCounts> => {
  const states = await store.read((reader) => countRowStates(reader, caseId, scopeOf(targetId)));
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (states.get(name) ?? 0), 0);
  return {
    done: of('done'),
    failed: of('failed'),
    left: of('ready', 'running', 'syncing'),
    invalid: of('invalid'),
  };
};

/** The companies that are not migrated on a target, by platform. */
export const readLeft = async (
  { store }: DeskContext,
  caseId: string,
  targetId: string,
): Promise<Record<string, number>> => {
  const rows = await store.read((reader) =>
    readRowsWithProgress(reader, { caseId, scope: scopeOf(targetId) }),
  );
  const left: Record<string, number> = {};
  for (const { row, progress } of rows) {
    if (row.problems !== null || row.platform_key === null || progress?.state === 'done') continue;
    left[row.platform_key] = (left[row.platform_key] ?? 0) + 1;
  }
  return left;
};
