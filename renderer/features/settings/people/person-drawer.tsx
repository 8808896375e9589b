import { Alert, Drawer, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { Person } from '#contract/people.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RowButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { NameInput } from './person-inputs.tsx';
import { GrantTable, RolesPart } from './roles-part.tsx';
import { suspensionTexts } from './suspension-texts.ts';
import { tokenState } from './token-states.ts';
import { TokensPart } from './tokens-part.tsx';
import { useLeave, useRejoin, useRename, useUnlink } from './use-people.ts';

interface PersonDrawerProps {
  readonly person: Person | undefined;
  readonly isAsked: boolean;
  readonly onClose: () => void;
}

/** A person: roles, access tokens, and the end of the access. */
export const PersonDrawer = ({ person, isAsked, onClose }: PersonDrawerProps) => (
  <Drawer
    opened={isAsked}
    onClose={onClose}
    position="right"
    size="xl"
    title={person?.name ?? 'Person'}
    styles={{ title: { overflowWrap: 'anywhere' } }}
  >
    {person === undefined ? (
      isAsked && <Text>There is no such person.</Text>
    ) : (
      <PersonView key={person.id} person={person} />
    )}
  </Drawer>
);

const PersonView = ({ person }: { readonly person: Person }) => {
  const { id, name, login, added, left, provider, suspended, sessions, tokens, grants } = person;
  const [renaming, setRenaming] = useState(false);
  const isHere = left === undefined;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          ['Sign-in name', login],
          ['Added', <Instant key="a" at={added} />],
          ['Left', left && <Instant key="l" at={left} />],
          [
            'Provider',
            provider && (
              <Group key="p" gap="xs">
                {provider.issuer}
                <Unlink person={person} />
              </Group>
            ),
          ],
          ['Sessions', formatCount(sessions, 'session')],
        ]}
      />
      {suspended && (
        <Alert color="orange" variant="light" title="Suspended">
          Since <Instant at={suspended.since} />. {suspensionTexts[suspended.why]}
        </Alert>
      )}
      <Group gap="xs">
        {isHere && <SmallButton onClick={() => setRenaming(true)}>Change name…</SmallButton>}
        {isHere ? <End person={person} /> : <Return person={person} />}
      </Group>
      {isHere ? (
        <RolesPart person={person} />
      ) : (
        <Section title="Roles on return" level={3}>
          <GrantTable name={name} grants={grants} />
        </Section>
      )}
      <TokensPart of={id} name={name} tokens={tokens} canCreate={isHere} />
      <Modal opened={renaming} onClose={() => setRenaming(false)} title={`Change name of ${name}`}>
        {renaming && <Rename person={person} onClose={() => setRenaming(false)} />}
      </Modal>
    </Stack>
  );
};

const Rename = ({
  person: { id, name },
  onClose,
}: {
  readonly person: Person;
  readonly onClose: () => void;
}) => {
  const rename = useRename(id);
  const form = useDraftForm({ initialValues: { name }, error: rename.error });
  return (
    <ActionForm
      form={form}
      saving={rename}
      action="Save name"
      failed="Name not changed"
      blocked={form.values.name.trim() === name ? 'No changes' : undefined}
      onSubmit={(values) => rename.mutate(values.name.trim(), { onSuccess: onClose })}
      onCancel={onClose}
    >
      <NameInput form={form} />
      <Text size="sm" c="dimmed">
        Earlier entries keep the name they were recorded with.
      </Text>
    </ActionForm>
  );
};

const End = ({ person }: { readonly person: Person }) => {
  const { id, name, tokens, sessions } = person;
  const leave = useLeave(id);
  const now = Date.now();
  const open = tokens.filter((token) => tokenState(token, now) === 'active').length;
  return (
    <ConfirmAction
      trigger={(ask) => (
        <SmallButton color="red" onClick={ask}>
          End access…
        </SmallButton>
      )}
      title={`End access of ${name}?`}
      text={
        <Stack gap="xs">
          <Text>
            At once: {formatCount(sessions, 'session')} and {formatCount(open, 'access token')} end, and open
            pages and streams of this person close.
          </Text>
          <Text>
            Entries stay, with the name. The sign-in name is never given to somebody else. Roles are kept for
            a return; access tokens are not.
          </Text>
        </Stack>
      }
      action="End access"
      isDangerous
      doing={leave}
      failed="Access not ended"
      onConfirm={(close) =>
        leave.mutate(undefined, {
          onSuccess: () => {
            close();
            notifyDone(`Access of ${name} ended.`);
          },
        })
      }
    />
  );
};

const Return = ({ person: { id, name } }: { readonly person: Person }) => {
  const rejoin = useRejoin(id);
  return (
    <SmallButton
      loading={rejoin.isPending}
      onClick={() =>
        rejoin.mutate(undefined, {
          onSuccess: () => notifyDone(`${name} can sign in again. Create an access token if needed.`),
          onError: (error) => notifyFailed('Person not let in again', error),
        })
      }
    >
      Let in again
    </SmallButton>
  );
};

const Unlink = ({ person: { id, name, sessions } }: { readonly person: Person }) => {
  const unlink = useUnlink(id);
  return (
    <ConfirmAction
      trigger={(ask) => <RowButton onClick={ask}>Unlink…</RowButton>}
      title={`Unlink ${name} from the provider?`}
      text={`${formatCount(sessions, 'session')} end at once. The next sign-in by the provider links the account with this sign-in name as its verified e-mail address. Access tokens stay.`}
      action="Unlink from provider"
      isDangerous
      doing={unlink}
      failed="Not unlinked"
      onConfirm={(close) =>
        unlink.mutate(undefined, {
          onSuccess: () => {
            close();
            notifyDone(`${name} is no longer linked with an account at the provider.`);
          },
        })
      }
    />
  );
};
