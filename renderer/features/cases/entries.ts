import { queryOptions } from '@tanstack/react-query';
import type { CaseEntries, WordedEntry } from '#contract/case.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

/** All entries of a case's chain, the last first. */
export const entriesOf = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.cases.of(caseId), 'entries'],
    queryFn: async ({ signal }) => {
      const all: WordedEntry[] = [];
      let after: number | undefined = 0;
      while (after !== undefined) {
        const page: CaseEntries = await api.get(`/api/cases/${caseId}/entries`, {
          query: { after, limit: 1000 },
          signal,
        });
        all.push(...page.results);
        after = page.cursor;
      }
      return all.reverse();
    },
  });
