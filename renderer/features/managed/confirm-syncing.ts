import { useQueryClient } from '@tanstack/react-query';
import { formatCount } from '#contract/format.ts';
import type { RunbookView, SyncingRequest, SyncingResult, SyncingRevocation } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { runbookPath, useChange, useRunbookChange } from './runbook.ts';

/** As many as the desk takes in one request. */
const mostRefs = 10_000;

const companies = (count: number): string => formatCount(count, 'company', 'companies');

/** Step 4: syncing is disabled for companies, by hand or by a list. What is not understood of a list is in the answer. */
export const useConfirmSyncing = (caseId: string) => {
  const client = useQueryClient();
  const path = `${runbookPath(caseId)}/syncing`;
  return useChange<SyncingRequest, SyncingResult>({
    async mutationFn({ refs, ...about }) {
      if (refs === undefined) return api.post<SyncingResult>(path, about);
      let result: SyncingResult | undefined;
      for (let at = 0; at < refs.length; at += mostRefs) {
        const one = await api.post<SyncingResult>(path, { ...about, refs: refs.slice(at, at + mostRefs) });
        const before = result?.confirmed ?? 0;
        result = { ...one, confirmed: before + one.confirmed };
      }
      if (result === undefined) throw new Error('No company was chosen.');
      return result;
    },
    viewOf: ({ runbook }) => runbook,
    done({ confirmed }) {
      void client.invalidateQueries({ queryKey: [...keys.cases.of(caseId), 'syncing'] });
      return { words: `Confirmed for ${companies(confirmed)}.` };
    },
  });
};

/** Withdraws confirmations: no run takes the companies any more. */
export const useRevokeSyncing = (caseId: string) => {
  const client = useQueryClient();
  return useRunbookChange(
    (request: SyncingRevocation) =>
      api.post<RunbookView>(`${runbookPath(caseId)}/syncing/revocations`, request),
    (_, { refs }) => {
      void client.invalidateQueries({ queryKey: [...keys.cases.of(caseId), 'syncing'] });
      return { words: `Confirmation withdrawn for ${companies(refs.length)}.` };
    },
  );
};
