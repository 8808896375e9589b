import type { AcceptFailuresRequest, NotMigratedQuery } from '#contract/runbook-decisions.ts';
import type { RunbookState } from '#desk/cases/state.ts';
import { refuseTaken } from '#desk/tokens/excluded-rows.ts';
import { type Acting, runbookOf } from './acting.ts';
import { companyOf, inEntries, namedIn, refused } from './named-rows.ts';
import { decisionOn, type NotMigratedRow } from './not-migrated.ts';
import type { DecideStep } from './runbooks.ts';

/** Decisions about companies that are not migrated, before step 6 is signed off. */
export const createDecideStep = ({ act, read }: Acting): DecideStep => ({
  async notMigrated(caseId, query) {
    const { state, facts } = await read(caseId);
    return pageOf(facts.notMigrated, runbookOf(state), query);
  },
  acceptFailures: (caseId, request, actor) =>
    act(caseId, actor, (_state, _runbook, facts) => {
      const companies = acceptedIn(request, facts.notMigrated).map(companyOf);
      const { reason, by = actor } = request;
      return inEntries(companies).map((chunk) => ({
        kind: 'runbook.failuresAccepted',
        content: { companies: chunk, by, reason },
      }));
    }),
  async exclude(caseId, request, actor) {
    const { state, facts } = await read(caseId);
    runbookOf(state);
    const rows = namedIn(request, facts.notMigrated, notOpen);
    const { reason, by = actor } = request;
    const actions = inEntries(rows.map(companyOf)).map((companies) => ({
      kind: 'runbook.companiesExcluded' as const,
      content: { companies, by, reason },
    }));
    return act(caseId, actor, () => actions, { also: (tx) => refuseTaken(tx, state, rows) });
  },
  withdrawDecisions: (caseId, { reason, ...request }, actor) =>
    act(caseId, actor, (_state, { decisions }) => {
      const all = [...decisions.values()].map(({ company }) => company);
      const companies = namedIn(request, all, 'It has no decision.');
      return inEntries(companies.map(({ seen: _, ...company }) => company)).map((chunk) => ({
        kind: 'runbook.decisionsWithdrawn',
        content: { companies: chunk, reason },
      }));
    }),
});

const notOpen = 'It is not in the list, or already migrated.';

/** @throws CatalogueError `request.invalid` for none, or for one that has not failed */
const acceptedIn = (
  { refs, cause }: AcceptFailuresRequest,
  rows: readonly NotMigratedRow[],
): readonly NotMigratedRow[] => {
  if ((refs === undefined) === (cause === undefined)) {
    throw refused('Give either refs or a cause.');
  }
  const failed = rows.filter(({ state }) => state === 'failed');
  if (refs !== undefined) return namedIn({ refs }, failed, 'It has not failed.');
  const found = failed.filter((row) => row.cause === cause);
  if (found.length === 0) throw refused(`No company failed with the cause ${cause}.`);
  return found;
};

const pageOf = (
  rows: readonly NotMigratedRow[],
  runbook: RunbookState,
  { limit = 1000, cursor = '0' }: NotMigratedQuery,
) => {
  const after = rows.filter(({ id }) => id > Number(cursor));
  const page = after.slice(0, limit);
  const last = page.at(-1)?.id;
  return {
    results: page.map((row) => {
      const { seen: _, ...shown } = row;
      const decision = decisionOn(runbook, row);
      if (decision === undefined) return shown;
      const { kind, by, reason, at } = decision;
      return { ...shown, decision: { kind, by, reason, at } };
    }),
    ...(after.length <= limit || last === undefined ? {} : { cursor: String(last) }),
  };
};
