import { useQuery } from '@tanstack/react-query';
import type { AttemptSignature } from '#contract/attempt-check.ts';
import type { MessageDetail } from '#contract/message.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

/** One message with its attempts; reread as its deliveries go on. */
export const useMessage = (messageId: string) =>
  useQuery({
    queryKey: [...keys.messages.of(messageId), 'view'],
    queryFn: ({ signal }) => api.get<MessageDetail>(`/api/messages/${messageId}`, { signal }),
  });

/** Whether what an attempt sent is signed with a live secret. */
export const useAttemptSignature = (messageId: string, attemptId: string) =>
  useQuery({
    queryKey: [...keys.messages.of(messageId), 'signature', attemptId],
    queryFn: ({ signal }) =>
      api.get<AttemptSignature>(`/api/messages/${messageId}/attempts/${attemptId}/signature`, { signal }),
  });
