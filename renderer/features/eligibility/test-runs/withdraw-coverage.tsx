import { ReasonButton } from '#renderer/ui/reason-button.tsx';
import { useWithdrawCoverage } from './use-coverage.ts';

/** Withdraws what was stated of the coverage of a test run, with a reason. */
export const WithdrawCoverage = ({ caseId, evidenceId }: { caseId: string; evidenceId: string }) => (
  <ReasonButton
    label="Withdraw coverage…"
    title="Withdraw coverage"
    text="The run no longer shows that there are no calls. What was stated stays on record."
    action="Withdraw coverage"
    draft={`case:${caseId}:withdraw-coverage:${evidenceId}`}
    deciding={useWithdrawCoverage(caseId, evidenceId)}
    request={(reason) => ({ reason })}
  />
);
