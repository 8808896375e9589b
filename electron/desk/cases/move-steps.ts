import type { CaseAction, Step } from '#contract/case.ts';
import type { CaseState } from './state.ts';

/** Where standard steps belong, by their ids. */
export type WantedSteps = Readonly<Record<string, Step['state']>>;

/** The entries that bring the standard steps to where they belong. One that was skipped, or removed, is left alone. */
export const moveSteps = ({ steps }: Pick<CaseState, 'steps'>, wanted: WantedSteps): CaseAction[] =>
  steps.flatMap(({ id, state }) => {
    const next = Object.hasOwn(wanted, id) ? wanted[id] : undefined;
    if (next === undefined || next === state || state === 'skipped') return [];
    return [{ kind: 'step.changed', content: { id, state: next } } as const];
  });
