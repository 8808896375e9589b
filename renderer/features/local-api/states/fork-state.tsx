import { Modal } from '@mantine/core';
import type { ForkState, StateForked, StateView } from '#contract/states.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { ForkFolder } from './fork-folder.tsx';
import { ForkedResult } from './forked-result.tsx';
import { blockedSecrets, StateSecrets } from './state-secrets.tsx';
import { statePath } from './use-states.ts';

interface ForkStateProps {
  readonly state: StateView;
  readonly onClose: () => void;
}

const initialValues = { into: '', passphrase: '', withoutSecrets: false };

/** Creates a data folder that starts with a state, and says how to serve it. */
export const ForkStateDialog = ({ state, onClose }: ForkStateProps) => {
  const fork = useFork(state.name);
  return (
    <Modal opened onClose={onClose} title={`Fork state "${state.name}"`} size="lg">
      {fork.data ? (
        <ForkedResult forked={fork.data} onClose={onClose} />
      ) : (
        <ForkForm state={state} fork={fork} onCancel={onClose} />
      )}
    </Modal>
  );
};

/** Its request may hold a passphrase. */
const useFork = (name: string) =>
  useApiMutation((request: ForkState) => api.post<StateForked>(`${statePath(name)}/fork`, request), {
    isSecret: true,
  });

interface ForkFormProps {
  readonly state: StateView;
  readonly fork: ReturnType<typeof useFork>;
  readonly onCancel: () => void;
}

const ForkForm = ({ state, fork, onCancel }: ForkFormProps) => {
  const form = useDraftForm({ initialValues, error: fork.error });
  const { into, passphrase, withoutSecrets } = form.values;
  const submit = (): void =>
    fork.mutate({
      ...(into === '' ? {} : { into }),
      ...(passphrase === '' ? {} : { passphrase }),
      ...(withoutSecrets ? { withoutSecrets } : {}),
    });
  return (
    <ActionForm
      form={form}
      saving={fork}
      action="Fork state"
      failed="State not forked"
      blocked={blockedSecrets(state, form.values, 'fork')}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <ForkFolder name={state.name} into={into} onChoose={(path) => form.setFieldValue('into', path)} />
      {!state.opensHere && (
        <StateSecrets
          state={state}
          verb="Fork"
          {...form.values}
          onPassphrase={(given) => form.setFieldValue('passphrase', given)}
          onWithoutSecrets={(without) => form.setFieldValue('withoutSecrets', without)}
        />
      )}
    </ActionForm>
  );
};
