import { type Deciding, decisionsIn, exclusionsIn } from '#desk/cases/decisions.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { readTokenRowsById } from '#desk/store/token-rows.ts';
import { readProgress, readRuns } from '#desk/store/token-runs.ts';
import { refused } from './managed/named-rows.ts';
import {
  byDecision,
  type DecidedRow,
  exclusionOf,
  type NotMigratedRow,
  namesOf,
  notMigratedIn,
} from './managed/not-migrated.ts';
import { isOpen } from './run/progress.ts';
import { isUnfinished } from './run/run-view.ts';
import { scopeOf } from './scope.ts';

/** Rows that are excluded by name. Source: `docs/reference/rules/tokens.md#excluded-rows`. */

type Of = Deciding & Pick<CaseState, 'id' | 'targetId'>;

/** By id: those that an exclusion covers as they are now on the target of the case. */
export const excludedRows = async (reader: Reader, state: Of): Promise<ReadonlyMap<number, DecidedRow>> => {
  const companies = exclusionsIn(state).map(({ company }) => company);
  if (companies.length === 0) return new Map();
  const rows = await notMigratedIn(reader, state.id, state.targetId, companies);
  const { excluded } = byDecision({ decisions: decisionsIn(state) }, rows);
  return new Map(excluded.map((row) => [row.id, row]));
};

/**
 * Within the unit of work that records the exclusion: what is migrated can't be left out, and what a run works on, or was
 * imported again, is not what was decided about.
 * @throws CatalogueError `request.invalid`
 */
export const refuseTaken = async (
  tx: Tx,
  { id: caseId, targetId }: Pick<CaseState, 'id' | 'targetId'>,
  rows: readonly NotMigratedRow[],
): Promise<void> => {
  const scope = scopeOf(targetId);
  const ids = rows.map(({ id }) => id);
  const here = new Set((await readTokenRowsById(tx, caseId, ids)).map(({ id }) => id));
  const progress = new Map((await readProgress(tx, { caseId, scope }, ids)).map((one) => [one.row_id, one]));
  const run = (await readRuns(tx, caseId)).find((one) => one.scope === scope && isUnfinished(one.state));
  const those = (isMeant: (row: NotMigratedRow) => boolean, why: string): void => {
    const found = rows.filter(isMeant);
    if (found.length > 0) throw refused(`${namesOf(found)}: ${why} Nothing was recorded.`);
  };
  those(({ id }) => !here.has(id), 'Imported again meanwhile. Repeat it.');
  those(
    ({ id }) => progress.get(id)?.state === 'done',
    'Migrated meanwhile. An undo comes before an exclusion.',
  );
  those(({ id }) => {
    const one = progress.get(id);
    if (run === undefined || one?.run_id !== run.id) return false;
    // A paused run leaves out what it has not begun and finds excluded when it resumes.
    return run.state === 'running' || (isOpen(one) && one.started_at !== null);
  }, 'A run that has not ended works on it. Wait for its end, or cancel it.');
};

/** Why a row that a run was to take is not to be taken any more: excluded since its plan was made. */
export const excludedSince = (
  state: Deciding,
  rows: Iterable<{ readonly row: { readonly ref: string; readonly platformKey: string } }>,
): string[] => {
  const decisions = decisionsIn(state);
  const refs = new Set(exclusionsIn(state).flatMap(({ company: { ref } }) => ref ?? []));
  if (refs.size === 0) return [];
  const found: string[] = [];
  for (const { row } of rows) {
    if (refs.has(row.ref) && exclusionOf({ decisions }, row.ref, row.platformKey) !== undefined) {
      found.push(row.ref);
    }
  }
  return found;
};
