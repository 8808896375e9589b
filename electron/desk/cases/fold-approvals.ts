import type { CaseAction } from '#contract/case.ts';
import type { ApprovalRecord, CaseState, Changes } from './state.ts';

type Kind = Extract<CaseAction['kind'], `approval.${string}`>;

/** What entries about approvals change. */
export const foldApprovals: Changes<Kind> = {
  'approval.requested': ({ approvals }, content, record) => {
    const after = new Map(approvals);
    for (const id of content.replaces) {
      const replaced = after.get(id);
      if (replaced !== undefined) after.set(id, { ...replaced, replaced: record });
    }
    return { approvals: after.set(content.approvalId, { ...content, ...record }) };
  },
  'approval.given': (state, content, record) =>
    changed(state, content.approvalId, { given: { ...content, ...record } }),
  'approval.refused': (state, content, record) =>
    changed(state, content.approvalId, { refused: { ...content, ...record } }),
  'approval.withdrawn': (state, content, record) =>
    changed(state, content.approvalId, { withdrawn: { ...content, ...record } }),
  'approval.used': (state, content, record) =>
    changed(state, content.approvalId, { used: { ...content, ...record } }),
};

const changed = (
  { approvals }: CaseState,
  id: string,
  change: Partial<ApprovalRecord>,
): Partial<CaseState> => {
  const found = approvals.get(id);
  return found === undefined ? {} : { approvals: new Map(approvals).set(id, { ...found, ...change }) };
};
