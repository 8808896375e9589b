import { parseDurationMs, systemTime } from '#base/clock.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import { localTargetId } from '#contract/target.ts';
import type { Run, RunKind, RunOptions, RunRequest } from '#contract/token-runs.ts';
import { createLargeMap } from '#desk/store/large-map.ts';
import type { RowWithProgress } from '#desk/store/token-rows.ts';
import { eachRowPage } from '#desk/tokens/row-pages.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import { type SelectedRows, selectedRows } from '#desk/tokens/selected-rows.ts';
import { unreadable, unreadableRemark } from '#desk/tokens/unreadable.ts';
import { deskIdOf, markerOf } from './desk-marker.ts';
import { createLeftOut, type LeftOut } from './left-out.ts';
import { createLocalTime } from './local-time.ts';
import type { RunPlan, RunRows } from './plan.ts';
import { gatherRows } from './run-rows.ts';
import type { RunsDesk } from './runs-desk.ts';
import { createdCompany, holdUnreadable, type Selected, selectRows } from './selecting.ts';
import { systemRunTime } from './system-time.ts';

/** Every kind of run on a target. */
export type TargetRunKind = Exclude<RunKind, 'rehearsal'>;

export type Draft = Omit<RunPlan, 'rows' | 'time'> & { readonly kind: TargetRunKind };

/** Which rows a request is about, besides the `refs` of its options. */
export type OnlyRows = Pick<RunRequest, 'rows'>;

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

/** The rows that a run takes, and the others. */
export interface SelectedRun {
  readonly rows: RunRows;
  readonly leftOut: LeftOut;
  readonly remark?: string;
}

/** @throws CatalogueError `tokens.gate`, `request.invalid` */
export const selectFor = async (
  desk: RunsDesk,
  about: Draft,
  { rows: chosen }: OnlyRows = {},
): Promise<SelectedRun> => {
  const { kind, options } = about;
  await refuseUnknownRefs(desk, about, options.refs);
  const only =
    chosen && (await selectedRows(desk.context, await desk.parts.cases.state(about.caseId), about, chosen));
  const select =
    kind === 'undo'
      ? await undoSelection(desk, about, only)
      : await selection(desk, { ...about, kind }, only);
  const rows = gatherRows();
  const leftOut = createLeftOut();
  await eachRowPage(desk.context, about, async (page) => {
    const some = await select(page);
    for (const one of some.rows) rows.add(one);
    leftOut.add(some.leftOut);
  });
  const remark = unreadableRemark(leftOut.heldCauses[unreadable] ?? 0);
  return { rows, leftOut, ...(remark === undefined ? {} : { remark }) };
};

type Select = (page: readonly RowWithProgress[]) => Promise<Selected>;

const selection = async (
  { parts }: RunsDesk,
  about: Draft & { readonly kind: Exclude<TargetRunKind, 'undo'> },
  only: SelectedRows | undefined,
): Promise<Select> => {
  const { caseId, kind, options } = about;
  const gate = await parts.gateOf(caseId, kind, options.refs ?? only?.firstRefs);
  if (gate.refused !== undefined) throw new CatalogueError('tokens.gate', { why: gate.refused });
  return async (page) => {
    const undone = page.flatMap(({ row, progress }) => (progress?.state === 'undone' ? [row.id] : []));
    const kept = await parts.keptOf(undone);
    const shredded = new Set(undone.filter((rowId) => !kept.has(rowId)));
    return holdUnreadable(
      selectRows(kind, { ...about, only: only?.ids }, page, gate.held, shredded),
      parts.unreadableOf,
    );
  };
};

const undoSelection = async (
  { context }: RunsDesk,
  about: Draft,
  only: SelectedRows | undefined,
): Promise<Select> => {
  const ours = createLargeMap<true>();
  await eachRowPage(context, about, (page) => {
    for (const companyId of page.flatMap(createdCompany)) ours.set(companyId, true);
  });
  return async (page) =>
    selectRows('undo', { ...about, only: only?.ids }, page, () => undefined, undefined, ours);
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
const refuseUnknownRefs = async (
  { context }: RunsDesk,
  about: Pick<Draft, 'caseId' | 'scope'>,
  refs: RunOptions['refs'],
): Promise<void> => {
  if (refs === undefined) return;
  const unknown = new Set(refs);
  await eachRowPage(context, about, (page) => {
    for (const { row } of page) if (row.ref !== null) unknown.delete(row.ref);
  });
  if (unknown.size > 0) throw unknownRefs([...unknown]);
};

/** @param unknown refs that the case does not have */
export const unknownRefs = (unknown: readonly string[]): CatalogueError => {
  const named = unknown
    .slice(0, 5)
    .map((ref) => `"${ref}"`)
    .join(', ');
  return invalid({
    itemId: 'refs',
    message: `refs names ${unknown.length} that the case does not have, such as ${named}. Tokens lists them (on the command line: \`carryover tokens status --rows\`).`,
    validatorName: 'refs',
  });
};
