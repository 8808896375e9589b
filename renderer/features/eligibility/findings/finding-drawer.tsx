import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { EligibilityView, Finding } from '#contract/eligibility.ts';
import { useEvidenceOfFinding } from '#renderer/features/eligibility/evidence/evidence-query.ts';
import { findingPlace } from '#renderer/features/eligibility/finding-place.ts';
import { collectorNames, confidenceNames } from '#renderer/features/eligibility/labels.ts';
import { DismissModal } from '#renderer/features/eligibility/rows/dismiss-modal.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { FindingPlaceView } from './finding-place-view.tsx';

interface FindingDrawerProps {
  readonly view: EligibilityView;
  /** undefined: closed. */
  readonly findingId: string | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A finding at its place: the line of a file, a request, or a resource of the target. */
export const FindingDrawer = ({ view, findingId, open, onClose }: FindingDrawerProps) => {
  const finding = findingId === undefined ? undefined : findingOf(view, findingId);
  return (
    <Drawer
      opened={findingId !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={finding === undefined ? 'Finding' : findingPlace(finding)}
      styles={{ title: { overflowWrap: 'anywhere', fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {finding ? (
        <FindingView view={view} finding={finding} open={open} onClose={onClose} />
      ) : (
        findingId !== undefined && (
          <Text>
            This finding is not among those that count now. A later check may no longer have seen it.
          </Text>
        )
      )}
    </Drawer>
  );
};

const findingOf = ({ findings, dismissals }: EligibilityView, findingId: string): Finding | undefined =>
  findings.find(({ id }) => id === findingId) ??
  dismissals.find((dismissal) => dismissal.findingId === findingId)?.finding;

interface FindingViewProps {
  readonly view: EligibilityView;
  readonly finding: Finding;
  readonly open: boolean;
  readonly onClose: () => void;
}

const FindingView = ({ view, finding, open, onClose }: FindingViewProps) => {
  const [asking, setAsking] = useState(false);
  const { row, id, place, why, weak, confidence } = finding;
  const result = view.verdict.rows.find((one) => one.row === row);
  const evidence = useEvidenceOfFinding(view.caseId, result?.evidence ?? [], id);
  const setup = view.rows.find((one) => one.row === row)?.setup;
  const isDismissed = view.dismissals.some(({ findingId }) => findingId === id);
  return (
    <Stack>
      <Group gap="xs">
        {weak ? (
          <StatusBadge tone="neutral">Hint only</StatusBadge>
        ) : (
          <StatusBadge tone={confidence === 'high' ? 'attention' : 'neutral'}>
            {confidenceNames[confidence]}
          </StatusBadge>
        )}
        {isDismissed && <StatusBadge tone="neutral">Dismissed</StatusBadge>}
        <Text>{setup}</Text>
      </Group>
      <Text>{why}</Text>
      {weak && (
        <Text c="dimmed">
          It stands in a comment, in documentation or in a test, so it settles nothing by itself.
        </Text>
      )}
      <FindingPlaceView finding={finding} findings={evidence?.findings ?? [finding]} />
      {evidence && (
        <Facts
          facts={[
            ['Read from', evidence.origin],
            ['Kind', collectorNames[evidence.collector]],
            ['Checked', <Instant key="at" at={evidence.at} />],
          ]}
        />
      )}
      <Group gap="xs">
        <CopyButton
          words
          value={place.kind === 'resource' ? place.text : findingPlace(finding)}
          what="the place"
        />
        {open && !isDismissed && (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            Dismiss the finding…
          </Button>
        )}
      </Group>
      {asking && (
        <DismissModal
          caseId={view.caseId}
          finding={finding}
          onClose={() => {
            setAsking(false);
            onClose();
          }}
        />
      )}
    </Stack>
  );
};
