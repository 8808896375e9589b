import { Checkbox, Stack, Table, Text } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import type { ApprovalKey, ApprovalKeyList, Policy, PolicyList } from '#contract/approvals.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { useApprovalKeys, usePolicies } from '#renderer/lib/approval-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { useTargets } from '#renderer/lib/lists.ts';
import { usePerson } from '#renderer/lib/who.ts';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

/** What needs a second person, and the keys that one signs approvals with. */
export const ApprovalsSection = () => {
  const person = usePerson();
  if (person === undefined)
    return (
      <Empty
        icon={<IconSignature aria-hidden />}
        title="Nobody is signed in"
        level={2}
        text="Approvals need a second person: they are for people of a team's desk."
      />
    );
  const isAdmin = person.grants.some(({ role, scope }) => role === 'admin' && scope === 'desk');
  return (
    <Stack>
      <Policies isAdmin={isAdmin} />
      <Keys />
    </Stack>
  );
};

const Policies = ({ isAdmin }: { readonly isAdmin: boolean }) => {
  const targets = useTargets();
  const change = useApiMutation((policy: Policy) => api.put<PolicyList>('/api/policy', policy), {
    rereads: [keys.policies],
  });
  return (
    <Section
      title="Policy"
      description="What needs the approval of a second person, who signs the frozen plan; an admin of the desk sets it"
    >
      <Loaded query={usePolicies(true)} text="Loading policy…">
        {({ results }) => {
          const at = (scope: string): Policy =>
            results.find((one) => one.scope === scope) ?? { scope, writes: false, overrides: false };
          const places: readonly (readonly [string, string])[] = [
            ['desk', 'Desk (remote targets; overrides everywhere)'],
            ...(targets.data?.results ?? []).map(({ id, name }) => [`target:${id}`, name] as const),
          ];
          return (
            <WideTable minWidth={480} label="Policy by target">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Where</Table.Th>
                  <Table.Th>Writes</Table.Th>
                  <Table.Th>Overrides</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {places.map(([scope, label]) => (
                  <PolicyRow
                    key={scope}
                    label={label}
                    policy={at(scope)}
                    isFixed={!isAdmin}
                    onChange={change.mutate}
                  />
                ))}
              </Table.Tbody>
            </WideTable>
          );
        }}
      </Loaded>
      {change.error ? <ErrorNotice title="Policy not changed" error={change.error} /> : undefined}
    </Section>
  );
};

interface PolicyRowProps {
  readonly label: string;
  readonly policy: Policy;
  readonly isFixed: boolean;
  readonly onChange: (policy: Policy) => void;
}

const PolicyRow = ({ label, policy, isFixed, onChange }: PolicyRowProps) => (
  <Table.Tr>
    <Table.Td>{label}</Table.Td>
    {(['writes', 'overrides'] as const).map((reason) => (
      <Table.Td key={reason}>
        {isFixed ? (
          <Text c={policy[reason] ? undefined : 'dimmed'}>{policy[reason] ? 'Needed' : 'Not needed'}</Text>
        ) : (
          <Checkbox
            aria-label={`${reason === 'writes' ? 'Writes' : 'Overrides'}: ${label}`}
            checked={policy[reason]}
            onChange={({ currentTarget }) => onChange({ ...policy, [reason]: currentTarget.checked })}
          />
        )}
      </Table.Td>
    ))}
  </Table.Tr>
);

const Keys = () => {
  return (
    <Section
      title="Your keys"
      description="Made by your browser or command line with the first approval; the private part stays there"
    >
      <Loaded query={useApprovalKeys(true)} text="Loading keys…">
        {({ results }) =>
          results.length === 0 ? (
            <Text c="dimmed">No keys yet.</Text>
          ) : (
            <WideTable minWidth={560} label="Your keys">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Key</Table.Th>
                  <Table.Th>Added</Table.Th>
                  <Table.Th>Removed</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {results.map((key) => (
                  <KeyRow key={key.id} of={key} />
                ))}
              </Table.Tbody>
            </WideTable>
          )
        }
      </Loaded>
    </Section>
  );
};

const KeyRow = ({ of }: { readonly of: ApprovalKey }) => {
  const remove = useApiMutation(
    (keyId: string) => api.delete<ApprovalKeyList>(`/api/account/keys/${keyId}`),
    { rereads: [keys.approvalKeys, keys.approvals] },
  );
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {of.name}
        <Text size="sm" c="dimmed">
          {of.publicKey}
        </Text>
      </Table.Td>
      <Table.Td>
        <Instant at={of.added} />
      </Table.Td>
      <Table.Td>
        {of.removed === undefined ? (
          <ConfirmAction
            trigger={(ask) => <SmallButton onClick={ask}>Remove key…</SmallButton>}
            title="Remove key"
            text="Approvals that it signed and that were not used count no more. The next approval in this browser makes another key."
            action="Remove key"
            isDangerous
            doing={remove}
            failed="Key not removed"
            onConfirm={(close) => remove.mutate(of.id, { onSuccess: close })}
          />
        ) : (
          <Instant at={of.removed} />
        )}
      </Table.Td>
    </Table.Tr>
  );
};
