import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import { type CutoverStage, type CutoverView, cutoverStages } from '#contract/cutover.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { ApplyStage } from './apply/apply-stage.tsx';
import { CompleteStage } from './complete/complete-stage.tsx';
import { RolledBack } from './complete/rolled-back.tsx';
import { useCutover } from './cutover-calls.ts';
import { isReached } from './missing.tsx';
import { ParityStage } from './parity/parity-stage.tsx';
import { PlanStage } from './plan/plan-stage.tsx';
import { RequestStage } from './request/request-stage.tsx';
import { SoakStage } from './soak/soak-stage.tsx';
import classes from './stage.module.css';
import { NextStageContext } from './stage-bar.tsx';
import { StageStrip } from './stage-strip.tsx';
import { VerifyStage } from './verify/verify-stage.tsx';

/** The webhook cutover, stage by stage. The address names the stage, else it is the first that is not reached. */
export const Component = () => {
  const found = useCase();
  return (
    <Page title="Cutover" level={2}>
      <Loaded query={useCutover(found.id)} text="Loading cutover…">
        {(view) => <Screen found={found} view={view} />}
      </Loaded>
    </Page>
  );
};

export interface StageProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

const Screen = ({ found, view }: StageProps) => {
  const [{ stage }] = useUrlState(['stage']);
  const next = nextStage(view);
  // Stays when it is done, so that the result is seen.
  const [first] = useState(next);
  const shown = cutoverStages.find((one) => one === stage) ?? first;
  const Stage = stages[shown];
  return (
    <div className={classes.screen}>
      <VisuallyHidden role="status">
        {view.next === undefined ? '' : `Next: ${view.next.what}`}
      </VisuallyHidden>
      <StageStrip view={view} shown={shown} next={next} />
      <RolledBack view={view} />
      <NextStageContext value={following(view, shown, next)}>
        <Stage key={shown} found={found} view={view} />
      </NextStageContext>
    </div>
  );
};

/** Where to go on from a stage that is reached; not from a soak that is under way. */
const following = (view: CutoverView, shown: CutoverStage, next: CutoverStage): CutoverStage | undefined =>
  isReached(view, shown) && shown !== next && !(shown === 'soak' && view.soak?.state === 'running')
    ? next
    : undefined;

/** The one that is worked on: what precedes a cutover that is in place is no longer to be done. */
const nextStage = (view: CutoverView): CutoverStage => {
  const last = isReached(view, 'granted') ? view.stages.findLastIndex(({ reached }) => reached) : -1;
  const open = view.stages.slice(last + 1).find(({ reached }) => !reached)?.id ?? 'completed';
  // A rehearsal that was skipped stays open.
  return open === 'rehearsed' && isReached(view, 'requested') ? 'granted' : open;
};

const stages: Readonly<Record<CutoverStage, (props: StageProps) => React.ReactNode>> = {
  planned: PlanStage,
  rehearsed: ParityStage,
  requested: RequestStage,
  granted: ApplyStage,
  verified: VerifyStage,
  soak: SoakStage,
  completed: CompleteStage,
};
