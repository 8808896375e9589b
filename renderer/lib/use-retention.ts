import { formatCount } from '#contract/format.ts';
import type { CaseRetention, DeskRetention, RetentionRule } from '#contract/retention.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** Below the case's key, so that what is announced of the case makes it stale. */
export const useCaseRetention = (caseId: string) =>
  useApiQuery<CaseRetention>([...keys.cases.of(caseId), 'retention'], `/api/cases/${caseId}/retention`);

export const useDeskRetention = () => useApiQuery<DeskRetention>(keys.retention, '/api/retention');

/** Such as "Deleted 730 days after the last entry". */
export const ruleText = (rule: RetentionRule): string =>
  rule === 'keep'
    ? 'Kept until somebody deletes it'
    : `Deleted ${formatCount(rule, 'day')} after the last entry`;
