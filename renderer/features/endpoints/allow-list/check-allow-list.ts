import type { AllowListRequest, AllowListResult } from '#contract/allow-list.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Checks that firewall rules allow both source IPs; recorded if a case is named. */
export const useCheckAllowList = () =>
  useApiMutation((request: AllowListRequest) => api.post<AllowListResult>('/api/allow-list', request), {
    onSuccess: (_, client, { caseId }) => {
      if (caseId !== undefined) void client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
    },
  });
