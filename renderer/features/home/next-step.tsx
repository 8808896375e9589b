import { Text } from '@mantine/core';
import type { PartStep } from '#contract/case.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { stepPlace } from '#renderer/lib/step-places.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** The next step of one part of a case, and who is responsible. */
export const NextStep = ({ caseId, step }: { readonly caseId: string; readonly step: PartStep }) => {
  const { title, responsible, due } = step;
  const place = stepPlace(caseId, step);
  return (
    <>
      {place === undefined ? title : <TextLink to={place}>{title}</TextLink>}{' '}
      <Text span size="sm" c="dimmed">
        {partyLabels[responsible]}
        {due !== undefined && (
          <>
            , due <Instant at={due} />
          </>
        )}
      </Text>
    </>
  );
};
