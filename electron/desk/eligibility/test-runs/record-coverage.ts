import { systemTime, toIso } from '#base/clock.ts';
import type { CaseAction } from '#contract/case.ts';
import type { CoverageRequest, CoverageWithdrawal, Evidence } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { withVerdict } from '#desk/eligibility/record.ts';
import type { Coverages } from './coverage.ts';

/**
 * What a person states of the coverage of a test run on record, and its withdrawal. Each is followed by the verdict, if
 * it differs from the last; all of them stay on record.
 */
export const createCoverages = (cases: Pick<Cases, 'act'>) => ({
  /** @throws CatalogueError `evidence.notFound`, `coverage.notTestRun` */
  state: (caseId: string, evidenceId: string, request: CoverageRequest, actor: string) =>
    cases.act(caseId, actor, (state) => {
      refuseOther(state.evidence, evidenceId);
      return withVerdict(state, actor, [statedOf(evidenceId, request)]);
    }),
  /** Nothing is done if there is none. @throws CatalogueError `evidence.notFound`, `coverage.notTestRun` */
  withdraw: (caseId: string, evidenceId: string, { reason }: CoverageWithdrawal, actor: string) =>
    cases.act(caseId, actor, (state) => {
      refuseOther(state.evidence, evidenceId);
      if (!state.coverages.has(evidenceId)) return [];
      return withVerdict(state, actor, [{ kind: 'coverage.withdrawn', content: { evidenceId, reason } }]);
    }),
});

const refuseOther = (evidence: readonly Evidence[], evidenceId: string): void => {
  const found = evidence.find(({ id }) => id === evidenceId);
  if (found === undefined) throw new CatalogueError('evidence.notFound', { evidenceId });
  if (found.collector !== 'exec') throw new CatalogueError('coverage.notTestRun', { scope: found.scope });
};

const statedOf = (evidenceId: string, { coverage, by, confirmed }: CoverageRequest): CaseAction => ({
  kind: 'coverage.stated',
  content: { evidenceId, coverage, by, confirmed },
});

/** Evidence of a test run with what the check was given to state of it. */
export interface ReadRun {
  readonly evidence: Evidence;
  readonly coverage?: CoverageRequest | undefined;
}

/** Of a check without a case: stated now. */
export const coveragesOf = (runs: readonly ReadRun[]): Coverages => {
  const at = toIso(systemTime.now());
  return new Map(
    runs.flatMap(({ evidence: { id }, coverage }) =>
      coverage === undefined ? [] : [[id, { ...coverage, at }]],
    ),
  );
};

/**
 * The entries of test runs. One that is on record already is not recorded again; what is stated of it is.
 * @throws CatalogueError `execReport.otherContent`
 */
export const runActions = (
  runs: readonly ReadRun[],
  before: readonly Evidence[],
): { readonly actions: CaseAction[]; readonly recorded: Evidence[]; readonly known: string[] } => {
  const actions: CaseAction[] = [];
  const recorded: Evidence[] = [];
  const known: string[] = [];
  for (const { evidence, coverage } of runs) {
    const twin = [...before, ...recorded].find((one) => isSameRun(one, evidence));
    if (twin === undefined) actions.push({ kind: 'evidence.added', content: { evidence } });
    else known.push(twin.id);
    const kept = twin ?? evidence;
    recorded.push(kept);
    if (coverage !== undefined) actions.push(statedOf(kept.id, coverage));
  }
  return { actions, recorded, known };
};

/** The whole report of a run counts besides one that was read before the run ended, and replaces it. */
const isSameRun = (one: Evidence, { testRun, scope }: Evidence): boolean => {
  if (one.testRun?.run !== testRun?.run || one.testRun === undefined) return false;
  if (one.testRun.sha256 === testRun?.sha256) return true;
  if (testRun?.end === undefined) return true;
  if (one.testRun.end === undefined) return false;
  throw new CatalogueError('execReport.otherContent', { scope, recorded: one.origin });
};
