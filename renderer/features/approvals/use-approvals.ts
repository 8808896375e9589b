import type { Approval } from '#contract/approvals.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { signedApproval } from '#renderer/lib/approval-signing.ts';
import { keys } from '#renderer/lib/keys.ts';

const rereads = [keys.approvals, keys.approvalKeys];
const pathOf = ({ caseId, id }: Approval): string => `/api/cases/${caseId}/approvals/${id}`;

/** Signs the plan that is shown, and gives the signature to the desk. */
export const useApprove = (approval: Approval, personId: string) =>
  useApiMutation(
    async () => api.post<Approval>(`${pathOf(approval)}/give`, await signedApproval(personId, approval)),
    { rereads },
  );

export const useRefuse = (approval: Approval) =>
  useApiMutation((reason: string) => api.post<Approval>(`${pathOf(approval)}/refuse`, { reason }), {
    rereads,
  });

export const useWithdraw = (approval: Approval) =>
  useApiMutation(() => api.post<Approval>(`${pathOf(approval)}/withdraw`), { rereads });
