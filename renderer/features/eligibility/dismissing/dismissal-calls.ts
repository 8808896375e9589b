import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { DismissalAction, DismissalResult, ReviewSelection } from '#contract/dismissal.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { rereadCase } from '#renderer/lib/use-eligibility.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { type Dismissible, dismissalSummary } from './dismissal-summary.ts';

/** A finding or mention; one that is dismissed has the reason, for Undo. */
export interface DismissibleRow {
  readonly id: string;
  readonly reason?: string | undefined;
}

const address = (caseId: string, what: Dismissible): string => `/api/cases/${caseId}/${what}s/bulk`;

const act = (caseId: string, what: Dismissible, selection: ReviewSelection, action: DismissalAction) =>
  api.post<DismissalResult>(address(caseId, what), { selection, action });

/** What a dismissal would do now, and why not all of it. */
export const useDismissalCount = (caseId: string, what: Dismissible, ids: readonly string[]) =>
  useQuery<DismissalResult>({
    queryKey: [...keys.cases.of(caseId), 'dismissal-count', what, ids],
    queryFn: ({ signal }) =>
      api.post<DismissalResult>(
        `${address(caseId, what)}/count`,
        { selection: { ids }, kind: 'dismiss' },
        { signal },
      ),
    // Counted anew each time that somebody asks.
    gcTime: 0,
  });

interface Dismissal {
  /** Those named, or mentions of a group. */
  readonly selection: ReviewSelection;
  readonly reason: string;
}

export const useDismissSeveral = (caseId: string, what: Dismissible) =>
  useApiMutation(
    ({ selection, reason }: Dismissal) => act(caseId, what, selection, { kind: 'dismiss', reason }),
    {
      onSuccess: (result, client) => {
        rereadCase(client, caseId);
        const ids = doneIn(result);
        const undo = () => act(caseId, what, { ids }, { kind: 'restore' });
        notifyDone(
          dismissalSummary(result, what, 'dismissed'),
          ids.length === 0 ? undefined : undoing(client, caseId, undo),
        );
      },
      onError: (_, client) => rereadCase(client, caseId),
    },
  );

export const useRestoreSeveral = (caseId: string, what: Dismissible) =>
  useApiMutation(
    (rows: readonly DismissibleRow[]) =>
      act(caseId, what, { ids: rows.map(({ id }) => id) }, { kind: 'restore' }),
    {
      onSuccess: (result, client, rows) => {
        rereadCase(client, caseId);
        const done = new Set(doneIn(result));
        const undo = () =>
          dismissAgain(
            caseId,
            what,
            rows.filter(({ id }) => done.has(id)),
          );
        notifyDone(
          dismissalSummary(result, what, 'restored'),
          done.size === 0 ? undefined : undoing(client, caseId, undo),
        );
      },
      onError: (error) => notifyFailed('Not restored', error),
    },
  );

/** Each with the reason that it had. */
const dismissAgain = async (
  caseId: string,
  what: Dismissible,
  rows: readonly DismissibleRow[],
): Promise<void> => {
  for (const [reason, same] of Map.groupBy(rows, (row) => row.reason ?? '')) {
    await act(caseId, what, { ids: same.map(({ id }) => id) }, { kind: 'dismiss', reason });
  }
};

const undoing = (client: QueryClient, caseId: string, undo: () => Promise<unknown>) => (): void => {
  undo()
    .catch((error) => notifyFailed('Undo failed', error))
    .finally(() => rereadCase(client, caseId));
};

const doneIn = ({ items }: DismissalResult): string[] =>
  items.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []));
