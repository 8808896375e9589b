import { FileButton, Group, Stack } from '@mantine/core';
import { IconCamera, IconDeviceFloppy, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { type StateList, type StateRestored, type StateView, stateExtension } from '#contract/states.ts';
import { useOnServer } from '#renderer/lib/use-on-server.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { DeleteState } from './delete-state.tsx';
import { ForkStateDialog } from './fork-state.tsx';
import { OpenStateDialog } from './open-state.tsx';
import { RestoreStateDialog } from './restore-state.tsx';
import { RestoredNotice } from './restored-notice.tsx';
import { SaveStateDialog } from './save-state.tsx';
import { StateTable } from './state-table.tsx';
import { UnreadableStates } from './unreadable-states.tsx';
import { useStates } from './use-states.ts';

/** Named states of the sandbox: saving one, and returning to it. `?new=state` begins a save. */
export const StatesTab = () => {
  const query = useStates();
  const onServer = useOnServer();
  const [{ new: wanted }, setUrl] = useUrlState(['new']);
  const [file, setFile] = useState<File>();
  const [restored, setRestored] = useState<StateRestored>();
  return (
    <Section
      title="Saved states"
      description="Everything in the sandbox at one moment, to return to or to share as a file"
      actions={
        <Group gap="xs">
          <OpenFile onChoose={setFile} />
          <Blockable blocked={onServer}>
            <IconButton changes icon={IconDeviceFloppy} onClick={() => setUrl({ new: 'state' })}>
              Save state…
            </IconButton>
          </Blockable>
        </Group>
      }
    >
      <Stack gap="sm">
        {restored && <RestoredNotice restored={restored} onClose={() => setRestored(undefined)} />}
        <Loaded query={query} text="Loading states…">
          {(list) => (
            <>
              <States list={list} onRestored={setRestored} />
              {wanted === 'state' && onServer === undefined && (
                <SaveStateDialog list={list} onClose={() => setUrl({ new: undefined })} />
              )}
              {file && <OpenStateDialog file={file} list={list} onClose={() => setFile(undefined)} />}
            </>
          )}
        </Loaded>
      </Stack>
    </Section>
  );
};

const OpenFile = ({ onChoose }: { readonly onChoose: (file: File | undefined) => void }) => (
  <FileButton accept={stateExtension} onChange={(file) => onChoose(file ?? undefined)}>
    {(props) => (
      <IconButton changes variant="default" icon={IconUpload} {...props}>
        Open file…
      </IconButton>
    )}
  </FileButton>
);

interface StatesProps {
  readonly list: StateList;
  readonly onRestored: (restored: StateRestored) => void;
}

const States = ({ list: { results, unreadable }, onRestored }: StatesProps) => {
  const [restoring, setRestoring] = useState<StateView>();
  const [forking, setForking] = useState<StateView>();
  const [removing, setRemoving] = useState<string>();
  return (
    <Stack gap="sm">
      <UnreadableStates unreadable={unreadable} onDelete={setRemoving} />
      {results.length === 0 ? (
        <Empty
          icon={<IconCamera aria-hidden />}
          title="No states yet"
          text="Save one before a risky step, such as a cutover, and return to it later."
        />
      ) : (
        <StateTable states={results} onRestore={setRestoring} onFork={setForking} onDelete={setRemoving} />
      )}
      {restoring && (
        <RestoreStateDialog
          state={restoring}
          onClose={() => setRestoring(undefined)}
          onRestored={onRestored}
        />
      )}
      {forking && <ForkStateDialog state={forking} onClose={() => setForking(undefined)} />}
      <DeleteState name={removing} onClose={() => setRemoving(undefined)} />
    </Stack>
  );
};
