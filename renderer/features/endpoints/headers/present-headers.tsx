import { ActionIcon, Table, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

export interface PresentHeader {
  readonly name: string;
  /** Masked. */
  readonly value: string;
  readonly state: 'set' | 'planned';
}

interface PresentHeadersProps {
  readonly headers: readonly PresentHeader[];
  readonly reveal: (name: string) => Promise<string>;
  readonly removing: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly reset: () => void;
    readonly remove: (name: string, done: () => void) => void;
  };
}

/** The custom headers that there are: masked, one by one in full on request, and to be removed. */
export const PresentHeaders = ({ headers, reveal, removing }: PresentHeadersProps) => {
  const [asked, setAsked] = useState<string>();
  const close = (): void => {
    removing.reset();
    setAsked(undefined);
  };
  if (headers.length === 0) {
    return (
      <Text c="dimmed">
        None yet. Without them a consumer can tell by the signature alone that a request is the service's.
      </Text>
    );
  }
  return (
    <>
      <WideTable label="Custom headers" minWidth={420} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="32%">Name</Table.Th>
            <Table.Th>Value</Table.Th>
            <Table.Th w={100}>State</Table.Th>
            <Table.Th w={48} aria-label="Remove" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {headers.map(({ name, value, state }) => (
            <Table.Tr key={name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
              <Table.Td>
                <SecretValue
                  masked={value}
                  what={`the value of ${name}`}
                  reveal={() => reveal(name)}
                  onError={(error) => notifyFailed('The value was not shown', error)}
                />
              </Table.Td>
              <Table.Td>
                <StatusBadge tone={state === 'set' ? 'good' : 'attention'}>
                  {state === 'set' ? 'Set' : 'Planned'}
                </StatusBadge>
              </Table.Td>
              <Table.Td>
                <Tooltip label="Remove">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${name}`}
                    onClick={() => setAsked(name)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      <ConfirmModal
        opened={asked !== undefined}
        onClose={close}
        title={`Remove ${asked ?? ''}`}
        text="From the next attempt on, messages go without it. Its value is not kept: to have it back, it has to be typed again."
        action="Remove the header"
        cancel="Keep it"
        isDangerous
        busy={removing.isPending}
        error={removing.error}
        failed="The header was not removed"
        onConfirm={() => asked !== undefined && removing.remove(asked, close)}
      />
    </>
  );
};
