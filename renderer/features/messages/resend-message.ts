import { formatCount } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

/** Makes one extra attempt at once, at one endpoint or at all. Its outcome arrives as an announcement. */
export const useResend = (messageId: string) =>
  useApiMutation(
    (endpoint: string | undefined) =>
      api.post<{ count: number }>(
        `/api/messages/${messageId}/resend`,
        endpoint === undefined ? {} : { endpoint },
      ),
    { onSuccess: ({ count }) => notifyDone(`Resending to ${formatCount(count, 'endpoint')}.`) },
  );
