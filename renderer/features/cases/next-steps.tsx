import { Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { CaseView, PartStep } from '#contract/case.ts';
import { partInSentence, partyLabels } from '#renderer/lib/labels.ts';
import { stepPlace } from '#renderer/lib/step-places.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** The next step of each part of the case, and who is responsible. */
export const NextSteps = ({ found }: { found: CaseView }) => {
  if (found.state !== 'open') return undefined;
  if (found.nextSteps.length === 0) {
    return (
      <Text c="dimmed" mt={4}>
        All steps are done or skipped. Close the case after sending its report.
      </Text>
    );
  }
  return (
    <Group
      component="ul"
      aria-label="Next steps"
      gap="xs"
      mb={0}
      mt={4}
      p={0}
      style={{ listStyle: 'none', rowGap: 2 }}
    >
      {found.nextSteps.map((step) => (
        <li key={step.part}>
          <NextStep caseId={found.id} step={step} named={found.parts.length > 1} />
        </li>
      ))}
    </Group>
  );
};

interface NextStepProps {
  readonly caseId: string;
  readonly step: PartStep;
  /** With several parts each is named. */
  readonly named: boolean;
}

const NextStep = ({ caseId, step, named }: NextStepProps) => {
  const { part, title, responsible, due } = step;
  const place = stepPlace(caseId, step);
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" pr="md">
      <IconArrowRight size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <Text>
        {named ? `Next for ${partInSentence(part)}: ` : 'Next: '}
        {place === undefined ? (
          title
        ) : (
          <TextLink to={place} fw={600}>
            {title}
          </TextLink>
        )}{' '}
        (waiting on {partyLabels[responsible].toLowerCase()}
        {due !== undefined && (
          <>
            , due <Instant at={due} />
          </>
        )}
        )
      </Text>
    </Group>
  );
};
