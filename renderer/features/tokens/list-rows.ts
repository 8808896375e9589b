import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { KeyedPage } from '#contract/common.ts';
import type { TokenRow } from '#contract/token-rows.ts';
import { api } from '#renderer/lib/api.ts';
import { useAnnouncement } from '#renderer/lib/listeners.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import type { RowFilters } from './row-filters.ts';

const pageSize = 500;
/** Shortest time between reloads while a run changes rows. */
const rereadMs = 2000;

/** Rows of a case by page, reloaded while a run changes them. */
export const useRows = (caseId: string, filters: RowFilters) => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useAnnouncement('run', (run) => {
    if (run.caseId !== caseId || run.kind === 'rehearsal') return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: tokenKeys.rows(caseId) }, { cancelRefetch: false });
    }, rereadMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return useInfiniteQuery({
    queryKey: [...tokenKeys.rows(caseId), 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      api.get<KeyedPage<TokenRow>>(`${tokensPath(caseId)}/rows`, {
        query: { ...filters, limit: pageSize, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });
};
