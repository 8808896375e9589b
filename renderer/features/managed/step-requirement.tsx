import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowForwardUp, IconInfoCircle } from '@tabler/icons-react';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { isStepOf } from '#renderer/lib/step-places.ts';
import { useCase } from '#renderer/lib/use-case.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { OverrideStep } from './override-step.tsx';
import { useRestoreStep } from './restore-step.ts';
import { StepDue } from './step-due.tsx';
import { StepEvidence } from './step-evidence.tsx';
import { formatDue, statusOfStep } from './step-labels.ts';

interface StepRequirementProps {
  readonly view: RunbookView;
  readonly step: RunbookStepView;
  /** The first that is open. */
  readonly next: RunbookStepView | undefined;
  readonly now: number;
}

/** Status of a step: responsible party, due date, requirement, and what is missing. */
export const StepRequirement = ({ view, step, next, now }: StepRequirementProps) => {
  const { label, tone } = statusOfStep(step, now);
  const due = formatDue(step, now);
  const missing = missingOf(view, step);
  const supplied = suppliedOf(view, step);
  const isReopened = useCase().steps.some((one) => isStepOf(one, step.id) && one.reopened);
  return (
    <Section
      title={`Step ${step.number}: ${step.title}`}
      description={<Defined text={`Requirement: ${lowerFirst(step.doneWhen)}`} terms={['requirement']} />}
      actions={
        step.state === 'open' && (
          <>
            <StepDue view={view} step={step} />
            <OverrideStep view={view} step={step} />
          </>
        )
      }
    >
      <Stack gap="sm">
        <Group gap="sm">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <Text>{partyLabels[step.responsible]}</Text>
          <Text c="dimmed" component="div">
            <Since step={step} isReopened={isReopened} />
            {due !== undefined && `, ${due}`}
          </Text>
        </Group>
        {step.state !== 'open' && <NextStep next={next} />}
        {step.overrule && <Overridden view={view} step={step} override={step.overrule} />}
        {supplied !== undefined && <Supplied {...supplied} />}
        {step.state !== 'done' && missing.length > 0 && <Lines lines={missing} aria-label="Missing" />}
        {step.remarks.length > 0 && (
          <Points
            title="Needs review"
            colour="blue"
            icon={<IconInfoCircle aria-hidden />}
            lines={step.remarks}
          />
        )}
        <StepEvidence evidence={step.evidence} />
      </Stack>
    </Section>
  );
};

/** Details are said at their fields, and earlier steps where they block. */
const missingOf = ({ details }: RunbookView, { id, missing }: RunbookStepView): readonly string[] => {
  const others = missing.filter((line) => !isEarlierStep(line));
  if (id !== 'supply') return others;
  const known = details.filter(({ state }) => state === 'missing' || state === 'invalid');
  return others.filter((line) => !known.some(({ name }) => line.includes(`(${name})`)));
};

const isEarlierStep = (line: string): boolean => /^Step \d, ".*", is open\.$/.test(line);

interface SuppliedProps {
  readonly given: number;
  readonly of: number;
}

/** Such as `4 of 6 required details supplied`: the one mark of what is missing. */
const Supplied = ({ given, of }: SuppliedProps) => (
  <Group gap={4} role="status" c={given < of ? 'var(--warning)' : undefined}>
    {given < of && <IconAlertTriangle size={14} stroke={1.8} aria-hidden />}
    <Text inherit>{`${formatNumber(given)} of ${formatCount(of, 'required detail')} supplied`}</Text>
  </Group>
);

/** Only at step 1. */
const suppliedOf = ({ details }: RunbookView, { id }: RunbookStepView): SuppliedProps | undefined => {
  if (id !== 'supply') return undefined;
  const required = details.filter((one) => one.required);
  return { given: required.filter(({ state }) => state === 'given').length, of: required.length };
};

const NextStep = ({ next }: Pick<StepRequirementProps, 'next'>) => (
  <Text role="status">
    {next === undefined ? (
      'All steps done or overridden'
    ) : (
      <>
        Next:{' '}
        <TextLink to={`?step=${next.id}`}>
          step {next.number}, {next.title}
        </TextLink>
      </>
    )}
  </Text>
);

const Since = ({
  step: { state, since, doneBy },
  isReopened,
}: {
  readonly step: RunbookStepView;
  readonly isReopened: boolean;
}) => (
  <>
    {
      { open: isReopened ? 'reopened' : 'open since', done: 'done since', overruled: 'overridden since' }[
        state
      ]
    }{' '}
    <Instant at={since} />
    {state === 'done' && doneBy !== undefined && ` by ${doneBy}`}
  </>
);

interface PointsProps {
  readonly title: string;
  readonly colour: string;
  readonly icon: React.ReactNode;
  readonly lines: readonly string[];
}

const Points = ({ title, colour, icon, lines }: PointsProps) => (
  <Alert color={colour} icon={icon} title={title}>
    <Lines lines={lines} />
  </Alert>
);

interface OverriddenProps extends Omit<StepRequirementProps, 'now' | 'next'> {
  readonly override: NonNullable<RunbookStepView['overrule']>;
}

const Overridden = ({ view, step, override: { by, at, reason } }: OverriddenProps) => {
  const restoring = useRestoreStep(view.caseId);
  return (
    <Alert
      color="orange"
      icon={<IconArrowForwardUp aria-hidden />}
      title={step.state === 'overruled' ? 'Requirement overridden' : 'Overridden before it was done'}
    >
      <Stack gap="xs" align="flex-start">
        <Text style={{ overflowWrap: 'anywhere' }} component="div">
          “{reason}” ({by}, <Instant at={at} />)
        </Text>
        <SmallButton
          loading={restoring.isPending}
          onClick={() => restoring.mutate({ step: step.id, reason })}
        >
          Restore requirement
        </SmallButton>
      </Stack>
    </Alert>
  );
};

const lowerFirst = (text: string): string => `${text[0]?.toLowerCase()}${text.slice(1)}`;
