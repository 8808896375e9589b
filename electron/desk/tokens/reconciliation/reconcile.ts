import type { CompanyResult } from '#contract/token-runs.ts';
import { companyKey } from '#desk/cases/company-key.ts';
import { decisionsIn } from '#desk/cases/decisions.ts';
import type { ResultsByRun } from '#desk/cases/run-results.ts';
import type { CaseState, CompanyDecision, TokenRunRecord } from '#desk/cases/state.ts';
import { type EndedRun, endedRuns, runsSince } from './last-run.ts';
import { type AccountedRow, accounting, type OpenReason, type RowPart } from './parts.ts';

/**
 * Every row of the token lists in one of five parts, as of a point of the chain: source rows = migrated + failed + excluded
 * + held, and what is open keeps the sum from being whole. A pure function of the chain and the results of its runs.
 * Source: `docs/reference/rules/tokens.md#reconciliation`.
 */
export interface Reconciliation {
  /** The run whose results the rows are told by. */
  readonly last: EndedRun | undefined;
  readonly rows: readonly AccountedRow[];
  readonly exclusions: readonly Exclusion[];
  readonly total: Counts;
  readonly open: ReadonlyMap<OpenReason, number>;
  readonly byImport: readonly ImportCounts[];
  /** Rows that were imported again since: they are counted as the run left them. */
  readonly restatedSince: number;
  /** Runs that began or ended later, of which no results are known: rows may have changed. */
  readonly since: readonly TokenRunRecord[];
  /** The case's target is another one now. */
  readonly isOtherTarget: boolean;
  /** Why the number of source rows can't be told exactly; undefined: it can. */
  readonly unsure: 'imports' | 'results' | undefined;
  /** The four parts are all there is, and nothing has changed since. */
  readonly isWhole: boolean;
}

export type Counts = Readonly<Record<RowPart | 'source', number>>;
type Import = CaseState['tokenImports'][number];

/** A row that is excluded, as the last results have it, or by its name alone where they don't tell of it. */
export interface Exclusion {
  readonly company: Pick<CompanyResult, 'ref' | 'line' | 'name' | 'platformKey'> & {
    readonly state?: CompanyResult['state'];
  };
  readonly decision: CompanyDecision | undefined;
}

/** The rows of one import; of several, where it is not on record which of them a row is from. */
export interface ImportCounts {
  readonly imports: readonly Import[];
  readonly counts: Counts;
}

export const reconcile = (state: CaseState, results: ResultsByRun): Reconciliation => {
  const last = endedRuns(state, results).at(-1);
  const rows = last === undefined ? [] : last.results.companies.map(accounting(state, results, last));
  const imports = importsOf(state, last);
  const expected = rowsIn(state.tokenImports);
  /** Rows that no results tell of. */
  const unseen = Math.max(0, expected - rows.length);
  const restatedSince = rowsRestated(imports.since);
  const excludedUnseen = unseenExclusions(state, rows, last);
  const excluded = restatedSince > 0 ? 0 : Math.min(unseen, excludedUnseen.length);
  const unseenCounts = countsOf({ excluded, open: unseen - excluded });
  const total = added([tallied(rows), unseenCounts]);
  const since = runsSince(state, last);
  const isOtherTarget = last !== undefined && last.run.started.targetId !== state.targetId;
  return {
    last,
    rows,
    exclusions: [...rows.filter(({ part }) => part === 'excluded').map(exclusionOf), ...excludedUnseen],
    total,
    open: openCounts(rows, unseen - excluded),
    byImport: [...byImport(imports.seen, rows), ...unseenImports(state, imports.since, unseenCounts)],
    restatedSince,
    since,
    isOtherTarget,
    unsure: unsureOf(state, restatedSince === 0 && rows.length > expected),
    isWhole: total.open === 0 && since.length === 0 && restatedSince === 0 && !isOtherTarget,
  };
};

const importsOf = ({ tokenImports }: CaseState, last: EndedRun | undefined) => {
  const end = last?.ended.seq ?? 0;
  return {
    seen: tokenImports.filter(({ seq }) => seq < end),
    since: tokenImports.filter(({ seq }) => seq > end),
  };
};

/** Entries from before it was kept say only which valid rows replaced valid ones. */
const restatedBy = ({ restated, replaced }: Import): number => restated ?? replaced;
const rowsRestated = (imports: readonly Import[]): number =>
  imports.reduce((sum, one) => sum + restatedBy(one), 0);

/** How many rows the case has after these imports: each once. */
const rowsIn = (imports: readonly Import[]): number =>
  imports.reduce((sum, { ready, invalid }) => sum + ready + invalid, 0) - rowsRestated(imports);

/** @param isMore the results tell of more rows than were imported */
const unsureOf = ({ tokenImports }: CaseState, isMore: boolean): Reconciliation['unsure'] => {
  if (tokenImports.some(({ restated }) => restated === undefined)) return 'imports';
  return tokenImports.length > 0 && isMore ? 'results' : undefined;
};

const exclusionOf = ({ company, decision }: AccountedRow): Exclusion => ({ company, decision });

/**
 * Excluded by name since the last results, which don't tell of them. Where rows were imported again since, they are not
 * counted, as that may have dropped what was excluded: it counts as open until a run tells.
 */
const unseenExclusions = (
  state: CaseState,
  rows: readonly AccountedRow[],
  last: EndedRun | undefined,
): Exclusion[] => {
  const excluded = [...decisionsIn(state)].filter(
    ([, { kind, seq }]) => kind === 'excluded' && seq > (last?.ended.seq ?? 0),
  );
  if (excluded.length === 0) return [];
  const known = new Set(rows.map(({ company }) => companyKey(company)));
  return excluded.flatMap(([key, decision]) =>
    known.has(key) ? [] : [{ company: decision.company, decision }],
  );
};

const none = { source: 0, migrated: 0, failed: 0, excluded: 0, held: 0, open: 0 };

/** With their sum as the source. */
const countsOf = (parts: Partial<Record<RowPart, number>>): Counts => {
  const source = Object.values(parts).reduce((sum, count) => sum + count, 0);
  return { ...none, ...parts, source };
};

const tallied = (rows: readonly AccountedRow[]): Counts => {
  const counts: Partial<Record<RowPart, number>> = {};
  for (const { part } of rows) counts[part] = (counts[part] ?? 0) + 1;
  return countsOf(counts);
};

const added = (all: readonly Counts[]): Counts => {
  const sum: Record<keyof Counts, number> = { ...none };
  for (const counts of all) {
    for (const key of Object.keys(none) as (keyof Counts)[]) sum[key] += counts[key];
  }
  return sum;
};

const openCounts = (rows: readonly AccountedRow[], unseen: number): Map<OpenReason, number> => {
  const open = new Map<OpenReason, number>();
  for (const { why } of rows) if (why !== undefined) open.set(why, (open.get(why) ?? 0) + 1);
  if (unseen > 0) open.set('no-results', unseen);
  return open;
};

/** Of each import, as far as the results name it; the rows of those that they do not name, together. */
const byImport = (imports: readonly Import[], rows: readonly AccountedRow[]): ImportCounts[] => {
  const known = new Set(imports.map(({ importId }) => importId));
  const grouped = Map.groupBy(rows, ({ company: { importId } }) =>
    importId !== undefined && known.has(importId) ? importId : undefined,
  );
  const unnamed = grouped.get(undefined) ?? [];
  const named = imports
    .filter(({ importId }) => unnamed.length === 0 || grouped.has(importId))
    .map((one) => ({ imports: [one], counts: tallied(grouped.get(one.importId) ?? []) }));
  if (unnamed.length === 0) return named;
  const others = imports.filter(({ importId }) => !grouped.has(importId));
  return [...named, { imports: others, counts: tallied(unnamed) }];
};

/** Since the last results, together: which of them an excluded row is from is not on record. */
const unseenImports = (
  { tokenImports }: CaseState,
  since: readonly Import[],
  counts: Counts,
): ImportCounts[] => {
  if (counts.source === 0 && since.length === 0) return [];
  // Rows of an earlier import that the results lack have no import that is known.
  return [{ imports: since.length === 0 && tokenImports.length === 1 ? tokenImports : since, counts }];
};
