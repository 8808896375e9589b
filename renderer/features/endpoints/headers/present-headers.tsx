import { Table, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { IconAction } from '#renderer/ui/icon-action.tsx';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

interface PresentHeader {
  readonly name: string;
  /** Masked. */
  readonly value: string;
  readonly state: 'set' | 'planned';
}

interface PresentHeadersProps {
  readonly headers: readonly PresentHeader[];
  readonly reveal: (name: string) => Promise<string>;
  readonly removing: UseMutationResult<unknown, Error, HeaderSetupRequest>;
}

/** Custom headers, masked; each can be shown in full and removed. */
export const PresentHeaders = ({ headers, reveal, removing }: PresentHeadersProps) => {
  const [removed, setRemoved] = useState<string>();
  if (headers.length === 0) {
    return <Text c="dimmed">No custom headers. Consumers can authenticate messages by signature only.</Text>;
  }
  return (
    <>
      <WideTable label="Custom headers" minWidth={420}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="32%">Name</Table.Th>
            <Table.Th>Value</Table.Th>
            <Table.Th w={100}>Status</Table.Th>
            <Table.Th w={48} aria-label="Remove" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {headers.map((header) => (
            <HeaderRow key={header.name} header={header} reveal={reveal} onRemove={setRemoved} />
          ))}
        </Table.Tbody>
      </WideTable>
      <RemoveHeader name={removed} removing={removing} onClose={() => setRemoved(undefined)} />
    </>
  );
};

interface HeaderRowProps extends Pick<PresentHeadersProps, 'reveal'> {
  readonly header: PresentHeader;
  readonly onRemove: (name: string) => void;
}

const HeaderRow = ({ header: { name, value, state }, reveal, onRemove }: HeaderRowProps) => (
  <Table.Tr>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
    <Table.Td>
      <SecretValue
        masked={value}
        what={`value of ${name}`}
        reveal={() => reveal(name)}
        onError={(error) => notifyFailed('Value not shown', error)}
      />
    </Table.Td>
    <Table.Td>
      <StatusBadge tone={state === 'set' ? 'good' : 'attention'}>
        {state === 'set' ? 'Set' : 'Planned'}
      </StatusBadge>
    </Table.Td>
    <Table.Td>
      <IconAction icon={IconTrash} tooltip="Remove" label={`Remove ${name}`} onClick={() => onRemove(name)} />
    </Table.Td>
  </Table.Tr>
);

interface RemoveHeaderProps extends Pick<PresentHeadersProps, 'removing'> {
  readonly name: string | undefined;
  readonly onClose: () => void;
}

const RemoveHeader = ({ name, removing, onClose }: RemoveHeaderProps) => {
  const remove = (header: string): void =>
    removing.mutate(
      { remove: [header] },
      {
        onSuccess: () => {
          notifyDone(`Header ${header} removed.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmModal
      opened={name !== undefined}
      onClose={onClose}
      title={`Remove ${name ?? ''}`}
      text="Messages are sent without it from the next attempt on. Its value is deleted."
      action="Remove header"
      isDangerous
      doing={removing}
      failed="Header not removed"
      onConfirm={() => name !== undefined && remove(name)}
    />
  );
};
