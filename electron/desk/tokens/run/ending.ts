import { CatalogueError } from '#contract/errors.ts';
import type { Runs } from '#desk/tokens/tokens.ts';
import type { Active } from './engine.ts';
import { isUnfinished } from './run-view.ts';
import type { RunsDesk } from './runs-desk.ts';
import { unfinishedRun } from './starting.ts';

/** @returns the id of the run */
export const pauseRun = async (
  { parts: { engine } }: RunsDesk,
  caseId: string,
  by: string,
  why: string,
): Promise<string> => {
  if (engine.active(caseId) === undefined) await engine.hurry(caseId);
  const active = engine.active(caseId);
  if (active === undefined)
    throw new CatalogueError('tokens.noRun', { wanted: 'pause', why: 'none is running' });
  if (active.kind === 'rehearsal') {
    throw new CatalogueError('tokens.noRun', {
      wanted: 'pause',
      why: 'a rehearsal can only be cancelled, since its temporary instance is deleted with it',
    });
  }
  await active.stop({ how: 'pause', why, by });
  return active.runId;
};

/** Cancels the run of a case, also one that is paused, interrupted or just starting. */
export const cancelRun = async (desk: RunsDesk, caseId: string, actor: string, show: Runs['show']) => {
  const { engine, inTurn } = desk.parts;
  // A run that is being started has its turn first.
  void engine.hurry(caseId);
  const active = engine.active(caseId);
  // Not in turn: a pause may wait for the same calls.
  const runId = await (active === undefined
    ? inTurn(caseId, () => cancelIdle(desk, caseId, actor))
    : cancelActive(active, actor));
  const run = await show(caseId, runId);
  if (!isUnfinished(run.state)) return run;
  // It was just being recorded as paused.
  await inTurn(caseId, () => cancelIdle(desk, caseId, actor));
  return show(caseId, runId);
};

const why = 'Cancelled manually.';

/** A run that is paused or interrupted, for which no call is made any more. */
const cancelIdle = async (desk: RunsDesk, caseId: string, actor: string): Promise<string> => {
  const { engine } = desk.parts;
  const active = engine.active(caseId);
  if (active !== undefined) return cancelActive(active, actor);
  const found = await unfinishedRun(desk, caseId);
  if (found === undefined)
    throw new CatalogueError('tokens.noRun', { wanted: 'cancel', why: 'none is under way' });
  await engine.end(found, { actor, why });
  return found.id;
};

const cancelActive = async (active: Active, by: string): Promise<string> => {
  await active.stop({ how: 'cancel', why, by });
  return active.runId;
};
