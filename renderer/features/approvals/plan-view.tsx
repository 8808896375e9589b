import { Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Approval, type ApprovalPlan, approvalKindLabels } from '#contract/approvals.ts';
import { formatCount } from '#contract/format.ts';
import { digestOf } from '#renderer/lib/approval-signing.ts';
import { Facts } from '#renderer/ui/facts.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

/** Whether the plan has its digest, worked out of what is shown; undefined meanwhile. */
export const useIsWhole = ({ plan, digest }: Approval): boolean | undefined =>
  useQuery({
    queryKey: ['plan-digest', digest, plan],
    queryFn: async () => (await digestOf(plan)) === digest,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;

/** The frozen plan: what is done, where, and to what. */
export const PlanView = ({ approval }: { readonly approval: Approval }) => {
  const { plan, digest, differs = [] } = approval;
  const isWhole = useIsWhole(approval);
  const { kind, target, facts, lists } = plan;
  return (
    <>
      <Section
        title="Plan"
        description="Frozen when it was requested; only this plan runs"
        beside={isWhole === false ? <StatusBadge tone="bad">Digest differs</StatusBadge> : undefined}
      >
        <Facts
          facts={[
            ['Operation', approvalKindLabels[kind]],
            ['Target', target.baseUrl === undefined ? target.name : `${target.name} (${target.baseUrl})`],
            ...facts.map(({ label, value }) => [label, value] as const),
            ['SHA-256', <Code key="digest">{digest}</Code>],
            [
              'Digest of this page',
              isWhole === undefined ? 'Computing…' : isWhole ? 'Matches' : 'Does not match: do not approve',
            ],
          ]}
        />
      </Section>
      {differs.length > 0 && (
        <Section title="Changes" description="From the plan that this one replaces">
          <Lines lines={differs} />
        </Section>
      )}
      {lists.map((list) => (
        <List key={list.label} list={list} />
      ))}
    </>
  );
};

const List = ({
  list: { label, count, lines, digest },
}: {
  readonly list: ApprovalPlan['lists'][number];
}) => (
  <Section title={label} description={formatCount(count, 'line')}>
    <Stack gap={4}>
      {lines.length === 0 ? <Text c="dimmed">None</Text> : <Lines lines={lines} />}
      {digest !== undefined && (
        <Text size="sm" c="dimmed">
          The first {lines.length} of {count}. SHA-256 of all lines: {digest}
        </Text>
      )}
    </Stack>
  </Section>
);
