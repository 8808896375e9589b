import type { Step } from '#contract/case.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { FindingOf, StepRow } from './table.ts';

/** What a step is by its facts. */
export interface DerivedStep {
  readonly id: string;
  readonly state: Step['state'];
  /** Why it is open; one sentence each. */
  readonly why: readonly string[];
  /** Of an override. */
  readonly note?: string;
}

/**
 * The state of each step that the table knows: a pure function of the case and of what was found. A step is done only
 * if its own facts are there, and none that it depends on is open. One that a person skipped stays skipped.
 */
export const deriveSteps = (
  { steps }: Pick<CaseState, 'steps'>,
  rows: ReadonlyMap<string, StepRow>,
  findingOf: FindingOf,
): ReadonlyMap<string, DerivedStep> => {
  const recorded = new Map(steps.map((step) => [step.id, step]));
  const derived = new Map<string, DerivedStep>();
  const stepOf = (id: string): DerivedStep | undefined => {
    const [row, step] = [rows.get(id), recorded.get(id)];
    if (row === undefined || step === undefined) return undefined;
    const known = derived.get(id);
    if (known !== undefined) return known;
    const found = decided(row, step, findingOf(id), openOf(row.standsOn.flatMap((one) => stepOf(one) ?? [])));
    derived.set(id, found);
    return found;
  };
  const openOf = (others: readonly DerivedStep[]): string[] =>
    others.flatMap(({ id, state }) =>
      state === 'open' ? [`"${recorded.get(id)?.title ?? id}" is open.`] : [],
    );
  for (const { id } of steps) stepOf(id);
  return derived;
};

const decided = (
  { id, byOverride }: StepRow,
  step: Step,
  finding: ReturnType<FindingOf>,
  openBefore: readonly string[],
): DerivedStep => {
  if (step.state === 'skipped' && !byOverride) return { id, state: 'skipped', why: [] };
  const own = finding === 'recorded' ? unlessDone(step) : finding.missing;
  const override = finding === 'recorded' ? undefined : finding.override;
  const why = [...own, ...openBefore];
  if (why.length === 0) return { id, state: 'done', why };
  return override === undefined
    ? { id, state: 'open', why }
    : { id, state: 'skipped', why: [], note: override };
};

const unlessDone = ({ state }: Step): string[] => (state === 'open' ? ['Not marked as done.'] : []);
