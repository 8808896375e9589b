import { CatalogueError } from '#contract/errors.ts';
import { formatCount } from '#contract/format.ts';
import type { Target } from '#contract/target.ts';
import type { RowWithProgress } from '#desk/store/token-rows.ts';
import type { TokenRunRecord } from '#desk/store/token-runs.ts';
import type { Gate } from '#desk/tokens/tokens.ts';
import { needsCredentials, unreadable, unreadableRemark } from '#desk/tokens/unreadable.ts';
import type { PlannedRow, PlanRow, RunPlan } from './plan.ts';
import { isOpen } from './progress.ts';
import { baseUrlOf } from './run-records.ts';
import { gatherRows } from './run-rows.ts';
import { planRowOf } from './selecting.ts';

/** Whether a paused or interrupted run can be resumed, and with which rows. */

const refused = (why: string): CatalogueError =>
  new CatalogueError('tokens.noRun', { wanted: 'resume', why });

/** @throws CatalogueError `tokens.noRun` for a run that is missing, running, or can't be resumed */
export const resumable = (
  found: TokenRunRecord | undefined,
): TokenRunRecord & { readonly kind: Exclude<TokenRunRecord['kind'], 'rehearsal'> } => {
  if (found === undefined) throw refused('no run is paused or interrupted');
  if (found.state === 'running') throw refused('it is running');
  const { kind } = found;
  if (kind !== 'rehearsal') return { ...found, kind };
  throw refused('the temporary instance of this rehearsal is gone. Cancel it, and rehearse again');
};

/** Tokens go where they were confirmed to go. @throws CatalogueError `tokens.noRun` */
export const refuseOtherTarget = (record: TokenRunRecord, targetId: string, target: Target): void => {
  if (targetId !== record.target_id) {
    throw refused(
      `it ran on the target "${record.target_name}", and the case has another one now. Set that target again, or cancel the run`,
    );
  }
  const now = baseUrlOf(target);
  if (record.base_url !== null && now !== record.base_url) {
    throw refused(
      `the target "${target.name}" was at ${record.base_url} when the run began, and is at ${now} now. Cancel the run and start another, which asks to confirm its calls`,
    );
  }
};

/** Of the run, those that would continue and need their credentials. */
export const rowsToOpen = ({ id }: Pick<TokenRunRecord, 'id'>, all: readonly RowWithProgress[]): PlanRow[] =>
  all.flatMap(({ row, progress }) => {
    const planned = progress?.run_id === id && needsCredentials(progress) ? planRowOf(row) : undefined;
    return planned === undefined ? [] : [planned];
  });

const bySomebody = (count: number): string | undefined => {
  if (count === 0) return undefined;
  return `${formatCount(count, 'row was', 'rows were')} held or excluded on resume and left unchanged.`;
};

/** Of some rows those of the run: those to continue or that have ended, and those that are held since. */
export interface TakenUp {
  readonly rows: readonly PlannedRow[];
  readonly held: readonly PlannedRow[];
  /** How many of the held ones have credentials that don't open. */
  readonly closed: number;
}

export const rowsToResume = (
  { id }: Pick<TokenRunRecord, 'id'>,
  all: readonly RowWithProgress[],
  gate: Pick<Gate, 'held'> | undefined,
  /** Rows whose credentials don't open. */
  unread: ReadonlyMap<number, string>,
): TakenUp => {
  const rows: PlannedRow[] = [];
  const held: PlannedRow[] = [];
  for (const { row, progress } of all) {
    const planned = planRowOf(row);
    if (planned === undefined || progress?.run_id !== id) continue;
    const isHeld =
      isOpen(progress) && (unread.has(row.id) || gate?.held(planned.ref, planned.platformKey) !== undefined);
    (isHeld ? held : rows).push({ row: planned, progress });
  }
  return { rows, held, closed: held.filter(({ row }) => unread.has(row.id)).length };
};

/** All of them, as they are found. */
export const takeUp = () => {
  const [rows, held] = [gatherRows(), gatherRows()];
  let closed = 0;
  return {
    add(some: TakenUp): void {
      for (const one of some.rows) rows.add(one);
      for (const one of some.held) held.add(one);
      closed += some.closed;
    },
    whole(): Pick<RunPlan, 'rows' | 'held' | 'remark' | 'heldCauses'> {
      if (held.length === 0) return { rows };
      const remarks = [unreadableRemark(closed), bySomebody(held.length - closed)];
      return {
        rows,
        held,
        remark: remarks.filter((text) => text !== undefined).join(' '),
        ...(closed === 0 ? {} : { heldCauses: { [unreadable]: closed } }),
      };
    },
  };
};
