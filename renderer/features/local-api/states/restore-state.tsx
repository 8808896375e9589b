import { Checkbox, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RestoreState, StateRestored, StateView } from '#contract/states.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { useClock } from '#renderer/lib/use-clock.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SecretInput } from '#renderer/ui/secret-input.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { contentOf } from './state-labels.ts';
import { statePath } from './use-states.ts';

interface RestoreStateProps {
  readonly state: StateView;
  readonly onClose: () => void;
  readonly onRestored: (restored: StateRestored) => void;
}

/** Says what is replaced and what stays, asks for what opens the secrets, and restores. */
export const RestoreStateDialog = ({ state, onClose, onRestored }: RestoreStateProps) => {
  const [passphrase, setPassphrase] = useState('');
  const [withoutSecrets, setWithoutSecrets] = useState(false);
  const isOtherClock = useClock().data?.mode === 'system' && state.clock === 'virtual';
  const restore = useRestore(state.name);
  const submit = (): void =>
    restore.mutate(
      {
        ...(passphrase === '' ? {} : { passphrase }),
        ...(withoutSecrets ? { withoutSecrets } : {}),
      },
      {
        onSuccess: (restored) => {
          onClose();
          onRestored(restored);
        },
      },
    );
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={`Restore state "${state.name}"`}
      text={
        <Stack gap="sm">
          <Consequences state={state} />
          {isOtherClock && <OtherClock />}
          {!state.opensHere && (
            <Secrets
              state={state}
              passphrase={passphrase}
              withoutSecrets={withoutSecrets}
              onPassphrase={setPassphrase}
              onWithoutSecrets={setWithoutSecrets}
            />
          )}
        </Stack>
      }
      action="Restore state"
      isDangerous
      blocked={blockedBy(state, { isOtherClock, passphrase, withoutSecrets })}
      doing={restore}
      progress="Restoring…"
      failed="State not restored"
      onConfirm={submit}
    />
  );
};

/** Everything may have changed: it is reread. Its request may hold a passphrase. */
const useRestore = (name: string) =>
  useApiMutation((request: RestoreState) => api.post<StateRestored>(`${statePath(name)}/restore`, request), {
    rereads: [[]],
    isSecret: true,
  });

const blockedBy = (
  { opensHere, passphrase: hasPassphrase }: StateView,
  given: { readonly isOtherClock: boolean; readonly passphrase: string; readonly withoutSecrets: boolean },
): string | undefined => {
  if (given.isOtherClock) return 'Needs the virtual sandbox.';
  if (opensHere || given.withoutSecrets || given.passphrase !== '') return undefined;
  return hasPassphrase
    ? 'Enter the passphrase, or restore without secrets.'
    : 'Select to restore without secrets.';
};

const Consequences = ({ state }: { readonly state: StateView }) => (
  <>
    <Text>
      The sandbox returns to its state of <Instant at={state.saved} />: {contentOf(state)}
      {state.clock === 'virtual' && (
        <>
          , at virtual time <Instant at={state.now} exact />
        </>
      )}
      .
    </Text>
    <List spacing={4}>
      <List.Item>
        Replaced, after a backup: companies with their data, endpoints, rules, messages, faults, settings and
        the clock.
      </List.Item>
      <List.Item>Unchanged: address, current API keys, emails, cases with their evidence.</List.Item>
      <List.Item>
        Calls meanwhile get 503 with Retry-After. Deliveries that waited then are sent again.
      </List.Item>
    </List>
  </>
);

const OtherClock = () => (
  <Text>
    The state is on virtual time, and the local service runs on system time.{' '}
    <TextLink to="/local-api/clock?open=virtual">Open the virtual sandbox</TextLink> first.
  </Text>
);

interface SecretsProps {
  readonly state: StateView;
  readonly passphrase: string;
  readonly withoutSecrets: boolean;
  readonly onPassphrase: (passphrase: string) => void;
  readonly onWithoutSecrets: (without: boolean) => void;
}

const Secrets = ({ state, passphrase, withoutSecrets, onPassphrase, onWithoutSecrets }: SecretsProps) => (
  <>
    <Text>
      Its secrets were sealed in another data folder
      {state.passphrase ? '.' : ', without a passphrase: they cannot be opened here.'}
    </Text>
    {state.passphrase && !withoutSecrets && (
      <SecretInput
        label="Passphrase"
        maxLength={1000}
        value={passphrase}
        onChange={(event) => onPassphrase(event.currentTarget.value)}
      />
    )}
    <Checkbox
      label="Restore without secrets"
      description="Missing ones are listed afterwards, with what to do about each."
      checked={withoutSecrets}
      onChange={(event) => {
        onWithoutSecrets(event.currentTarget.checked);
        onPassphrase('');
      }}
    />
  </>
);
