import type { ApprovalState, ApprovalSummary } from '#contract/approvals.ts';

export const approvalStateLabels: Readonly<Record<ApprovalState, string>> = {
  waiting: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced by another plan',
  used: 'Carried out',
  expired: 'Expired',
};

export const approvalTones = {
  waiting: 'attention',
  approved: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
  replaced: 'neutral',
  used: 'good',
  expired: 'neutral',
} as const satisfies Record<ApprovalState, string>;

export const approvalPath = ({ caseId, id }: Pick<ApprovalSummary, 'caseId' | 'id'>): string =>
  `/approvals/${caseId}/${id}`;
