import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import type { ReportBlock, ReportSection, Tone } from '#contract/report.ts';
import { type SampleOutcome, sampleOutcomes } from '#contract/token-samples.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { below, column, dataColumn, facts, note, section, table, when } from '#desk/reports/blocks.ts';
import { isOnTarget } from '#desk/tokens/reconciliation/last-run.ts';

type Sample = CaseState['sampleChecks'][number];

const labels: Readonly<Record<SampleOutcome, string>> = {
  'as-expected': 'as expected',
  differs: 'differs',
  unread: 'could not be read',
};
const tones: Readonly<Record<SampleOutcome, Tone>> = { 'as-expected': 'ok', differs: 'bad', unread: 'warn' };
const outcome = { words: { ...labels }, tones: { ...tones } };

/** What was read back from the target: only what is recorded. Source: `docs/reference/rules/tokens.md#sample`. */
export const sampleSection = (state: CaseState): ReportSection => {
  const last = state.sampleChecks.at(-1);
  if (last === undefined) {
    return section('sample', 'Sample read back', note('warn', 'No sample was read back from the target.'));
  }
  return section(
    'sample',
    'Sample read back',
    note(toneOf(last), `${formatSample(last)}.`),
    ...laterRuns(state, last),
    facts(
      ['Target', last.targetName],
      ['Read back', last.at, 'instant'],
      ['By', last.actor],
      ['Seed', last.seed, 'id'],
      ['Rows', `${formatNumber(last.rows.length)} of ${formatNumber(last.of)} migrated`],
      ['Rule', 'the first rows by the SHA-256 of seed, platform and reference, each on its own line'],
    ),
    table('sample', {
      caption: 'Rows of the last sample, in the order of the draw',
      none: 'No rows.',
      columns: [
        column('ref', 'Company'),
        column('platformKey', 'Platform'),
        column('outcome', 'Result', 'state', outcome),
        below('details', 'outcome', 'Detail'),
        column('companyId', 'Ids', 'id'),
        below('connectionId', 'companyId', 'Connection', 'id'),
      ],
      rows: last.rows.map(({ details, ...row }) => ({ ...row, details: details.join('\n') })),
    }),
    ...earlierSamples(state.sampleChecks.slice(0, -1)),
  );
};

const countOf = ({ rows }: Sample, wanted: SampleOutcome): number =>
  rows.filter((row) => row.outcome === wanted).length;

const toneOf = (sample: Sample): Tone => {
  if (countOf(sample, 'differs') > 0) return 'bad';
  return countOf(sample, 'unread') > 0 ? 'warn' : 'ok';
};

const formatSample = (sample: Sample): string => {
  const found = sampleOutcomes
    .map((one) => [countOf(sample, one), labels[one]] as const)
    .filter(([count]) => count > 0)
    .map(([count, called]) => `${formatNumber(count)} ${called}`);
  return `${formatCount(sample.rows.length, 'row')} of ${formatNumber(sample.of)} migrated read back: ${formatList(found)}`;
};

/** Runs that have begun or ended since. */
const laterRuns = ({ tokenRuns }: CaseState, { seq }: Sample): ReportBlock[] => {
  const numbers = tokenRuns.flatMap((run, index) =>
    isOnTarget(run) && (run.started.seq > seq || (run.ended?.seq ?? 0) > seq) ? [String(index + 1)] : [],
  );
  return numbers.length === 0
    ? []
    : [note('warn', `Older than run ${formatList(numbers)}: rows may have changed since this sample.`)];
};

const earlierSamples = (samples: readonly Sample[]): ReportBlock[] =>
  samples.length === 0
    ? []
    : [
        table('samples', {
          caption: 'Earlier samples, oldest first',
          none: 'None.',
          columns: [
            ...when,
            column('seed', 'Seed', 'id'),
            column('rows', 'Rows', 'integer'),
            column('of', 'Of migrated', 'integer'),
            ...sampleOutcomes.map((one) => column(one, labels[one], 'integer')),
            dataColumn('seq', 'Entry', 'integer'),
          ],
          rows: samples.map((sample) => ({
            at: sample.at,
            actor: sample.actor,
            seed: sample.seed,
            rows: sample.rows.length,
            of: sample.of,
            ...Object.fromEntries(sampleOutcomes.map((one) => [one, countOf(sample, one)])),
            seq: sample.seq,
          })),
        }),
      ];
