import { Stack, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { Person } from '#contract/people.ts';
import { mayDo, onDesk } from '#renderer/lib/may.ts';
import { rolesInShort } from '#renderer/lib/role-labels.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { useSession, useSignInWays } from '#renderer/lib/who.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';
import { AddPerson } from './add-person.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { StartTeam } from './start-team.tsx';
import { suspensionTexts } from './suspension-texts.ts';
import { tokenState } from './token-states.ts';
import { usePeople, usePersonNames } from './use-people.ts';

/** Who may sign in, and what they may do. */
export const PeopleSection = () => {
  const session = useSession();
  const ways = useSignInWays();
  return (
    <Loaded query={session} text="Loading people…">
      {({ person }) => (
        <Loaded query={ways} text="Loading people…">
          {({ people }) => {
            if (!people) return <StartTeam />;
            const manages = person === undefined || mayDo(person, 'admin', onDesk);
            return manages ? <PeopleList /> : <Names />;
          }}
        </Loaded>
      )}
    </Loaded>
  );
};

const stateOf = ({ state, suspended }: Person) => {
  if (state === 'left') return <StatusBadge tone="neutral">Left</StatusBadge>;
  return suspended === undefined ? (
    <StatusBadge tone="good">Active</StatusBadge>
  ) : (
    <StatusBadge tone="attention" title={suspensionTexts[suspended.why]}>
      Suspended
    </StatusBadge>
  );
};

const signInOf = ({ provider, tokens, sessions }: Person): string => {
  const now = Date.now();
  const open = tokens.filter((token) => tokenState(token, now) === 'active');
  const parts = [
    provider === undefined ? '' : 'Provider',
    open.length === 0 ? '' : formatCount(open.length, 'access token'),
    sessions === 0 ? '' : formatCount(sessions, 'session'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'None yet' : parts.join(' · ');
};

const columns: readonly TableColumn<Person>[] = [
  { header: 'Name', sortBy: ({ name }) => name, width: '22%' },
  { header: 'Sign-in name', sortBy: ({ login }) => login, width: '26%' },
  { header: 'Roles', sortBy: ({ grants }) => rolesInShort(grants), wraps: true },
  { header: 'Sign-in', width: 200, sortBy: signInOf, wraps: true },
  { header: 'Status', width: 120, sortBy: ({ state }) => state, cell: stateOf },
];

const PeopleList = () => {
  const query = usePeople();
  const [adding, setAdding] = useState(false);
  const [{ person: chosen }, setUrl] = useUrlState(['person']);
  const show = (id: string | undefined): void => setUrl({ person: id });
  return (
    <Section
      title="People"
      description="Everybody signs in; roles say who sees and changes what"
      actions={
        <IconButton size="xs" icon={IconPlus} onClick={() => setAdding(true)}>
          Add person
        </IconButton>
      }
    >
      <Loaded query={query} text="Loading people…">
        {({ results }) => (
          <>
            <DataTable
              label="People"
              rows={results}
              columns={columns}
              rowId={({ id }) => id}
              rowName={({ name }) => name}
              isShown={({ id }) => id === chosen}
              onOpen={({ id }) => show(id)}
              minWidth={760}
            />
            <PersonDrawer
              person={results.find(({ id }) => id === chosen)}
              isAsked={chosen !== undefined}
              onClose={() => show(undefined)}
            />
          </>
        )}
      </Loaded>
      <AddPerson opened={adding} onClose={() => setAdding(false)} onAdded={({ id }) => show(id)} />
    </Section>
  );
};

/** What everybody sees of the others. */
const Names = () => {
  const query = usePersonNames();
  return (
    <Section
      title="People"
      description="Admins of the desk add people and give roles. Your own are under Account."
    >
      <Loaded query={query} text="Loading people…">
        {({ results }) => (
          <Stack>
            <WideTable label="People" minWidth={360}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Sign-in name</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {results.map(({ id, name, login, state }) => (
                  <Table.Tr key={id}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      {name}
                      {state === 'left' && (
                        <Text span c="dimmed">
                          {' '}
                          · left
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>{login}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </WideTable>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
};
