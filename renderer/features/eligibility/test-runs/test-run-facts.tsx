import { Text } from '@mantine/core';
import type { EligibilityView, Evidence, TestRun } from '#contract/eligibility.ts';
import { formatCount, formatNumber } from '#contract/format.ts';
import { DataTable } from '#renderer/ui/data-table.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Part } from '#renderer/ui/part.tsx';
import { Coverage } from './coverage.tsx';

interface TestRunFactsProps {
  readonly view: EligibilityView;
  readonly evidence: Evidence & { readonly testRun: TestRun };
  readonly open: boolean;
}

/** How a test run went, what it called, and what its suite covers. */
export const TestRunFacts = ({ view, evidence, open }: TestRunFactsProps) => {
  const { program, clock, fromState, started, end } = evidence.testRun;
  return (
    <>
      <Part title="Run">
        <Facts
          facts={[
            ['Program', program],
            ['Started', <Instant key="started" at={started} />],
            ['Ended', end === undefined ? 'Not when it was read' : <Instant key="ended" at={end.at} />],
            ['Result', end && formatExit(end.exit)],
            ['Calls', end && formatCalls(end.calls)],
            ['Clock', `${clockLabels[clock]}${fromState ? ', from a saved state' : ''}`],
            ['Service time', end && <ServiceTime key="time" {...end.serviceTime} />],
          ]}
        />
      </Part>
      <Part title="Coverage">
        <Coverage view={view} evidence={evidence} open={open} />
      </Part>
      {end !== undefined && end.operations.length > 0 && (
        <Part title={formatCount(end.operations.length, 'other operation')}>
          <DataTable
            label="Operations of this run"
            rows={end.operations}
            rowId={({ method, path }) => `${method} ${path}`}
            columns={[
              { header: 'Operation', cell: ({ method, path }) => `${method} ${path}` },
              { header: 'Calls', width: 100, align: 'right', cell: ({ count }) => formatNumber(count) },
            ]}
            {...(end.operations.length > 12 ? { height: 420 } : {})}
          />
        </Part>
      )}
    </>
  );
};

const clockLabels = { system: 'System', virtual: 'Virtual', skipping: 'Virtual, skipping' } as const;

type End = NonNullable<TestRun['end']>;

const formatExit = (exit: End['exit']): string =>
  'signal' in exit ? `Ended by ${exit.signal}` : `Exit code ${exit.code}`;

const formatCalls = ({ total, succeeded, alerts, unmatched }: End['calls']): string =>
  [
    `${formatNumber(total)} in total`,
    `${formatNumber(succeeded)} successful`,
    `${formatNumber(alerts)} to the alerts endpoints`,
    ...(unmatched === 0 ? [] : [`${formatNumber(unmatched)} to unknown paths`]),
  ].join(' · ');

const ServiceTime = ({ from, to }: End['serviceTime']) => (
  <Text span inherit>
    <Instant at={from} /> to <Instant at={to} />
  </Text>
);
