import type { QueryClient } from '@tanstack/react-query';
import type { ClockView } from '#contract/clock.ts';
import type {
  ApplyRequest,
  CompleteRequest,
  ConflictDecision,
  CutoverView,
  PlanRequest,
  RollbackPreview,
  RollbackRequest,
  SoakRequest,
} from '#contract/cutover.ts';
import type { CutoverCheck } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { rereadCase } from '#renderer/lib/use-eligibility.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

export const cutoverPath = (caseId: string): string => `/api/cases/${caseId}/cutover`;
export const cutoverKey = (caseId: string) => [...keys.cases.of(caseId), 'cutover'] as const;

export const useCutover = (caseId: string) =>
  useApiQuery<CutoverView>([...cutoverKey(caseId), 'view'], cutoverPath(caseId));

const take = (client: QueryClient, view: CutoverView): void => {
  client.setQueryData([...cutoverKey(view.caseId), 'view'], view);
  rereadCase(client, view.caseId);
  void client.invalidateQueries({ queryKey: keys.cutover });
  void client.invalidateQueries({ queryKey: keys.endpoints.all });
};

/**
 * A change that returns the new view.
 * @param done shown when it succeeds
 */
const useChange = <V>(
  caseId: string,
  send: (path: string, body: V) => Promise<CutoverView>,
  done: string | ((body: V) => string | undefined),
  onError?: (error: Error, client: QueryClient) => unknown,
) =>
  useApiMutation((body: V) => send(cutoverPath(caseId), body), {
    ...(onError && { onError }),
    onSuccess: (view, client, body) => {
      take(client, view);
      const text = typeof done === 'string' ? done : done(body);
      if (text !== undefined) notifyDone(text);
    },
  });

/** Reads the target and plans; `freeze` records it. */
export const usePlan = (caseId: string) =>
  useChange<PlanRequest>(
    caseId,
    (path, body) => api.post(`${path}/plan`, body),
    ({ freeze }) => (freeze ? 'Plan frozen.' : undefined),
  );

export const useDecide = (caseId: string) =>
  useChange<ConflictDecision>(
    caseId,
    (path, body) => api.put(`${path}/conflicts`, body),
    ({ header, use }) => `${header}: ${use} value chosen.`,
  );

export const useApply = (caseId: string) =>
  useChange<ApplyRequest>(caseId, (path, body) => api.post(`${path}/apply`, body), 'Cutover applied.');

interface SoakStart extends Omit<SoakRequest, 'until'> {
  readonly days: number;
}

/** By the clock of the service, which may be far from the system's; of a remote target by the system's. */
export const useStartSoak = (caseId: string, local: boolean) =>
  useChange<SoakStart>(
    caseId,
    async (path, { days, ...body }) => {
      const now = local ? Date.parse((await api.get<ClockView>('/api/clock')).now) : Date.now();
      return api.post(`${path}/soak`, { ...body, until: new Date(now + days * dayMs).toISOString() });
    },
    'Soak started.',
  );
const dayMs = 86_400_000;

export const useObserveSoak = (caseId: string) =>
  useChange<void>(caseId, (path) => api.post(`${path}/soak/observe`), 'Endpoints checked.');

export const useComplete = (caseId: string) =>
  useChange<CompleteRequest>(
    caseId,
    (path, body) => api.post(`${path}/complete`, body),
    'Cutover completed.',
  );

/** After a failure the preview is read again: it may be outdated, and is reviewed before the next attempt. */
export const useRollBack = (caseId: string) =>
  useChange<RollbackRequest>(
    caseId,
    (path, body) => api.post(`${path}/rollback`, body),
    'Rollback recorded.',
    (_, client) => client.invalidateQueries({ queryKey: previewKey(caseId) }),
  );

const previewKey = (caseId: string) => ['rollback-preview', caseId] as const;

/** What a rollback would undo now. Not reread with the case: once it is rolled back, there is nothing to preview. */
export const useRollbackPreview = (caseId: string) =>
  useApiQuery<RollbackPreview>(previewKey(caseId), `${cutoverPath(caseId)}/rollback`, {
    gcTime: 0,
    staleTime: 0,
  });

/** Checks all endpoints against the plan in one go. */
export const useCheckCutover = (caseId: string) =>
  useApiMutation(() => api.post<CutoverCheck>(`${cutoverPath(caseId)}/check`), {
    rereads: [keys.cases.of(caseId)],
  });
