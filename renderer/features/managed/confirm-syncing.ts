import { useQueryClient } from '@tanstack/react-query';
import type { RunbookView, SyncingRequest, SyncingResult, SyncingRevocation } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { companies } from './not-migrated.ts';
import { runbookPath, useChange, useRunbookChange } from './runbook.ts';

/** Limit of one request. */
const mostRefs = 10_000;

/** Confirms that syncing is disabled, for references or a list. The response has the unmatched lines. */
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
      if (result === undefined) throw new Error('No company selected.');
      return result;
    },
    viewOf: ({ runbook }) => runbook,
    done({ confirmed }) {
      void client.invalidateQueries({ queryKey: [...keys.cases.of(caseId), 'syncing'] });
      return { message: `${companies(confirmed)} confirmed.` };
    },
  });
};

/** Withdraws confirmations: runs hold the companies. */
export const useRevokeSyncing = (caseId: string) => {
  const client = useQueryClient();
  return useRunbookChange(
    (request: SyncingRevocation) =>
      api.post<RunbookView>(`${runbookPath(caseId)}/syncing/revocations`, request),
    (_, { refs }) => {
      void client.invalidateQueries({ queryKey: [...keys.cases.of(caseId), 'syncing'] });
      return { message: `Confirmation of ${companies(refs.length)} withdrawn.` };
    },
  );
};
