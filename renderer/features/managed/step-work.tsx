import type { RunbookStep, RunbookView } from '#contract/runbook.ts';
import { CallbackStep } from './callback-step.tsx';
import { CompleteStep } from './complete-step.tsx';
import { PilotStep } from './pilot-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { SupplyStep } from './supply-step.tsx';
import { SyncingStep } from './syncing-step.tsx';

const works: Readonly<Record<RunbookStep, (props: { readonly view: RunbookView }) => React.ReactNode>> = {
  supply: SupplyStep,
  schedule: ScheduleStep,
  'update-application': CallbackStep,
  'disable-syncing': SyncingStep,
  'first-company': PilotStep,
  complete: CompleteStep,
};

/** The work of a step. */
export const StepWork = ({ view, step }: { readonly view: RunbookView; readonly step: RunbookStep }) => {
  const Work = works[step];
  return <Work view={view} />;
};
