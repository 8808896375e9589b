import { textsOf } from '#base/lists.ts';
import { takeTurns } from '#base/take-turns.ts';
import { formatCount } from '#contract/format.ts';
import { tokensStepId } from '#desk/cases/standard-steps.ts';
import type { CaseState, TokenRunRecord } from '#desk/cases/state.ts';
import { type StepFinding, stepModule } from '#desk/cases/steps/table.ts';
import { countRows } from '#desk/store/token-rows.ts';
import { excludedRows } from './excluded-rows.ts';
import { countGone, goneMessages } from './gone.ts';
import { hasOpenDuplicates } from './managed/late-status.ts';
import { scopeOf } from './scope.ts';

/** By state: how many rows the case has on its target. */
type RowStates = ReadonlyMap<string, number>;

interface TokenFacts {
  /** With rows that are excluded by name. */
  readonly rows: number;
  /** Without them. */
  readonly states: RowStates;
  /** Rows that are done, and whose company or connection is gone from the target. */
  readonly gone: number;
}

/** What the steps of a self-service token migration depend on. Source: `docs/reference/rules/tokens.md#order-of-calls`. */
export const tokenSteps = stepModule<TokenFacts>(
  [
    {
      id: tokensStepId,
      standsOn: [],
      facts: 'every imported company is migrated on the target, or excluded',
      decide: (state, facts) => {
        if (facts !== undefined && facts.rows > 0) {
          return { missing: [...leftOf(facts.states), ...openWork(state), ...goneMessages(facts.gone)] };
        }
        return changedSinceRecord(state) ?? 'recorded';
      },
    },
  ],
  async (reader, state) => {
    const { id, targetId } = state;
    const states = new Map<string, number>();
    for (const { state, count } of await countRows(reader, { caseId: id, scope: scopeOf(targetId) })) {
      states.set(state, (states.get(state) ?? 0) + count);
    }
    const rows = [...states.values()].reduce((sum, count) => sum + count, 0);
    for (const row of (await excludedRows(reader, state)).values()) {
      states.set(row.state, (states.get(row.state) ?? 0) - 1);
    }
    const gone = await countGone(reader, state);
    // Of 100,000 rows this took 60 ms; it is done twice before a commit that takes as long.
    await takeTurns();
    return { rows, states, gone };
  },
);

const leftOf = (states: RowStates): string[] => {
  const of = (name: string): number => states.get(name) ?? 0;
  const all = [...states.values()].reduce((sum, count) => sum + count, 0);
  const [done, failed, invalid] = [of('done'), of('failed'), of('invalid')];
  const left = all - done - failed - invalid;
  return textsOf([
    left > 0 && `${formatCount(left, 'company is', 'companies are')} not migrated yet.`,
    failed > 0 && `${formatCount(failed, 'company', 'companies')} failed.`,
    invalid > 0 && `${formatCount(invalid, 'imported row is', 'imported rows are')} invalid.`,
  ]);
};

/** What only the chain tells, wherever the rows are. */
const openWork = (state: CaseState): string[] => {
  const runs = state.tokenRuns.filter(
    ({ started }) => started.targetId === state.targetId && started.kind !== 'rehearsal',
  );
  return textsOf([
    runs.some(isUnderWay) && 'A run has not ended yet.',
    runs.some(hasOpenDuplicates) && 'Duplicates on the target need a decision.',
  ]);
};

const isUnderWay = ({ started, state }: TokenRunRecord): boolean =>
  started.kind !== 'check' && (state === 'running' || state === 'paused');

/** The rows are elsewhere: what was recorded there holds until the chain says more. */
const changedSinceRecord = (state: CaseState): StepFinding | undefined => {
  const recorded = state.moved.get(tokensStepId) ?? 0;
  const imported = state.tokenImports.some(
    ({ seq, ready, invalid }) => seq > recorded && ready + invalid > 0,
  );
  const undone = state.tokenRuns.some(
    ({ started, ended }) =>
      started.targetId === state.targetId && started.kind === 'undo' && (ended?.seq ?? 0) > recorded,
  );
  const missing = [
    ...textsOf([imported && 'Companies were imported since.', undone && 'Companies were undone since.']),
    ...openWork(state),
    ...goneMessages([...state.gone.values()].filter(({ targetId }) => targetId === state.targetId).length),
  ];
  return missing.length === 0 ? undefined : { missing };
};
