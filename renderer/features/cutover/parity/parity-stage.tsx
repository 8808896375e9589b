import { Alert, Select, Stack } from '@mantine/core';
import { IconPlayerPlay, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { Comparison, CutoverView } from '#contract/cutover.ts';
import { comparisonSourceLabels } from '#contract/cutover-labels.ts';
import type { Job } from '#contract/job.ts';
import { isReached } from '#renderer/features/cutover/missing.tsx';
import classes from '#renderer/features/cutover/stage.module.css';
import { Reason, StageBar } from '#renderer/features/cutover/stage-bar.tsx';
import { dateTime } from '#renderer/lib/format.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { JobProgress } from '#renderer/ui/job-progress.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { CompareModal } from './compare-modal.tsx';
import { ComparisonReport } from './comparison-report.tsx';
import { DualRun } from './dual-run.tsx';
import { useComparisonJob, useRehearse } from './parity-calls.ts';
import { RehearseModal } from './rehearse-modal.tsx';

interface ParityStageProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

type Dialog = 'rehearse' | 'compare';

/** The rehearsal, recordings and the dual run: whether both mechanisms tell of the same. */
export const ParityStage = ({ found, view }: ParityStageProps) => {
  const [dialog, setDialog] = useState<Dialog>();
  const [chosen, setChosen] = useState<number>();
  const rehearse = useRehearse(found.id);
  const job = useComparisonJob(found.id);
  const comparison = view.comparisons.find(({ seq }) => seq === chosen) ?? view.comparisons[0];
  const running = job?.state === 'running';
  const frozen = view.plan !== undefined;
  const close = (): void => setDialog(undefined);
  return (
    <>
      <StageBar title="Rehearsal and parity">
        {view.comparisons.length > 1 && (
          <Choice comparisons={view.comparisons} shown={comparison} onChoose={setChosen} />
        )}
        {found.state === 'open' && <Actions view={view} running={running} onOpen={setDialog} />}
      </StageBar>
      <Stack className={classes.body}>
        {job && <JobOfComparison job={job} />}
        {comparison !== undefined && <Shown comparison={comparison} />}
        {comparison === undefined && !running && <NoComparison frozen={frozen} />}
        {frozen && <DualRun found={found} view={view} />}
      </Stack>
      {dialog === 'rehearse' && <RehearseModal view={view} rehearse={rehearse} onClose={close} />}
      {dialog === 'compare' && <CompareModal caseId={found.id} onClose={close} />}
    </>
  );
};

interface ActionsProps {
  readonly view: CutoverView;
  readonly running: boolean;
  readonly onOpen: (dialog: Dialog) => void;
}

const Actions = ({ view, running, onOpen }: ActionsProps) => {
  const missing = view.plan === undefined ? 'Freeze the plan first' : undefined;
  const blocked = missing ?? (running ? 'A comparison is running' : undefined);
  return (
    <>
      {missing !== undefined && <Reason>{missing}</Reason>}
      <Blockable blocked={blocked}>
        <IconButton changes icon={IconScale} variant="default" onClick={() => onOpen('compare')}>
          Compare recordings…
        </IconButton>
      </Blockable>
      <Blockable blocked={blocked}>
        <IconButton
          changes
          icon={IconPlayerPlay}
          variant={isReached(view, 'rehearsed') ? 'default' : 'filled'}
          onClick={() => onOpen('rehearse')}
        >
          Rehearse…
        </IconButton>
      </Blockable>
    </>
  );
};

/** Under way, or why it failed. */
const JobOfComparison = ({ job }: { readonly job: Job }) => {
  const isRehearsal = job.kind === 'rehearsal';
  if (job.state === 'failed') {
    return (
      <ErrorNotice title={isRehearsal ? 'Not rehearsed' : 'Not compared'} error={new Error(job.error)} />
    );
  }
  return (
    job.state === 'running' && (
      <JobProgress
        job={job}
        title={isRehearsal ? 'Rehearsal' : 'Comparison'}
        noun={isRehearsal ? 'rehearsal' : 'comparison'}
      />
    )
  );
};

interface ChoiceProps {
  readonly comparisons: readonly Comparison[];
  readonly shown: Comparison | undefined;
  readonly onChoose: (seq: number) => void;
}

const Choice = ({ comparisons, shown, onChoose }: ChoiceProps) => (
  <Select
    aria-label="Comparison shown"
    w={260}
    allowDeselect={false}
    value={shown === undefined ? null : String(shown.seq)}
    onChange={(seq) => seq !== null && onChoose(Number(seq))}
    data={comparisons.map(({ seq, source, at, current }) => ({
      value: String(seq),
      label: `${comparisonSourceLabels[source]}, ${dateTime(at)}${current ? '' : ' (outdated)'}`,
    }))}
  />
);

const NoComparison = ({ frozen }: { readonly frozen: boolean }) => (
  <Empty
    icon={<IconScale aria-hidden />}
    title="Not compared yet"
    text={
      frozen
        ? 'A rehearsal fires every rule type for every kind of company on a temporary instance, before and after the cutover, and compares both.'
        : 'Freeze the plan first: it is what is rehearsed.'
    }
  />
);

const Shown = ({ comparison }: { readonly comparison: Comparison }) => (
  <>
    {!comparison.current && (
      <Alert color="orange" title="Outdated">
        The plan changed since this comparison. Rehearse again.
      </Alert>
    )}
    <ComparisonReport comparison={comparison} />
  </>
);
