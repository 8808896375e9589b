import { useQuery } from '@tanstack/react-query';
import type { RunbookCompany } from '#contract/runbook.ts';
import { keys } from '#renderer/lib/keys.ts';
import { readPages } from '#renderer/lib/read-pages.ts';
import { runbookPath } from './runbook.ts';

/** B-2 before B-10. */
const order = new Intl.Collator('en', { numeric: true });

/** All companies of the migration, with their confirmations that syncing is disabled. Runs do not change them. */
export const useCompanies = (caseId: string) =>
  useQuery({
    queryKey: [...keys.cases.of(caseId), 'syncing'],
    queryFn: async ({ signal }) => {
      const companies = await readPages<RunbookCompany>(`${runbookPath(caseId)}/companies`, signal);
      return companies.sort((a, b) => order.compare(a.ref, b.ref));
    },
  });
