import { Code, Drawer, Group, List, Stack, Text, Title } from '@mantine/core';
import type { EligibilityView, Evidence } from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { findingDetail, findingPlace } from '#renderer/features/eligibility/finding-place.ts';
import {
  collectorLabels,
  skipLabels,
  statementLabels,
  statementTones,
} from '#renderer/features/eligibility/labels.ts';
import { DataTable } from '#renderer/ui/data-table.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { useEvidence } from './evidence-query.ts';
import { MentionSummary } from './mention-summary.tsx';
import { formatRead } from './read-format.ts';
import { RemoveEvidence } from './remove-evidence.tsx';

interface EvidenceDrawerProps {
  readonly view: EligibilityView;
  /** undefined: closed. */
  readonly evidenceId: string | undefined;
  /** The case is open, so that evidence can be removed. */
  readonly open: boolean;
  readonly onClose: () => void;
}

/** One piece of evidence: source, results by check, findings, skipped items. */
export const EvidenceDrawer = ({ view, evidenceId, open, onClose }: EvidenceDrawerProps) => (
  <Drawer
    opened={evidenceId !== undefined}
    onClose={onClose}
    position="right"
    size="xl"
    title={view.evidence.find(({ id }) => id === evidenceId)?.origin ?? 'Evidence'}
    styles={{ title: { overflowWrap: 'anywhere', fontWeight: 650 } }}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {evidenceId !== undefined && (
      <Content view={view} evidenceId={evidenceId} open={open} onClose={onClose} />
    )}
  </Drawer>
);

const Content = ({
  view,
  evidenceId,
  open,
  onClose,
}: Omit<EvidenceDrawerProps, 'evidenceId'> & { evidenceId: string }) => (
  <Loaded query={useEvidence(view.caseId, evidenceId)} text="Loading evidence…">
    {(evidence) => (
      <Stack>
        <Facts
          facts={[
            ['Kind', collectorLabels[evidence.collector]],
            ['Scope', evidence.scope],
            ['Checked', <Instant key="at" at={evidence.at} />],
            ['Read', formatRead(evidence)],
            [
              'SHA-256',
              evidence.digest === undefined ? undefined : <Code key="digest">{evidence.digest}</Code>,
            ],
          ]}
        />
        <Statements evidence={evidence} rows={view.rows} />
        {evidence.findings.length > 0 && <Findings evidence={evidence} />}
        {evidence.mentions && <MentionSummary mentions={evidence.mentions} />}
        {evidence.read.skipped.length > 0 && <SkippedItems read={evidence.read} />}
        {open && !isObserving(view, evidence) && (
          <RemoveEvidence caseId={view.caseId} evidence={evidence} onRemoved={onClose} />
        )}
      </Stack>
    )}
  </Loaded>
);

/** Removable only after its observation has ended. */
const isObserving = ({ observations }: EligibilityView, { id }: Evidence): boolean =>
  observations.some((one) => one.id === id && one.to === undefined);

const Statements = ({ evidence, rows }: { evidence: Evidence; rows: EligibilityView['rows'] }) => {
  const setups = new Map(rows.map(({ row, setup }) => [row, setup]));
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        Results
      </Title>
      {evidence.rows.map(({ row, says, because }) => (
        <div key={row}>
          <Group gap="xs">
            <Text fw={600}>{setups.get(row)}</Text>
            <StatusBadge tone={statementTones[says]}>{statementLabels[says]}</StatusBadge>
          </Group>
          <Text style={{ overflowWrap: 'anywhere' }}>{because}</Text>
        </div>
      ))}
    </Stack>
  );
};

const Findings = ({ evidence: { findings, findingCount } }: { evidence: Evidence }) => (
  <Stack gap="xs">
    <Title order={3} size="h5">
      {formatCount(findingCount, 'finding')}
      {findingCount > findings.length && ` (strongest ${formatNumber(findings.length)} stored)`}
    </Title>
    <DataTable
      label="Findings of this evidence"
      rows={findings}
      rowId={({ id }) => id}
      columns={[
        { header: 'Location', sortBy: findingPlace },
        { header: 'Finding', cell: (finding) => findingDetail(finding) || finding.why },
      ]}
      {...(findings.length > 12 ? { height: 420 } : {})}
    />
  </Stack>
);

const SkippedItems = ({ read: { skipped, skippedCount } }: { read: Evidence['read'] }) => (
  <Stack gap="xs">
    <Title order={3} size="h5">
      {formatCount(skippedCount, 'item')} skipped
      {skippedCount > skipped.length && ` (first ${formatNumber(skipped.length)} listed)`}
    </Title>
    <List styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
      {skipped.map(({ path, reason, detail }) => (
        <List.Item key={`${path} ${reason} ${detail}`}>
          <Text span fw={600}>
            {path === '.' ? skipLabels[reason] : `${path}: ${skipLabels[reason].toLowerCase()}`}
          </Text>
          {detail !== undefined && ` ${detail}`}
        </List.Item>
      ))}
    </List>
  </Stack>
);
