import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CaseBulkAction, CaseBulkItem, CaseBulkResult, CaseExportRequest } from '#contract/case-bulk.ts';
import type { CaseFilter } from '#contract/case-list.ts';
import { formatCount } from '#contract/format.ts';
import type { Job } from '#contract/job.ts';
import type { Selection } from '#contract/selection.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';
import { useSaveFile } from '#renderer/ui/save-button.tsx';

interface BulkRequest {
  readonly selection: Selection<CaseFilter>;
  readonly action: CaseBulkAction;
}

const pollMs = 250;

const bulk = async (request: BulkRequest): Promise<CaseBulkResult> => {
  let job = await api.post<Job>('/api/cases/bulk', request);
  while (job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    job = await api.get<Job>(`/api/jobs/${job.id}`);
  }
  if (job.state !== 'done') throw new Error(job.error ?? 'Cancelled.');
  return job.result as CaseBulkResult;
};

const verbs: Readonly<Record<CaseBulkAction['kind'], string>> = {
  close: 'Closed',
  reopen: 'Reopened',
  assign: 'Assigned',
  due: 'Due date set for',
};

/** Changes the cases of a selection; what was done can be undone, what was refused is told by `onRefused`. */
export const useBulk = (onRefused: (result: CaseBulkResult) => void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: bulk,
    onSuccess: (result) => {
      const said = `${verbs[result.action.kind]} ${formatCount(result.done, 'case')}.`;
      const same = result.unchanged > 0 ? ` ${formatCount(result.unchanged, 'case')} unchanged.` : '';
      notifyDone(said + same, result.done > 0 ? () => void undo(result, client) : undefined);
      if (result.items.some(({ why }) => why !== undefined)) onRefused(result);
    },
    onError: (error) => notifyFailed('Cases not changed', error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.cases.all }),
  });
};

/** The requests that bring back what was before, each for the cases that had the same. */
export const undoOf = ({ action, items }: CaseBulkResult): BulkRequest[] => {
  const done = items.filter(({ outcome }) => outcome === 'done');
  const together = new Map<string, { action: CaseBulkAction; ids: string[] }>();
  for (const item of done) {
    for (const back of backOf(action, item)) {
      const key = JSON.stringify(back);
      const before = together.get(key) ?? { action: back, ids: [] };
      before.ids.push(item.id);
      together.set(key, before);
    }
  }
  return [...together.values()].map(({ action: back, ids }) => ({ selection: { ids }, action: back }));
};

const backOf = ({ kind }: CaseBulkAction, { owner = null, dues = [] }: CaseBulkItem): CaseBulkAction[] => {
  switch (kind) {
    case 'close':
      return [{ kind: 'reopen', reason: 'Undone' }];
    case 'reopen':
      return [{ kind: 'close', reason: 'Undone' }];
    case 'assign':
      return [{ kind: 'assign', owner }];
    case 'due':
      return dues.map(({ step, due }) => ({ kind: 'due', due, steps: [step] }));
  }
};

const undo = async (result: CaseBulkResult, client: ReturnType<typeof useQueryClient>): Promise<void> => {
  try {
    for (const request of undoOf(result)) await bulk(request);
    notifyDone('Undone.');
  } catch (error) {
    notifyFailed('Not undone', error);
  }
  await client.invalidateQueries({ queryKey: keys.cases.all });
};

/** Exports the list, or the cases of a selection as files. */
export const useCaseExport = () =>
  useSaveFile(
    (request: CaseExportRequest) => api.file('/api/cases/export', { post: request }),
    'Cases not exported',
  );
