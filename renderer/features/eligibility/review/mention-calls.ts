import type { MentionsView } from '#contract/eligibility.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { countMentions } from './groups.ts';

export const useMentions = (caseId: string) =>
  useApiQuery<MentionsView>([...keys.cases.of(caseId), 'mentions'], `/api/cases/${caseId}/mentions`);

/** Mentions to review; 0 while loading. */
export const useReviewCount = (caseId: string): number => {
  const { data } = useMentions(caseId);
  if (data === undefined) return 0;
  const { open, unlisted } = countMentions(data);
  return open + unlisted;
};
