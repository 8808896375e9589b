import type { Approval, ApprovalKeyList, ApprovalList, PolicyList } from '#contract/approvals.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';
import { usePerson } from './who.ts';

/** What needs a second person; nothing on the desk of one person. */
export const useApprovals = () => {
  const person = usePerson();
  return useApiQuery<ApprovalList>([...keys.approvals, 'list'], '/api/approvals', {
    enabled: person !== undefined,
  });
};

export const useApproval = (caseId: string, id: string) =>
  useApiQuery<Approval>([...keys.approvals, caseId, id], `/api/cases/${caseId}/approvals/${id}`);

export const usePolicies = (enabled: boolean) =>
  useApiQuery<PolicyList>(keys.policies, '/api/policy', { enabled });

export const useApprovalKeys = (enabled: boolean) =>
  useApiQuery<ApprovalKeyList>(keys.approvalKeys, '/api/account/keys', { enabled });
