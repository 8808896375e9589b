import { Group, Select, Stack, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Grant, type Person, type Role, roles } from '#contract/people.ts';
import { roleLabels, roleMeanings } from '#renderer/lib/role-labels.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RowButton, SmallButton } from '#renderer/ui/small-button.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';
import { ScopeSelect } from './scope-select.tsx';
import { byScope, hasGrant, useScopeNames, withoutGrant } from './scopes.ts';
import { useGrants } from './use-people.ts';

/** Roles of a person, each with where it counts: given and taken at once, with a way back. */
export const RolesPart = ({ person }: { readonly person: Person }) => {
  const { id, name, grants } = person;
  const saving = useGrants(id);
  const take = (grant: Grant): void =>
    saving.mutate(withoutGrant(grants, grant), {
      onSuccess: () =>
        notifyDone(`${name} is no longer ${roleLabels[grant.role].toLowerCase()} there.`, () =>
          saving.mutate(grants),
        ),
    });
  return (
    <Section title="Roles" level={3}>
      <Stack gap="sm">
        <GrantTable name={name} grants={grants} onTake={take} />
        {saving.error && <ErrorNotice title="Roles not changed" error={saving.error} />}
        <AddRole person={person} saving={saving} />
      </Stack>
    </Section>
  );
};

interface GrantTableProps {
  readonly name: string;
  readonly grants: readonly Grant[];
  /** Without it the roles are only shown. */
  readonly onTake?: (grant: Grant) => void;
}

export const GrantTable = ({ name, grants, onTake }: GrantTableProps) => {
  const nameOf = useScopeNames(grants.map(({ scope }) => scope));
  if (grants.length === 0) return <Text c="dimmed">No roles yet: nothing of the desk is seen.</Text>;
  return (
    <WideTable label={`Roles of ${name}`} minWidth={360}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Role</Table.Th>
          <Table.Th>Where</Table.Th>
          {onTake && <Table.Th w={90}>Action</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {byScope(grants).flatMap(([scope, there]) =>
          there.map((grant) => (
            <Table.Tr key={`${grant.role} ${scope}`}>
              <Table.Td>{roleLabels[grant.role]}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{nameOf(scope)}</Table.Td>
              {onTake && (
                <Table.Td>
                  <RowButton
                    aria-label={`Take role: ${roleLabels[grant.role]}, ${nameOf(scope)}`}
                    onClick={() => onTake(grant)}
                  >
                    Take
                  </RowButton>
                </Table.Td>
              )}
            </Table.Tr>
          )),
        )}
      </Table.Tbody>
    </WideTable>
  );
};

interface AddRoleProps {
  readonly person: Person;
  readonly saving: ReturnType<typeof useGrants>;
}

const AddRole = ({ person: { grants, name }, saving }: AddRoleProps) => {
  const [role, setRole] = useState<Role>('engineer');
  const [scope, setScope] = useState('desk');
  const grant = { role, scope };
  const blocked = hasGrant(grants, grant) ? `${name} has this role there.` : undefined;
  return (
    <Group align="flex-end" gap="sm">
      <Select
        label="Role"
        allowDeselect={false}
        w={140}
        data={roles.map((value) => ({ value, label: roleLabels[value] }))}
        value={role}
        onChange={(value) => value && setRole(value as Role)}
      />
      <ScopeSelect label="Where" value={scope} onChange={setScope} />
      <Blockable blocked={blocked}>
        <SmallButton
          icon={IconPlus}
          mb={2}
          loading={saving.isPending}
          onClick={() =>
            saving.mutate([...grants, grant], {
              onSuccess: () => notifyDone(`${name} is ${roleLabels[role].toLowerCase()} there now.`),
            })
          }
        >
          Give role
        </SmallButton>
      </Blockable>
      <Text size="sm" c="dimmed" w="100%">
        {roleMeanings[role]}
      </Text>
    </Group>
  );
};
