import type { Compaction } from '#contract/compaction.ts';
import type { Storage } from '#contract/storage.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Measured when it is asked for: it reads every page of the databases. */
export const useStorage = () =>
  useApiQuery<Storage>(keys.storage.tables, '/api/storage', { staleTime: Number.POSITIVE_INFINITY });

const rereadMs = 1000;

/** Nothing announces its end. */
export const useCompaction = () =>
  useApiQuery<Compaction>(keys.storage.compaction, '/api/compaction', {
    refetchInterval: ({ state }) => (state.data?.running === true ? rereadMs : false),
  });

export const useCompact = () =>
  useApiMutation(() => api.post<Compaction>('/api/compaction'), { rereads: [keys.storage.compaction] });
