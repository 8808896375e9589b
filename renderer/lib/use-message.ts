import { useQuery } from '@tanstack/react-query';
import type { AttemptSignature } from '#contract/attempt-check.ts';
import type { MessageDetail } from '#contract/message.ts';
import { api } from './api.ts';
import { keys } from './keys.ts';

/** One message with its attempts, live. */
export const useMessage = (messageId: string) =>
  useQuery({
    queryKey: [...keys.messages.of(messageId), 'view'],
    queryFn: ({ signal }) => api.get<MessageDetail>(`/api/messages/${messageId}`, { signal }),
  });

/** Whether an attempt was signed with a current secret of its endpoint. */
export const useAttemptSignature = (messageId: string, attemptId: string) =>
  useQuery({
    queryKey: [...keys.messages.of(messageId), 'signature', attemptId],
    queryFn: ({ signal }) =>
      api.get<AttemptSignature>(`/api/messages/${messageId}/attempts/${attemptId}/signature`, { signal }),
  });
