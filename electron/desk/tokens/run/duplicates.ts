import { canonicalDigest } from '#base/canonical.ts';
import { CatalogueError } from '#contract/errors.ts';
import { formatCount } from '#contract/format.ts';
import type { PlannedCall } from '#contract/target.ts';
import type { Duplicate, DuplicateDecision, DuplicateRequest, Duplicates } from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type RowWithProgress, readRowsWithProgress } from '#desk/store/token-rows.ts';
import { readRuns, type TokenRunRecord, updateRun } from '#desk/store/token-runs.ts';
import type { Confirm, TargetClient, Targets } from '#desk/targets/targets.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import type { DuplicateWork } from '#desk/tokens/tokens.ts';
import { findDuplicates } from './directory.ts';
import { removalNeeds } from './operations.ts';
import { type Own, type Removal, removeOwn } from './remove-own.ts';
import { refuseUnfinished } from './run-state.ts';
import { decisionIn, type RunOutcome } from './run-view.ts';
import { overridingOf, refuseOutside } from './window.ts';

interface Parts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly confirm: Confirm;
  readonly inTurn: <T>(of: string, work: () => Promise<T>) => Promise<T>;
}

interface Found {
  readonly duplicates: readonly Duplicate[];
  readonly own: readonly Own[];
  readonly run: TokenRunRecord;
  readonly client: TargetClient;
}

/** The most companies that are listed of those removed or left. */
const listedOneByOne = 1000;

interface DuplicatesDesk extends Parts {
  readonly context: DeskContext;
}

export const createDuplicateWork = (context: DeskContext, parts: Parts): DuplicateWork => {
  const desk: DuplicatesDesk = { ...parts, context };
  return {
    list: async (caseId) => duplicatesView(await findNow(desk, caseId)),
    decide: (caseId, request, actor) => parts.inTurn(caseId, () => decide(desk, caseId, request, actor)),
  };
};

const findNow = async ({ context, cases, targets }: DuplicatesDesk, caseId: string): Promise<Found> => {
  const { targetId } = await cases.state(caseId);
  const scope = scopeOf(targetId);
  const [rows, runs] = await context.store.read(async (reader) => [
    await readRowsWithProgress(reader, { caseId, scope }),
    await readRuns(reader, caseId),
  ]);
  const run = runToDecide(runs.filter((one) => one.scope === scope && one.kind !== 'undo'));
  if (run === undefined)
    throw new CatalogueError('tokens.noDuplicates', { why: 'nothing has run on its target yet' });
  const client = await targets.client(targetId);
  return { ...(await findOwn(client, rows)), run, client };
};

const duplicatesView = ({ duplicates, own, run }: Found, removal?: Removal): Duplicates => {
  const decision = decisionOf(run);
  const removable = new Set(own.map(({ companyId }) => companyId));
  return {
    runId: run.id,
    duplicates: duplicates.map((one) => ({ ...one, own: one.used !== undefined && removable.has(one.used) })),
    ...(decision === undefined ? {} : { decision }),
    ...(removal === undefined
      ? {}
      : { removed: removal.removed.length, left: removal.left.slice(0, listedOneByOne) }),
  };
};

const nothingRemoved: Removal = { removed: [], left: [] };

const decide = async (
  desk: DuplicatesDesk,
  caseId: string,
  request: DuplicateRequest,
  actor: string,
): Promise<Duplicates> => {
  await desk.context.store.read((reader) => refuseUnfinished(reader, caseId));
  const found = await findNow(desk, caseId);
  const { duplicates, own, run } = found;
  if (duplicates.length === 0 && decisionOf(run)?.state !== 'open') {
    throw new CatalogueError('tokens.noDuplicates', { why: 'the target has no duplicates' });
  }
  let removal = nothingRemoved;
  try {
    if (request.decision === 'remove') {
      if (own.length === 0 && duplicates.length > 0) throw new CatalogueError('tokens.noneOwned');
      removal = await remove(desk, caseId, found, request, actor);
    }
  } finally {
    // Removals are recorded, also if not all succeeded.
    const isWhole = request.decision === 'keep' || duplicates.length === 0;
    if (isWhole || removal.removed.length + removal.left.length > 0) {
      await record(desk, caseId, run, request, removal, actor);
    }
  }
  return duplicatesView(await findNow(desk, caseId), removal);
};

const remove = async (
  { context, cases, confirm: confirmWrites }: DuplicatesDesk,
  caseId: string,
  { client, own, run }: Found,
  { confirm, overrideWindow, reason }: DuplicateRequest,
  actor: string,
): Promise<Removal> => {
  const state = await cases.state(caseId);
  if (own.length > 0) refuseOutside(state, 'duplicates', overrideWindow);
  confirmWrites(client.target, plannedCalls(own), confirm);
  if (own.length === 0) return nothingRemoved;
  const { overriding } = overridingOf({ runId: run.id, kind: 'duplicates' }, state, overrideWindow);
  await cases.act(caseId, actor, (now) => overriding?.entries(now) ?? [], {
    needs: removalNeeds(run.id, own, reason, overriding?.reason),
  });
  return removeOwn(context, client, own);
};

const record = async (
  { cases }: DuplicatesDesk,
  caseId: string,
  run: TokenRunRecord,
  { decision, reason }: DuplicateRequest,
  { removed, left }: Removal,
  actor: string,
): Promise<void> => {
  const content = {
    runId: run.id,
    decision,
    reason,
    removed: removed
      .slice(0, listedOneByOne)
      .map(({ ref, companyId, twin }) => ({ ref, companyId, keptCompanyId: twin.id })),
    removedCount: removed.length,
    left: left.slice(0, listedOneByOne),
    leftCount: left.length,
  };
  const state: DuplicateDecision['state'] =
    decision === 'keep' ? 'kept' : left.length === 0 ? 'removed' : 'open';
  const outcome = { ...outcomeOf(run), decision: { state, reason, by: actor, removed: removed.length } };
  await cases.act(
    caseId,
    actor,
    { kind: 'tokens.duplicatesDecided', content },
    { also: (tx) => updateRun(tx, run.id, { outcome: JSON.stringify(outcome) }) },
  );
};

const decisionOf = (run: TokenRunRecord) => decisionIn(run.kind, outcomeOf(run));
const outcomeOf = ({ outcome }: TokenRunRecord): RunOutcome => JSON.parse(outcome ?? '{}');

/** The latest one that found any and is not decided; the latest that ended otherwise: the other desk may have been slower. */
const runToDecide = (runs: readonly TokenRunRecord[]): TokenRunRecord | undefined => {
  const ended = runs.filter(({ outcome, ended_at }) => outcome !== null && ended_at !== null);
  return ended.find((run) => decisionOf(run)?.state === 'open') ?? ended[0];
};

/** The duplicates on the target now, and those of them that this desk created. @throws TargetError */
const findOwn = async (
  client: TargetClient,
  rows: readonly RowWithProgress[],
): Promise<Pick<Found, 'duplicates' | 'own'>> => {
  const used = rows.flatMap(({ row: { ref, platform_key }, progress }) =>
    ref === null || platform_key === null || progress === undefined
      ? []
      : [
          {
            row: { ref, platformKey: platform_key },
            companyId: progress.company_id,
            connectionId: progress.connection_id,
            progress,
          },
        ],
  );
  const { duplicates } = await findDuplicates(client, used);
  const isTwice = new Set(
    duplicates.flatMap(({ what, used: id }) => (what === 'company' && id !== undefined ? [id] : [])),
  );
  const created = used.filter(
    ({ companyId, progress }) =>
      companyId !== null && isTwice.has(companyId) && progress.company_origin === 'created',
  );
  const own = [...Map.groupBy(created, ({ companyId }) => companyId as string)].map(([companyId, those]) => {
    const all = used.filter((one) => one.companyId === companyId);
    return {
      ref: those[0]?.row.ref as string,
      companyId,
      rows: all.map(({ progress, row }) => ({ progress, platformKey: row.platformKey })),
    };
  });
  return { duplicates, own };
};

const plannedCalls = (own: readonly Own[]): PlannedCall[] => {
  const ids = canonicalDigest(own.map(({ companyId }) => companyId).sort()).slice(0, 12);
  const count = formatCount(own.length, 'company', 'companies');
  const why = `for up to ${count} created by Carryover, each where another company of the same ref has a Linked connection`;
  if (own.length === 0) return [];
  const path = '/companies/{companyId}';
  return [
    { method: 'PATCH', path, why: `removes the tag migrationRef ${why} (companies ${ids})` },
    {
      method: 'DELETE',
      path: `${path}/connections/{connectionId}`,
      why: `deletes the connections ${why}`,
    },
    { method: 'DELETE', path, why: `deletes the company ${why}` },
  ];
};
