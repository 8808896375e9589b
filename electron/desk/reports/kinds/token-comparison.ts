import { formatCount, formatList, formatNumber } from '#contract/format.ts';
import type { ReportBlock, ReportTable, ValueKind } from '#contract/report.ts';
import type { CompanyResult } from '#contract/token-runs.ts';
import { below, column, note, table, text } from '#desk/reports/blocks.ts';
import { median } from '#desk/reports/format.ts';
import { causeTitles, companyState } from './labels.ts';
import {
  byPlatform,
  compare,
  datasetsOf,
  type NumberedRun,
  type ReadRun,
  summed,
  type TokenPicture,
} from './token-picture.ts';

/** The rehearsal beside what was then done on the target. */

interface Pair {
  readonly rehearsed: CompanyResult | undefined;
  readonly run: CompanyResult | undefined;
}

export const comparison = ({ rehearsal, latest, onTarget }: TokenPicture): ReportBlock[] => {
  if (rehearsal === undefined) {
    return [text('No rehearsal results to compare with.')];
  }
  if (latest === undefined) {
    return [text(`No run on a target to compare with run ${rehearsal.number} (rehearsal).`)];
  }
  const pairs = paired(rehearsal.results.companies, latest.results.companies);
  const both = pairs.filter(({ rehearsed, run }) => rehearsed !== undefined && run !== undefined);
  const alike = both.filter((pair) => differencesOf(pair).length === 0).length;
  const differing = pairs.filter((pair) => differencesOf(pair).length > 0);
  return [
    text(
      `Run ${rehearsal.number} (rehearsal) compared with the target after run ${latest.number}: ${formatNumber(alike)} of ${formatCount(both.length, 'company', 'companies')} had the same result. Durations of a rehearsal are virtual.`,
    ),
    ...simulated(rehearsal.results.companies),
    platformsCompared(rehearsal.results.companies, latest.results.companies),
    callsCompared(rehearsal, onTarget),
    companiesCompared(differing),
  ];
};

/** By ref and platform; rows that share them are paired in their order. */
const paired = (rehearsed: readonly CompanyResult[], run: readonly CompanyResult[]): Pair[] => {
  const waiting = Map.groupBy(rehearsed, keyOf);
  const pairs = run.map((one): Pair => ({ rehearsed: waiting.get(keyOf(one))?.shift(), run: one }));
  const left = [...waiting.values()].flat().map((one): Pair => ({ rehearsed: one, run: undefined }));
  return [...pairs, ...left];
};

const keyOf = ({ ref, platformKey, line }: CompanyResult): string =>
  JSON.stringify([ref ?? line, platformKey]);

/** Calls and durations always differ, so they are no difference. */
const differencesOf = ({ rehearsed, run }: Pair): string[] => {
  if (run === undefined) return ['not in the run'];
  if (rehearsed === undefined) return ['not in the rehearsal'];
  const differs = (what: string, key: (one: CompanyResult) => unknown): string[] =>
    key(rehearsed) === key(run) ? [] : [what];
  return [
    ...differs('state', ({ state }) => state),
    ...differs('cause', ({ cause }) => cause),
    ...differs('datasets', (one) => JSON.stringify(summed([one.datasets]))),
  ];
};

const simulated = (companies: readonly CompanyResult[]): ReportBlock[] => {
  const behaviours = summed(companies.flatMap(({ behaviour }) => (behaviour ? [{ [behaviour]: 1 }] : [])));
  const bad = behaviours.filter(([behaviour]) => behaviour !== 'good');
  if (bad.length === 0) return [];
  const words = formatList(bad.map(([behaviour, count]) => `${formatNumber(count)} ${behaviour}`));
  return [
    note(
      'warn',
      `The rehearsal used simulated tokens of chosen behaviours: ${words}. They do not predict the result of a company's own token.`,
    ),
  ];
};

const compared = (key: string, title: string, kind: ValueKind = 'integer') => [
  column(`${key}Rehearsed`, `${title} in the rehearsal`, kind),
  below(`${key}Run`, `${key}Rehearsed`, 'on the target', kind),
];

const platformsCompared = (
  rehearsed: readonly CompanyResult[],
  run: readonly CompanyResult[],
): ReportTable => {
  const [before, after] = [new Map(byPlatform(rehearsed)), new Map(byPlatform(run))];
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort(compare);
  return table('platforms-compared', {
    caption: 'Rehearsal and target by platform',
    none: 'No companies.',
    columns: [
      column('platformKey', 'Platform'),
      ...compared('companies', 'Companies'),
      ...compared('migrated', 'Migrated'),
      ...compared('failed', 'Failed'),
      ...compared('calls', 'Calls'),
      column('medianRehearsed', 'Median virtual duration in the rehearsal', 'duration'),
      below('medianRun', 'medianRehearsed', 'real, on the target', 'duration'),
    ],
    rows: keys.map((platformKey) => ({
      platformKey,
      ...suffixed(figuresOf(before.get(platformKey) ?? []), 'Rehearsed'),
      ...suffixed(figuresOf(after.get(platformKey) ?? []), 'Run'),
    })),
  });
};

const figuresOf = (companies: readonly CompanyResult[]): Record<string, number | undefined> => ({
  companies: companies.length,
  migrated: companies.filter(({ state }) => state === 'done').length,
  failed: companies.filter(({ state }) => state === 'failed').length,
  calls: companies.reduce((sum, { calls }) => sum + calls, 0),
  median: median(companies.flatMap(({ durationMs }) => durationMs ?? [])),
});

const suffixed = <T>(values: Readonly<Record<string, T>>, suffix: string): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${key}${suffix}`, value]));

/** A retry does what the run before it did not; checks and undoing are not rehearsed. */
const isRehearsed = ({ run }: NumberedRun): boolean => ['pilot', 'run', 'retry'].includes(run.started.kind);

const callsCompared = (rehearsal: ReadRun, onTarget: readonly NumberedRun[]): ReportTable => {
  const carriedOut = onTarget.filter(isRehearsed);
  const before = new Map(summed([rehearsal.results.calls]));
  const after = new Map(summed(carriedOut.map(({ run }) => run.ended?.calls ?? {})));
  const calls = [...new Set([...before.keys(), ...after.keys()])].sort(compare);
  return table('calls-compared', {
    caption: `Calls in the rehearsal and on the target (run ${formatList(carriedOut.map(({ number }) => String(number)))})`,
    none: 'No calls.',
    columns: [
      column('call', 'Call', 'id'),
      column('rehearsed', 'Rehearsal', 'integer'),
      column('run', 'On the target', 'integer'),
      column('more', 'Difference', 'integer'),
    ],
    rows: calls.map((call) => {
      const [rehearsed, run] = [before.get(call) ?? 0, after.get(call) ?? 0];
      return { call, rehearsed, run, more: run - rehearsed };
    }),
  });
};

const companiesCompared = (pairs: readonly Pair[]): ReportTable =>
  table('companies-compared', {
    caption: 'Companies with different results',
    none: 'All companies had the same result.',
    columns: [
      column('ref', 'Company'),
      below('name', 'ref', 'Name'),
      column('platformKey', 'Platform'),
      column('stateRehearsed', 'In the rehearsal', 'state', companyState),
      below('causeRehearsed', 'stateRehearsed', 'Cause', 'text', { words: { ...causeTitles } }),
      below('behaviour', 'stateRehearsed', 'Simulated token'),
      column('stateRun', 'On the target', 'state', companyState),
      below('causeRun', 'stateRun', 'Cause', 'text', { words: { ...causeTitles } }),
      ...compared('datasets', 'Datasets complete'),
      ...compared('calls', 'Calls'),
      ...compared('duration', 'Duration', 'duration'),
      column('differences', 'Difference'),
    ],
    rows: pairs.map((pair) => {
      const one = pair.run ?? (pair.rehearsed as CompanyResult);
      return {
        ref: one.ref ?? `line ${one.line}`,
        name: one.name,
        platformKey: one.platformKey,
        behaviour: pair.rehearsed?.behaviour,
        ...suffixed(outcomeOf(pair.rehearsed), 'Rehearsed'),
        ...suffixed(outcomeOf(pair.run), 'Run'),
        differences: formatList(differencesOf(pair)),
      };
    }),
  });

const outcomeOf = (one: CompanyResult | undefined) =>
  one === undefined
    ? {}
    : {
        state: one.state,
        cause: one.cause,
        datasets: datasetsOf(one).complete,
        calls: one.calls,
        duration: one.durationMs,
      };
