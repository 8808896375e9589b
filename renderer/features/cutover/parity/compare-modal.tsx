import { Checkbox, FileButton, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from '#contract/format.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { type LocatedFile, releaseFile, useLocatedFile } from '#renderer/lib/use-located-file.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import '@mantine/dropzone/styles.css';
import { Dropzone } from '@mantine/dropzone';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { IconAction } from '#renderer/ui/icon-action.tsx';
import { SendingFile } from '#renderer/ui/sending-file.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { useCompare } from './parity-calls.ts';

interface CompareModalProps {
  readonly caseId: string;
  readonly onClose: () => void;
}

const defaultMinutes = 5;

/** Compares recordings of the legacy and the new mechanism: files, or what the built-in receiver captured. */
export const CompareModal = ({ caseId, onClose }: CompareModalProps) => {
  const compare = useCompare(caseId);
  const [files, setFiles] = useState<readonly LocatedFile[]>([]);
  const form = useDraftForm({
    initialValues: { receiver: false, minutes: defaultMinutes as number | string },
    error: compare.error,
  });
  const { receiver, minutes } = form.values;
  const drop = (file: LocatedFile): void => {
    releaseFile(file);
    setFiles((now) => now.filter((one) => one !== file));
  };
  return (
    <Modal opened onClose={onClose} title="Compare recordings" size="lg">
      <ActionForm
        form={form}
        saving={compare}
        action="Compare"
        failed="Not compared"
        blocked={files.length === 0 && !receiver ? 'Choose a recording' : undefined}
        onSubmit={() =>
          compare.mutate(
            {
              ...(files.length > 0 && { recordings: files.map(({ path }) => ({ path })) }),
              ...(receiver && { receiver }),
              withinMs: Number(minutes) * 60_000,
            },
            { onSuccess: onClose },
          )
        }
        onCancel={onClose}
      >
        <Files files={files} onAdd={(file) => setFiles((now) => [...now, file])} onRemove={drop} />
        <Checkbox
          label="Include what the built-in receiver captured"
          {...form.getInputProps('receiver', { type: 'checkbox' })}
        />
        <NumberInput
          label="Same occurrence within"
          suffix=" min"
          min={0}
          max={1440}
          w={200}
          {...form.getInputProps('minutes')}
        />
      </ActionForm>
    </Modal>
  );
};

interface FilesProps {
  readonly files: readonly LocatedFile[];
  readonly onAdd: (file: LocatedFile) => void;
  readonly onRemove: (file: LocatedFile) => void;
}

const Files = ({ files, onAdd, onRemove }: FilesProps) => {
  const { sending, error, take } = useLocatedFile(onAdd);
  const takeAll = async (chosen: readonly File[]): Promise<void> => {
    for (const file of chosen) await take(file);
  };
  return (
    <Stack gap="xs">
      <Dropzone.FullScreen
        active={sending === undefined}
        activateOnKeyboard={false}
        aria-hidden
        onDrop={(chosen) => void takeAll(chosen)}
      >
        <Group justify="center" mih="calc(100dvh - 80px)">
          <Text size="xl">Drop recordings</Text>
        </Group>
      </Dropzone.FullScreen>
      <Text>Recordings of both mechanisms, as HAR or JSON lines. Drop files or choose them.</Text>
      {error !== undefined && <ErrorNotice title="File not read" error={error} />}
      {sending && <SendingFile sending={sending} />}
      {files.map((file) => (
        <Group key={file.path} gap="xs">
          <Text>
            <b>{file.name}</b>, {formatBytes(file.size)}
          </Text>
          <IconAction
            icon={IconX}
            tooltip="Remove"
            label={`Remove ${file.name}`}
            onClick={() => onRemove(file)}
          />
        </Group>
      ))}
      <Group>
        <FileButton
          multiple
          onChange={(chosen) => void takeAll(chosen)}
          inputProps={{ 'aria-label': 'Recordings' }}
        >
          {({ onClick }) => (
            <SmallButton icon={IconFile} onClick={onClick}>
              Choose files…
            </SmallButton>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
};
