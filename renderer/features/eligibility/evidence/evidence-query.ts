import { useQueries, useQuery } from '@tanstack/react-query';
import type { Evidence } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

const evidenceQuery = (caseId: string, evidenceId: string) => ({
  queryKey: [...keys.cases.of(caseId), 'evidence', evidenceId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get<Evidence>(`/api/cases/${caseId}/evidence/${evidenceId}`, { signal }),
});

/** One piece of evidence with its findings. */
export const useEvidence = (caseId: string, evidenceId: string) =>
  useQuery(evidenceQuery(caseId, evidenceId));

/** The evidence that contains a finding; undefined while loading, or if none does. */
export const useEvidenceOfFinding = (
  caseId: string,
  evidenceIds: readonly string[],
  findingId: string,
): Evidence | undefined =>
  useQueries({
    queries: evidenceIds.map((id) => evidenceQuery(caseId, id)),
    combine: (results) => results.find(({ data }) => data?.findings.some(({ id }) => id === findingId))?.data,
  });
