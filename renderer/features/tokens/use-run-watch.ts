import type { Run, RunWatch } from '#contract/token-runs.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';

/** How a run goes on. */
export const useRunWatch = (run: Pick<Run, 'id' | 'caseId'>) =>
  useApiQuery<RunWatch>(
    [...tokenKeys.all(run.caseId), 'runs', run.id, 'watch'],
    `${tokensPath(run.caseId)}/runs/${run.id}/watch`,
  );
