import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import type { ReportBlock, ReportDocument, Tone } from '#contract/report.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { facts, figures, section, text } from '#desk/reports/blocks.ts';
import type { BuildReport } from '#desk/reports/reports.ts';
import { causesChart, progressChart } from './charts.ts';
import { causeTitles } from './labels.ts';
import { reconciliationSection, unverifiedText } from './reconciliation.ts';
import { sampleSection } from './sample.ts';
import {
  causesTable,
  companiesTable,
  datasetsTable,
  failuresTable,
  heldTable,
  originsText,
  platformsTable,
} from './token-companies.ts';
import { comparison } from './token-comparison.ts';
import { dataTypesTable } from './token-data-types.ts';
import { pictureOf, summed, type Tally, type TokenPicture, tallyOf } from './token-picture.ts';
import {
  breaksTable,
  duplicatesTable,
  importsTable,
  readingNotes,
  runsTable,
  sourcesTable,
} from './token-runs.ts';

/** Results of a token migration by company. Source: `docs/reference/rules/tokens.md`. */
export const tokensReport: BuildReport = ({ state, results }) => {
  const picture = pictureOf({ state, results });
  const { companies, runs } = picture;
  const none = 'No results of a run on a target.';
  const isNone = companies.length === 0;
  return {
    title: `Token migration: ${state.integrator}`,
    summary: tokensSummary(state, picture),
    table: 'companies',
    sections: [
      section(
        'summary',
        'Summary',
        ...tallyFigures(tallyOf(picture)),
        aboutFacts(state, picture),
        ...readingNotes(picture),
        ...(isNone
          ? []
          : [
              platformsTable(picture),
              datasetsTable(companies),
              ...dataTypesTable(companies),
              ...originsText(companies),
            ]),
      ),
      reconciliationSection(state, picture.accounts),
      sampleSection(state),
      section(
        'not-migrated',
        'Not migrated, by cause',
        ...(isNone
          ? [text(none)]
          : [
              ...causesChart(companies),
              causesTable(companies),
              failuresTable(companies),
              heldTable(picture),
            ]),
      ),
      section('duplicates', 'Duplicates on the target', duplicatesTable(picture)),
      section('comparison', 'Rehearsal compared with runs', ...comparison(picture)),
      section('imports', 'Imports', importsTable(state)),
      section('runs', 'Runs', ...progressChart(runs), runsTable(runs), breaksTable(runs), sourcesTable(runs)),
      section('companies', 'All companies', companiesTable(companies, none)),
    ],
  };
};

/** The state of the migration in a few sentences, with rows imported since its last run. */
export const tokensSummary = (state: CaseState, picture: TokenPicture): ReportDocument['summary'] => {
  const { tokenImports, tokenRuns } = state;
  if (picture.companies.length === 0) {
    if (tokenImports.length === 0) return { text: 'No companies imported yet.' };
    const begun = tokenRuns.length === 0 ? 'no run has started' : 'no run on a target has results';
    return { tone: 'warn', text: `Companies are imported; ${begun} yet.` };
  }
  const { tone, text: words } = stillTrue(resultsSummary(picture), picture);
  const since = rowsImportedSince(state, picture);
  if (since === 0) return { tone, text: words };
  const then = `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  const later = `${formatCount(since, 'row')} ${since === 1 ? 'was' : 'were'} imported since that run and ${since === 1 ? 'is' : 'are'} not in these numbers.`;
  return {
    tone: tone === 'ok' ? 'warn' : tone,
    text: `At the end of run ${picture.latest?.number}: ${then} ${later}`,
  };
};

/** What the run has said, with what is no longer so, or nobody verified. */
const stillTrue = (
  { tone, text: words }: { readonly tone: Tone; readonly text: string },
  { accounts }: TokenPicture,
): { readonly tone: Tone; readonly text: string } => {
  const open = unverifiedText(accounts);
  return open === undefined ? { tone, text: words } : { tone: 'bad', text: `${words} ${open}` };
};

/** Rows that an import took in, or could not, after the end of the run that the companies are told by. */
const rowsImportedSince = ({ tokenImports }: CaseState, { latest }: TokenPicture): number =>
  tokenImports
    .filter(({ seq }) => seq > (latest?.run.ended?.seq ?? 0))
    .reduce((sum, { ready, invalid }) => sum + ready + invalid, 0);

const resultsSummary = (picture: TokenPicture): { tone: Tone; text: string } => {
  const { companies, excluded } = picture;
  const tally = tallyOf(picture);
  const { all, migrated } = tally;
  if (migrated === all) {
    return { tone: 'ok', text: `All ${formatCount(all, 'company', 'companies')} migrated.` };
  }
  const failed = companies.filter(
    (company) => !excluded.has(company) && (company.state === 'failed' || company.state === 'invalid'),
  );
  const failures = summed(
    failed.flatMap(({ cause }) => (cause === undefined ? [] : [{ [causeTitles[cause]]: 1 }])),
  ).map(([title, count]) => `${title} (${formatNumber(count)})`);
  const why = failures.length === 0 ? '' : ` Causes: ${formatList(failures)}.`;
  return {
    tone: toneOf(tally),
    text: `${formatNumber(migrated)} of ${formatCount(all, 'company', 'companies')} migrated; ${formatOthers(tally)}.${why}`,
  };
};

/** What was left out by name is settled. */
const toneOf = ({ all, migrated, excluded, failed, stopped }: Tally): Tone => {
  if (failed + stopped > 0) return 'bad';
  return migrated + excluded === all ? 'ok' : 'warn';
};

const formatOthers = ({ failed, stopped, excluded, held, open, undone }: Tally): string =>
  formatList(
    (
      [
        [failed, 'failed'],
        [stopped, 'invalid'],
        [excluded, 'excluded'],
        [held, 'held'],
        [open, 'not finished'],
        [undone, 'undone'],
      ] as const
    )
      .filter(([count]) => count > 0)
      .map(([count, words]) => `${formatNumber(count)} ${words}`),
  );

export const tallyFigures = (tally: Tally): ReportBlock[] =>
  tally.all === 0
    ? []
    : [
        figures(
          ['Companies', tally.all],
          ['Migrated', tally.migrated, 'ok'],
          ['Failed', tally.failed, tally.failed > 0 ? 'bad' : undefined],
          ['Invalid', tally.stopped, tally.stopped > 0 ? 'bad' : undefined],
          ...(tally.excluded > 0 ? [['Excluded', tally.excluded] as const] : []),
          ...(tally.held > 0 ? [['Held', tally.held, 'warn'] as const] : []),
          ...(tally.open > 0 ? [['Not finished', tally.open, 'warn'] as const] : []),
          ...(tally.undone > 0 ? [['Undone', tally.undone, 'warn'] as const] : []),
        ),
      ];

const aboutFacts = (
  { clientId, state }: CaseState,
  { latest, rehearsal, runs }: TokenPicture,
): ReportBlock => {
  const ended = latest?.run.ended;
  return facts(
    ['Target', latest?.run.started.targetName],
    ['Client id', clientId, 'id'],
    ['Case state', state],
    ['Runs', runs.length, 'integer'],
    ['As of', latest && `the end of run ${latest.number} (${latest.run.started.kind})`],
    ['Run ended', ended?.at, 'instant'],
    ['Run ledger', ended?.ledger.digest, 'id'],
    ['Rehearsal', rehearsal && `run ${rehearsal.number}`],
  );
};
