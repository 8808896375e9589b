import { datasetEnds } from '#contract/data.ts';
import type { CompanyResult, RunResults } from '#contract/token-runs.ts';
import type { FoundResults } from '#desk/cases/run-results.ts';
import type { TokenRunRecord } from '#desk/cases/state.ts';
import type { ReportSource } from '#desk/reports/reports.ts';
import { type Reconciliation, reconcile } from '#desk/tokens/reconciliation/reconcile.ts';

/** A run with its number in the report, and what of its results can be read. */
export interface NumberedRun {
  readonly number: number;
  readonly run: TokenRunRecord;
  readonly found: FoundResults | undefined;
}
export interface ReadRun extends NumberedRun {
  readonly results: RunResults;
}

/** How a token migration stands: the results of a run tell every company of the case as it was then. */
export interface TokenPicture {
  readonly runs: readonly NumberedRun[];
  /** The last one that was carried out on a target and has results. */
  readonly latest: ReadRun | undefined;
  readonly rehearsal: ReadRun | undefined;
  /** All runs on the target of the latest. */
  readonly onTarget: readonly NumberedRun[];
  readonly companies: readonly CompanyResult[];
  /** Every row accounted for. */
  readonly accounts: Reconciliation;
  /** Those of the companies that are excluded by name. */
  readonly excluded: ReadonlySet<CompanyResult>;
}

export const pictureOf = ({ state, results }: Pick<ReportSource, 'state' | 'results'>): TokenPicture => {
  const runs = state.tokenRuns.map((run, index) => ({
    number: index + 1,
    run,
    found: results.get(run.started.runId),
  }));
  const read = runs.flatMap((one): ReadRun[] =>
    one.found?.results === undefined ? [] : [{ ...one, results: one.found.results }],
  );
  const accounts = reconcile(state, results);
  // The one that ended last: results are of the moment of an end.
  const byEnd = [...read].sort((a, b) => endOf(a) - endOf(b));
  const latest = byEnd.findLast(({ run }) => isReal(run));
  return {
    runs,
    latest,
    rehearsal: byEnd.findLast(({ run }) => !isReal(run)),
    onTarget: runs.filter(({ run }) => isReal(run) && run.started.targetId === latest?.run.started.targetId),
    companies: latest?.results.companies ?? [],
    accounts,
    excluded: new Set(accounts.rows.flatMap(({ part, company }) => (part === 'excluded' ? [company] : []))),
  };
};

export const isReal = ({ started }: TokenRunRecord): boolean => started.kind !== 'rehearsal';

const endOf = ({ run }: NumberedRun): number => run.ended?.seq ?? 0;

export interface Tally {
  readonly all: number;
  readonly migrated: number;
  readonly failed: number;
  readonly stopped: number;
  readonly excluded: number;
  readonly held: number;
  /** Neither started nor held, started, or still syncing. */
  readonly open: number;
  readonly undone: number;
}

/** Each company once: one that is excluded is that, however the run left it. */
export const tallyOf = ({ companies, excluded }: Pick<TokenPicture, 'companies' | 'excluded'>): Tally => {
  const others = companies.filter((company) => !excluded.has(company));
  const count = (wanted: (company: CompanyResult) => boolean): number => others.filter(wanted).length;
  return {
    all: companies.length,
    excluded: companies.length - others.length,
    migrated: count(({ state }) => state === 'done'),
    failed: count(({ state }) => state === 'failed'),
    stopped: count(({ state }) => state === 'invalid'),
    held: count(isHeld),
    open: count((company) => ['ready', 'running', 'syncing'].includes(company.state) && !isHeld(company)),
    undone: count(({ state }) => state === 'undone'),
  };
};

export const isHeld = ({ state, held }: CompanyResult): boolean => state === 'ready' && held !== undefined;

/** What a final status of a dataset means. Source: `docs/reference/rules/tokens.md#order-of-calls`. */
export const fateOf = (status: string): 'complete' | 'notSupported' | 'failed' | 'running' => {
  if (status === 'Complete') return 'complete';
  if (status === 'NotSupported') return 'notSupported';
  return isFailedStatus(status) ? 'failed' : 'running';
};
export const isFailedStatus = (status: string): boolean =>
  status !== 'Complete' && status !== 'NotSupported' && (datasetEnds as readonly string[]).includes(status);

/** Datasets that ended well, that failed, and all of them. */
export const datasetsOf = ({
  datasets,
}: Pick<CompanyResult, 'datasets'>): Record<'complete' | 'failed' | 'all', number> => {
  const counts = Object.entries(datasets);
  const sum = (some: typeof counts): number => some.reduce((all, [, count]) => all + count, 0);
  return {
    complete: datasets.Complete ?? 0,
    failed: sum(counts.filter(([status]) => isFailedStatus(status))),
    all: sum(counts),
  };
};

/** Counts by name, added up; the names in order. */
export const summed = (all: readonly Readonly<Record<string, number>>[]): [name: string, count: number][] => {
  const sums = new Map<string, number>();
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return [...sums].sort(([a], [b]) => compare(a, b));
};

/** By code units: the same on every machine. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The companies of each platform, by its key. */
export const byPlatform = (
  companies: readonly CompanyResult[],
): [platformKey: string, companies: CompanyResult[]][] =>
  [...Map.groupBy(companies, ({ platformKey }) => platformKey ?? 'not known')].sort(([a], [b]) =>
    compare(a, b),
  );
