import { countBy } from '#base/lists.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type TokenBehaviour, tokenBehaviours } from '#contract/sandbox.ts';
import type { BehaviourOutcome, CompanyResult, RehearsalOutcome, RunResults } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';

/**
 * How the rows of each behaviour ended, from the results that the case keeps.
 * @throws CatalogueError `case.notFound`, `tokens.runNotFound`, `rehearsal.notEnded`
 */
export const rehearsalOutcome = async (
  cases: Pick<Cases, 'state' | 'attachment'>,
  caseId: string,
  runId: string,
): Promise<RehearsalOutcome> => {
  const { tokenRuns } = await cases.state(caseId);
  const run = tokenRuns.find(({ started }) => started.runId === runId && started.kind === 'rehearsal');
  if (run === undefined) throw new CatalogueError('tokens.runNotFound', { runId });
  if (run.ended?.results === undefined) throw new CatalogueError('rehearsal.notEnded', { runId });
  const text = (await cases.attachment(caseId, run.ended.results)).toString('utf8');
  const { companies } = JSON.parse(text) as RunResults;
  const byBehaviour = Map.groupBy(companies, ({ behaviour }) => behaviour);
  return {
    runId,
    state: run.ended.state,
    behaviours: tokenBehaviours.flatMap((behaviour) => {
      const rows = byBehaviour.get(behaviour);
      return rows === undefined ? [] : [outcomeOf(behaviour, rows)];
    }),
  };
};

const outcomeOf = (behaviour: TokenBehaviour, rows: readonly CompanyResult[]): BehaviourOutcome => {
  const failed = countBy(rows, ({ state, cause = 'our-fault' }) => (state === 'failed' ? cause : null));
  const done = rows.filter(({ state }) => state === 'done').length;
  const ended = done + Object.values(failed).reduce((sum, count) => sum + count, 0);
  return { behaviour, rows: rows.length, done, failed, left: rows.length - ended };
};
