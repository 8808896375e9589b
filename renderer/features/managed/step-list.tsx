import { Stack, Text } from '@mantine/core';
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
  readonly now: number;
}

/** The six steps with status, responsible party and due date. */
export const StepList = ({ steps, shown, now }: StepListProps) => (
  <nav aria-label="Steps of the migration" className={classes.steps}>
    {steps.map((step) => {
      const { tone, label } = statusOfStep(step, now);
      return (
        <Link
          key={step.id}
          to={`?step=${step.id}`}
          className={classes.step}
          aria-current={step.id === shown ? 'step' : undefined}
        >
          <Text c="dimmed" w={8}>
            {step.number}
          </Text>
          <Stack gap={0} miw={0} flex={1}>
            <Text fw={500}>{step.title}</Text>
            <Text size="sm" c="dimmed">
              {[partyLabels[step.responsible], formatDue(step, now)].filter(Boolean).join(' · ')}
            </Text>
          </Stack>
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </Link>
      );
    })}
  </nav>
);
