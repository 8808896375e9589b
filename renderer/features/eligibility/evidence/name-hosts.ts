import type { EligibilityView, HostsRequest } from '#contract/eligibility.ts';
import { useEligibilityChange } from '#renderer/features/eligibility/eligibility-query.ts';
import { api } from '#renderer/lib/api.ts';

/** Sets which hosts of a traffic log belong to this API. */
export const useNameHosts = (caseId: string, evidenceId: string) =>
  useEligibilityChange<HostsRequest>({
    make: (request) => api.put<EligibilityView>(`/api/cases/${caseId}/evidence/${evidenceId}/hosts`, request),
    done: 'Hosts saved.',
  });
