import { systemTime } from '#base/clock.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Duplicate } from '#contract/token-runs.ts';
import type { ActiveRun } from './active-run.ts';
import { findDuplicates } from './directory.ts';
import type { RunPlan } from './plan.ts';

/** The longest wait for this check after a cancel, ms. */
const longestAfterCancelMs = 10_000;

/** Checks the whole target for duplicates after a run. Never rejects. @param isCancelled the check is cut off after some seconds */
export const checkForDuplicates = async (
  plan: RunPlan,
  run: ActiveRun,
  isCancelled: boolean,
): Promise<{ duplicates: Duplicate[]; remark?: string }> => {
  if (plan.kind === 'undo') return { duplicates: [] };
  const progress = run.progress();
  const used = plan.rows.map(({ row }) => {
    const { company_id = null, connection_id = null } = progress.get(row.id) ?? {};
    return { row, companyId: company_id, connectionId: connection_id };
  });
  const late = new AbortController();
  const cancel = isCancelled ? systemTime.after(longestAfterCancelMs, () => late.abort()) : undefined;
  try {
    const { duplicates, isWhole } = await findDuplicates(plan.client, used, late.signal);
    if (isWhole) return { duplicates };
    return { duplicates, remark: 'The list of companies kept changing during the check for duplicates.' };
  } catch (error) {
    const problem = late.signal.aborted ? 'The target did not respond in time.' : problemOf(error);
    return { duplicates: [], remark: `The target could not be checked for duplicates. ${problem}` };
  } finally {
    cancel?.();
  }
};

const problemOf = (error: unknown): string =>
  error instanceof CatalogueError ? withoutKeysInProse(error.message) : 'See the log for details.';
