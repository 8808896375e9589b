import type { RequestDetail } from '#contract/request-log.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** One request with its recorded headers and bodies. It never changes, but bodies are removed after a while. */
export const useRequest = (requestId: string) =>
  useApiQuery<RequestDetail>([...keys.request, requestId], `/api/requests/${requestId}`);
