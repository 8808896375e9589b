import { toIso } from '#base/clock.ts';
import { present } from '#base/lists.ts';
import { takeTurns } from '#base/take-turns.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { RowReferences, TokenRow, TokenRowCounts } from '#contract/token-rows.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { DeskContext } from '#desk/store/context.ts';
import {
  countRows,
  type RowWithProgress,
  readReadyRefs,
  readRowsByReference,
  readRowsWithProgress,
  type TokenRowRecord,
} from '#desk/store/token-rows.ts';
import { readRowLedger } from '#desk/store/token-runs.ts';
import { excludedRows } from './excluded-rows.ts';
import type { DecidedRow } from './managed/not-migrated.ts';
import { callsIn } from './row-calls.ts';
import type { CredentialsKey } from './run/plan.ts';
import { scopeOf } from './scope.ts';
import type { GateOf, Held, Rows } from './tokens.ts';
import { needsCredentials, type UnreadableOf, unreadable } from './unreadable.ts';
import type { Vault } from './vault.ts';

interface Parts {
  readonly cases: Cases;
  readonly vault: Vault;
  readonly gateOf: GateOf;
  readonly unreadableOf: UnreadableOf;
}

/** The rows of a case with their state on its target. */
export const createRowsView = (
  { store }: Pick<DeskContext, 'store'>,
  { cases, vault, gateOf, unreadableOf }: Parts,
): Rows => {
  /** Where the progress of the rows is counted, and which of them are excluded. */
  const standing = async (caseId: string) => {
    const state = await cases.state(caseId);
    const excluded = await store.read((reader) => excludedRows(reader, state));
    return { about: { caseId, scope: scopeOf(state.targetId) }, excluded };
  };

  const viewsOf = async (
    caseId: string,
    rows: readonly RowWithProgress[],
    excluded: ReadonlyMap<number, DecidedRow>,
  ): Promise<TokenRow[]> => {
    const kept = await vault.keptOf(rows.map(({ row }) => row.id));
    const gate = await gateOf(caseId, 'run');
    const unread = await unreadableOf(rows.flatMap(mayBeUnread));
    return rows.map((one) => rowView(one, kept, { held: gate.held, unread, excluded }));
  };

  return {
    async list(caseId, { limit = 100, cursor = '0', ...filters }) {
      const { about, excluded } = await standing(caseId);
      const after = Number.isSafeInteger(Number(cursor)) ? Number(cursor) : 0;
      const page = { ...about, after, limit, ...filters, excluded: [...excluded.keys()] };
      const rows = await store.read((reader) => readRowsWithProgress(reader, page));
      const results = await viewsOf(caseId, rows, excluded);
      const last = rows.at(-1)?.row.id;
      return { results, ...(rows.length < limit || last === undefined ? {} : { cursor: String(last) }) };
    },
    async counts(caseId) {
      const { about, excluded } = await standing(caseId);
      const groups = await store.read((reader) => countRows(reader, about));
      const { held } = await gateOf(caseId, 'run');
      let [count, closed] = [0, 0];
      for (let after = 0; ; ) {
        const page = { ...about, after, limit: readyAtOnce };
        const all = await store.read((reader) => readReadyRefs(reader, page));
        const ready = all.filter(({ id }) => !excluded.has(id));
        const unread = await unreadableOf(ready.filter(needsCredentials).flatMap(keyOf));
        count += ready.filter((row) => unread.has(row.id) || isHeld(row, held)).length;
        closed += unread.size;
        const last = all.at(-1);
        if (last === undefined || all.length < readyAtOnce) break;
        after = last.id;
        await takeTurns();
      }
      const causes = closed === 0 ? {} : { heldCauses: { [unreadable]: closed } };
      return { ...countsOf(groups, [...excluded.values()]), held: count, ...causes };
    },
    async find({ ref, limit = 10 }, sight) {
      const page = { start: ref, limit: limit + 1, sight };
      const rows = await store.read((reader) => readRowsByReference(reader, page));
      const found = rows.slice(0, limit);
      const ids = [...new Set(found.map(({ case_id }) => case_id))];
      const names = new Map((await cases.byIds(ids)).map(({ id, name }) => [id, name]));
      return { results: found.map((row) => referenceOf(row, names)), more: rows.length > limit };
    },
    async show(caseId, rowId) {
      const { about, excluded } = await standing(caseId);
      const one = { ...about, rowId };
      const rows = await store.read((reader) => readRowsWithProgress(reader, one));
      const [row] = await viewsOf(caseId, rows, excluded);
      if (row === undefined) throw new CatalogueError('tokens.rowNotFound', { rowId });
      const entries = await store.read((reader) => readRowLedger(reader, one));
      const calls = callsIn(entries);
      return { row, calls: calls.slice(-shownCalls), callCount: calls.length };
    },
  };
};

type Found = Awaited<ReturnType<typeof readRowsByReference>>[number];

const referenceOf = (
  { id, case_id: caseId, ref, name, platform_key }: Found,
  names: ReadonlyMap<string, string>,
): RowReferences['results'][number] => {
  const caseName = names.get(caseId);
  return {
    caseId,
    ...(caseName ? { caseName } : {}),
    rowId: id,
    ref: ref ?? '',
    ...present({ name: name ?? undefined, platformKey: platform_key ?? undefined }),
  };
};

interface Why {
  readonly held: Held;
  /** Rows whose credentials don't open. */
  readonly unread: ReadonlyMap<number, string>;
  /** By id. */
  readonly excluded: ReadonlyMap<number, DecidedRow>;
}

const keyOf = ({ id, platform_key, mark }: Pick<TokenRowRecord, 'id' | 'platform_key' | 'mark'>) =>
  platform_key === null ? [] : [{ id, platformKey: platform_key, mark: mark ?? undefined }];

/** Rows that are ready, and send their credentials when they continue. */
const mayBeUnread = ({ row, progress }: RowWithProgress): CredentialsKey[] =>
  row.problems === null && (progress?.state ?? 'ready') === 'ready' && needsCredentials(progress)
    ? keyOf(row)
    : [];

/** Ready rows that are looked at together. */
const readyAtOnce = 1000;

/** Waiting for a sync makes many calls. */
const shownCalls = 500;

const isHeld = ({ ref, platform_key }: Awaited<ReturnType<typeof readReadyRefs>>[number], held: Held) =>
  ref !== null && platform_key !== null && held(ref, platform_key) !== undefined;

const countsOf = (
  groups: Awaited<ReturnType<typeof countRows>>,
  excluded: readonly DecidedRow[],
): Omit<TokenRowCounts, 'held' | 'heldCauses'> => {
  // Each excluded row is taken from where it was, and counted as that.
  const moved = excluded.flatMap(({ state, cause = null }) => [
    { state, platform: null, cause, count: -1 },
    { state: 'excluded', platform: null, cause: null, count: 1 },
  ]);
  const all = [...groups, ...moved];
  const sum = (keyOf: (group: (typeof all)[number]) => string | null): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const group of all) {
      const key = keyOf(group);
      if (key !== null) counts[key] = (counts[key] ?? 0) + group.count;
    }
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  };
  return {
    rows: groups.reduce((total, { count }) => total + count, 0),
    states: sum(({ state }) => state),
    platforms: sum(({ platform }) => platform),
    causes: sum(({ cause }) => cause),
  };
};

const rowView = ({ row, progress }: RowWithProgress, kept: ReadonlySet<number>, why: Why): TokenRow => {
  const isValid = row.problems === null;
  const exclusion = why.excluded.get(row.id)?.decision;
  const state = exclusion ? 'excluded' : isValid ? (progress?.state ?? 'ready') : 'invalid';
  return {
    id: row.id,
    line: row.line,
    state,
    fields: JSON.parse(row.fields),
    calls: progress?.calls ?? 0,
    callMs: progress?.call_ms ?? 0,
    datasets: parsed(progress?.datasets) ?? {},
    secretsKept: kept.has(row.id),
    ...(state === 'ready' ? heldView(row, why) : {}),
    ...(exclusion && { excluded: { by: exclusion.by, reason: exclusion.reason, at: exclusion.at } }),
    ...present({
      ref: row.ref,
      name: row.name ?? (isValid ? row.ref : null),
      platformKey: row.platform_key,
      problems: parsed(row.problems),
      companyId: progress?.company_id ?? row.company_id,
      companyOrigin: progress?.company_origin,
      connectionId: progress?.connection_id ?? row.connection_id,
      connectionOrigin: progress?.connection_origin,
      started: isoOf(progress?.started_at),
      ended: isoOf(progress?.ended_at),
      failure: parsed(progress?.failure),
      note: progress?.note,
    }),
  };
};

const heldView = ({ id, ref, platform_key }: TokenRowRecord, { held, unread }: Why) => {
  if (ref === null || platform_key === null) return {};
  const closed = unread.get(id);
  return closed === undefined
    ? present({ held: held(ref, platform_key) })
    : { held: closed, heldCause: unreadable };
};

const parsed = (json: string | null | undefined) => (json ? JSON.parse(json) : undefined);
const isoOf = (ms: number | null | undefined) => (ms == null ? undefined : toIso(ms));
