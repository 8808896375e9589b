import { systemTime } from '#base/clock.ts';
import { chunksInTurns } from '#base/take-turns.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Duplicate } from '#contract/token-runs.ts';
import { createLargeMap } from '#desk/store/large-map.ts';
import { findDuplicates, type UsedBy } from './directory.ts';
import type { RunPlan } from './plan.ts';
import type { Recorder } from './recorder.ts';

/** The longest wait for this check after a cancel, ms. */
const longestAfterCancelMs = 10_000;

/** Checks the whole target for duplicates after a run. Never rejects. @param isCancelled the check is cut off after some seconds */
export const checkForDuplicates = async (
  plan: RunPlan,
  recorder: Pick<Recorder, 'read'>,
  isCancelled: boolean,
): Promise<{ duplicates: Duplicate[]; remark?: string }> => {
  if (plan.kind === 'undo') return { duplicates: [] };
  const used = createLargeMap<UsedBy>();
  const late = new AbortController();
  const cancel = isCancelled ? systemTime.after(longestAfterCancelMs, () => late.abort()) : undefined;
  try {
    await chunksInTurns(plan.rows, async (some) => {
      const progress = await recorder.read(some.map(({ row }) => row.id));
      for (const { row } of some) {
        const { ref, platformKey } = row;
        const { company_id: companyId = null, connection_id: connectionId = null } =
          progress.get(row.id) ?? {};
        used.set(String(row.id), { row: { ref, platformKey }, companyId, connectionId });
      }
    });
    const all = { [Symbol.iterator]: () => used.values()[Symbol.iterator]() };
    const { duplicates, isWhole } = await findDuplicates(plan.client, all, late.signal);
    if (isWhole) return { duplicates };
    return { duplicates, remark: 'The list of companies kept changing during the check for duplicates.' };
  } catch (error) {
    const problem = late.signal.aborted ? 'The target did not respond in time.' : problemOf(error);
    return { duplicates: [], remark: `The target could not be checked for duplicates. ${problem}` };
  } finally {
    cancel?.();
    used.close();
  }
};

const problemOf = (error: unknown): string =>
  error instanceof CatalogueError ? withoutKeysInProse(error.message) : 'See the log for details.';
