import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { runKindLabels } from '#contract/run-labels.ts';
import type { ResumeRequest, Run } from '#contract/token-runs.ts';
import { api } from '#renderer/lib/api.ts';
import { formatProgress } from '#renderer/lib/run-figures.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { Blockable } from './blockable.tsx';
import { ConfirmModal, type ConfirmModalProps } from './confirm-modal.tsx';
import { notifyDone, notifyFailed } from './notify.tsx';
import { Term } from './term.tsx';
import { isOutsideWindow, WindowOverride } from './window-override.tsx';

/** Pauses, resumes or cancels an unfinished run. A rehearsal can only be cancelled. */
export const RunControls = ({ run }: { readonly run: Run }) => {
  const { state, kind } = run;
  const [asking, setAsking] = useState(false);
  const control = useControlRun(run.caseId);
  const isPausable = kind !== 'rehearsal';
  const what = runKindLabels[kind].toLowerCase();
  const pending = control.isPending ? control.variables.control : undefined;
  const button = (of: Control) => ({ variant: 'default', loading: pending === of });
  const blocked = (of: Control) =>
    pending === undefined || pending === of ? undefined : 'Another change of the run is under way.';
  return (
    <>
      <Blockable blocked={blocked('cancel')}>
        <Button
          {...button('cancel')}
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Cancel {what}…
        </Button>
      </Blockable>
      {isPausable && state === 'running' && (
        <Blockable blocked={blocked('pause')}>
          <Button
            {...button('pause')}
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            onClick={() => control.mutate({ control: 'pause' })}
          >
            Pause {what}
          </Button>
        </Blockable>
      )}
      {isPausable && state !== 'running' && (
        <Blockable blocked={blocked('resume')}>
          <Button
            {...button('resume')}
            variant="filled"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => control.mutate({ control: 'resume' })}
          >
            Resume {what}
          </Button>
        </Blockable>
      )}
      <WindowOverride
        error={control.error}
        draft={`run:${run.id}:window-override`}
        busy={control.isPending}
        onSubmit={(overrideWindow) => control.mutate({ control: 'resume', overrideWindow })}
        onClose={control.reset}
      />
      <CancelModal
        kind={kind}
        opened={asking}
        onClose={() => setAsking(false)}
        doing={control}
        onConfirm={() => {
          setAsking(false);
          control.mutate({ control: 'cancel' });
        }}
      />
    </>
  );
};

type CancelModalProps = Pick<ConfirmModalProps, 'opened' | 'onClose' | 'doing' | 'onConfirm'> &
  Pick<Run, 'kind'>;

const CancelModal = ({ kind, ...modal }: CancelModalProps) => {
  const what = runKindLabels[kind].toLowerCase();
  const consequence =
    kind === 'rehearsal' ? (
      <>
        Its <Term term="temporary instance">temporary instance</Term> is removed; its results are kept.
      </>
    ) : (
      'Migrated rows stay; rows not reached stay ready for another run.'
    );
  return (
    <ConfirmModal
      {...modal}
      title={`Cancel ${what}?`}
      text={<>It cannot be resumed. {consequence}</>}
      action={`Cancel ${what}`}
      cancel={`Keep ${what}`}
      isDangerous
    />
  );
};

type Control = 'pause' | 'resume' | 'cancel';

/** Resolves when the run has paused, resumed or ended. */
const useControlRun = (caseId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ control, ...request }: ResumeRequest & { readonly control: Control }) =>
      api.post<Run>(`${tokensPath(caseId)}/runs/${control}`, request),
    onSuccess: (run) => {
      client.setQueryData([...tokenKeys.all(caseId), 'runs', run.id], run);
      notifyDone(`${outcomes[run.state]}: ${formatProgress(run)}.`);
    },
    onError: (error, { control }) => {
      if (!isOutsideWindow(error)) notifyFailed(failures[control], error);
    },
    // The run may have ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all(caseId) }),
  });
};

const failures: Readonly<Record<Control, string>> = {
  pause: 'Run not paused',
  resume: 'Run not resumed',
  cancel: 'Run not cancelled',
};

const outcomes: Readonly<Record<Run['state'], string>> = {
  paused: 'Paused',
  running: 'Resumed',
  cancelled: 'Cancelled',
  interrupted: 'Already ended',
  done: 'Already ended',
};
