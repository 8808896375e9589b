import { Drawer, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { EligibilityView, Finding } from '#contract/eligibility.ts';
import { DismissModal } from '#renderer/features/eligibility/checks/dismiss-modal.tsx';
import { useEvidenceOfFinding } from '#renderer/features/eligibility/evidence/evidence-query.ts';
import { findingPlace } from '#renderer/features/eligibility/finding-place.ts';
import { confidenceLabels } from '#renderer/features/eligibility/labels.ts';
import { collectorLabels } from '#renderer/lib/eligibility-labels.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { FindingPlaceView } from './finding-place-view.tsx';

interface FindingDrawerProps {
  readonly view: EligibilityView;
  /** undefined: closed. */
  readonly findingId: string | undefined;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A finding at its location: a line of a file, a request, or a resource of the target. */
export const FindingDrawer = ({ view, findingId, open, onClose }: FindingDrawerProps) => {
  const finding = findingId === undefined ? undefined : findingOf(view, findingId);
  return (
    <Drawer
      opened={findingId !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={finding === undefined ? 'Finding' : findingPlace(finding)}
      styles={{ title: { overflowWrap: 'anywhere' } }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {finding ? (
        <FindingView view={view} finding={finding} open={open} onClose={onClose} />
      ) : (
        findingId !== undefined && (
          <Text>This finding is no longer current: a later check did not find it.</Text>
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
        <StatusBadge tone="neutral">{weak ? 'Hint' : confidenceLabels[confidence]}</StatusBadge>
        {isDismissed && <StatusBadge tone="neutral">Dismissed</StatusBadge>}
        <Text>{setup}</Text>
      </Group>
      <Text>{why}</Text>
      {weak && <Text c="dimmed">In a comment, documentation or test: not enough to decide the check.</Text>}
      <FindingPlaceView finding={finding} findings={evidence?.findings ?? [finding]} />
      {evidence && (
        <Facts
          facts={[
            ['Source', evidence.origin],
            ['Kind', collectorLabels[evidence.collector]],
            ['Checked', <Instant key="at" at={evidence.at} />],
          ]}
        />
      )}
      <Group gap="xs">
        <CopyButton
          labelled
          value={place.kind === 'resource' ? place.text : findingPlace(finding)}
          what="the location"
        />
        {open && !isDismissed && (
          <SmallButton changes onClick={() => setAsking(true)}>
            Dismiss finding…
          </SmallButton>
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
