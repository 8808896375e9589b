import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import type { Job } from '#contract/job.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { type CheckOrder, checkRequestOf } from './check-order.ts';
import { locate, type PreparationStep } from './locate.ts';

/** A check before it starts: in a browser, folders are packed and files are uploaded first. */
export type Preparation =
  | { readonly state: 'running'; readonly step: PreparationStep; readonly cancel: () => void }
  | { readonly state: 'failed'; readonly error: unknown; readonly order: CheckOrder };

interface Checks {
  /** By case. It continues while another screen is open. */
  readonly preparations: Readonly<Record<string, Preparation | undefined>>;
  /** By job: its order, to be edited and started again. */
  readonly orders: Readonly<Record<string, CheckOrder>>;
  /** By job: its uploads. */
  readonly uploads: Readonly<Record<string, readonly string[]>>;
  /** Jobs whose end the person has seen. */
  readonly closed: readonly string[];
  /** Evidence kept although the same files were checked under another name. */
  readonly keptBoth: readonly string[];
}

export const checks = createStore<Checks>()(() => ({
  preparations: {},
  orders: {},
  uploads: {},
  closed: [],
  keptBoth: [],
}));

/** Uploads what the desk cannot read by path, and starts the check. The store holds the outcome. */
export const runCheck = async (
  client: QueryClient,
  { id: caseId, targetId }: { readonly id: string; readonly targetId: string },
  order: CheckOrder,
): Promise<void> => {
  const abort = new AbortController();
  const show = (preparation?: Preparation): void =>
    checks.setState(({ preparations }) => ({ preparations: { ...preparations, [caseId]: preparation } }));
  const onStep = (step: PreparationStep): void =>
    show({ state: 'running', step, cancel: () => abort.abort() });
  const uploads: string[] = [];
  onStep({ text: 'Starting check' });
  try {
    const located = await locate(order.items, { signal: abort.signal, onStep, uploads });
    const request = checkRequestOf(caseId, targetId, order, located);
    const job = await api.post<Job>('/api/checks', request, { signal: abort.signal });
    checks.setState((now) => ({
      orders: { ...now.orders, [job.id]: order },
      uploads: { ...now.uploads, [job.id]: uploads },
    }));
    await client.invalidateQueries({ queryKey: keys.jobs.all });
    show();
  } catch (error) {
    removeUploads(uploads);
    if (abort.signal.aborted) show();
    else show({ state: 'failed', error, order });
  }
};

/** Removes the uploads of a finished job; the desk removes the rest after a day. */
export const forgetUploads = (jobId: string): void => {
  const { [jobId]: sent = [], ...others } = checks.getState().uploads;
  if (sent.length === 0) return;
  checks.setState({ uploads: others });
  removeUploads(sent);
};

const removeUploads = (ids: readonly string[]): void => {
  for (const id of ids) void api.delete(`/api/uploads/${id}`).catch(() => undefined);
};
