import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#contract/format.ts';
import type { RunbookView } from '#contract/runbook.ts';
import type {
  AcceptFailuresRequest,
  ExcludeRequest,
  NotMigrated,
  WithdrawDecisionsRequest,
} from '#contract/runbook-decisions.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { readPages } from '#renderer/lib/read-pages.ts';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** Companies not migrated, with the decisions about them. */
export const useNotMigrated = (caseId: string) =>
  useQuery({
    queryKey: [...keys.cases.of(caseId), 'not-migrated'],
    queryFn: ({ signal }) => readPages<NotMigrated>(`${runbookPath(caseId)}/not-migrated`, signal),
  });

/** References, and lines of rows without one. */
export const namesOf = (rows: readonly NotMigrated[]): Pick<ExcludeRequest, 'refs' | 'lines'> => {
  const refs = [...new Set(rows.flatMap(({ ref }) => ref ?? []))];
  const lines = rows.flatMap(({ ref, line }) => (ref === undefined ? [line] : []));
  return { refs: refs.length === 0 ? undefined : refs, lines: lines.length === 0 ? undefined : lines };
};

export const companies = (count: number): string => formatCount(count, 'company', 'companies');

export const useAcceptFailures = (caseId: string) =>
  useRunbookChange(
    (request: AcceptFailuresRequest) =>
      api.post<RunbookView>(`${runbookPath(caseId)}/failures/acceptances`, request),
    () => ({ message: 'Failure accepted.' }),
  );

export const useExclude = (caseId: string) =>
  useRunbookChange(
    (request: ExcludeRequest) => api.post<RunbookView>(`${runbookPath(caseId)}/exclusions`, request),
    () => ({ message: 'Excluded from further runs.' }),
  );

export const useWithdrawDecisions = (caseId: string) =>
  useRunbookChange(
    (request: WithdrawDecisionsRequest) =>
      api.post<RunbookView>(`${runbookPath(caseId)}/decisions/withdrawals`, request),
    () => ({ message: 'Decision withdrawn.' }),
  );
