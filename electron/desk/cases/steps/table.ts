import type { CaseState } from '#desk/cases/state.ts';
import type { Reader } from '#desk/store/store.ts';

/**
 * What the facts of a step say of it. `recorded`: what it depends on can't be read here, such as the rows of a token
 * migration that was imported, so the last entry about it counts.
 */
export type StepFinding =
  | 'recorded'
  | {
      /** What is missing, one sentence each; nothing: its own facts are there. */
      readonly missing: readonly string[];
      /** By whom a requirement that is missing was overridden, and why. */
      readonly override?: string;
    };

interface StepRow {
  readonly id: string;
  /** Steps that must be done, or skipped, for this one to be done. */
  readonly standsOn: readonly string[];
  /** The facts that decide it, as a clause: `the request was sent`. */
  readonly facts: string;
  /** It is skipped only by an override of its requirement. */
  readonly byOverride?: boolean;
}

/** One line of the table: a step, what it depends on, and how that is decided. */
export interface StepRule<Facts> extends StepRow {
  /** Pure. `facts` are those of the desk's tables; undefined where only the chain counts. */
  readonly decide: (state: CaseState, facts: Facts | undefined) => StepFinding;
}

export type FindingOf = (stepId: string) => StepFinding;

/** Steps of one module, with what they depend on. */
export interface StepModule {
  readonly rows: readonly StepRow[];
  /** @param reader reads facts of the desk's tables; without it the chain alone decides */
  look(state: CaseState, reader?: Reader): Promise<FindingOf>;
}

export const stepModule = <Facts = undefined>(
  rules: readonly StepRule<Facts>[],
  readFacts?: (reader: Reader, state: CaseState) => Promise<Facts>,
): StepModule => {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    rows: rules,
    async look(state, reader) {
      const isHere = state.steps.some(({ id }) => byId.has(id));
      const facts = isHere && reader !== undefined ? await readFacts?.(reader, state) : undefined;
      return (stepId) => byId.get(stepId)?.decide(state, facts) ?? 'recorded';
    },
  };
};

export type { StepRow };
