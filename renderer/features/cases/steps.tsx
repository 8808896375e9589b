import { Box, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { CaseView, Step } from '#contract/case.ts';
import { partLabels, partyLabels } from '#renderer/lib/labels.ts';
import { isOfRunbook, stepPlace } from '#renderer/lib/step-places.ts';
import { useNarrow } from '#renderer/lib/use-narrow.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { EditStep } from './edit-step.tsx';
import { StepMenu } from './step-menu.tsx';

const checkAgain = {
  webhooks: 'Verify the cutover to check it again.',
  tokens: 'Check the migrated companies to see it again.',
} as const;

/** Of a remote target: how old the facts are that the steps stand on. */
const TargetSeen = ({ found, part }: { found: CaseView; part: keyof typeof checkAgain }) => {
  const at = found.targetSeen?.[part];
  return at === undefined ? undefined : (
    <Text c="dimmed" mt={4}>
      As of <Instant at={at} /> on the target. {checkAgain[part]}
    </Text>
  );
};

/** What is to be done, part by part, by whom and until when. */
export const Steps = ({ found }: { found: CaseView }) => {
  const narrow = useNarrow();
  const [editing, setEditing] = useState<string>();
  const step = found.steps.find(({ id }) => id === editing);
  return (
    <Section
      title="Steps"
      level={3}
      description="Steps complete when their facts are there, and reopen when these change."
    >
      <Stack gap="lg">
        {found.parts.map((part) => (
          <Box key={part}>
            <Table.ScrollContainer minWidth={narrow ? 360 : 520} type="native">
              <Table verticalSpacing={8} layout="fixed">
                <Table.Caption
                  fz="md"
                  c="inherit"
                  fw={600}
                  style={{ captionSide: 'top', textAlign: 'left' }}
                  mb={4}
                >
                  {partLabels[part]}
                </Table.Caption>
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
                      <VisuallyHidden>Change</VisuallyHidden>
                    </Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {found.steps
                    .filter((one) => one.part === part)
                    .map((one) => (
                      <StepRow
                        key={one.id}
                        found={found}
                        step={one}
                        narrow={narrow}
                        onEdit={() => setEditing(one.id)}
                        next={found.nextSteps.some(({ id }) => id === one.id)}
                      />
                    ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
            <TargetSeen found={found} part={part} />
          </Box>
        ))}
      </Stack>
      <EditStep found={found} step={step} onClose={() => setEditing(undefined)} />
    </Section>
  );
};

interface StepRowProps {
  readonly found: CaseView;
  readonly step: Step;
  readonly next: boolean;
  /** Who and until when stand below the title. */
  readonly narrow: boolean;
  readonly onEdit: () => void;
}

const states = {
  open: { tone: 'neutral', words: 'Open' },
  done: { tone: 'good', words: 'Done' },
  skipped: { tone: 'neutral', words: 'Skipped' },
} as const;

const StepRow = ({ found, step, next, narrow, onEdit }: StepRowProps) => {
  const { tone, words } = next ? ({ tone: 'active', words: 'Next' } as const) : stateOf(found, step);
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
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {step.reopened && (
              <Text span inherit fw={600} c="var(--mantine-color-text)">
                Reopened:{' '}
              </Text>
            )}
            {step.why?.join(' ')}
          </Text>
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
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </Table.Td>
      <Table.Td>
        <StepMenu found={found} step={step} onEdit={onEdit} />
      </Table.Td>
    </Table.Tr>
  );
};

/** The six steps of a runbook take the place of the one that a token migration begins with: nobody skipped it. */
const stateOf = ({ steps }: CaseView, { id, state }: Step) =>
  id === 'migrate-tokens' && state === 'skipped' && steps.some(isOfRunbook)
    ? ({ tone: 'neutral', words: 'By runbook' } as const)
    : states[state];
