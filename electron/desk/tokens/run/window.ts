import { systemTime } from '#base/clock.ts';
import { some } from '#base/lists.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { RunKind } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { agreedWindow, formatOutside } from '#desk/tokens/managed/outside-window.ts';
import type { RunPlan } from './plan.ts';
import { isOpen } from './progress.ts';

/**
 * The agreed migration window is a requirement of whatever writes: outside it a run needs an override with a reason,
 * which is in the chain before the first call that writes. It opens by the system's time, as agreed between people: a virtual clock of the
 * local service never opens one. Source: `docs/reference/rules/managed-migration.md#migration-window`.
 */

/** A run, or the removal of duplicates that one found. */
type Work = RunKind | 'duplicates';
type Writing = Exclude<Work, 'check' | 'rehearsal'>;

/** A check syncs and verifies what is migrated; a rehearsal has an instance of its own. */
const isWriting = (kind: Work): kind is Writing => kind !== 'check' && kind !== 'rehearsal';

const workLabels: Partial<Record<Work, string>> = { duplicates: 'removal of duplicates' };

/** Such as `3 h before the agreed window (…)`; undefined for what may begin now. */
const outsideNow = ({ runbook }: CaseState, kind: Work): string | undefined =>
  isWriting(kind) ? formatOutside(systemTime.now(), runbook?.window) : undefined;

/** For a dry run. */
export const windowRemark = (state: CaseState, kind: RunKind): string | undefined => {
  const outside = outsideNow(state, kind);
  return outside && `It would begin ${outside}, by system time. Override the window with a reason.`;
};

/** For an override that is not needed, and not recorded. */
export const unneededRemark = (
  { runbook }: CaseState,
  kind: RunKind,
  override: string | undefined,
): string | undefined => {
  if (override === undefined) return undefined;
  if (!isWriting(kind)) return `The override of the window was not recorded: a ${kind} needs none.`;
  return agreedWindow(runbook?.window) === undefined
    ? 'The override of the window was not recorded: no migration window is agreed.'
    : undefined;
};

/** @throws CatalogueError `tokens.outsideWindow` without a reason */
export const refuseOutside = (state: CaseState, kind: Work, override: string | undefined): void => {
  const outside = outsideNow(state, kind);
  if (outside === undefined || override !== undefined) return;
  throw new CatalogueError('tokens.outsideWindow', { kind: workLabels[kind] ?? kind, outside });
};

/** Rows whose syncs are running only need checks. */
export const hasToWrite = (rows: RunPlan['rows']): boolean =>
  some(rows, ({ progress }) => isOpen(progress) && progress.step !== 'verify');

/** The override of an agreed window, also inside it, as the run may then continue past its end. */
export const overridingOf = (
  { runId, kind }: Pick<RunPlan, 'runId'> & { readonly kind: Work },
  before: CaseState,
  reason: string | undefined,
): Pick<RunPlan, 'overriding'> => {
  const window = agreedWindow(before.runbook?.window);
  if (reason === undefined || window === undefined || !isWriting(kind)) return {};
  const content = { runId, kind, windowId: window.id, reason };
  return {
    overriding: {
      reason,
      entries({ runbook }) {
        if (agreedWindow(runbook?.window)?.id !== window.id)
          throw new CatalogueError('runbook.windowChanged');
        return [{ kind: 'runbook.windowOverridden', content }];
      },
    },
  };
};

/**
 * Why a run may start no further company, checked before each. undefined for a run that needs no window: it was started
 * with an override, only reads, or none was agreed.
 */
export const closedOf = (
  cases: Pick<Cases, 'state'>,
  { caseId, kind }: Pick<RunPlan, 'caseId' | 'kind'>,
  before: CaseState,
  override: string | undefined,
): Pick<RunPlan, 'closed'> => {
  if (override !== undefined || !isWriting(kind)) return {};
  if (agreedWindow(before.runbook?.window) === undefined) return {};
  return {
    async closed() {
      const state = await cases.state(caseId);
      if (agreedWindow(state.runbook?.window) === undefined) {
        return `Another window was proposed and is not agreed yet, so no further company is started. ${next}`;
      }
      const outside = outsideNow(state, kind);
      return outside && `It is ${outside}, so no further company is started. ${next}`;
    },
  };
};

const next = 'Resume within an agreed window, or override the window with a reason.';
