import type {
  AuditRemoval,
  AuditSecret,
  AuditStream,
  AuditStreamAdded,
  AuditStreamPatch,
  AuditStreamRequest,
  AuditTest,
} from '#contract/audit.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

const rereads = [keys.auditStreams];
const pathOf = (id: string): string => `/api/audit/streams/${id}`;

/** For admins of the desk, and for whoever has its machine. What waits at a paused stream is not announced. */
export const useStreams = () =>
  useApiQuery<{ results: AuditStream[] }>(keys.auditStreams, '/api/audit/streams', {
    staleTime: 0,
    refetchInterval: 15_000,
  });

/** The request may hold secrets, and the response does: neither is cached. */
export const useAddStream = () =>
  useApiMutation((request: AuditStreamRequest) => api.post<AuditStreamAdded>('/api/audit/streams', request), {
    rereads,
    isSecret: true,
  });

export const useChangeStream = (id: string) =>
  useApiMutation((patch: AuditStreamPatch) => api.patch<AuditStream>(pathOf(id), patch), {
    rereads,
    isSecret: true,
  });

export const useTestStream = (id: string) =>
  useApiMutation(() => api.post<AuditTest>(`${pathOf(id)}/test`), { rereads });

export const useRotate = (id: string) =>
  useApiMutation(() => api.post<AuditSecret>(`${pathOf(id)}/secret/rotate`), { rereads, isSecret: true });

export const useRemoveStream = (id: string, onSuccess: (removal: AuditRemoval) => void) =>
  useApiMutation(() => api.delete<AuditRemoval>(pathOf(id)), { rereads, onSuccess });
