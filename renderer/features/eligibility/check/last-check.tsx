import { Stack, Text } from '@mantine/core';
import type { CheckResult, EligibilityView } from '#contract/eligibility.ts';
import { verdictLabels } from '#contract/verdict-labels.ts';
import { ChangeList } from '#renderer/features/eligibility/change-list.tsx';
import { formatRead } from '#renderer/features/eligibility/evidence/read-format.ts';
import { useJob } from '#renderer/lib/jobs.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useChecks } from './jobs-query.ts';

/**
 * Changes of the last check and what it read. The recorded change is shown until the result of the check is loaded, so that
 * nothing jumps; a check without changes records none.
 */
export const LastCheck = ({ view }: { view: EligibilityView }) => {
  const last = useChecks(view.caseId).find(({ state }) => state === 'done');
  const recorded = view.history.at(-1);
  const result = useJob(last?.id).data?.result as CheckResult | undefined;
  if (recorded === undefined) return undefined;
  const change = result === undefined ? recorded.change : result.change;
  return (
    <Section
      title={last === undefined ? 'Last change' : 'Last check'}
      description={<Instant at={last?.ended ?? recorded.at} />}
    >
      <Stack gap="xs" role="status">
        {change ? (
          <ChangeList change={change} rows={view.rows} />
        ) : (
          <Text>First verdict: {verdictLabels[recorded.state].toLowerCase()}.</Text>
        )}
        {result && (
          <Lines c="dimmed" lines={result.evidence.map((one) => `${one.origin}: ${formatRead(one)}`)} />
        )}
      </Stack>
    </Section>
  );
};
