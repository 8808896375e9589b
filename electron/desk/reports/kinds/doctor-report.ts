import { type DoctorOutcome, doctorOutcomes } from '#contract/doctor.ts';
import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import type { ReportBlock, ReportDocument, ReportTable } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { planOf, standingCutover } from '#desk/cutover/on-target.ts';
import { sameUrl } from '#desk/cutover/same-endpoint.ts';
import { below, column, dataColumn, figures, list, note, section, table } from '#desk/reports/blocks.ts';
import { formatInstant } from '#desk/reports/format.ts';
import type { BuildReport } from '#desk/reports/reports.ts';
import { deliveryLadder } from './delivery-ladder.ts';
import { doctorIn, doctorOutcome } from './doctor.ts';
import { tableIds } from './table-ids.ts';

type DoctorRun = CaseState['doctorRuns'][number];

/** Tests of the integrator's endpoints. Source: `docs/reference/rules/doctor.md`. */
export const doctorReport: BuildReport = ({ state }) => {
  const last = lastRuns(state);
  const open = notTested(state, last);
  return {
    title: `Endpoint doctor: ${state.integrator}`,
    summary: summaryOf(last, open),
    table: 'doctor-all-checks',
    sections: [
      section('summary', 'Summary', ...verdictFigures(last), endpointsTable(last)),
      section(
        'not-tested',
        'Not tested',
        ...(open.length === 0
          ? [note('ok', 'Every applicable check has a result.')]
          : [note('warn', 'Not known at this point:'), ...list(open)]),
        ...list(last.flatMap(({ result }) => checksThat('not-applicable', result, 'not applicable'))),
      ),
      section('all-checks', 'All checks', allChecksTable(last)),
      section('deliveries', 'Deliveries in the soak', ...deliveryLadder(state)),
      section('doctor', 'Runs', ...doctorIn(state)),
    ],
  };
};

/** The last run of each URL, in the order of the first runs: what an earlier one found, it replaces. */
const lastRuns = ({ doctorRuns }: CaseState): DoctorRun[] => [
  ...new Map(doctorRuns.map((run) => [run.result.url, run])).values(),
];

const countOf = (last: readonly DoctorRun[], wanted: DoctorRun['result']['verdict']): number =>
  last.filter(({ result }) => result.verdict === wanted).length;

const summaryOf = (last: readonly DoctorRun[], open: readonly string[]): ReportDocument['summary'] => {
  if (last.length === 0) return { tone: 'warn', text: 'The endpoint doctor was not run.' };
  const [passed, failed, undetermined] = [
    countOf(last, 'pass'),
    countOf(last, 'fail'),
    countOf(last, 'undetermined'),
  ];
  const parts = [
    ...(passed > 0 ? [`${formatNumber(passed)} passed`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    ...(undetermined > 0 ? [`${formatNumber(undetermined)} undetermined`] : []),
  ];
  const left = open.length === 0 ? '' : ` Not tested: ${open.join(' ')}`;
  const tone = failed > 0 ? 'bad' : undetermined > 0 || open.length > 0 ? 'warn' : 'ok';
  return {
    tone,
    text: `${formatCount(last.length, 'endpoint')} tested, by the last run of each: ${formatList(parts)}.${left}`,
  };
};

const verdictFigures = (last: readonly DoctorRun[]): ReportBlock[] => {
  if (last.length === 0) return [];
  const [failed, undetermined] = [countOf(last, 'fail'), countOf(last, 'undetermined')];
  return [
    figures(
      ['Endpoints', last.length],
      ['Passed', countOf(last, 'pass'), 'ok'],
      ['Failed', failed, failed > 0 ? 'bad' : undefined],
      ['Undetermined', undetermined, undetermined > 0 ? 'warn' : undefined],
    ),
  ];
};

/** What the case can't say of its endpoints, one sentence each. */
const notTested = (state: CaseState, last: readonly DoctorRun[]): string[] => {
  if (last.length === 0) return ['The endpoint doctor was not run.'];
  const cutover = standingCutover(state);
  const planned = [...new Set((planOf(state)?.plan.endpoints ?? []).map(({ url }) => url))];
  return [
    ...planned
      .filter((url) => !last.some(({ result }) => sameUrl(result.url, url)))
      .map((url) => `${url}: planned, and no run of the endpoint doctor is recorded.`),
    ...last.flatMap(({ seq, result }) => [
      ...(cutover !== undefined && seq < cutover.seq
        ? [`${result.url}: not tested since the cutover of ${formatInstant(cutover.at)} UTC.`]
        : []),
      ...checksThat('undetermined', result, 'without a result'),
    ]),
  ];
};

const checksThat = (
  outcome: DoctorOutcome,
  { url, checks }: DoctorRun['result'],
  called: string,
): string[] => {
  const found = checks.filter((one) => one.outcome === outcome).map(({ title }) => title);
  return found.length === 0 ? [] : [`${url}: ${called}: ${formatList(found)}.`];
};

const endpointsTable = (last: readonly DoctorRun[]): ReportTable =>
  table(tableIds.endpoints, {
    caption: 'Endpoints, by their last run',
    none: 'The endpoint doctor was not run.',
    columns: [
      column('url', 'URL', 'id'),
      below('webhookId', 'url', 'Endpoint', 'id'),
      column('verdict', 'Result', 'state', doctorOutcome),
      column('at', 'When', 'instant'),
      below('actor', 'at', 'By'),
      column('requests', 'Requests', 'integer'),
      ...doctorOutcomes.map((outcome) => column(outcome, doctorOutcome.words[outcome], 'integer')),
    ],
    rows: last.map(({ at, actor, webhookId, result: { url, verdict, requests, checks } }) => ({
      url,
      webhookId,
      verdict,
      at,
      actor,
      requests,
      ...Object.fromEntries(
        doctorOutcomes.map((outcome) => [outcome, checks.filter((one) => one.outcome === outcome).length]),
      ),
    })),
  });

const allChecksTable = (last: readonly DoctorRun[]): ReportTable =>
  table('doctor-all-checks', {
    caption: 'Checks of the last run of each endpoint',
    none: 'The endpoint doctor was not run.',
    columns: [
      column('title', 'Check'),
      below('url', 'title', 'URL', 'id'),
      dataColumn('id', 'Check', 'id'),
      column('outcome', 'Result', 'state', doctorOutcome),
      column('evidence', 'Evidence'),
      column('fix', 'Fix'),
      dataColumn('at', 'Run', 'instant'),
    ],
    rows: last.flatMap(({ at, result: { url, checks } }) =>
      checks.map(({ id, title, outcome, evidence, fix }) => ({
        title,
        url,
        id,
        outcome,
        evidence: evidence.join('\n'),
        fix,
        at,
      })),
    ),
  });
