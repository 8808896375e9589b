import type { TimedSource } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import {
  type DueDataset,
  dueDatasets,
  endDatasets,
  nextDatasetDueAt,
  setRemaining,
  upcomingDatasets,
} from '#service/store/dataset-ends.ts';
import { countDatasetsDue } from '#service/store/due-counts.ts';
import type { Catalogue } from './catalogue.ts';
import { outcomeOf } from './dataset-outcome.ts';
import { judgeDue, type Verdict } from './judge-due.ts';
import { settle } from './settle.ts';

/**
 * Ends datasets when their time has come, a batch in a handful of statements. What is wrong with a token shows here,
 * judged at the instant at which the dataset ends. Source: `docs/reference/rules/integrations.md#simulated-platforms`.
 */
export const createSyncs = (context: ServiceContext, catalogue: Catalogue): TimedSource => {
  const outcome = (dataset: DueDataset) =>
    outcomeOf({
      integration: catalogue.get(dataset.platform_key),
      dataType: dataset.data_type,
      tokenSet: tokenSetOf(dataset),
      seed: context.seed,
      datasetSeed: dataset.seed,
      at: dataset.due_at,
    });

  const announce = (due: readonly DueDataset[], { ended }: Verdict): void => {
    for (const [n, dataset] of due.entries()) {
      context.announce({
        type: 'sync',
        companyId: dataset.company_id,
        connectionId: dataset.connection_id,
        datasetId: dataset.id,
        status: ended[n]?.status as string,
      });
    }
  };

  return {
    name: 'data syncs',

    nextDueAt: nextDatasetDueAt,

    async upcoming(reader, limit) {
      const rows = await upcomingDatasets(reader, limit);
      return rows.map(({ connectionId, dataType, dueAt }) => ({
        what: `End of a data sync: ${dataType}`,
        at: dueAt,
        count: 1,
        subject: connectionId,
      }));
    },

    countUntil: async (reader, until) => ({
      what: 'end of a data sync',
      count: await countDatasetsDue(reader, until),
    }),

    async runDue(tx, now, limit) {
      const due = await dueDatasets(tx, now, limit);
      if (due.length === 0) return 0;
      const verdict = judgeDue(due, outcome);
      await endDatasets(tx, verdict.ended);
      await setRemaining(tx, [...verdict.remaining]);
      await settle(tx, context, verdict);
      tx.afterCommit(() => announce(due, verdict));
      return due.length;
    },
  };
};

const tokenSetOf = ({ token_set_id, behaviour, issued_at }: DueDataset) =>
  token_set_id === null || behaviour === null || issued_at === null
    ? undefined
    : { id: token_set_id, behaviour, issuedAt: issued_at };
