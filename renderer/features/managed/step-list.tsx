import { Badge, Paper, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconArrowForwardUp, IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { RunbookStep, RunbookStepView } from '#contract/runbook.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import classes from './runbook-screen.module.css';
import { formatDue, statusOfStep } from './step-labels.ts';

interface StepListProps {
  readonly steps: readonly RunbookStepView[];
  /** The step beside the list. */
  readonly shown: RunbookStep;
  /** The first that is open. */
  readonly next: RunbookStep | undefined;
  readonly now: number;
}

/** The six steps with status, responsible party and due date. */
export const StepList = ({ steps, shown, next, now }: StepListProps) => (
  <Paper
    component="nav"
    aria-label="Steps of the migration"
    withBorder
    p="xs"
    className={classes.steps}
    bg="transparent"
  >
    <div className={classes.list}>
      {steps.map((step) => (
        <Link
          key={step.id}
          to={`?step=${step.id}`}
          className={classes.step}
          aria-current={step.id === shown ? 'step' : undefined}
        >
          <StepMark step={step} />
          <Stack gap={2} miw={0}>
            <Text fw={600} lh={1.3}>
              {step.title}
            </Text>
            <Text size="sm" c="dimmed">
              {[partyLabels[step.responsible], formatDue(step, now)].filter(Boolean).join(', ')}
            </Text>
          </Stack>
          <Stack gap={4} align="flex-end" ml="auto" style={{ flexShrink: 0 }}>
            <StatusBadge tone={statusOfStep(step, now).tone}>{statusOfStep(step, now).label}</StatusBadge>
            {step.id === next && (
              <Badge variant="outline" radius="sm" tt="none" fw={600}>
                Next
              </Badge>
            )}
          </Stack>
        </Link>
      ))}
    </div>
  </Paper>
);

const StepMark = ({ step: { number, state } }: { readonly step: RunbookStepView }) => {
  const colour = { open: 'gray', done: 'teal', overruled: 'orange' }[state];
  return (
    <ThemeIcon
      variant={state === 'open' ? 'default' : 'light'}
      color={colour}
      radius="xl"
      size={28}
      aria-hidden
    >
      {state === 'done' && <IconCheck size={16} />}
      {state === 'overruled' && <IconArrowForwardUp size={16} />}
      {state === 'open' && <Text fw={600}>{number}</Text>}
    </ThemeIcon>
  );
};
