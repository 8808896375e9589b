import { textsOf } from '#base/lists.ts';
import { formatCount, formatList } from '#contract/format.ts';
import type { DecisionCounts, NotMigrated } from '#contract/runbook-decisions.ts';
import type { Failure } from '#contract/token-causes.ts';
import { companyKey } from '#desk/cases/company-key.ts';
import type { CompanyDecision, RunbookState } from '#desk/cases/state.ts';
import type { Reader } from '#desk/store/store.ts';
import { type RowNotDone, readNotDone } from '#desk/store/token-runs.ts';
import { scopeOf } from '#desk/tokens/scope.ts';

/** Companies that are not migrated, with decisions about them. Source: `docs/reference/rules/managed-migration.md#companies-not-migrated`. */

export type NotMigratedRow = Omit<NotMigrated, 'decision'> & {
  /** The state that a decision covers (`isCovered`). */
  readonly seen: string;
};

type Decisions = Pick<RunbookState, 'decisions'>;

/** By id. @param only these companies; all, if left out */
export const notMigratedIn = async (
  reader: Reader,
  caseId: string,
  targetId: string,
  only?: readonly Pick<NotMigrated, 'ref' | 'line'>[],
): Promise<NotMigratedRow[]> =>
  (await readNotDone(reader, { caseId, scope: scopeOf(targetId), only })).map(notMigratedOf);

const notMigratedOf = ({ id, ref, line, name, platform_key, state, ...row }: RowNotDone): NotMigratedRow => {
  const failure =
    state === 'failed' && row.failure !== null ? (JSON.parse(row.failure) as Failure) : undefined;
  return {
    id,
    line,
    state,
    seen: stateOf(state, row.run_id, failure),
    ...(ref === null ? {} : { ref }),
    ...(name === null ? {} : { name }),
    ...(platform_key === null ? {} : { platformKey: platform_key }),
    ...(failure === undefined ? {} : { cause: failure.cause, step: failure.step, message: failure.message }),
  };
};

/** A failure is the same with the same cause at the same step, an undo with the same run. */
const stateOf = (state: string, runId: string | null, failure: Failure | undefined): string => {
  if (state === 'undone') return `undone ${runId ?? ''}`.trim();
  return failure === undefined ? state : `failed ${failure.cause} ${failure.step}`;
};

/** An exclusion covers the company in any state, except for a later undo; an acceptance only the failure. */
const isCovered = ({ kind, company }: CompanyDecision, { state, seen }: NotMigratedRow): boolean =>
  kind === 'excluded' && state !== 'undone' ? true : company.seen === seen;

/** undefined if there is no decision about the company's current state. */
export const decisionOn = ({ decisions }: Decisions, row: NotMigratedRow): CompanyDecision | undefined => {
  const found = decisions.get(companyKey(row));
  return found !== undefined && isCovered(found, row) ? found : undefined;
};

export type DecidedRow = NotMigratedRow & { readonly decision: CompanyDecision };

/** Companies that are not migrated, by decision. */
export interface ByDecision {
  readonly accepted: readonly DecidedRow[];
  readonly excluded: readonly DecidedRow[];
  /** Without a decision. */
  readonly open: readonly NotMigratedRow[];
}

export const byDecision = (runbook: Decisions, rows: readonly NotMigratedRow[]): ByDecision => {
  const decided = { accepted: [] as DecidedRow[], excluded: [] as DecidedRow[] };
  const open: NotMigratedRow[] = [];
  for (const row of rows) {
    const decision = decisionOn(runbook, row);
    if (decision === undefined) open.push(row);
    else decided[decision.kind].push({ ...row, decision });
  }
  return { ...decided, open };
};

export const decisionCounts = ({ accepted, excluded, open }: ByDecision): DecisionCounts => ({
  accepted: accepted.length,
  excluded: excluded.length,
  open: open.length,
});

/** Why no run includes a company that is excluded by name; undefined if it is not. */
export const exclusionOf = (
  { decisions }: Decisions,
  ref: string,
  platformKey: string,
): string | undefined => {
  const found = decisions.get(companyKey({ ref, line: 0, platformKey }));
  return found?.kind === 'excluded'
    ? `It is excluded from the migration by ${found.by}: ${found.reason} Withdraw the exclusion to migrate it.`
    : undefined;
};

/** Companies that are not excluded by name: their syncing must be disabled. */
export const refsInMigration = (
  runbook: Decisions,
  {
    refs,
    notMigrated,
  }: { readonly refs: readonly string[]; readonly notMigrated: readonly NotMigratedRow[] },
): readonly string[] => {
  const { accepted, excluded, open } = byDecision(runbook, notMigrated);
  if (excluded.length === 0) return refs;
  const others = new Set([...accepted, ...open].map(({ ref }) => ref));
  const out = new Set(excluded.map(({ ref }) => ref).filter((ref) => !others.has(ref)));
  return refs.filter((ref) => !out.has(ref));
};

const named = 5;
/** `a-1, a-2 and 7 more`: rows without a ref by their line. */
export const namesOf = (rows: readonly NotMigratedRow[]): string => {
  const names = rows.slice(0, named).map(({ ref, line }) => ref ?? `line ${line}`);
  return formatList(rows.length > named ? [...names, `${rows.length - named} more`] : names);
};

/** What to do about companies without a decision, before a handover. */
export const undecidedMessages = (open: readonly NotMigratedRow[]): string[] => {
  const failed = open.filter(({ state }) => state === 'failed');
  const invalid = open.filter(({ state }) => state === 'invalid');
  const left = open.filter(({ state }) => state !== 'failed' && state !== 'invalid');
  const message = (rows: readonly NotMigratedRow[], result: string, next: string) =>
    rows.length > 0 && `${result}: ${namesOf(rows)}. ${next}, or exclude by name.`;
  return textsOf([
    message(left, `${formatCount(left.length, 'company is', 'companies are')} not migrated yet`, 'Migrate'),
    message(failed, `${companies(failed.length)} failed`, 'Retry, accept with a reason'),
    message(
      invalid,
      `${formatCount(invalid.length, 'row is', 'rows are')} invalid`,
      'Correct and import again',
    ),
  ]);
};

/** `1 failure accepted, 2 companies excluded`; undefined for none. */
export const decidedMessage = ({
  accepted,
  excluded,
}: Pick<DecisionCounts, 'accepted' | 'excluded'>): string | undefined => {
  const parts = textsOf([
    accepted > 0 && `${formatCount(accepted, 'failure', 'failures')} accepted`,
    excluded > 0 && `${companies(excluded)} excluded by name`,
  ]);
  return parts.length === 0 ? undefined : `${parts.join(', ')}.`;
};

const companies = (count: number): string => formatCount(count, 'company', 'companies');
