import { Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { CaseView, Step } from '#contract/case.ts';
import { partLabels, partyLabels } from '#renderer/lib/labels.ts';
import { isOfRunbook, stepPlace } from '#renderer/lib/step-places.ts';
import { useNarrow } from '#renderer/lib/use-narrow.ts';
import { ClampedText } from '#renderer/ui/clamped-text.tsx';
import { GroupRow } from '#renderer/ui/group-row.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { EditStep } from './edit-step.tsx';
import { StepMenu } from './step-menu.tsx';

/** Steps by part of the case: who is responsible, when they are due, their state. */
export const Steps = ({ found }: { found: CaseView }) => {
  const [editing, setEditing] = useState<Step>();
  return (
    <Section
      title="Steps"
      level={3}
      description={<Defined text="Some steps complete automatically." terms={['step']} />}
    >
      <StepTable found={found} onEdit={setEditing} />
      {found.parts.map((part) => (
        <TargetSeen key={part} found={found} part={part} />
      ))}
      <EditStep
        found={found}
        // With a part that somebody takes out of the case its steps go.
        step={found.steps.find(({ id }) => id === editing?.id) ?? editing}
        onClose={() => setEditing(undefined)}
      />
    </Section>
  );
};

interface StepTableProps {
  readonly found: CaseView;
  readonly onEdit: (step: Step) => void;
}

const StepTable = ({ found, onEdit }: StepTableProps) => {
  const narrow = useNarrow();
  return (
    <Table.ScrollContainer minWidth={narrow ? 360 : 520} type="native">
      <Table verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Step</Table.Th>
            {!narrow && (
              <>
                <Table.Th w={190}>Responsible</Table.Th>
                <Table.Th w={170}>Due</Table.Th>
              </>
            )}
            <Table.Th w={120}>State</Table.Th>
            <Table.Th w={56}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        {found.parts.map((part) => (
          <Table.Tbody key={part}>
            <GroupRow
              title={partLabels[part]}
              count={found.steps.filter((step) => step.part === part).length}
              span={narrow ? 3 : 5}
            />
            {found.steps
              .filter((step) => step.part === part)
              .map((step) => (
                <StepRow
                  key={step.id}
                  found={found}
                  step={step}
                  narrow={narrow}
                  onEdit={() => onEdit(step)}
                  next={found.nextSteps.some(({ id }) => id === step.id)}
                />
              ))}
          </Table.Tbody>
        ))}
      </Table>
    </Table.ScrollContainer>
  );
};

const refreshHints = {
  webhooks: 'Verify the cutover to refresh it.',
  tokens: 'Check the migrated companies to refresh it.',
} as const;

/** The age of what was read from a remote target, on which the steps depend. */
const TargetSeen = ({ found, part }: { found: CaseView; part: keyof typeof partLabels }) => {
  const at = found.targetSeen?.[part];
  return at === undefined ? undefined : (
    <Text c="dimmed" mt={4}>
      Target state as of <Instant at={at} />. {refreshHints[part]}
    </Text>
  );
};

interface StepRowProps {
  readonly found: CaseView;
  readonly step: Step;
  readonly next: boolean;
  /** Responsible and due date go below the title. */
  readonly narrow: boolean;
  readonly onEdit: () => void;
}

const states = {
  open: { tone: 'neutral', label: 'Open' },
  done: { tone: 'good', label: 'Done' },
  skipped: { tone: 'neutral', label: 'Skipped' },
} as const;

const StepRow = ({ found, step, next, narrow, onEdit }: StepRowProps) => {
  const { tone, label } = next ? ({ tone: 'active', label: 'Next' } as const) : stateOf(found, step);
  const place = stepPlace(found.id, step);
  return (
    <Table.Tr>
      <Table.Td>
        {place === undefined ? <Text>{step.title}</Text> : <TextLink to={place}>{step.title}</TextLink>}
        {narrow && (
          <Text size="sm" c="dimmed">
            {partyLabels[step.responsible]}
            {step.due !== undefined && (
              <>
                , due <Instant at={step.due} />
              </>
            )}
          </Text>
        )}
        {step.state === 'open' && (step.why !== undefined || step.reopened) && (
          <ClampedText lines={2}>
            {step.reopened && (
              <Text span inherit fw={600} c="var(--mantine-color-text)">
                Reopened:{' '}
              </Text>
            )}
            {step.why?.join(' ')}
          </ClampedText>
        )}
        {step.note !== undefined && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {step.note}
          </Text>
        )}
      </Table.Td>
      {!narrow && (
        <>
          <Table.Td>{partyLabels[step.responsible]}</Table.Td>
          <Table.Td>
            {step.due === undefined ? <NoValue means="no due date" /> : <Instant at={step.due} />}
          </Table.Td>
        </>
      )}
      <Table.Td>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </Table.Td>
      <Table.Td>
        <StepMenu found={found} step={step} onEdit={onEdit} />
      </Table.Td>
    </Table.Tr>
  );
};

/** A runbook's steps replace the first step of a token migration; it counts as skipped, but nobody skipped it. */
const stateOf = ({ steps }: CaseView, { id, state }: Step) =>
  id === 'migrate-tokens' && state === 'skipped' && steps.some(isOfRunbook)
    ? ({ tone: 'neutral', label: 'By runbook' } as const)
    : states[state];
