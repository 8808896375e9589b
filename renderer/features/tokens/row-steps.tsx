import { Group, List, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconPoint } from '@tabler/icons-react';
import type { TokenRow } from '#contract/token-rows.ts';
import type { LedgerCall, RunStep } from '#contract/token-runs.ts';
import { stepLabels } from './token-labels.ts';

const forward: readonly RunStep[] = ['company', 'connection', 'authorization', 'sync', 'verify'];
const back: readonly RunStep[] = ['unlink', 'delete-connection', 'delete-company'];

const looks = {
  done: { icon: IconCheck, color: 'teal', words: 'done' },
  now: { icon: IconClock, color: 'blue', words: 'under way' },
  failed: { icon: IconAlertTriangle, color: 'red', words: 'failed' },
  open: { icon: IconPoint, color: 'gray', words: 'not begun' },
} as const;

/** The steps that a row goes through, and which of them it is at. */
export const RowSteps = ({ row, calls }: { row: TokenRow; calls: readonly LedgerCall[] }) => (
  <List spacing={6} aria-label="Steps" listStyleType="none" styles={{ root: { paddingInlineStart: 0 } }}>
    {stepsOf(row, calls).map(([step, look]) => {
      const { icon: Icon, color, words } = looks[look];
      return (
        <List.Item key={step}>
          <Group gap="xs">
            <ThemeIcon size={20} radius="xl" color={color} variant="light">
              <Icon size={14} aria-hidden />
            </ThemeIcon>
            <Text>{stepLabels[step]}</Text>
            <Text size="sm" c="dimmed">
              {words}
            </Text>
          </Group>
        </List.Item>
      );
    })}
  </List>
);

/** From what the row says of itself, and from the step of its latest call. */
const stepsOf = (row: TokenRow, calls: readonly LedgerCall[]): [RunStep, keyof typeof looks][] => {
  const at = (row.failure?.step as RunStep | undefined) ?? calls.at(-1)?.step;
  const steps = at !== undefined && back.includes(at) ? back : forward;
  if (row.state === 'done' || row.state === 'undone') return steps.map((step) => [step, 'done']);
  const place = at === undefined || row.calls === 0 ? -1 : steps.indexOf(at);
  const atPlace = row.state === 'failed' ? 'failed' : 'now';
  return steps.map((step, n) => [step, n < place ? 'done' : n === place ? atPlace : 'open']);
};
