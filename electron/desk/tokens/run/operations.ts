import type { RunKind } from '#contract/token-runs.ts';
import type { Needs, Operation } from '#desk/cases/four-eyes.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { PlannedRow, RunPlan } from './plan.ts';
import type { Own } from './remove-own.ts';

/** What a second person is shown of a run on a target, where a policy asks for one. */

/** A rehearsal has an instance of its own, which nobody's books are on. */
const isOnTarget = (kind: RunKind): boolean => kind !== 'rehearsal';

export const startNeeds =
  (plan: RunPlan): Needs =>
  () =>
    isOnTarget(plan.kind)
      ? operationOf(plan, plan.kind === 'undo' ? 'tokens.undo' : 'tokens.run', subjectOf(plan))
      : undefined;

/**
 * A run continues with the approval of its start, unless its window is overridden, or a list was imported since: rows that
 * were approved may have other credentials by then.
 */
export const resumeNeeds =
  (plan: RunPlan): Needs =>
  (state) =>
    isOnTarget(plan.kind) && !(plan.overriding === undefined && isStillApproved(state, plan.runId))
      ? operationOf(plan, 'tokens.resume', plan.runId)
      : undefined;

export const removalNeeds =
  (runId: string, own: readonly Own[], reason: string, override: string | undefined): Needs =>
  () => ({
    kind: 'tokens.duplicates',
    subject: runId,
    isOverride: override !== undefined,
    plan: () => ({
      facts: [
        ['Found by the run', runId],
        ['Reason', reason],
        ['Window overridden', override],
      ],
      lists: [
        {
          label: 'Companies to delete with their connections',
          lines: own.map(({ ref, companyId }) => `${ref}: company ${companyId}`),
        },
      ],
    }),
  });

/** Its start used an approval, which is the entry before. */
const isStillApproved = ({ tokenRuns, tokenImports, approvals }: CaseState, runId: string): boolean => {
  const started = tokenRuns.find((run) => run.started.runId === runId)?.started;
  if (started === undefined || tokenImports.some(({ seq }) => seq > started.seq)) return false;
  return [...approvals.values()].some(
    ({ used, plan }) => used?.at === started.at && used.seq < started.seq && plan.kind !== 'tokens.resume',
  );
};

const subjectOf = ({ kind, rows }: RunPlan): string => {
  const [first] = rows;
  return first === undefined || rows.length > 1 ? kind : `${kind} of ${first.row.ref}`;
};

const operationOf = (
  { kind, options, rows, overriding, heldCauses = {} }: RunPlan,
  operation: Operation['kind'],
  subject: string,
): Operation => ({
  kind: operation,
  subject,
  isOverride: overriding !== undefined,
  plan: () => {
    const { refs: _, ...settings } = options;
    const held = Object.values(heldCauses).reduce((sum, count) => sum + count, 0);
    return {
      facts: [
        ['Run', kind],
        ['Companies and connections', String(rows.length)],
        ['Excluded for now', held === 0 ? undefined : String(held)],
        ['Settings', JSON.stringify(settings)],
        ['Window overridden', overriding?.reason],
      ],
      lists: [{ label: 'Rows', lines: linesOf(rows) }],
    };
  },
});

function* linesOf(rows: Iterable<PlannedRow>): Generator<string> {
  for (const { row, progress } of rows) {
    const { ref, name, platformKey, mark } = row;
    const company = row.companyId ?? progress.company_id ?? 'to be found or created';
    const connection = row.connectionId ?? progress.connection_id ?? 'to be found or created';
    const parts = [
      `${ref}: ${name}`,
      `platform ${platformKey}`,
      `company ${company}`,
      `connection ${connection}`,
      `from step ${progress.step}`,
      ...(mark === undefined ? [] : [`credentials ${mark}`]),
    ];
    yield parts.join(' · ');
  }
}
