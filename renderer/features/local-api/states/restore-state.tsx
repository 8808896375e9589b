import { List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { RestoreState, StateRestored, StateView } from '#contract/states.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { useClock } from '#renderer/lib/use-clock.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { contentOf } from './state-labels.ts';
import { blockedSecrets, StateSecrets } from './state-secrets.tsx';
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
            <StateSecrets
              state={state}
              verb="Restore"
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
  state: StateView,
  given: { readonly isOtherClock: boolean; readonly passphrase: string; readonly withoutSecrets: boolean },
): string | undefined =>
  given.isOtherClock ? 'Needs the virtual sandbox.' : blockedSecrets(state, given, 'restore');

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
