import { chunksInTurns } from '#base/take-turns.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { RunState } from '#contract/token-runs.ts';
import type { Deciding } from '#desk/cases/decisions.ts';
import type { Reader, Tx } from '#desk/store/store.ts';
import { readTokenRowsById } from '#desk/store/token-rows.ts';
import { readRun, readRuns } from '#desk/store/token-runs.ts';
import { excludedSince } from '#desk/tokens/excluded-rows.ts';
import type { PlannedRow, PlanRow, RunPlan } from './plan.ts';
import { isOpen } from './progress.ts';
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
  let changed = 0;
  let first: PlanRow | undefined;
  await chunksInTurns(rows, async (some) => {
    const found = await readTokenRowsById(
      tx,
      caseId,
      some.map(({ row }) => row.id),
    );
    const now = new Map(found.map((row) => [row.id, planRowOf(row)]));
    for (const { row } of some) {
      const planned = now.get(row.id);
      if (planned !== undefined && isSame(planned, row)) continue;
      changed += 1;
      first ??= row;
    }
  });
  if (first !== undefined) throw new CatalogueError('tokens.rowsChanged', { rows: changed, ref: first.ref });
};

/**
 * Rows that were excluded by name since the plan was made. An undo takes back what was done for them, and a check finds
 * none of them migrated.
 * @throws CatalogueError `tokens.rowsExcluded`
 */
export const refuseExcluded = (state: Deciding, { kind, rows }: Pick<RunPlan, 'kind' | 'rows'>): void => {
  if (kind === 'rehearsal' || kind === 'undo' || kind === 'check') return;
  const [ref, ...others] = excludedSince(state, openOf(rows));
  if (ref !== undefined) throw new CatalogueError('tokens.rowsExcluded', { rows: others.length + 1, ref });
};

/** A run that is resumed has rows that ended too. */
function* openOf(rows: Iterable<PlannedRow>): Iterable<PlannedRow> {
  for (const one of rows) if (isOpen(one.progress)) yield one;
}

const isSame = (one: PlanRow, other: PlanRow): boolean =>
  (Object.keys(one) as (keyof PlanRow)[]).every((key) => one[key] === other[key]);
