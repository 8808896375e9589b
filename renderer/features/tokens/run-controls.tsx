import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { runKindLabels } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';
import { WindowOverride } from '#renderer/ui/window-override.tsx';
import type { useControlRun } from './control-run.ts';

interface RunControlsProps {
  readonly run: Pick<Run, 'id' | 'state' | 'kind'>;
  readonly control: ReturnType<typeof useControlRun>;
}

/** Pause, resume, end: what the state of the run lets be done. */
export const RunControls = ({ run: { id, state, kind }, control }: RunControlsProps) => {
  const [asking, setAsking] = useState(false);
  const isRunning = state === 'running';
  const busyWith = control.isPending ? control.variables?.control : undefined;
  const what = runKindLabels[kind].toLowerCase();
  return (
    <>
      {isRunning && kind !== 'rehearsal' && (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={16} aria-hidden />}
          loading={busyWith === 'pause'}
          disabled={control.isPending}
          onClick={() => control.mutate({ control: 'pause' })}
        >
          Pause the {what}
        </Button>
      )}
      {!isRunning && kind !== 'rehearsal' && (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={busyWith === 'resume'}
          disabled={control.isPending}
          onClick={() => control.mutate({ control: 'resume' })}
        >
          Resume the {what}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        loading={busyWith === 'cancel'}
        disabled={control.isPending}
        onClick={() => setAsking(true)}
      >
        Cancel the {what}…
      </Button>
      <WindowOverride
        error={control.error}
        draft={`run:${id}:window-override`}
        busy={control.isPending}
        onSubmit={(overrideWindow) => control.mutate({ control: 'resume', overrideWindow })}
        onClose={control.reset}
      />
      <Modal opened={asking} onClose={() => setAsking(false)} title={`Cancel the ${what}?`}>
        <Stack>
          <Text>
            It ends for good: calls in the air are awaited, nothing more is sent, and it can't be resumed.{' '}
            {kind === 'rehearsal'
              ? 'Its instance of the service goes; what it came to is kept.'
              : 'What was done stays. Rows that were not reached stay ready for another run.'}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button
              color="red"
              onClick={() => {
                setAsking(false);
                control.mutate({ control: 'cancel' });
              }}
            >
              Cancel the {what}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
};
