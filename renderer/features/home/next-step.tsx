import { Text } from '@mantine/core';
import type { PartStep } from '#contract/case.ts';
import { partLabels, partyLabels } from '#renderer/lib/labels.ts';
import { stepPlace } from '#renderer/lib/step-places.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

interface NextStepProps {
  readonly caseId: string;
  readonly step: PartStep;
  /** With several parts each is named. */
  readonly named: boolean;
}

/** The next step of one part of a case, and who is responsible. */
export const NextStep = ({ caseId, step, named }: NextStepProps) => {
  const { part, title, responsible, due } = step;
  const place = stepPlace(caseId, step);
  return (
    <div>
      {place === undefined ? <Text>{title}</Text> : <TextLink to={place}>{title}</TextLink>}
      <Text size="sm" c="dimmed">
        {named && `${partLabels[part]}, `}
        {named ? partyLabels[responsible].toLowerCase() : partyLabels[responsible]}
        {due !== undefined && (
          <>
            , due <Instant at={due} />
          </>
        )}
      </Text>
    </div>
  );
};
