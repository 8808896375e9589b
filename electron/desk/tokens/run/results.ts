import { present } from '#base/lists.ts';
import { type RowProblem, rowColumns } from '#contract/token-rows.ts';
import type { CompanyResult, Duplicate, RunResults } from '#contract/token-runs.ts';
import type { RowWithProgress } from '#desk/store/token-rows.ts';
import type { Held } from '#desk/tokens/tokens.ts';
import { unreadable } from '#desk/tokens/unreadable.ts';
import type { RunPlan } from './plan.ts';
import { failureOf, isLeftLinked } from './progress.ts';

/** What is known of a run besides its rows. */
export interface AboutResults {
  readonly calls: Readonly<Record<string, number>>;
  readonly duplicates: readonly Duplicate[];
  readonly held: Held;
}

/** The text of the results of a run by company, as JSON of RunResults, while its rows are read by the page. */
export const createResultsText = (
  plan: Pick<RunPlan, 'runId' | 'kind' | 'targetName' | 'behaviours'>,
  about: AboutResults,
) => {
  let alreadyLinked = 0;
  let hasCompanies = false;
  const { runId, kind, targetName, behaviours } = plan;
  const head: Omit<RunResults, Tail | 'companies'> = {
    format: 'carryover-run-results',
    version: 1,
    runId,
    kind,
    targetName,
  };
  return {
    begin: (): string => `${JSON.stringify(head).slice(0, -1)},"companies":[`,
    /** @param unread rows whose credentials don't open, each with why */
    companies(rows: readonly RowWithProgress[], unread: ReadonlyMap<number, string>): string {
      const texts = rows.map((one) => {
        if (one.progress !== undefined && isLeftLinked(one.progress)) alreadyLinked += 1;
        return JSON.stringify(companyResult(one, behaviours?.get(one.row.id), about.held, unread));
      });
      const before = hasCompanies && texts.length > 0 ? ',' : '';
      hasCompanies ||= texts.length > 0;
      return before + texts.join(',');
    },
    end(): string {
      const tail: Pick<RunResults, Tail> = {
        calls: { ...about.calls },
        duplicates: [...about.duplicates],
        ...(alreadyLinked === 0 ? {} : { alreadyLinked }),
      };
      return `],${JSON.stringify(tail).slice(1)}`;
    },
  };
};
type Tail = 'calls' | 'duplicates' | 'alreadyLinked';

const companyResult = (
  { row, progress }: RowWithProgress,
  behaviour: CompanyResult['behaviour'],
  held: Held,
  unread: ReadonlyMap<number, string>,
): CompanyResult => {
  const about: CompanyResult = {
    line: row.line,
    state: 'ready',
    calls: 0,
    callMs: 0,
    datasets: {},
    importId: row.import_id,
    ...present({
      ref: row.ref,
      name: row.name ?? (row.problems === null ? row.ref : null),
      platformKey: row.platform_key,
      behaviour,
    }),
  };
  if (row.problems !== null) return { ...about, state: 'invalid', ...invalidity(row.problems) };
  const { ref, platform_key } = row;
  const closed = unread.get(row.id);
  const byRunbook = ref === null || platform_key === null ? undefined : held(ref, platform_key);
  const why: Pick<CompanyResult, 'held' | 'cause'> =
    closed === undefined ? present({ held: byRunbook }) : { held: closed, cause: unreadable };
  if (progress === undefined) return { ...about, ...why };
  const { started_at, ended_at } = progress;
  return {
    ...about,
    state: progress.state,
    ...(progress.state === 'ready' ? why : {}),
    calls: progress.calls,
    callMs: progress.call_ms,
    ...(started_at === null || ended_at === null ? {} : { durationMs: Math.max(0, ended_at - started_at) }),
    datasets: progress.datasets === null ? {} : JSON.parse(progress.datasets),
    ...(progress.data_types === null ? {} : { dataTypes: JSON.parse(progress.data_types) }),
    ...failureOf(progress),
    ...present({
      companyId: progress.company_id,
      companyOrigin: progress.company_origin,
      connectionId: progress.connection_id,
      connectionOrigin: progress.connection_origin,
      connectionStatus: progress.connection_status,
      note: progress.note,
    }),
  };
};

const invalidity = (problems: string): Pick<CompanyResult, 'cause' | 'step' | 'message'> => {
  const all = JSON.parse(problems) as RowProblem[];
  const isOfRow = ({ field }: RowProblem): boolean =>
    field === undefined || (rowColumns as readonly string[]).includes(field);
  const message = all
    .slice(0, 5)
    .map((problem) => problem.message)
    .join(' ');
  return { cause: all.every(isOfRow) ? 'does-not-fit' : 'bad-credentials', step: 'import', message };
};
