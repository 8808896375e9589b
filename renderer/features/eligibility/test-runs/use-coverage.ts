import type { CoverageRequest, CoverageWithdrawal, EligibilityView } from '#contract/eligibility.ts';
import { useEligibilityChange } from '#renderer/features/eligibility/eligibility-change.ts';
import { api } from '#renderer/lib/api.ts';

const addressOf = (caseId: string, evidenceId: string): string =>
  `/api/cases/${caseId}/evidence/${evidenceId}/coverage`;

export const useStateCoverage = (caseId: string, evidenceId: string) =>
  useEligibilityChange<CoverageRequest>({
    make: (request) => api.put<EligibilityView>(addressOf(caseId, evidenceId), request),
    done: 'Coverage saved.',
  });

/** Without undo: who withdraws a coverage states a reason, and it is stated again by a person. */
export const useWithdrawCoverage = (caseId: string, evidenceId: string) =>
  useEligibilityChange<CoverageWithdrawal>({
    make: (request) => api.post<EligibilityView>(`${addressOf(caseId, evidenceId)}/withdrawal`, request),
    done: 'Coverage withdrawn.',
  });
