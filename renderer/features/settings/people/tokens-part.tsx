import { Modal, Stack, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatList } from '#contract/format.ts';
import type { PersonalToken } from '#contract/people.ts';
import { teamDeskId } from '#renderer/lib/bridge.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RowButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';
import { NewToken } from './new-token.tsx';
import { useScopeNames } from './scopes.ts';
import { endingWith, tokenState, tokenStateLabels } from './token-states.ts';
import { type TokensOf, useRevokeToken } from './use-people.ts';

/** In the app, on the page of a team's desk. */
const byToken =
  'The app is signed in by an access token, which creates no others. Open the desk in a browser.';

interface TokensPartProps {
  readonly of: TokensOf;
  /** Whose they are. */
  readonly name: string;
  readonly tokens: readonly PersonalToken[];
  readonly level?: 2 | 3;
  readonly canCreate?: boolean;
}

/** Access tokens of a person: never what they open, which is shown once when one is created. */
export const TokensPart = ({ of, name, tokens, level = 3, canCreate = true }: TokensPartProps) => {
  const [asked, setAsked] = useState(false);
  const nameOf = useScopeNames(tokens.map(({ scope }) => scope));
  const listed = tokens.toSorted((a, b) => b.issued.localeCompare(a.issued));
  return (
    <Section
      title="Access tokens"
      level={level}
      description="To sign in on the page and for the command line"
      actions={
        canCreate && (
          <Blockable blocked={teamDeskId() && byToken}>
            <SmallButton icon={IconPlus} onClick={() => setAsked(true)}>
              New access token…
            </SmallButton>
          </Blockable>
        )
      }
    >
      {listed.length === 0 ? (
        <Text c="dimmed">No access tokens yet.</Text>
      ) : (
        <WideTable label={`Access tokens of ${name}`} minWidth={560}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Opens</Table.Th>
              <Table.Th w={170}>Status</Table.Th>
              <Table.Th w={90}>Action</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {listed.map((token) => (
              <TokenRow
                key={token.id}
                of={of}
                token={token}
                where={nameOf(token.scope)}
                ends={endingWith(tokens, token, Date.now())}
              />
            ))}
          </Table.Tbody>
        </WideTable>
      )}
      <Modal
        opened={asked}
        onClose={() => setAsked(false)}
        title={of === 'own' ? 'New access token' : `New access token for ${name}`}
        size="lg"
        closeOnClickOutside={false}
      >
        {asked && <NewToken of={of} onClose={() => setAsked(false)} />}
      </Modal>
    </Section>
  );
};

interface TokenRowProps {
  readonly of: TokensOf;
  readonly token: PersonalToken;
  readonly where: string;
  /** What ends with it. */
  readonly ends: readonly string[];
}

const TokenRow = ({ of, token, where, ends }: TokenRowProps) => {
  const { name, ending, access, expires, revoked, used } = token;
  const state = tokenState(token, Date.now());
  const at = state === 'revoked' ? (revoked ?? expires) : expires;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {name}
        <Text size="sm" c="dimmed">
          ends in {ending}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {access === 'read' ? 'Reading' : 'All of the roles'}
        <Text size="sm" c="dimmed">
          {where}
        </Text>
      </Table.Td>
      <Table.Td>
        {tokenStateLabels[state]} <Instant at={at} />
        <Text size="sm" c="dimmed">
          {used === undefined ? (
            'Not used since the desk started'
          ) : (
            <>
              Last used <Instant at={used} />
            </>
          )}
        </Text>
      </Table.Td>
      <Table.Td>{state === 'active' && <Revoke of={of} token={token} ends={ends} />}</Table.Td>
    </Table.Tr>
  );
};

const Revoke = ({ of, token: { id, name }, ends }: Omit<TokenRowProps, 'where'>) => {
  const revoke = useRevokeToken(of);
  return (
    <ConfirmAction
      trigger={(ask) => (
        <RowButton aria-label={`Revoke ${name}`} onClick={ask}>
          Revoke…
        </RowButton>
      )}
      title={`Revoke ${name}?`}
      text={
        <Stack gap="xs">
          <Text>It ends at once, with the sessions that began with it and what follows the desk by it.</Text>
          {ends.length > 0 && (
            <Text>Access tokens that were created in these sessions end, too: {formatList(ends)}.</Text>
          )}
          <Text>What was done with it stays on record.</Text>
        </Stack>
      }
      action="Revoke access token"
      isDangerous
      doing={revoke}
      failed="Access token not revoked"
      onConfirm={(close) =>
        revoke.mutate(id, {
          onSuccess: () => {
            close();
            notifyDone(`${name} revoked.`);
          },
        })
      }
    />
  );
};
