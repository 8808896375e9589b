import type { CutoverState } from '#contract/sandbox.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

export const useCutoverState = () => useApiQuery<CutoverState>([...keys.cutover, 'state'], '/api/cutover');

/** An undo disables the endpoints of the cutover. */
export const useUndoCutover = () =>
  useApiMutation(() => api.post<void>('/api/cutover/undo'), {
    rereads: [[...keys.cutover, 'state'], keys.endpoints.all],
  });
