import { systemTime } from '#base/clock.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Duplicate } from '#contract/token-runs.ts';
import type { ActiveRun } from './active-run.ts';
import { duplicatesIn, readCompanies } from './directory.ts';
import type { RunPlan } from './plan.ts';

/** Whoever has cancelled a run does not wait longer than this for what it would be good to know, ms. */
const longestAfterCancelMs = 10_000;

/**
 * Looks once more at the whole target, when a run has ended, for what is there twice. Never rejects.
 * @param isCancelled it is looked up for some seconds only
 */
export const lookForDuplicates = async (
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
    const refs = new Set(used.map(({ row }) => row.ref));
    const ids = new Set(used.flatMap(({ companyId }) => (companyId === null ? [] : [companyId])));
    const known = await readCompanies(plan.client, { refs, ids }, late.signal);
    return {
      duplicates: duplicatesIn(known, used),
      ...(known.isWhole
        ? {}
        : { remark: 'The list of companies kept changing during the check for duplicates.' }),
    };
  } catch (error) {
    const words = late.signal.aborted
      ? 'the target did not respond in time'
      : error instanceof CatalogueError
        ? withoutKeysInProse(error.message)
        : 'the log has the details';
    return {
      duplicates: [],
      remark: `The target could not be checked for duplicates: ${words}`,
    };
  } finally {
    cancel?.();
  }
};
