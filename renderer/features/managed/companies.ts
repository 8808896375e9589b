import { useQuery } from '@tanstack/react-query';
import type { KeyedPage } from '#contract/common.ts';
import type { RunbookCompany } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { runbookPath } from './runbook.ts';

const pageSize = 10_000;
/** B-2 before B-10. */
const order = new Intl.Collator('en', { numeric: true });

/** All companies of the migration, with their confirmations that syncing is disabled. Runs do not change them. */
export const useCompanies = (caseId: string) =>
  useQuery({
    queryKey: [...keys.cases.of(caseId), 'syncing'],
    queryFn: async ({ signal }) => {
      const companies: RunbookCompany[] = [];
      let cursor: string | undefined;
      do {
        const page: KeyedPage<RunbookCompany> = await api.get(`${runbookPath(caseId)}/companies`, {
          query: { limit: pageSize, cursor },
          signal,
        });
        companies.push(...page.results);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return companies.sort((a, b) => order.compare(a.ref, b.ref));
    },
  });
