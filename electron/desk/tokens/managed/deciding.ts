import { chunksOf } from '#base/lists.ts';
import { invalid } from '#contract/errors.ts';
import { formatList } from '#contract/format.ts';
import {
  type AcceptFailuresRequest,
  companiesOfEntry,
  type NotMigratedQuery,
  type WithdrawDecisionsRequest,
} from '#contract/runbook-decisions.ts';
import { companyKey } from '#desk/cases/company-key.ts';
import type { RunbookState } from '#desk/cases/state.ts';
import { type Acting, runbookOf } from './acting.ts';
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
      return chunks(companies).map((chunk) => ({
        kind: 'runbook.failuresAccepted',
        content: { companies: chunk, by, reason },
      }));
    }),
  exclude: (caseId, request, actor) =>
    act(caseId, actor, (_state, _runbook, facts) => {
      const companies = namedIn(request, facts.notMigrated, notOpen).map(companyOf);
      const { reason, by = actor } = request;
      return chunks(companies).map((chunk) => ({
        kind: 'runbook.companiesExcluded',
        content: { companies: chunk, by, reason },
      }));
    }),
  withdrawDecisions: (caseId, { reason, ...request }, actor) =>
    act(caseId, actor, (_state, { decisions }) => {
      const all = [...decisions.values()].map(({ company }) => company);
      const companies = namedIn(request, all, 'It has no decision.');
      return chunks(companies.map(({ seen: _, ...company }) => company)).map((chunk) => ({
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
): NotMigratedRow[] => {
  if ((refs === undefined) === (cause === undefined)) {
    throw refused('Give either refs or a cause.');
  }
  const failed = rows.filter(({ state }) => state === 'failed');
  if (refs !== undefined) return namedIn({ refs }, failed, 'It has not failed.');
  const found = failed.filter((row) => row.cause === cause);
  if (found.length === 0) throw refused(`No company failed with the cause ${cause}.`);
  return found;
};

/** @throws CatalogueError `request.invalid`, naming those that are not among the rows */
const namedIn = <T extends { readonly ref?: string; readonly line: number }>(
  { refs = [], lines = [] }: Pick<WithdrawDecisionsRequest, 'refs' | 'lines'>,
  rows: readonly T[],
  why: string,
): T[] => {
  if (refs.length + lines.length === 0) throw refused('Name companies by refs or lines.');
  const byRef = Map.groupBy(rows, ({ ref }) => ref);
  const byLine = Map.groupBy(
    rows.filter(({ ref }) => ref === undefined),
    ({ line }) => line,
  );
  const found = [
    ...[...new Set(refs)].map((ref) => [ref, byRef.get(ref)] as const),
    ...[...new Set(lines)].map((line) => [`line ${line}`, byLine.get(line)] as const),
  ];
  const unknown = found.filter(([, rowsOfIt]) => rowsOfIt === undefined).map(([name]) => `"${name}"`);
  if (unknown.length > 0) throw refused(`${formatList(unknown, listedNames)}: ${why} Nothing was recorded.`);
  return found.flatMap(([, rowsOfIt = []]) => rowsOfIt);
};

const listedNames = 5;

const refused = (message: string) => invalid({ itemId: 'refs', message, validatorName: 'refs' });

const companyOf = ({ ref, line, platformKey, seen }: NotMigratedRow) => ({
  ...(ref === undefined ? {} : { ref }),
  line,
  ...(platformKey === undefined ? {} : { platformKey }),
  seen,
});

/** Each company once: the same ref may be in two files. */
const chunks = <T extends Parameters<typeof companyKey>[0]>(companies: readonly T[]): T[][] => {
  const each = new Map(companies.map((company) => [companyKey(company), company]));
  return chunksOf([...each.values()], companiesOfEntry);
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
