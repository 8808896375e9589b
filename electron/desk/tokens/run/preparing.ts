import { parseDurationMs, systemTime } from '#base/clock.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { localTargetId } from '#contract/target.ts';
import type { Run, RunKind, RunOptions } from '#contract/token-runs.ts';
import { readRowsWithProgress } from '#desk/store/token-rows.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import { unreadable, unreadableRemark } from '#desk/tokens/unreadable.ts';
import { deskIdOf, markerOf } from './desk-marker.ts';
import { createLocalTime } from './local-time.ts';
import type { RunPlan } from './plan.ts';
import type { RunsDesk } from './runs-desk.ts';
import { holdUnreadable, type Selected, selectRows } from './selecting.ts';
import { systemRunTime } from './system-time.ts';

/** Every kind of run on a target. */
export type TargetRunKind = Exclude<RunKind, 'rehearsal'>;

export type Draft = Omit<RunPlan, 'rows' | 'time'> & { readonly kind: TargetRunKind };

/** A plan without its rows. @throws CatalogueError `request.invalid`, and of the target */
export const draftRun = async (
  { context, parts }: RunsDesk,
  caseId: string,
  kind: TargetRunKind,
  options: RunOptions,
  actor: string,
  { runId = context.newId(), startedAt = systemTime.now() } = {},
): Promise<Draft> => {
  if (options.syncWithin !== undefined) parseDurationMs(options.syncWithin, 'syncWithin');
  const { targetId } = await parts.cases.state(caseId);
  const client = await parts.targets.client(targetId);
  return {
    runId,
    caseId,
    targetId,
    targetName: client.target.name,
    scope: scopeOf(targetId),
    kind,
    options,
    actor,
    marker: markerOf(deskIdOf(context), startedAt),
    client,
    credentials: parts.credentials,
  };
};

/** The rows that the run takes, and the others with why. @throws CatalogueError `tokens.gate`, `request.invalid` */
export const selectFor = async (
  { context, parts }: RunsDesk,
  about: Draft,
): Promise<Selected & { readonly remark?: string }> => {
  const { caseId, scope, kind, options } = about;
  const all = await context.store.read((reader) => readRowsWithProgress(reader, { caseId, scope }));
  refuseUnknownRefs(
    all.map(({ row }) => row.ref),
    options.refs,
  );
  if (kind === 'undo') return selectRows(kind, about, all, () => undefined);
  const gate = await parts.gateOf(caseId, kind, options.refs);
  if (gate.refused !== undefined) throw new CatalogueError('tokens.gate', { why: gate.refused });
  const undone = all.flatMap(({ row, progress }) => (progress?.state === 'undone' ? [row.id] : []));
  const kept = await parts.keptOf(undone);
  const shredded = new Set(undone.filter((rowId) => !kept.has(rowId)));
  const chosen = selectRows(kind, about, all, gate.held, shredded);
  const selected = await holdUnreadable(chosen, parts.unreadableOf);
  const remark = unreadableRemark(selected.leftOut.filter(({ cause }) => cause === unreadable).length);
  return { ...selected, ...(remark === undefined ? {} : { remark }) };
};

/** Gives a run its time for as long as it is under way. */
export const inTime = async (
  { parts }: RunsDesk,
  plan: Omit<RunPlan, 'time'>,
  work: (plan: RunPlan) => Promise<Run>,
): Promise<Run> => {
  if (parts.time !== undefined || plan.targetId !== localTargetId) {
    return work({ ...plan, time: parts.time ?? systemRunTime });
  }
  const time = createLocalTime(parts.control);
  try {
    return await work({ ...plan, time, release: async () => time.end() });
  } catch (error) {
    time.end();
    throw error;
  }
};

/** @throws CatalogueError `request.invalid` */
export const refuseUnknownRefs = (known: readonly (string | null)[], refs: RunOptions['refs']): void => {
  if (refs === undefined) return;
  const all = new Set(known);
  const unknown = refs.filter((ref) => !all.has(ref));
  if (unknown.length === 0) return;
  const named = unknown
    .slice(0, 5)
    .map((ref) => `"${ref}"`)
    .join(', ');
  throw invalid({
    itemId: 'refs',
    message: `refs names ${unknown.length} that the case does not have, such as ${named}. Tokens lists them (on the command line: \`carryover tokens status --rows\`).`,
    validatorName: 'refs',
  });
};
