import { useMutation } from '@tanstack/react-query';
import { api } from '#renderer/lib/api.ts';
import { counted } from '#renderer/lib/format.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

/** One extra attempt at once, at one endpoint or at all. What comes of it is announced. */
export const useResend = (messageId: string) =>
  useMutation({
    mutationFn: (endpoint: string | undefined) =>
      api.post<{ count: number }>(
        `/api/messages/${messageId}/resend`,
        endpoint === undefined ? {} : { endpoint },
      ),
    onSuccess: ({ count }) => notifyDone(`${counted(count, 'extra attempt')} is being made.`),
  });
