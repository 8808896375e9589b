import type { CaseAction } from '#contract/case.ts';
import type { Operation } from './four-eyes.ts';
import type { CaseState } from './state.ts';

/**
 * What overrides a requirement, read from what is to be appended: so nothing does that a policy does not see. A run states
 * the override of its window itself.
 */
export const overrideIn = (state: CaseState, actions: readonly CaseAction[]): Operation | undefined => {
  for (const action of actions) {
    const found = operationOf(state, action);
    if (found !== undefined) return found;
  }
  return undefined;
};

type Plan = ReturnType<Operation['plan']>;

const override = (
  kind: Operation['kind'],
  subject: string,
  facts: Plan['facts'],
  lists: Plan['lists'] = [],
): Operation => ({ kind, subject, plan: () => ({ facts, lists }) });

const operationOf = (state: CaseState, action: CaseAction): Operation | undefined => {
  switch (action.kind) {
    case 'row.overruled': {
      const { row, state: result, by, reason, seen = [] } = action.content;
      const facts = [
        ['Check', row],
        ['Result', result],
        ['By', by],
        ['Reason', reason],
      ] as const;
      const lines = seen.map((one) => JSON.stringify(one));
      return override('eligibility.override', row, facts, [{ label: 'Findings that it covers', lines }]);
    }
    case 'runbook.overruled': {
      const { step, by, reason } = action.content;
      return override('runbook.override', step, [
        ['Step', step],
        ['By', by],
        ['Reason', reason],
      ]);
    }
    case 'runbook.windowOverridden': {
      const { kind, windowId, reason } = action.content;
      return override('runbook.windowOverride', kind, [
        ['Run', kind],
        ['Window', windowId],
        ['Reason', reason],
      ]);
    }
    case 'case.changed':
      return carrying(state, action.content.changes.targetId);
    default:
      return undefined;
  }
};

/** To another target, overrides go along that were made where the policy may ask for nobody. */
const carrying = (state: CaseState, targetId: string | undefined): Operation | undefined => {
  if (targetId === undefined || targetId === state.targetId) return undefined;
  const lines = [
    ...[...state.overrides].map(
      ([row, { state: result, by, reason }]) => `check ${row}: ${result}, by ${by}: ${reason}`,
    ),
    ...[...(state.runbook?.overrides ?? [])].map(
      ([step, { by, reason }]) => `step ${step}, by ${by}: ${reason}`,
    ),
  ];
  if (lines.length === 0) return undefined;
  return {
    ...override('case.move', targetId, [['From', state.targetId]], [{ label: 'Overrides', lines }]),
    targetId,
  };
};
