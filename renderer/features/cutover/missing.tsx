import { Alert } from '@mantine/core';
import type { CutoverStage, CutoverView } from '#contract/cutover.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { Lines } from '#renderer/ui/lines.tsx';
import { forScreen } from './cutover-labels.ts';

interface MissingProps {
  readonly view: CutoverView;
  readonly stage: CutoverStage;
}

export const stageOf = (view: CutoverView, id: CutoverStage): CutoverView['stages'][number] | undefined =>
  view.stages.find((stage) => stage.id === id);

export const isReached = (view: CutoverView, id: CutoverStage): boolean =>
  stageOf(view, id)?.reached ?? false;

/** What a stage lacks, and who is responsible; nothing once it is reached. */
export const Missing = ({ view, stage: id }: MissingProps) => {
  const stage = stageOf(view, id);
  if (stage === undefined || stage.reached || stage.why.length === 0) return undefined;
  return (
    <Alert color="gray" title={`Waiting on ${partyLabels[stage.responsible].toLowerCase()}`}>
      <Lines lines={stage.why.map(forScreen)} />
    </Alert>
  );
};
