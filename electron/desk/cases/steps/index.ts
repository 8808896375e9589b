import { systemTime, toIso } from '#base/clock.ts';
import type { CaseAction, Step } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import { fold } from '#desk/cases/fold.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { Reader } from '#desk/store/store.ts';
import { causeOf } from './causes.ts';
import { type DerivedStep, deriveSteps } from './derive.ts';
import type { StepModule, StepRow } from './table.ts';

/** The states of all steps, derived from facts. Sources: `docs/reference/rules/cutover.md#rollback`, `docs/reference/rules/managed-migration.md#reopened-steps`. */
export interface StepEngine {
  /** The case with its steps as they are. @param reader without it the chain alone decides: the same for ever */
  shown(state: CaseState, reader?: Reader): Promise<CaseState>;
  /** The actions, and the entries that bring the recorded steps to where they are after them, each with its reason. */
  settled(
    state: CaseState,
    actor: string,
    actions: readonly CaseAction[],
    reader: Reader,
  ): Promise<CaseAction[]>;
  /**
   * Steps that facts decide are not set by hand; they may be skipped, and reopened.
   * @throws CatalogueError `step.ofRunbook`, `step.byFacts`
   */
  refuseByHand(state: CaseState, actions: readonly CaseAction[], reader: Reader): Promise<void>;
}

export const createStepEngine = (modules: readonly StepModule[]): StepEngine => {
  const rows = new Map<string, StepRow>();
  const owners = new Map<string, StepModule>();
  for (const module of modules) {
    for (const row of module.rows) {
      rows.set(row.id, row);
      owners.set(row.id, module);
    }
  }

  const derive = async (state: CaseState, reader?: Reader): Promise<ReadonlyMap<string, DerivedStep>> => {
    const findings = new Map(
      await Promise.all(modules.map(async (module) => [module, await module.look(state, reader)] as const)),
    );
    return deriveSteps(state, rows, (id) => {
      const owner = owners.get(id);
      return (owner && findings.get(owner)?.(id)) ?? 'recorded';
    });
  };

  return {
    async shown(state, reader) {
      if (modules.length === 0) return state;
      const derived = await derive(state, reader);
      return { ...state, steps: state.steps.map((step) => shownStep(step, derived.get(step.id))) };
    },
    async settled(state, actor, actions, reader) {
      if (modules.length === 0) return [...actions];
      const after = foldAll(state, actor, actions);
      if (after.state !== 'open') return [...actions];
      const derived = await derive(after, reader);
      const cause = causeOf(actions);
      const moves = after.steps.flatMap((step): CaseAction[] => {
        const to = derived.get(step.id);
        return to === undefined || to.state === step.state ? [] : [moveOf(step, to, rows, cause)];
      });
      return [...actions, ...moves];
    },
    async refuseByHand(state, actions, reader) {
      for (const action of actions) {
        if (action.kind !== 'step.changed') continue;
        const { id, state: wanted } = action.content;
        const row = rows.get(id);
        const step = state.steps.find((one) => one.id === id);
        if (row === undefined || step === undefined || wanted === undefined) continue;
        if (row.byOverride) throw new CatalogueError('step.ofRunbook', { id });
        if (!isByHand(step, wanted)) {
          refuseAgainstFacts(step, wanted, row, (await derive(state, reader)).get(id));
        }
      }
    },
  };
};

/** A person may skip a step, and open it again. */
const isByHand = (step: Step, wanted: Step['state']): boolean =>
  wanted === 'skipped' || (wanted === 'open' && step.state === 'skipped');

/** @throws CatalogueError `step.byFacts` */
const refuseAgainstFacts = (
  { title }: Step,
  wanted: Step['state'],
  { facts }: StepRow,
  now: DerivedStep | undefined,
): void => {
  if (wanted === now?.state) return;
  const open = now?.state === 'open' ? ` It is open: ${now.why.join(' ')}` : '';
  throw new CatalogueError('step.byFacts', { title, facts, open });
};

/** The case as the actions will leave it. */
export const foldAll = (state: CaseState, actor: string, actions: readonly CaseAction[]): CaseState => {
  const at = toIso(systemTime.now());
  return actions.reduce(
    (before, action) =>
      fold(state.id, before, { seq: before.revision + 1, at, actor, action, digest: before.digest }),
    state,
  );
};

const shownStep = (step: Step, derived: DerivedStep | undefined): Step => {
  if (derived === undefined) return step;
  const { state, why, note } = derived;
  const said = state === 'open' && why.length > 0 ? { why: why.slice(0, toldReasons) } : {};
  // Also where the facts changed on the target, and no entry of the case says so yet.
  const reopened = state === 'open' && step.state === 'done' ? { reopened: true } : {};
  return { ...step, state, ...(note === undefined ? {} : { note }), ...said, ...reopened };
};

const toldReasons = 10;
const longestReason = 2000;
const longestNote = 4000;
export const overrideNote = 'Overridden by ';
/** As it was written before. */
const formerOverrideNote = 'Overruled by ';

const moveOf = (
  { id, note: before }: Step,
  { state, why, note }: DerivedStep,
  rows: ReadonlyMap<string, StepRow>,
  cause: string | undefined,
): CaseAction => {
  const wasOverride = before?.startsWith(overrideNote) || before?.startsWith(formerOverrideNote);
  const noted = note?.slice(0, longestNote) ?? (wasOverride ? '' : undefined);
  const because = { open: reopened(why, cause), done: completed(rows.get(id)), skipped: note ?? '' }[state];
  return {
    kind: 'step.changed',
    content: {
      id,
      state,
      ...(noted === undefined ? {} : { note: noted }),
      ...(because === '' ? {} : { reason: because.slice(0, longestReason) }),
    },
  };
};

const reopened = (why: readonly string[], cause: string | undefined): string =>
  [`Reopened${cause === undefined ? '' : `: ${cause}`}.`, ...why.slice(0, toldReasons)].join(' ');

const completed = (row: StepRow | undefined): string => (row === undefined ? '' : `Done: ${row.facts}.`);
