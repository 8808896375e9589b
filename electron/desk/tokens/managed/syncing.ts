import { hash } from 'node:crypto';
import { chunksOf } from '#base/lists.ts';
import { runTask } from '#base/worker/run-task.ts';
import { invalid } from '#contract/errors.ts';
import { formatCount } from '#contract/format.ts';
import {
  type KnownCompanies,
  listedUnknown,
  type RunbookContent,
  refsOfEntry,
  type SyncingRequest,
} from '#contract/runbook.ts';
import type { RunbookState } from '#desk/cases/state.ts';
import { type Acting, refuseEarly, runbookOf } from './acting.ts';
import { saidAt } from './agreements.ts';
import type { RunbookFacts } from './finding.ts';
import { refsInMigration } from './not-migrated.ts';
import type { RunbookRow } from './rows.ts';
import type { SyncingStep } from './runbooks.ts';
import { companiesPage } from './syncing-companies.ts';
import { findRefs, type ReadList } from './syncing-list.ts';
import { knownCompanies } from './syncing-status.ts';

/** Step 4. Of a list only the digest is kept, as it may hold anything. */
export const createSyncingStep = ({ act, read }: Acting): SyncingStep => ({
  async companies(caseId, query) {
    const { rows, state } = await read(caseId);
    return companiesPage(rows, runbookOf(state), query);
  },
  async confirmSyncing(caseId, request, actor, given) {
    const { rows } = await read(caseId);
    const { refs, unknown } = await readRequest(request, rows);
    let fresh: readonly string[] = [];
    const runbook = await act(caseId, actor, (state, before, facts) => {
      const { syncing } = before;
      refuseEarly(state, before, 'disable-syncing', facts);
      fresh = refs.filter((ref) => !syncing.has(ref));
      const by = given === undefined ? {} : { given };
      const about = { ...confirmationOf(request), ...by, ...known(before, facts, fresh, []) };
      return chunksOf(fresh, refsOfEntry).map((chunk) => ({
        kind: 'runbook.syncingConfirmed',
        content: { refs: chunk, ...about },
      }));
    });
    return {
      confirmed: fresh.length,
      already: refs.length - fresh.length,
      unknown: unknown.slice(0, listedUnknown),
      unknownCount: unknown.length,
      runbook,
    };
  },
  revokeSyncing: (caseId, { refs, reason }, actor) =>
    act(caseId, actor, (_state, before, facts) => {
      const { syncing } = before;
      const unconfirmed = refs.filter((ref) => !syncing.has(ref));
      if (unconfirmed.length > 0) throw notConfirmed(unconfirmed.length);
      const about = { reason, ...known(before, facts, [], refs) };
      return chunksOf([...new Set(refs)], refsOfEntry).map((chunk) => ({
        kind: 'runbook.syncingRevoked',
        content: { refs: chunk, ...about },
      }));
    }),
});

/** What the chain must know, as the companies themselves are not in it. */
const known = (
  before: RunbookState,
  facts: RunbookFacts,
  confirmed: readonly string[],
  revoked: readonly string[],
): { readonly known?: KnownCompanies } => {
  const gone = new Set(revoked);
  const after = new Set([...before.syncing.keys(), ...confirmed].filter((ref) => !gone.has(ref)));
  const companies = knownCompanies(after, refsInMigration(before, facts));
  return companies === undefined ? {} : { known: companies };
};

const bounds = { what: 'The list of companies', timeMs: 20_000, heapMb: 1024 };

/** @throws CatalogueError `request.invalid`, `reading.…` */
const readRequest = async (
  { refs, list }: SyncingRequest,
  rows: readonly RunbookRow[],
): Promise<ReadList> => {
  if ((refs === undefined) === (list === undefined)) {
    throw invalid({ itemId: 'refs', message: 'Give either refs or a list.', validatorName: 'refs' });
  }
  if (refs !== undefined) return findRefs(refs, rows);
  const companies = rows.map(({ ref, name }) => ({ ref, name }));
  return runTask<ReadList>('syncing-list', { content: list?.content ?? '', companies }, bounds);
};

const confirmationOf = (request: SyncingRequest): Omit<RunbookContent<'syncingConfirmed'>, 'refs'> => {
  const { by, list, attachmentId, quote } = request;
  const at = saidAt(request.at);
  return {
    by,
    how: list === undefined ? 'hand' : 'list',
    ...(at === undefined ? {} : { at }),
    ...(list === undefined ? {} : { list: { name: list.name, digest: hash('sha256', list.content) } }),
    ...(attachmentId === undefined ? {} : { attachmentId }),
    ...(quote === undefined ? {} : { quote }),
  };
};

const notConfirmed = (count: number) =>
  invalid({
    itemId: 'refs',
    message: `${formatCount(count, 'company is', 'companies are')} not confirmed. Nothing was withdrawn.`,
    validatorName: 'refs',
  });
