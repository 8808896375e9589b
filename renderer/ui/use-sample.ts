import { useNavigate } from 'react-router';
import type { SampleResult } from '#contract/sample.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { notifyRemark } from './notify.tsx';

/** Makes the sample case, or finds the one that was made, and goes there. */
export const useSample = () => {
  const go = useNavigate();
  return useApiMutation(() => api.post<SampleResult>('/api/sample'), {
    rereads: [[]],
    onSuccess: async ({ caseId, remarks }) => {
      await go(`/cases/${caseId}`);
      const toClock = { label: 'Open the clock', go: () => void go('/local-api/clock') };
      for (const remark of remarks) {
        notifyRemark('About the sample', remark, /\bclock\b/i.test(remark) ? toClock : undefined);
      }
    },
  });
};
