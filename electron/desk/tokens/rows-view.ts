import { toIso } from '#base/clock.ts';
import type { KeyedPage } from '#contract/common.ts';
import type { TokenRow, TokenRowQuery } from '#contract/token-rows.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type RowWithProgress, readRowsWithProgress } from '#desk/store/token-rows.ts';
import { scopeOf } from './scope.ts';
import type { GateOf, Held } from './tokens.ts';
import type { Vault } from './vault.ts';

/** The rows of a case as they stand on its target, page by page. */
export const createRowsView =
  (
    { store }: Pick<DeskContext, 'store'>,
    { cases, vault, gateOf }: { readonly cases: Cases; readonly vault: Vault; readonly gateOf: GateOf },
  ) =>
  async (caseId: string, query: TokenRowQuery): Promise<KeyedPage<TokenRow>> => {
    const { state, limit = 100, cursor = '0' } = query;
    const { targetId } = await cases.state(caseId);
    const after = Number.isSafeInteger(Number(cursor)) ? Number(cursor) : 0;
    const page = { caseId, scope: scopeOf(targetId), state, after, limit };
    const rows = await store.read((reader) => readRowsWithProgress(reader, page));
    const kept = await vault.keptOf(rows.map(({ row }) => row.id));
    const gate = await gateOf(caseId, 'run');
    const results = rows.map((one) => rowView(one, kept, gate.held));
    const last = rows.at(-1)?.row.id;
    return { results, ...(rows.length < limit || last === undefined ? {} : { cursor: String(last) }) };
  };

const rowView = ({ row, progress }: RowWithProgress, kept: ReadonlySet<number>, heldOf: Held): TokenRow => {
  const state = row.problems === null ? (progress?.state ?? 'ready') : 'invalid';
  const { ref, platform_key } = row;
  const mayBeHeld = state === 'ready' && ref !== null && platform_key !== null;
  const held = mayBeHeld ? heldOf(ref, platform_key) : undefined;
  return {
    id: row.id,
    line: row.line,
    state,
    fields: JSON.parse(row.fields),
    calls: progress?.calls ?? 0,
    callMs: progress?.call_ms ?? 0,
    datasets: progress?.datasets ? JSON.parse(progress.datasets) : {},
    secretsKept: kept.has(row.id),
    ...present({
      ref: row.ref,
      name: row.name ?? (row.problems === null ? row.ref : null),
      platformKey: row.platform_key,
      held,
      problems: row.problems === null ? null : JSON.parse(row.problems),
      companyId: progress?.company_id ?? row.company_id,
      companyOrigin: progress?.company_origin,
      connectionId: progress?.connection_id ?? row.connection_id,
      connectionOrigin: progress?.connection_origin,
      started: progress?.started_at == null ? null : toIso(progress.started_at),
      ended: progress?.ended_at == null ? null : toIso(progress.ended_at),
      failure: progress?.failure ? JSON.parse(progress.failure) : null,
      note: progress?.note,
    }),
  };
};

/** Without what is not there. */
const present = <T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
