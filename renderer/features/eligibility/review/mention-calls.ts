import type { QueryClient } from '@tanstack/react-query';
import type { MentionDismissal, MentionSelection, MentionsView } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { rereadCase } from '#renderer/lib/use-eligibility.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { countMentions } from './groups.ts';

const mentionsKey = (caseId: string) => [...keys.cases.of(caseId), 'mentions'] as const;
const address = (caseId: string): string => `/api/cases/${caseId}/mentions`;

export const useMentions = (caseId: string) =>
  useApiQuery<MentionsView>(mentionsKey(caseId), address(caseId));

const dismiss = (caseId: string, request: MentionDismissal) =>
  api.post<MentionsView>(`${address(caseId)}/dismissal`, request);
const restore = (caseId: string, selection: MentionSelection) =>
  api.post<MentionsView>(`${address(caseId)}/restoration`, selection);

/** Mentions to review; 0 while loading. */
export const useReviewCount = (caseId: string): number => {
  const { data } = useMentions(caseId);
  if (data === undefined) return 0;
  const { open, unlisted } = countMentions(data);
  return open + unlisted;
};

interface Dismissal {
  readonly selection: MentionSelection;
  /** What Undo restores: others of the group may have been dismissed before. */
  readonly ids: readonly string[];
  readonly reason: string;
}

export const useDismissMentions = (caseId: string) =>
  useApiMutation(({ selection, reason }: Dismissal) => dismiss(caseId, { ...selection, reason }), {
    onSuccess: (view, client, { ids }) => {
      show(client, caseId, view);
      notifyDone(`${formatCount(ids.length, 'mention')} dismissed.`, () => {
        restore(caseId, { ids: [...ids] }).then(
          (now) => show(client, caseId, now),
          (error) => notifyFailed('Mentions not restored', error),
        );
      });
    },
  });

interface Restoration {
  readonly id: string;
  /** Of its dismissal, for Undo. */
  readonly reason: string;
}

export const useRestoreMention = (caseId: string) =>
  useApiMutation(({ id }: Restoration) => restore(caseId, { ids: [id] }), {
    onSuccess: (view, client, { id, reason }) => {
      show(client, caseId, view);
      notifyDone('Mention restored for review.', () => {
        dismiss(caseId, { ids: [id], reason }).then(
          (now) => show(client, caseId, now),
          (error) => notifyFailed('Mention not dismissed', error),
        );
      });
    },
    onError: (error) => notifyFailed('Mention not restored', error),
  });

const show = (client: QueryClient, caseId: string, view: MentionsView): void => {
  client.setQueryData(mentionsKey(caseId), view);
  rereadCase(client, caseId);
};
