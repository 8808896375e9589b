import type { CutoverStage, CutoverView } from '#contract/cutover.ts';
import { localTargetId } from '#contract/target.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { isSoakOver, soakOf } from './on-target.ts';
import { isRehearsalSkipped, type Stage } from './stages.ts';

type Next = NonNullable<CutoverView['next']>;

/** What is to be done next, and by whom: what comes after the last stage that is reached; undefined at the end. */
export const nextOf = (state: CaseState, stages: readonly Stage[]): Next | undefined => {
  const last = stages.findLastIndex(({ reached }) => reached);
  const open = stages
    .slice(last + 1)
    .find(({ id, reached }) => !reached && !(id === 'rehearsed' && isRehearsalSkipped(state)));
  if (open === undefined) return undefined;
  const { what, responsible = open.responsible } = work[open.id](state, open);
  return { what, responsible };
};

type Work = Pick<Next, 'what'> & Partial<Pick<Next, 'responsible'>>;

const reasons = ({ why }: Stage): string => (why[0] === undefined ? '' : ` ${why[0]}`);

const work: Readonly<Record<CutoverStage, (state: CaseState, stage: Stage) => Work>> = {
  planned: (_, stage) => ({ what: `Plan the cutover.${stage.why.length > 0 ? reasons(stage) : ''}` }),
  rehearsed: (_, stage) => ({ what: `Rehearse the plan.${reasons(stage)}` }),
  requested: (_, stage) => ({ what: `Send the migration request.${reasons(stage)}` }),
  granted: ({ targetId }) =>
    targetId === localTargetId
      ? { what: 'Apply the plan.' }
      : { what: 'Carry out the plan, and confirm the request.', responsible: 'provider' },
  verified: (_, stage) => ({ what: `Verify the endpoints.${reasons(stage)}` }),
  soak: () => ({ what: 'Start the soak.', responsible: 'support' }),
  completed: (state, stage) => {
    const soak = soakOf(state);
    if (soak === undefined || !isSoakOver(soak)) {
      return { what: `Watch the deliveries.${reasons(stage)}`, responsible: 'both' };
    }
    return {
      what: `Complete the cutover.${soak.observations.at(-1)?.problems.length ? reasons(stage) : ''}`,
    };
  },
};
