import { CatalogueError } from '#contract/errors.ts';
import type { RunState } from '#contract/token-runs.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { readTokenRows } from '#desk/store/token-rows.ts';
import { readRun, readRuns } from '#desk/store/token-runs.ts';
import type { PlanRow, RunPlan } from './plan.ts';
import { isUnfinished } from './run-view.ts';
import { planRowOf } from './selecting.ts';

/** Checks within the unit of work that changes a run: what was read before may be outdated. */

/**
 * Two runs that are begun at once would both find none.
 * @throws CatalogueError `tokens.runActive`
 */
export const refuseUnfinished = async (
  reader: Reader,
  caseId: string,
  isInTheWay: (state: RunState) => boolean = isUnfinished,
): Promise<void> => {
  const found = (await readRuns(reader, caseId)).find(({ state }) => isInTheWay(state));
  if (found !== undefined) throw new CatalogueError('tokens.runActive', { what: `is ${found.state}` });
};

/** @throws CatalogueError `tokens.runActive`, `tokens.noRun` if a run is no more what it was */
export const refuseChanged = async (tx: Tx, runId: string, was: RunState): Promise<void> => {
  const state = (await readRun(tx, runId))?.state;
  if (state === was) return;
  if (state !== undefined && isUnfinished(state)) {
    throw new CatalogueError('tokens.runActive', { what: `is ${state}` });
  }
  throw new CatalogueError('tokens.noRun', { wanted: 'change', why: 'it has ended meanwhile' });
};

/**
 * Rows that were imported again since the plan was made would keep their old destination, with tokens that are not theirs.
 * A rehearsal sends simulated tokens only.
 * @throws CatalogueError `tokens.rowsChanged`
 */
export const refuseChangedRows = async (tx: Tx, { kind, caseId, rows }: RunPlan): Promise<void> => {
  if (kind === 'rehearsal') return;
  const now = new Map((await readTokenRows(tx, caseId)).map((row) => [row.id, row]));
  const changed = rows.filter(({ row }) => {
    const found = now.get(row.id);
    const planned = found && planRowOf(found);
    return planned === undefined || !isSame(planned, row);
  });
  const [first] = changed;
  if (first === undefined) return;
  throw new CatalogueError('tokens.rowsChanged', { rows: changed.length, ref: first.row.ref });
};

const isSame = (one: PlanRow, other: PlanRow): boolean =>
  (Object.keys(one) as (keyof PlanRow)[]).every((key) => one[key] === other[key]);
