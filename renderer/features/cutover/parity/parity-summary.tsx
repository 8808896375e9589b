import { Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { CaseView } from '#contract/case.ts';
import type { Comparison, CutoverView } from '#contract/cutover.ts';
import { comparisonSourceLabels, parityVerdictLabels } from '#contract/cutover-labels.ts';
import { formatNumber } from '#contract/format.ts';
import { verdictTones } from '#renderer/features/cutover/cutover-labels.ts';
import layout from '#renderer/features/cutover/plan/plan.module.css';
import { RailSection } from '#renderer/features/cutover/plan/rail-section.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { useComparisonJob, useRehearse } from './parity-calls.ts';
import { unexplainedIn } from './report-figures.ts';

interface ParitySummaryProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

/** The newest comparison in a few lines; the rehearsal starts here too. */
export const ParitySummary = ({ found, view }: ParitySummaryProps) => {
  const [newest] = view.comparisons;
  return (
    <RailSection title="Rehearsal and parity">
      {view.plan === undefined ? (
        <div className={layout.note}>Not rehearsed. Freeze the plan first.</div>
      ) : (
        <>
          {newest === undefined ? (
            <div className={layout.note}>Not rehearsed.</div>
          ) : (
            <Newest comparison={newest} />
          )}
          <RehearseNow found={found} view={view} />
        </>
      )}
    </RailSection>
  );
};

const Newest = ({ comparison: { source, at, current, report } }: { readonly comparison: Comparison }) => (
  <>
    <StatusBadge tone={current ? verdictTones[report.verdict] : 'neutral'}>
      {current ? parityVerdictLabels[report.verdict] : 'Outdated: the plan changed'}
    </StatusBadge>
    <Text className={layout.note} component="div" mt={4}>
      {comparisonSourceLabels[source]}, <Instant at={at} /> · {formatNumber(unexplainedIn(report))}{' '}
      unexplained
    </Text>
    <TextLink to="?stage=rehearsed" size="sm">
      Show comparison
    </TextLink>
  </>
);

const RehearseNow = ({ found, view }: ParitySummaryProps) => {
  const rehearse = useRehearse(found.id);
  const job = useComparisonJob(found.id);
  if (found.state !== 'open' || view.plan === undefined) return undefined;
  const isDraft = view.draft !== undefined && view.draft.digest !== view.plan.digest;
  if (job?.state === 'running') {
    return (
      <Text className={layout.note} role="status" mt={4}>
        {job.progress.text}
      </Text>
    );
  }
  return (
    <>
      {!isDraft && (
        <ActionButton
          mt={8}
          display="block"
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          loading={rehearse.isPending}
          onClick={() => rehearse.mutate({})}
        >
          Rehearse
        </ActionButton>
      )}
      {rehearse.error && <ErrorNotice title="Not rehearsed" error={rehearse.error} />}
    </>
  );
};
