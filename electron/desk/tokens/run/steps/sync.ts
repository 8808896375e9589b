import { isMissing, TargetError } from '#desk/targets/target-error.ts';
import { failed } from '#desk/tokens/run/failing.ts';
import type { RowWork } from '#desk/tokens/run/row-work.ts';
import { newest, newestEnded } from './history.ts';
import { companyPath, idsOf, type Step, writeOnce } from './step.ts';
import { connectionNow } from './verify.ts';

/**
 * Starts a sync of all data: none starts by itself after the authorization call.
 * Source: `docs/reference/rules/tokens.md#order-of-calls`.
 */
export const sync: Step = async (context, work) => {
  const { companyId } = idsOf(work);
  const { connection_origin, doubt, sync_started_at } = work.progress();
  // What ended before must not be taken for what this sync brings; what is still under way may be, such as that of
  // another row of the company. A connection of ours has no past.
  const hasPast = connection_origin !== 'created' || sync_started_at !== null;
  if (doubt === 0 && hasPast) {
    work.change({ synced_after: (await newestEnded(work, 'sync'))?.requested ?? null });
  }

  await writeOnce(context, work, {
    step: 'sync',
    async find() {
      const requested = (await newest(work, 'sync'))?.requested;
      const { synced_after } = work.progress();
      if (requested === undefined || (synced_after !== null && requested <= synced_after)) return false;
      started(work, context.plan.time.now());
      return true;
    },
    call: () => ({ method: 'POST', path: `${companyPath(companyId)}/data/all` }),
    took: () => started(work, context.plan.time.now()),
  }).catch(async (error: unknown) => {
    if (!(error instanceof TargetError)) throw error;
    // The connection says why there is nothing to sync, or is missing.
    const now = await connectionNow(work, 'sync').catch((problem: unknown) => {
      if (isMissing(problem)) throw problem;
    });
    if (now === undefined || now.status === 'Linked') throw error;
    const { status, why, correlationId } = now;
    work.change({ connection_status: status, doubt: 0 });
    throw (
      why ??
      failed(
        'needs-reauthorization',
        'sync',
        `The connection is ${status}, so there is nothing to sync.`,
        correlationId,
      )
    );
  });
};

const started = (work: RowWork, at: number): void =>
  work.change({
    state: 'syncing',
    step: 'verify',
    sync_started_at: at,
    datasets: null,
    data_types: null,
    doubt: 0,
  });
