import { Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Comparison } from '#contract/cutover.ts';
import { comparisonSourceLabels, parityFaultLabels, parityVerdictLabels } from '#contract/cutover-labels.ts';
import { formatDuration, formatNumber } from '#contract/format.ts';
import type { ParityDifference, ParityFinding, ParityReport } from '#contract/parity.ts';
import { companyLabels, verdictTones } from '#renderer/features/cutover/cutover-labels.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { countOf } from './report-figures.ts';

/** Whether both mechanisms told of the same: the verdict, then what is behind it. */
export const ComparisonReport = ({ comparison }: { readonly comparison: Comparison }) => {
  const { report, source, at, actor, current } = comparison;
  return (
    <>
      <Section
        title={comparisonSourceLabels[source]}
        level={3}
        beside={
          <StatusBadge tone={current ? verdictTones[report.verdict] : 'neutral'}>
            {parityVerdictLabels[report.verdict]}
          </StatusBadge>
        }
        description={
          <>
            <Instant at={at} /> · {actor} · plan {comparison.planDigest.slice(0, 8)}
          </>
        }
      >
        <Stack gap="sm">
          {report.why.length > 0 && <Lines lines={report.why} />}
          <Figures report={report} />
        </Stack>
      </Section>
      {report.findings.length > 0 && <Findings findings={report.findings} />}
      <Matrix report={report} />
      <Differences differences={report.differences} />
    </>
  );
};

const Figures = ({ report }: { readonly report: ParityReport }) => {
  const { occurrences, late, conditionLost } = report;
  return (
    <Group gap="xl" align="flex-start">
      <Stat name="In both" value={formatNumber(occurrences.both)} />
      <Stat name="Legacy only" value={formatNumber(occurrences.legacyOnly)} />
      <Stat
        name="New only"
        value={formatNumber(occurrences.newOnly)}
        note={conditionLost > 0 && `${formatNumber(conditionLost)} by a lost condition`}
      />
      <Stat name="Twice" value={formatNumber(occurrences.twice)} />
      <Stat name="Expected differences" value={formatNumber(countOf(report, 'expected'))} />
      <Stat name="Unexplained" value={formatNumber(countOf(report, 'unexplained'))} />
      {late && (
        <Stat
          name="Later than legacy"
          value={`median ${signed(late.p50Ms)}`}
          note={`p99 ${signed(late.p99Ms)}`}
        />
      )}
    </Group>
  );
};

const signed = (ms: number): string => (ms < 0 ? `−${formatDuration(-ms)}` : formatDuration(ms));

const Findings = ({ findings }: { readonly findings: readonly ParityFinding[] }) => (
  <Section title="Findings" level={3} description="Parity fails as long as there are any.">
    <DataTable
      label="Findings"
      rows={findings}
      rowId={({ id, what }) => `${id} ${what}`}
      minWidth={560}
      columns={findingColumns}
      {...(findings.length > 12 ? { height: 420 } : {})}
    />
  </Section>
);

const findingColumns: readonly TableColumn<ParityFinding>[] = [
  {
    header: 'Finding',
    width: 200,
    sortBy: ({ id }) => parityFaultLabels[id],
    cell: ({ id }) => <StatusBadge tone="bad">{parityFaultLabels[id]}</StatusBadge>,
  },
  { header: 'What', wraps: true, cell: ({ what }) => <Worded text={what} /> },
  {
    header: 'Count',
    width: 90,
    align: 'right',
    sortBy: ({ count }) => count,
    cell: ({ count }) => formatNumber(count),
  },
];

type Line = ParityReport['matrix'][number];

const figure = (count: number, isBad: boolean): ReactNode =>
  count > 0 && isBad ? (
    <Text span fw={600} c="var(--danger)">
      {formatNumber(count)}
    </Text>
  ) : (
    formatNumber(count)
  );

const matrixColumns: readonly TableColumn<Line>[] = [
  {
    header: 'Rule type',
    sortBy: ({ ruleType }) => ruleType,
    cell: ({ ruleType }) => (
      <Code bg="none" p={0}>
        {ruleType}
      </Code>
    ),
  },
  {
    header: 'Company',
    width: '24%',
    sortBy: ({ company }) => companyLabels[company],
    cell: ({ company }) => companyLabels[company],
  },
  { header: 'In both', width: 90, align: 'right', cell: ({ both }) => formatNumber(both) },
  { header: 'Legacy only', width: 100, align: 'right', cell: ({ legacyOnly }) => figure(legacyOnly, true) },
  // A lost condition explains it; what does not is a finding.
  { header: 'New only', width: 90, align: 'right', cell: ({ newOnly }) => figure(newOnly, false) },
  { header: 'Twice', width: 80, align: 'right', cell: ({ twice }) => figure(twice, true) },
];

const Matrix = ({ report: { matrix } }: { readonly report: ParityReport }) =>
  matrix.length > 0 && (
    <Section title="By rule type and company" level={3}>
      <DataTable
        label="Parity by rule type and company"
        rows={matrix}
        columns={matrixColumns}
        rowId={({ ruleType, company }) => `${ruleType} ${company}`}
        minWidth={640}
      />
    </Section>
  );

const Differences = ({ differences }: { readonly differences: readonly ParityDifference[] }) =>
  differences.length > 0 && (
    <Section title="Differences" level={3} description="Expected: the mapping says so.">
      <DataTable
        label="Differences by property"
        // What is unexplained comes first.
        rows={[...differences].sort((a, b) => b.kind.localeCompare(a.kind))}
        columns={differenceColumns}
        rowId={({ property, kind, mapping }) => `${kind} ${property} ${mapping ?? ''}`}
        minWidth={760}
      />
    </Section>
  );

const differenceColumns: readonly TableColumn<ParityDifference>[] = [
  {
    header: 'Property',
    width: '20%',
    wraps: true,
    sortBy: ({ property }) => property,
    cell: ({ property }) => (
      <Code bg="none" p={0}>
        {property}
      </Code>
    ),
  },
  {
    header: 'Kind',
    width: 130,
    sortBy: ({ kind }) => kind,
    cell: ({ kind }) => (
      <StatusBadge tone={kind === 'expected' ? 'good' : 'bad'}>
        {kind === 'expected' ? 'Expected' : 'Unexplained'}
      </StatusBadge>
    ),
  },
  {
    header: 'Count',
    width: 80,
    align: 'right',
    sortBy: ({ count }) => count,
    cell: ({ count }) => formatNumber(count),
  },
  { header: 'Legacy', wraps: true, cell: ({ example }) => <Example text={example.legacy} /> },
  { header: 'New', wraps: true, cell: ({ example }) => <Example text={example.new} /> },
  {
    header: 'Mapping',
    wraps: true,
    cell: ({ mapping }) => (mapping === undefined ? <NoValue /> : <Worded text={mapping} />),
  },
];

const Example = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? (
    <NoValue />
  ) : (
    <Code bg="none" p={0}>
      {text}
    </Code>
  );
