import type { Failure } from '#contract/token-causes.ts';
import type { RunStep } from '#contract/token-runs.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import type { PlanRow, RunPlan } from './plan.ts';

/** How far a row is: replaced, never changed in place. */

type About = Pick<RunPlan, 'runId' | 'caseId' | 'scope' | 'options'>;

/** A row that was never begun in this scope. */
export const notBegun = (plan: About, row: Pick<PlanRow, 'id'>): TokenProgress => ({
  scope: plan.scope,
  row_id: row.id,
  case_id: plan.caseId,
  run_id: plan.runId,
  state: 'ready',
  step: 'company',
  doubt: 0,
  company_id: null,
  company_origin: null,
  connection_id: null,
  connection_origin: null,
  status_before: null,
  connection_status: null,
  put_mark: null,
  synced_after: null,
  sync_started_at: null,
  calls: 0,
  call_ms: 0,
  started_at: null,
  ended_at: null,
  datasets: null,
  data_types: null,
  kept: plan.options.keepSecrets ? 1 : 0,
  failure: null,
  note: null,
});

/** The row as this run takes it up again, at a step of its choice. */
export const resumedAt = (plan: About, before: TokenProgress, step: RunStep): TokenProgress => ({
  ...before,
  run_id: plan.runId,
  state: 'ready',
  step,
  // What is in doubt stays so only where the same step continues.
  doubt: step === before.step ? before.doubt : 0,
  ended_at: null,
  failure: null,
  kept: plan.options.keepSecrets ? 1 : before.kept,
});

/** Done on a connection that was linked before: its tokens were left as they were, and those of the row never sent. */
export const isLeftLinked = ({
  state,
  connection_origin,
  status_before,
  put_mark,
}: Pick<TokenProgress, 'state' | 'connection_origin' | 'status_before' | 'put_mark'>): boolean =>
  state === 'done' && connection_origin === 'found' && status_before === 'Linked' && put_mark === null;

export const failureOf = ({ failure }: Pick<TokenProgress, 'failure'>): Failure | undefined =>
  failure === null ? undefined : (JSON.parse(failure) as Failure);

export const isOpen = ({ state }: Pick<TokenProgress, 'state'>): boolean =>
  state === 'ready' || state === 'running' || state === 'syncing';
