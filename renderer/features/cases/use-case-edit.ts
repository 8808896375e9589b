import type { CaseView } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { conflictIn } from '#renderer/lib/use-edit-form.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';

/**
 * A change of a case: its response is shown at once, and queries of the case are repeated.
 * @param edit makes the call
 */
export const useCaseEdit = <T>(caseId: string, edit: (input: T) => Promise<CaseView>) =>
  useApiMutation(edit, {
    // It is not as it was shown here.
    onError: (error, client) => {
      if (conflictIn(error)) void client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
    },
    onSuccess: (view, client) => {
      client.setQueryData([...keys.cases.of(caseId), 'view'], view);
      void client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
      void client.invalidateQueries({ queryKey: keys.cases.list });
    },
  });

interface Removal {
  /** Of the part, below that of the case. */
  readonly path: string;
  /** Such as "Note". */
  readonly name: string;
  /** Said once it is removed. */
  readonly done: string;
  /** Puts it back; without it there is no Undo. */
  readonly restore?: () => Promise<CaseView>;
}

/** Removes a part of a case, such as a note. */
export const useCaseRemoval = ({ id, revision }: CaseView, { path, name, done, restore }: Removal) => {
  const remove = useCaseEdit(id, () =>
    api.delete<CaseView>(`/api/cases/${id}/${path}`, { query: { revision } }),
  );
  const restoring = useCaseEdit(id, (undo: NonNullable<typeof restore>) => undo());
  return {
    ...remove,
    run: (): void =>
      remove.mutate(undefined, {
        onSuccess: () => notifyDone(done, restore && (() => restoring.mutate(restore))),
        onError: (error) => notifyFailed(`${name} not removed`, error),
      }),
  };
};
