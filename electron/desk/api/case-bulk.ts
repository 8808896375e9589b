import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isStoreTrouble } from '#base/store/store-state.ts';
import type { CaseAction, CaseSummary } from '#contract/case.ts';
import {
  CaseBulkAction,
  CaseBulkItem,
  CaseBulkRequest,
  type CaseBulkResult,
  countOutcomes,
} from '#contract/case-bulk.ts';
import type { CaseFilter } from '#contract/case-list.ts';
import { Closed, Uuid } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatInstant } from '#contract/format.ts';
import { Job } from '#contract/job.ts';
import type { Selection } from '#contract/selection.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { Sight } from '#desk/core/sight.ts';
import { LeftToNextProcess, type RunningJob, type Work } from '#desk/jobs/jobs.ts';
import { isDeskLost } from '#desk/store/desk-process.ts';
import { actorOf } from './actor.ts';
import { mayAt, sightIn } from './caller.ts';
import { createEnding } from './ending-cases.ts';
import type { DeskModules } from './modules.ts';
import { ownerOf } from './owner.ts';

const options = optionsFor('cases');

/** Actions on many cases: each is changed by itself, and says what was done, or why not. */
export const caseBulkRoutes = (app: ApiApp, modules: DeskModules): void => {
  const act = createBulk(modules);
  const start = modules.jobs.define('bulk', {
    kind: 'bulk',
    input: Closed({ ids: Type.Array(Uuid), action: CaseBulkAction }),
    async begin({ ids, action }, actor): Promise<Work> {
      const chosen = await modules.cases.byIds(ids);
      return (job) => act(job, chosen, action, actor);
    },
  });
  app.post(
    '/api/cases/bulk',
    options(
      'Close, reopen, assign or set the due dates of several cases; a job whose result tells of each',
      answers(Job),
      { body: CaseBulkRequest },
    ),
    async (request) => {
      const { selection, action } = request.body;
      const actor = actorOf(request);
      const seen = await chosenIn(modules.cases, selection, actor, sightIn(request));
      const chosen = seen.filter((one) => mayAt(request, 'engineer', { kind: 'case', ...one }));
      const owned =
        action.kind === 'assign' ? { ...action, owner: ownerOf(modules.people, action.owner) } : action;
      return start({ ids: chosen.map(({ id }) => id), action: owned }, actor);
    },
  );
};

/** The cases of a selection as they are now; those that are gone, or not to be seen, are left out. */
export const chosenIn = async (
  cases: Cases,
  selection: Selection<CaseFilter>,
  actor: string,
  sight: Sight,
): Promise<CaseSummary[]> => {
  if ('ids' in selection) return cases.byIds(selection.ids, sight);
  const except = new Set(selection.except);
  const { results } = await cases.page(selection.filter, actor, sight);
  return results.filter(({ id }) => !except.has(id));
};

type Change = Omit<CaseBulkItem, 'id' | 'name'>;

const createBulk = (modules: DeskModules) => {
  const { cases } = modules;
  const ending = createEnding(modules);

  const change = async (one: CaseSummary, action: CaseBulkAction, actor: string): Promise<Change> => {
    switch (action.kind) {
      case 'close':
        if (one.state !== 'open') return { outcome: 'unchanged' };
        await ending.close(one.id, actor, action);
        return { outcome: 'done' };
      case 'reopen': {
        if (one.state === 'open') return { outcome: 'unchanged' };
        const content = action.reason === undefined ? {} : { reason: action.reason };
        await cases.act(one.id, actor, { kind: 'case.reopened', content });
        return { outcome: 'done' };
      }
      case 'assign':
        return assign(cases, one.id, action.owner, actor);
      case 'due':
        return setDue(cases, one.id, action, actor);
    }
  };

  const tried = async (one: CaseSummary, action: CaseBulkAction, actor: string): Promise<Change> => {
    try {
      return await change(one, action, actor);
    } catch (error) {
      // Each further case would meet the same.
      if (!(error instanceof CatalogueError) || isStoreTrouble(error) || isDeskLost(error)) throw error;
      return { outcome: 'refused', why: error.message };
    }
  };

  return async (
    { signal, progress, noted, note }: RunningJob,
    chosen: readonly CaseSummary[],
    action: CaseBulkAction,
    actor: string,
  ): Promise<CaseBulkResult> => {
    const items = itemsIn(noted);
    const known = new Set(items.map(({ id }) => id));
    const stride = Math.ceil(chosen.length / mostNotes);
    for (const one of chosen) {
      if (known.has(one.id)) continue;
      if (signal.reason instanceof LeftToNextProcess) {
        await note(items);
        throw signal.reason;
      }
      // What was done stays done, and is told: a cancelled job would have no result.
      if (signal.aborted) {
        items.push({ id: one.id, name: one.name, outcome: 'refused', why: 'Cancelled before its turn.' });
        continue;
      }
      progress({ done: items.length, total: chosen.length, unit: 'steps', text: texts[action.kind] });
      items.push({ id: one.id, name: one.name, ...(await tried(one, action, actor)) });
      if (items.length % stride === 0) await note(items);
    }
    return { action, ...countOutcomes(items), items };
  };
};

/** What is not noted yet when the process ends is tried again: it is as it was to be, and said to be unchanged. */
const mostNotes = 100;
/** What was refused then may not be now. */
const itemsIn = (noted: unknown): CaseBulkItem[] =>
  Value.Check(Type.Array(CaseBulkItem), noted) ? noted.filter(({ outcome }) => outcome !== 'refused') : [];

const texts: Readonly<Record<CaseBulkAction['kind'], string>> = {
  close: 'Closing cases',
  reopen: 'Reopening cases',
  assign: 'Assigning cases',
  due: 'Setting due dates',
};

const assign = async (cases: Cases, caseId: string, owner: string | null, actor: string): Promise<Change> => {
  let before: string | undefined;
  let isChanged = false;
  await cases.act(caseId, actor, (state): CaseAction[] => {
    before = state.owner;
    isChanged = (before ?? null) !== owner;
    return isChanged ? [{ kind: 'case.changed', content: { changes: { owner } } }] : [];
  });
  return isChanged ? { outcome: 'done', owner: before ?? null } : { outcome: 'unchanged' };
};

const setDue = async (
  cases: Cases,
  caseId: string,
  { due, steps }: Extract<CaseBulkAction, { kind: 'due' }>,
  actor: string,
): Promise<Change> => {
  const { state: is, nextSteps } = await cases.view(caseId);
  if (is === 'open' && nextSteps.length === 0) return { outcome: 'refused', why: 'It has no open step.' };
  const wanted = new Set(steps ?? nextSteps.map(({ id }) => id));
  let dues: NonNullable<CaseBulkItem['dues']> = [];
  const after = await cases.act(caseId, actor, (state): CaseAction[] => {
    const changed = state.steps.filter(({ id, due: was }) => wanted.has(id) && (was ?? null) !== due);
    dues = changed.map((step) => ({ step: step.id, due: step.due ?? null }));
    return changed.map(({ id }) => ({ kind: 'step.changed', content: { id, due } }));
  });
  if (dues.length === 0) return { outcome: 'unchanged' };
  const why = stillEarlier(after, due);
  return { outcome: 'done', dues, ...(why === undefined ? {} : { why }) };
};

/** The list shows the earliest due date: where that is of another step, it is said. */
const stillEarlier = ({ steps }: CaseState, due: string | null): string | undefined => {
  const until = due === null ? Number.MAX_SAFE_INTEGER : Date.parse(due);
  const earlier = steps.find(
    (step) => step.state === 'open' && step.due !== undefined && Date.parse(step.due) < until,
  );
  return earlier?.due && `"${earlier.title}" is due ${formatInstant(earlier.due)}.`;
};
