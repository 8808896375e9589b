import type { PullOperation } from '#contract/data.ts';
import type { RunStep } from '#contract/token-runs.ts';
import type { RowWork } from '#desk/tokens/run/row-work.ts';
import { companyPath, idsOf } from './step.ts';

/** The datasets of the row's connection, the newest first, at most so many. @throws TargetError */
export const history = async (work: RowWork, step: RunStep, pageSize: number): Promise<PullOperation[]> => {
  const { companyId, connectionId } = idsOf(work);
  const { body } = await work.send<{ results: PullOperation[] }>(step, {
    method: 'GET',
    path: `${companyPath(companyId)}/data/history`,
    query: { query: `connectionId="${connectionId}"`, orderBy: '-requested', pageSize },
  });
  return body.results;
};

/** @throws TargetError */
export const newest = async (work: RowWork, step: RunStep): Promise<PullOperation | undefined> =>
  (await history(work, step, 1))[0];

/** More than one sync has, so that the end of the one before is among them. */
const entriesRead = 100;

/** Of those that have ended. @throws TargetError */
export const newestEnded = async (work: RowWork, step: RunStep): Promise<PullOperation | undefined> =>
  (await history(work, step, entriesRead)).find(({ isCompleted }) => isCompleted);
