import type { EligibilityView, TestRun } from '#contract/eligibility.ts';
import type { ReportTable } from '#contract/report.ts';
import { below, column, dataColumn, table, when } from '#desk/reports/blocks.ts';

/** Test runs as evidence, and what people stated of their coverage. */
export const testRunTables = (view: EligibilityView): ReportTable[] => {
  const runs = view.evidence.flatMap(({ id, scope, testRun }) =>
    testRun === undefined ? [] : [{ id, scope, testRun }],
  );
  if (runs.length === 0) return [];
  const coverageOf = new Map(view.coverages.map((one) => [one.evidenceId, one]));
  return [
    table('test-runs', {
      caption: 'Test runs',
      none: 'No test runs.',
      columns: [
        column('scope', 'Test suite'),
        below('program', 'scope', 'Program'),
        column('from', 'From', 'instant'),
        column('to', 'To', 'instant'),
        column('exit', 'End'),
        column('calls', 'Calls', 'integer'),
        column('succeeded', 'Successful', 'integer'),
        column('operations', 'Operations', 'integer'),
        dataColumn('run', 'Run', 'id'),
      ],
      rows: runs.map(({ scope, testRun: { run, program, started, end } }) => ({
        scope,
        program,
        from: started,
        to: end?.at,
        exit: formatExit(end),
        calls: end?.calls.total,
        succeeded: end?.calls.succeeded,
        operations: end?.operations.length,
        run,
      })),
    }),
    table('coverages', {
      caption: 'Coverage of test runs',
      none: 'No coverage stated.',
      columns: [
        column('scope', 'Test suite'),
        column('coverage', 'Covers'),
        column('confirmed', 'Every call', 'text', {
          words: { yes: 'confirmed: nothing else calls this API', no: 'not confirmed' },
        }),
        column('by', 'Stated by'),
        ...when,
        dataColumn('evidenceId', 'Evidence', 'id'),
      ],
      rows: runs.flatMap(({ id, scope }) => {
        const one = coverageOf.get(id);
        if (one === undefined) return [];
        const { coverage, confirmed, by, at, actor, evidenceId } = one;
        return [{ scope, coverage, confirmed: confirmed ? 'yes' : 'no', by, at, actor, evidenceId }];
      }),
    }),
  ];
};

const formatExit = (end: TestRun['end']): string => {
  if (end === undefined) return 'did not end';
  return 'signal' in end.exit ? end.exit.signal : `exit code ${end.exit.code}`;
};
