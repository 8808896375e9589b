import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '#contract/format.ts';
import type { StateList } from '#contract/states.ts';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { isStateName } from './use-states.ts';

interface UnreadableStatesProps {
  readonly unreadable: StateList['unreadable'];
  readonly onDelete: (name: string) => void;
}

/** Files among the states that can't be restored, each with its problem. */
export const UnreadableStates = ({ unreadable, onDelete }: UnreadableStatesProps) => {
  if (unreadable.length === 0) return null;
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${formatCount(unreadable.length, 'file')} can't be read`}
    >
      <Stack gap="xs">
        {unreadable.map(({ name, problem }) => (
          <Group key={name} justify="space-between" align="flex-start" wrap="nowrap">
            <Text component="div" style={{ overflowWrap: 'anywhere' }}>
              <b>{name}</b>: <Worded text={problem} />
            </Text>
            {isStateName(name) && (
              <RowButton
                changes
                style={{ flexShrink: 0 }}
                aria-label={`Delete state ${name}`}
                onClick={() => onDelete(name)}
              >
                Delete…
              </RowButton>
            )}
          </Group>
        ))}
      </Stack>
    </Alert>
  );
};
