import type { TimedSource } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { endDatasets } from '#service/store/dataset-ends.ts';
import {
  countDatasetsDue,
  type DueDataset,
  dueDatasets,
  nextDatasetDueAt,
  upcomingDatasets,
} from '#service/store/due-datasets.ts';
import type { Catalogue } from './catalogue.ts';
import { outcomeOf } from './dataset-outcome.ts';
import { judgeDue, type Verdict } from './judge-due.ts';
import { settle } from './settle.ts';

/**
 * Ends datasets when their time has come, a batch in a few statements. What is wrong with a token shows here,
 * judged at the instant at which the dataset ends. Source: `docs/reference/rules/integrations.md#simulated-platforms`.
 */
export const createSyncs = (context: ServiceContext, catalogue: Catalogue): TimedSource => {
  const outcome = ({ read, dataType, dueAt }: DueDataset) =>
    outcomeOf({
      integration: catalogue.get(read.platform_key),
      dataType,
      tokenSet: tokenSetOf(read),
      seed: context.seed,
      at: dueAt,
    });

  const announce = ({ ended }: Verdict): void => {
    for (const { dataset, status } of ended) {
      const { company_id: companyId, connection_id: connectionId } = dataset.read;
      context.announce({ type: 'sync', companyId, connectionId, datasetId: dataset.id, status });
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
      await settle(tx, context, verdict);
      tx.afterCommit(() => announce(verdict));
      return due.length;
    },
  };
};

const tokenSetOf = ({ token_set_id, behaviour, issued_at }: DueDataset['read']) =>
  token_set_id === null || behaviour === null || issued_at === null
    ? undefined
    : { id: token_set_id, behaviour, issuedAt: issued_at };
