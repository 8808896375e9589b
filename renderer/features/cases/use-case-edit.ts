import type { CaseView } from '#contract/case.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/**
 * A change of a case: what it answers is shown at once, and what is read of it is read anew.
 * @param edit makes the call
 */
export const useCaseEdit = <T>(caseId: string, edit: (input: T) => Promise<CaseView>) =>
  useApiMutation(edit, {
    onSuccess: (view, client) => {
      client.setQueryData([...keys.cases.of(caseId), 'view'], view);
      void client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
      void client.invalidateQueries({ queryKey: keys.cases.list });
    },
  });
