import type { RunResults } from '#contract/token-runs.ts';
import type { ResultsByRun } from '#desk/cases/run-results.ts';
import type { CaseState, TokenRunRecord } from '#desk/cases/state.ts';

/** A run on a target that has ended, with its results: they tell every row of the case as it was then. */
export interface EndedRun {
  readonly run: TokenRunRecord;
  readonly ended: NonNullable<TokenRunRecord['ended']>;
  readonly results: RunResults;
}

export const isOnTarget = ({ started }: TokenRunRecord): boolean => started.kind !== 'rehearsal';

/** In the order of their ends, as far as their results can be read. */
export const endedRuns = ({ tokenRuns }: Pick<CaseState, 'tokenRuns'>, results: ResultsByRun): EndedRun[] =>
  tokenRuns
    .flatMap((run): EndedRun[] => {
      const found = results.get(run.started.runId)?.results;
      return run.ended === undefined || found === undefined || !isOnTarget(run)
        ? []
        : [{ run, ended: run.ended, results: found }];
    })
    .sort((a, b) => a.ended.seq - b.ended.seq);

/** Runs on a target that the results of `last` do not include: not ended, or ended later without results. */
export const runsSince = (
  { tokenRuns }: Pick<CaseState, 'tokenRuns'>,
  last: EndedRun | undefined,
): TokenRunRecord[] =>
  tokenRuns.filter(
    (run) =>
      isOnTarget(run) &&
      run !== last?.run &&
      (run.ended === undefined || run.ended.seq > (last?.ended.seq ?? 0)),
  );
