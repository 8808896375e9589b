import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import { type RunbookStep, type RunbookView, runbookStepLabels } from '#contract/runbook.ts';
import type { ActOptions, Cases } from '#desk/cases/cases.ts';
import { readResults } from '#desk/cases/run-results.ts';
import type { CaseState, RunbookState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { readFacts } from './facts.ts';
import type { RunbookFacts, RunbookReading } from './finding.ts';
import { lastPilot } from './pilot.ts';
import { formatOpen, openBefore, statusOf } from './status.ts';
import { runbookView } from './view.ts';

export interface RunbookParts {
  readonly cases: Cases;
  readonly targets: Pick<Targets, 'show'>;
  readonly catalogue: () => Promise<readonly CatalogueIntegration[]>;
}

/** What the steps are done with. */
export interface Acting {
  read(caseId: string): Promise<RunbookReading>;
  view(reading: RunbookReading): Promise<RunbookView>;
  /** Appends what is decided. */
  act(
    caseId: string,
    actor: string,
    decide: (state: CaseState, runbook: RunbookState, facts: RunbookFacts) => readonly CaseAction[],
    options?: ActOptions,
  ): Promise<RunbookView>;
}

export const createActing = (context: DeskContext, parts: RunbookParts): Acting => {
  const { cases, targets, catalogue } = parts;
  const view = async (reading: RunbookReading): Promise<RunbookView> =>
    runbookView(reading, await catalogue(), (name) => cases.secret(reading.state.id, name));

  const read = async (caseId: string): Promise<RunbookReading> => {
    const state = await cases.state(caseId);
    const { rows, facts } = await context.store.read((reader) => readFacts(reader, state));
    const callbackUrl = await callbackUrlOf(targets, state);
    const pilot = state.runbook && lastPilot(state, state.runbook);
    const results = await readResults(cases, state, pilot ? [pilot] : []);
    return { state, rows, facts: { ...facts, callbackUrl }, results };
  };

  return {
    read,
    view,
    async act(caseId, actor, decide, options) {
      const reading = await read(caseId);
      const { facts } = reading;
      const state = await cases.act(caseId, actor, (now) => decide(now, runbookOf(now), facts), options);
      return view({ ...reading, state });
    },
  };
};

/** @throws CatalogueError `runbook.none` */
export const runbookOf = ({ runbook }: CaseState): RunbookState => {
  if (runbook === undefined) throw new CatalogueError('runbook.none');
  return runbook;
};

/** Steps can't be skipped: those before are done or overridden. @throws CatalogueError `runbook.stepBefore` */
export const refuseEarly = (
  state: CaseState,
  runbook: RunbookState,
  step: RunbookStep,
  facts: RunbookFacts,
): void => {
  const open = openBefore(statusOf(state, runbook, facts), step);
  if (open.length === 0) return;
  const missing = open.map(formatOpen).join(' ');
  throw new CatalogueError('runbook.stepBefore', { step: runbookStepLabels[step].title, missing });
};

/** undefined also for a target that is gone. */
export const callbackUrlOf = async (
  targets: Pick<Targets, 'show'>,
  { targetId }: CaseState,
): Promise<string | undefined> => {
  try {
    return (await targets.show(targetId)).callbackUrl;
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'target.notFound') return undefined;
    throw error;
  }
};
