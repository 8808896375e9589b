import type { CaseSummary, CaseView, PartStep } from '#contract/case.ts';
import type { CaseState, ObservationState } from './state.ts';

/** A case as a list shows it. */
export const summaryOf = (state: CaseState): CaseSummary => {
  const { id, name, integrator, parts, targetId, clientId, revision, created, updated, verdicts } = state;
  const verdict = verdicts.at(-1)?.verdict.state;
  const open = state.state === 'open' ? state.steps.filter((step) => step.state === 'open') : [];
  const [next] = open;
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
    ...(next === undefined ? {} : { next: nextOf(next) }),
    nextSteps: parts.flatMap((part): PartStep[] => {
      const first = open.find((step) => step.part === part);
      return first === undefined ? [] : [{ part, ...nextOf(first) }];
    }),
  };
};

const nextOf = ({ id, title, responsible, due }: CaseState['steps'][number]) => ({
  id,
  title,
  responsible,
  ...(due === undefined ? {} : { due }),
});

export const viewOf = (state: CaseState): CaseView => ({
  ...summaryOf(state),
  digest: state.digest,
  contacts: [...state.contacts],
  notes: [...state.notes],
  attachments: [...state.attachments],
  steps: [...state.steps],
  observations: state.observations.map(observationOf),
});

const observationOf = ({ lastRequestId: _, desk: _desk, ...observation }: ObservationState) => observation;
