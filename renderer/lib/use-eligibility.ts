import type { QueryClient } from '@tanstack/react-query';
import type { EligibilityView } from '#contract/eligibility.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

export const eligibilityKey = (caseId: string) => [...keys.cases.of(caseId), 'eligibility'] as const;

export const useEligibility = (caseId: string) =>
  useApiQuery<EligibilityView>(eligibilityKey(caseId), `/api/cases/${caseId}/eligibility`);

/** The case, and its line in the list. */
export const rereadCase = (client: QueryClient, caseId: string): void => {
  void client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
  void client.invalidateQueries({ queryKey: keys.cases.list });
};
