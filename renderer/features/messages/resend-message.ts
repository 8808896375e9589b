import { useMutation } from '@tanstack/react-query';
import { formatCount } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

/** One extra attempt at once, at one endpoint or at all. What comes of it is announced. */
export const useResend = (messageId: string) =>
  useMutation({
    mutationFn: (endpoint: string | undefined) =>
      api.post<{ count: number }>(
        `/api/messages/${messageId}/resend`,
        endpoint === undefined ? {} : { endpoint },
      ),
    onSuccess: ({ count }) => notifyDone(`${formatCount(count, 'extra attempt')} is being made.`),
  });
