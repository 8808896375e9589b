import type { AttemptSignature } from '#contract/attempt-check.ts';
import type { MessageDetail } from '#contract/message.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** One message with its attempts, live. */
export const useMessage = (messageId: string) =>
  useApiQuery<MessageDetail>([...keys.messages.of(messageId), 'view'], `/api/messages/${messageId}`);

/** Whether an attempt was signed with a current secret of its endpoint. */
export const useAttemptSignature = (messageId: string, attemptId: string) =>
  useApiQuery<AttemptSignature>(
    [...keys.messages.of(messageId), 'signature', attemptId],
    `/api/messages/${messageId}/attempts/${attemptId}/signature`,
  );
