import { Code, Drawer, Group, List, Stack, Text } from '@mantine/core';
import type { EligibilityView, Evidence, TestRun } from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { findingDetail, findingPlace } from '#renderer/features/eligibility/finding-place.ts';
import { skipLabels, statementLabels, statementTones } from '#renderer/features/eligibility/labels.ts';
import { TestRunFacts } from '#renderer/features/eligibility/test-runs/test-run-facts.tsx';
import { collectorLabels, setupOf } from '#renderer/lib/eligibility-labels.ts';
import { DataTable } from '#renderer/ui/data-table.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Part } from '#renderer/ui/part.tsx';
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
    styles={{ title: { overflowWrap: 'anywhere' } }}
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
        {isTestRun(evidence) && <TestRunFacts view={view} evidence={evidence} open={open} />}
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

const isTestRun = (evidence: Evidence): evidence is Evidence & { readonly testRun: TestRun } =>
  evidence.testRun !== undefined;

/** Removable only after its observation has ended. */
const isObserving = ({ observations }: EligibilityView, { id }: Evidence): boolean =>
  observations.some((one) => one.id === id && one.to === undefined);

const Statements = ({ evidence, rows }: { evidence: Evidence; rows: EligibilityView['rows'] }) => (
  <Part title="Results">
    {evidence.rows.map(({ row, says, because }) => (
      <div key={row}>
        <Group gap="xs">
          <Text fw={600}>{setupOf(rows, row)}</Text>
          <StatusBadge tone={statementTones[says]}>{statementLabels[says]}</StatusBadge>
        </Group>
        <Text style={{ overflowWrap: 'anywhere' }}>{because}</Text>
      </div>
    ))}
  </Part>
);

/** A count, and how many of it are listed. */
const withListed = (count: string, all: number, listed: number, which: string): string =>
  all > listed ? `${count} (${which} ${formatNumber(listed)})` : count;

const Findings = ({ evidence: { findings, findingCount } }: { evidence: Evidence }) => (
  <Part title={withListed(formatCount(findingCount, 'finding'), findingCount, findings.length, 'strongest')}>
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
  </Part>
);

const SkippedItems = ({ read: { skipped, skippedCount } }: { read: Evidence['read'] }) => (
  <Part
    title={withListed(`${formatCount(skippedCount, 'item')} skipped`, skippedCount, skipped.length, 'first')}
  >
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
  </Part>
);
