import { List, Stack, Text } from '@mantine/core';
import type { CheckResult, EligibilityView } from '#contract/eligibility.ts';
import { verdictLabels } from '#contract/verdict-labels.ts';
import { ChangeWords } from '#renderer/features/eligibility/change-line.tsx';
import { formatRead } from '#renderer/features/eligibility/evidence/read-format.ts';
import { useJob } from '#renderer/lib/jobs.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { useChecks } from './jobs-query.ts';

/**
 * What is different since the last check, and what that read. What stands on record is shown until the check's own result
 * is there, so that nothing jumps; a check that changed nothing leaves nothing on record.
 */
export const LastCheck = ({ view }: { view: EligibilityView }) => {
  const last = useChecks(view.caseId).find(({ state }) => state === 'done');
  const recorded = view.history.at(-1);
  const result = useJob(last?.id).data?.result as CheckResult | undefined;
  if (recorded === undefined) return undefined;
  const change = result === undefined ? recorded.change : result.change;
  return (
    <Section
      title={last === undefined ? 'What changed last' : 'What changed with the last check'}
      level={3}
      description={<Instant at={last?.ended ?? recorded.at} />}
    >
      <Stack gap="xs" role="status">
        {change ? (
          <ChangeWords change={change} rows={view.rows} />
        ) : (
          <Text>This is the first verdict: {verdictLabels[recorded.state].toLowerCase()}.</Text>
        )}
        {result && (
          <List c="dimmed" styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
            {result.evidence.map((one) => (
              <List.Item key={one.id}>
                {one.origin}: {formatRead(one)}.
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Section>
  );
};
