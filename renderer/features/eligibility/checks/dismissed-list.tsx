import { Group, List, Text } from '@mantine/core';
import type { EligibilityView } from '#contract/eligibility.ts';
import { findingPlace } from '#renderer/features/eligibility/finding-place.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { RowButton } from '#renderer/ui/small-button.tsx';
import { useRestoreFinding } from './dismiss-finding.ts';

type Dismissal = EligibilityView['dismissals'][number];

interface DismissedListProps {
  readonly caseId: string;
  readonly dismissals: readonly Dismissal[];
  readonly open: boolean;
}

/** Dismissed findings of a check: who, when and why. */
export const DismissedList = ({ caseId, dismissals, open }: DismissedListProps) => (
  <List listStyleType="none" spacing="sm">
    {dismissals.map((dismissal) => (
      <List.Item
        key={dismissal.findingId}
        styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
      >
        <Dismissed caseId={caseId} dismissal={dismissal} open={open} />
      </List.Item>
    ))}
  </List>
);

const Dismissed = ({ caseId, dismissal, open }: { caseId: string; dismissal: Dismissal; open: boolean }) => {
  const restore = useRestoreFinding(caseId, dismissal);
  const { finding, findingId, reason, actor, at } = dismissal;
  const place = finding === undefined ? `Finding ${findingId}` : findingPlace(finding);
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {place}
          </Text>
          <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{reason}</Text>
          <Text size="sm" c="dimmed">
            {actor} · <Instant at={at} />
          </Text>
        </div>
        {open && (
          <RowButton
            loading={restore.isPending}
            aria-label={`Restore ${place}`}
            onClick={() => restore.mutate()}
          >
            Restore finding
          </RowButton>
        )}
      </Group>
      {restore.error && <ErrorNotice title="Finding not restored" error={restore.error} />}
    </>
  );
};
