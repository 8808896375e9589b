import type { ReportTable } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { column, table, when } from '#desk/reports/blocks.ts';

export const doctorOutcome = {
  words: {
    pass: 'passed',
    fail: 'failed',
    undetermined: 'undetermined',
    'not-applicable': 'not applicable',
  },
  tones: { pass: 'ok', fail: 'bad', undetermined: 'warn' },
} as const;

/** Runs of the endpoint doctor, and the checks of each that did not pass. */
export const doctorIn = ({ doctorRuns }: CaseState): ReportTable[] => [
  table('doctor-runs', {
    caption: 'Runs',
    none: 'The endpoint doctor was not run.',
    columns: [
      ...when,
      column('url', 'URL', 'id'),
      column('verdict', 'Result', 'state', doctorOutcome),
      column('passed', 'Passed', 'integer'),
      column('failed', 'Failed', 'integer'),
      column('undetermined', 'Undetermined', 'integer'),
    ],
    rows: doctorRuns.map(({ at, actor, result: { url, verdict, checks } }) => {
      const count = (outcome: string): number => checks.filter((one) => one.outcome === outcome).length;
      return {
        at,
        actor,
        url,
        verdict,
        passed: count('pass'),
        failed: count('fail'),
        undetermined: count('undetermined'),
      };
    }),
  }),
  table('doctor-checks', {
    caption: 'Checks that did not pass',
    none: 'No failed or undetermined checks.',
    columns: [
      column('at', 'Run', 'instant'),
      column('title', 'Check'),
      column('outcome', 'Result', 'state', doctorOutcome),
      column('evidence', 'Evidence'),
      column('fix', 'Fix'),
    ],
    rows: doctorRuns.flatMap(({ at, result }) =>
      result.checks
        .filter(({ outcome }) => outcome === 'fail' || outcome === 'undetermined')
        .map(({ title, outcome, evidence, fix }) => ({
          at,
          title,
          outcome,
          evidence: evidence.join('\n'),
          fix,
        })),
    ),
  }),
];
