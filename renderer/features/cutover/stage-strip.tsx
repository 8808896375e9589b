import { Box, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleHalf2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { CutoverStage, CutoverView } from '#contract/cutover.ts';
import { stageLabels } from '#contract/cutover-labels.ts';
import { dayTime } from '#renderer/lib/format.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { forScreen } from './cutover-labels.ts';
import classes from './stage.module.css';

interface StageStripProps {
  readonly view: CutoverView;
  readonly shown: CutoverStage;
  /** The first that is not reached. */
  readonly next: CutoverStage;
}

type Stage = CutoverView['stages'][number];

const looks = {
  reached: { Icon: IconCircleCheck, said: 'Done: ' },
  next: { Icon: IconCircleHalf2, said: 'Current: ' },
  open: { Icon: IconCircle, said: 'Open: ' },
} as const;

/** The stages from plan to completion, each with who is responsible or when it was reached. */
export const StageStrip = ({ view, shown, next }: StageStripProps) => {
  usePreference('timeZone');
  return (
    <Box
      component="ol"
      className={classes.strip}
      aria-label="Stages of the cutover"
      style={{ '--columns': columnsFor(view, next) }}
    >
      {view.stages.map((stage) => {
        const state = stage.reached ? 'reached' : stage.id === next ? 'next' : 'open';
        const { Icon, said } = looks[state];
        const who = underline(stage, state === 'next');
        return (
          <li key={stage.id}>
            <Link
              to={`?stage=${stage.id}`}
              replace
              className={classes.stage}
              data-state={state}
              aria-current={stage.id === shown ? 'step' : undefined}
              title={stage.why.length > 0 ? forScreen(stage.why.join(' ')) : undefined}
            >
              <Icon size={16} stroke={1.6} aria-hidden />
              <span className={classes.what}>
                <span className={classes.name}>
                  <VisuallyHidden>{said}</VisuallyHidden>
                  {stageLabels[stage.id]}
                </span>
                <span className={classes.who}>{who}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </Box>
  );
};

/** The next one says what it lacks: it has more room. */
const columnsFor = ({ stages }: CutoverView, next: CutoverStage): string =>
  stages
    .map(({ id, reached }) => (id === next && !reached ? 'minmax(0, 1.5fr)' : 'minmax(0, 1fr)'))
    .join(' ');

const underline = ({ reached, at, responsible, why }: Stage, isNext: boolean): string => {
  const party = partyLabels[responsible];
  if (reached) return at === undefined ? party : dayTime(at);
  const [first] = why;
  return isNext && first !== undefined ? `${forScreen(first).replace(/\.$/, '')} · ${party}` : party;
};
