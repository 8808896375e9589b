import { Popover, Stack, Switch, Text } from '@mantine/core';
import { IconCircle, IconCircleFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes, formatCount, formatNumber } from '#contract/format.ts';
import { type Recording, recordingLimits } from '#contract/request-log.ts';
import type { Settings } from '#contract/sandbox.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useSaveSettings, useSettings } from '#renderer/lib/use-settings.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

/** Counting goes over what is stored: not with each request, ms. */
const everyMs = 10_000;

/** Whether headers and bodies are recorded, how much is kept, and their deletion. */
export const RecordingMenu = () => {
  const query = useApiQuery<Recording>(keys.recording, '/api/recording', { refetchInterval: everyMs });
  const settings = useSettings();
  const [deletes, setDeletes] = useState(false);
  const [opened, setOpened] = useState(false);
  const isOn = query.data?.on;
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} withinPortal trapFocus>
        <Popover.Target>
          <SmallButton
            icon={isOn ? IconCircleFilled : IconCircle}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {isOn === undefined ? 'Recording' : `Recording ${isOn ? 'on' : 'off'}`}
          </SmallButton>
        </Popover.Target>
        <Popover.Dropdown aria-label="Recording">
          <Loaded query={query} text="Loading recording…">
            {(recording) => (
              // A switch that is there takes a click.
              <Loaded query={settings} text="Loading settings…">
                {(known) => (
                  <RecordingState
                    recording={recording}
                    settings={known}
                    onDelete={() => {
                      setOpened(false);
                      setDeletes(true);
                    }}
                  />
                )}
              </Loaded>
            )}
          </Loaded>
        </Popover.Dropdown>
      </Popover>
      {query.data && (
        <DeleteRecorded recording={query.data} opened={deletes} onClose={() => setDeletes(false)} />
      )}
    </>
  );
};

const { count: mostCount, totalBytes, days, bodyBytes } = recordingLimits;

interface RecordingStateProps {
  readonly recording: Recording;
  readonly settings: Settings;
  readonly onDelete: () => void;
}

const RecordingState = ({ recording, settings, onDelete }: RecordingStateProps) => {
  const save = useSaveSettings();
  const record = (recordBodies: boolean): void => save.mutate({ ...settings, recordBodies });
  return (
    <Stack gap="sm">
      <Switch
        label="Record headers and bodies"
        description="Secrets are masked before they are stored"
        checked={recording.on}
        readOnly={save.isPending}
        onChange={(event) => record(event.currentTarget.checked)}
      />
      <Text size="sm">
        {recording.count === 0
          ? 'Nothing recorded.'
          : `${formatCount(recording.count, 'request')} recorded, ${formatBytes(recording.bytes)}.`}
      </Text>
      <Text size="sm" c="dimmed">
        Kept: the newest {formatNumber(mostCount)} requests, {formatBytes(totalBytes)} and {days} days; of
        each body the first {formatBytes(bodyBytes)}.
      </Text>
      {save.error && <ErrorNotice title="Recording not changed" error={save.error} />}
      <Blockable blocked={recording.count === 0 ? 'Nothing is recorded.' : undefined}>
        <SmallButton changes onClick={onDelete}>
          Delete recorded bodies…
        </SmallButton>
      </Blockable>
    </Stack>
  );
};

interface DeleteRecordedProps {
  readonly recording: Recording;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const DeleteRecorded = ({ recording, opened, onClose }: DeleteRecordedProps) => {
  const remove = useApiMutation(() => api.delete<void>('/api/recording'), {
    rereads: [keys.recording, keys.request],
    onSuccess: () => {
      notifyDone('Recorded headers and bodies deleted.');
      onClose();
    },
  });
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title="Delete recorded bodies"
      text={`Deletes headers and bodies of ${formatCount(recording.count, 'request')} (${formatBytes(recording.bytes)}). Their entries stay in the log: deprecated calls are evidence. This can't be undone.`}
      action="Delete bodies"
      isDangerous
      doing={remove}
      failed="Recorded bodies not deleted"
      onConfirm={() => remove.mutate()}
    />
  );
};
