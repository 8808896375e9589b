import { Group, List, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconPoint } from '@tabler/icons-react';
import type { TokenRow } from '#contract/token-rows.ts';
import type { LedgerCall, RunStep } from '#contract/token-runs.ts';
import { stepLabels } from './token-labels.ts';

const forward: readonly RunStep[] = ['company', 'connection', 'authorization', 'sync', 'verify'];
const back: readonly RunStep[] = ['unlink', 'delete-connection', 'delete-company'];

const states = {
  done: { icon: IconCheck, color: 'teal', label: 'done' },
  now: { icon: IconClock, color: 'blue', label: 'running' },
  failed: { icon: IconAlertTriangle, color: 'red', label: 'failed' },
  open: { icon: IconPoint, color: 'gray', label: 'not started' },
} as const;

/** Steps of a row, with their states. */
export const RowSteps = ({ row, calls }: { row: TokenRow; calls: readonly LedgerCall[] }) => (
  <List spacing={6} aria-label="Steps" listStyleType="none" styles={{ root: { paddingInlineStart: 0 } }}>
    {stepsOf(row, calls).map(([step, state]) => {
      const { icon: Icon, color, label } = states[state];
      return (
        <List.Item key={step}>
          <Group gap="xs">
            <ThemeIcon size={20} radius="xl" color={color} variant="light">
              <Icon size={14} aria-hidden />
            </ThemeIcon>
            <Text>{stepLabels[step]}</Text>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
          </Group>
        </List.Item>
      );
    })}
  </List>
);

/** From the state of the row and the step of its latest call. */
const stepsOf = (row: TokenRow, calls: readonly LedgerCall[]): [RunStep, keyof typeof states][] => {
  const at = (row.failure?.step as RunStep | undefined) ?? calls.at(-1)?.step;
  const steps = at !== undefined && back.includes(at) ? back : forward;
  if (row.state === 'done' || row.state === 'undone') return steps.map((step) => [step, 'done']);
  const place = at === undefined || row.calls === 0 ? -1 : steps.indexOf(at);
  const atPlace = row.state === 'failed' ? 'failed' : 'now';
  return steps.map((step, n) => [step, n < place ? 'done' : n === place ? atPlace : 'open']);
};
