import { Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '#contract/format.ts';
import { type StateList, type StateView, stateExtension } from '#contract/states.ts';
import { withQuery } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { sendBytes } from '#renderer/lib/upload.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { SendingFile } from '#renderer/ui/sending-file.tsx';
import { blockedName, NameFields, type NameValues } from './name-fields.tsx';
import { isStateFile, stateNameOf } from './state-file.ts';
import { statePath } from './use-states.ts';

interface OpenStateProps {
  readonly file: File;
  readonly list: StateList;
  readonly onClose: () => void;
}

/** Adds the file of a state to the list, under a name. Nothing is restored yet. */
export const OpenStateDialog = ({ file, list, onClose }: OpenStateProps) => {
  const { add, sent, cancel } = useAddState(file);
  const form = useDraftForm({
    initialValues: { name: stateNameOf(file.name), replace: false },
    error: add.error,
  });
  const submit = (values: NameValues): void =>
    add.mutate(
      { ...values, name: values.name.trim() },
      {
        onSuccess: ({ name }) => {
          onClose();
          notifyDone(`State "${name}" added.`);
        },
      },
    );
  const close = (): void => {
    cancel();
    onClose();
  };
  return (
    <Modal opened onClose={close} title="Add state" size="lg">
      <ActionForm
        form={form}
        saving={add}
        action="Add state"
        failed="State not added"
        blocked={blockedName(form.values, list)}
        onSubmit={submit}
        onCancel={close}
      >
        <Text style={{ overflowWrap: 'anywhere' }}>
          {file.name} ({formatBytes(file.size)}). The file is checked, then listed; the sandbox stays as it
          is.
        </Text>
        <NameFields form={form} list={list} />
        {add.isPending && <SendingFile sending={{ name: file.name, sent, size: file.size, cancel: close }} />}
      </ActionForm>
    </Modal>
  );
};

/** Sending ends with its dialog. */
const useAddState = (file: File) => {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const sending = useRef<AbortController>(undefined);
  const cancel = (): void => sending.current?.abort();
  useEffect(() => () => sending.current?.abort(), []);
  const add = useMutation({
    mutationFn: async ({ name, replace }: NameValues) => {
      if (!(await isStateFile(file))) {
        throw new Error(
          `${file.name} is not a state that Carryover saved, or its end is missing. Nothing was changed. Choose a file that ends in ${stateExtension}.`,
        );
      }
      const stop = new AbortController();
      sending.current = stop;
      setSent(0);
      return sendBytes<StateView>(
        'PUT',
        withQuery(`${statePath(name)}/file`, replace ? { replace } : {}),
        file,
        {
          signal: stop.signal,
          onProgress: setSent,
        },
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.states }),
  });
  return { add, sent, cancel };
};
