import { Group, Stack, Text } from '@mantine/core';
import type { EligibilityRow } from '#contract/eligibility.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { type ManualKind, type Recorded, useWithdrawResult } from './manual-result.ts';

interface ManualResultsProps {
  readonly caseId: string;
  readonly row: EligibilityRow;
  readonly kind: ManualKind;
  /** The last one is current. */
  readonly results: readonly [Recorded, ...Recorded[]];
  readonly open: boolean;
}

const labels = {
  answer: { head: 'Answered', withdraw: 'Withdraw answer', failed: 'Answers not withdrawn' },
  override: { head: 'Overridden', withdraw: 'Withdraw override', failed: 'Override not withdrawn' },
} as const;

/** Answers or overrides of a check: who, when and why. */
export const ManualResults = ({ results, open, ...which }: ManualResultsProps) => {
  const last = results.at(-1) ?? results[0];
  const withdraw = useWithdrawResult(which, last);
  const { head, withdraw: label, failed } = labels[which.kind];
  return (
    <Stack gap={6}>
      {results.map(({ at, state, by, note }) => (
        <div key={at}>
          <Text>
            <Text span inherit fw={600}>
              {head}: {formatRowState(state)}
            </Text>
            {at !== last.at && ' (replaced)'} · {by} · <Instant at={at} />
          </Text>
          <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{note}</Text>
        </div>
      ))}
      {open && (
        <Group>
          <RowButton loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {results.length === 1 ? label : `${label}s`}
          </RowButton>
        </Group>
      )}
      {withdraw.error && <ErrorNotice title={failed} error={withdraw.error} />}
    </Stack>
  );
};
