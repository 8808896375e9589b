import type { RequestProblems, SendRequest, SentResponse } from '#contract/request-runner.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Sends a request to the public API. The response may hold what is nobody else's: it goes with the component. */
export const useSendRequest = () =>
  useApiMutation((request: SendRequest) => api.post<SentResponse>('/api/requests/send', request), {
    rereads: [keys.requests],
    isSecret: true,
  });

/** What the schema of its operation says against a request; nothing is sent. */
export const useCheckRequest = () =>
  useApiMutation((request: SendRequest) => api.post<RequestProblems>('/api/requests/check', request), {
    isSecret: true,
  });
