import { Button, Code, Group, Modal, Stack, Table, Text } from '@mantine/core';
import type { PlannedCall, Unconfirmed } from '#contract/target.ts';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { WideTable } from './wide-table.tsx';

interface PlannedCallsProps {
  /** The calls that the desk asks to have confirmed; undefined: nothing to ask. */
  readonly unconfirmed: Unconfirmed | undefined;
  readonly target: string;
  readonly busy: boolean;
  /** What the button says, where each call listed stands for many. */
  readonly action?: string;
  readonly onConfirm: (code: string) => void;
  readonly onClose: () => void;
}

/** What would change a remote target, call by call, before it is done. */
export const PlannedCalls = ({
  unconfirmed,
  target,
  busy,
  action,
  onConfirm,
  onClose,
}: PlannedCallsProps) => (
  <Modal opened={unconfirmed !== undefined} onClose={onClose} title={`This changes ${target}`} size="xl">
    {unconfirmed && (
      <Stack>
        <Text>Nothing sent yet. These calls change the remote target.</Text>
        <WideTable minWidth={400} maxHeight={320} label="Calls to the target">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="45%">Call</Table.Th>
              <Table.Th>Reason</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {unconfirmed.calls.map((call) => (
              <CallRow key={`${call.method} ${call.path} ${call.why}`} call={call} />
            ))}
          </Table.Tbody>
        </WideTable>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Send nothing
          </Button>
          <ActionButton loading={busy} onClick={() => onConfirm(unconfirmed.confirm)}>
            {action ??
              (unconfirmed.calls.length === 1
                ? 'Send this call'
                : `Send these ${unconfirmed.calls.length} calls`)}
          </ActionButton>
        </Group>
      </Stack>
    )}
  </Modal>
);

const CallRow = ({ call }: { call: PlannedCall }) => (
  <Table.Tr>
    <Table.Td>
      <Code>
        {call.method} {call.path}
      </Code>
    </Table.Td>
    <Table.Td>{call.why}</Table.Td>
  </Table.Tr>
);
