import type { CaseSummary, CaseView, PartProgress, PartStep, Step } from '#contract/case.ts';
import { bothParties } from '#contract/runbook.ts';
import { localTargetId } from '#contract/target.ts';
import { confirmationStepId } from './standard-steps.ts';
import type { CaseState, ObservationState } from './state.ts';

/** A case as a list shows it. */
export const summaryOf = (state: CaseState): CaseSummary => {
  const { id, name, integrator, parts, targetId, clientId, revision, created, updated, verdicts, owner } =
    state;
  const verdict = verdicts.at(-1)?.verdict.state;
  const cutOver = cutOverIn(state);
  const open = state.state === 'open' ? state.steps.filter((step) => step.state === 'open') : [];
  const nextSteps = parts.flatMap((part): PartStep[] => {
    const first = open.find((step) => step.part === part);
    return first === undefined ? [] : [{ part, ...nextOf(first) }];
  });
  return {
    id,
    name,
    integrator,
    parts: [...parts],
    state: state.state,
    targetId,
    ...(clientId === undefined ? {} : { clientId }),
    revision,
    created,
    updated,
    ...(verdict === undefined ? {} : { verdict }),
    ...(cutOver === undefined ? {} : { cutOver }),
    ...mostUrgent(nextSteps),
    nextSteps,
    ...(owner === undefined ? {} : { owner }),
    ...earliestDue(open),
    progress: parts.map((part) => progressOf(part, state.steps)),
    ...windowIn(state),
  };
};

/**
 * The forms in which heads of earlier versions tell of the case: without owner, due date, progress and window, with the
 * first open step as the next one, whatever is due; before that without the cutover, or without the next step of each part.
 */
export const earlierSummariesOf = (state: CaseState): object[] => {
  const { owner, due, progress, window, next, nextSteps, ...rest } = summaryOf(state);
  const first = state.state === 'open' ? state.steps.find((step) => step.state === 'open') : undefined;
  const { cutOver, ...uncut } = rest;
  const before = { ...uncut, ...(first === undefined ? {} : { next: nextOf(first) }) };
  const whole = { ...rest, ...(first === undefined ? {} : { next: nextOf(first) }), nextSteps };
  return [whole, { ...before, nextSteps }, before];
};

/** The one that is due first; the first one, where none is due. */
const mostUrgent = (nextSteps: readonly PartStep[]): Pick<CaseSummary, 'next'> => {
  const [first] = nextSteps.toSorted((a, b) => dueMs(a) - dueMs(b));
  return first === undefined ? {} : { next: nextOf(first) };
};

/** As a number: instants may be written with milliseconds, and without. */
const dueMs = ({ due }: Pick<Step, 'due'>): number =>
  due === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(due);

const earliestDue = (open: readonly Step[]): Pick<CaseSummary, 'due'> => {
  const due = open.toSorted((a, b) => dueMs(a) - dueMs(b))[0]?.due;
  return due === undefined ? {} : { due };
};

const progressOf = (part: PartProgress['part'], steps: readonly Step[]): PartProgress => {
  const own = steps.filter((step) => step.part === part);
  return { part, done: own.filter(({ state }) => state !== 'open').length, total: own.length };
};

const windowIn = ({ runbook }: CaseState): Pick<CaseSummary, 'window'> => {
  if (runbook?.window === undefined) return {};
  const { start, end, agreements } = runbook.window;
  const agreed = bothParties.every((party) => agreements.some((one) => one.party === party));
  return { window: { start, end, agreed } };
};

/** Since when the migration is confirmed; undefined where it is not, or no longer. */
const cutOverIn = ({ steps, request }: CaseState): string | undefined =>
  steps.find(({ id }) => id === confirmationStepId)?.state === 'done'
    ? request?.history.findLast(({ state }) => state === 'confirmed')?.at
    : undefined;

const nextOf = ({ id, title, responsible, due }: Pick<Step, 'id' | 'title' | 'responsible' | 'due'>) => ({
  id,
  title,
  responsible,
  ...(due === undefined ? {} : { due }),
});

export const viewOf = (state: CaseState): CaseView => ({
  ...summaryOf(state),
  ...targetSeenIn(state),
  digest: state.digest,
  contacts: [...state.contacts],
  notes: [...state.notes],
  attachments: [...state.attachments],
  steps: [...state.steps],
  observations: state.observations.map(observationOf),
});

/** A remote target tells of no change by itself: its steps are as of what was read last. */
const targetSeenIn = ({ targetId, parts, ...state }: CaseState): Pick<CaseView, 'targetSeen'> => {
  if (targetId === localTargetId) return {};
  const webhooks = lastOf([
    ...state.cutoverChecks.filter((one) => one.targetId === targetId),
    ...[...state.endpoints.values()].filter((one) => one.targetId === targetId),
  ]);
  const tokens = lastOf(
    state.tokenRuns.flatMap(({ started, ended }) =>
      ended !== undefined && started.kind !== 'rehearsal' && started.targetId === targetId ? [ended] : [],
    ),
  );
  const seen = {
    ...(parts.includes('webhooks') && webhooks !== undefined ? { webhooks } : {}),
    ...(parts.includes('tokens') && tokens !== undefined ? { tokens } : {}),
  };
  return Object.keys(seen).length === 0 ? {} : { targetSeen: seen };
};

const lastOf = (all: readonly { readonly at: string }[]): string | undefined =>
  all
    .map(({ at }) => at)
    .sort()
    .at(-1);

const observationOf = ({ lastRequestId: _, desk: _desk, ...observation }: ObservationState) => observation;
