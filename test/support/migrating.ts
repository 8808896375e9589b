import { expect } from 'vitest';
import type { Run } from '#contract/token-runs.ts';
import { clientOf } from './desk-client.ts';
import { type HostProcess, until } from './host-process.ts';

/** What journeys of a token migration do at a host. */

/** JSON over the desk's API, each call expected to succeed. */
export const deskOf = (host: Pick<HostProcess, 'api' | 'desk'>) => {
  const { desk } = clientOf(host);
  return {
    get: <T>(path: string): Promise<T> => desk('GET', path),
    post: <T>(path: string, body?: unknown): Promise<T> => desk('POST', path, body),
    put: <T>(path: string, body?: unknown): Promise<T> => desk('PUT', path, body),
  };
};
export type Desk = ReturnType<typeof deskOf>;

/** Waits for the run, and moves the virtual clock whenever syncs wait for it. */
export const pump = (
  desk: Desk,
  caseId: string,
  runId: string,
  isOver: (run: Run) => boolean,
): Promise<Run> =>
  until(async () => {
    const run = await desk.get<Run>(`/api/cases/${caseId}/tokens/runs/${runId}`);
    if (isOver(run)) return run;
    if (run.counts.syncing > 0) await desk.post('/api/clock/advance', { by: 'PT10S' });
    return undefined;
  });

export const hasEnded = ({ state }: Run): boolean => state !== 'running';

/** The result of a job that is started by a POST. */
export const endOfJob = async <T>(desk: Desk, path: string, body: unknown): Promise<T> => {
  const { id } = await desk.post<{ id: string }>(path, body);
  const ended = await until(async () => {
    const now = await desk.get<{ state: string; error?: string; result?: T }>(`/api/jobs/${id}`);
    return now.state === 'running' ? undefined : now;
  });
  expect([ended.state, ended.error]).toEqual(['done', undefined]);
  return ended.result as T;
};
