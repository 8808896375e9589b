import { isDeepStrictEqual } from 'node:util';
import { CatalogueError } from '#contract/errors.ts';
import type { ResumeRequest, Run, RunOptions, RunRequest, Thresholds } from '#contract/token-runs.ts';
import type { Tx } from '#desk/store/store.ts';
import { readRun, readRuns, type TokenRunRecord, updateRun } from '#desk/store/token-runs.ts';
import { eachRowPage } from '#desk/tokens/row-pages.ts';
import { plannedCalls } from './call-plan.ts';
import type { LeftOut } from './left-out.ts';
import type { RunPlan } from './plan.ts';
import { draftRun, inTime, selectFor, type TargetRunKind } from './preparing.ts';
import { refuseOtherTarget, resumable, rowsToOpen, rowsToResume, takeUp } from './resuming.ts';
import { isUnfinished, optionsIn } from './run-view.ts';
import type { RunsDesk } from './runs-desk.ts';
import { closedOf, hasToWrite, overridingOf, refuseOutside, unneededRemark } from './window.ts';

/** The run of a case that is under way, paused or interrupted. */
export const unfinishedRun = ({ context }: RunsDesk, caseId: string): Promise<TokenRunRecord | undefined> =>
  context.store.read(async (reader) =>
    (await readRuns(reader, caseId)).find(({ state }) => isUnfinished(state)),
  );

export const startRun = async (
  desk: RunsDesk,
  caseId: string,
  kind: TargetRunKind,
  options: RunOptions,
  actor: string,
  { confirm, overrideWindow, rows: chosen }: Pick<RunRequest, 'confirm' | 'overrideWindow' | 'rows'>,
): Promise<Run> => {
  const { cases, engine } = desk.parts;
  const found = await unfinishedRun(desk, caseId);
  if (found !== undefined) throw new CatalogueError('tokens.runActive', { what: `is ${found.state}` });
  const about = await draftRun(desk, caseId, kind, options, actor);
  const { rows, leftOut, remark } = await selectFor(desk, about, { rows: chosen });
  if (rows.length === 0) throw nothingToRun(leftOut.byWhy);
  const state = await cases.state(caseId);
  refuseOutside(state, kind, overrideWindow);
  desk.parts.confirm(about.client.target, await plannedCalls(rows), confirm);
  const plan = {
    ...about,
    rows,
    heldCauses: leftOut.heldCauses,
    ...remarkOf(remark, unneededRemark(state, kind, overrideWindow)),
    ...closedOf(cases, about, state, overrideWindow),
    ...overridingOf(about, state, overrideWindow),
  };
  return inTime(desk, plan, (whole) => engine.start(whole));
};

/** Of the unfinished run, which pauses at once if it has passed them. @throws CatalogueError `tokens.noRun` */
export const changeThresholds = async (
  desk: RunsDesk,
  caseId: string,
  thresholds: Thresholds,
  actor: string,
): Promise<string> => {
  const { parts } = desk;
  const wanted = 'change the thresholds of';
  const none = 'no run is under way';
  const found = await unfinishedRun(desk, caseId);
  if (found === undefined || found.kind === 'rehearsal') {
    const why = found === undefined ? none : 'a rehearsal has none, as it cannot be paused';
    throw new CatalogueError('tokens.noRun', { wanted, why });
  }
  const from = optionsIn(found).thresholds ?? {};
  if (isDeepStrictEqual(from, thresholds)) return found.id;
  const also = async (tx: Tx): Promise<void> => {
    const now = await readRun(tx, found.id);
    if (now === undefined || !isUnfinished(now.state))
      throw new CatalogueError('tokens.noRun', { wanted, why: none });
    await updateRun(tx, found.id, { options: JSON.stringify({ ...optionsIn(now), thresholds }) });
  };
  const content = { runId: found.id, from, to: thresholds };
  await parts.cases.act(caseId, actor, { kind: 'tokens.thresholdsChanged', content }, { also });
  parts.engine.active(caseId)?.setThresholds(thresholds);
  return found.id;
};

export const resumeRun = async (
  desk: RunsDesk,
  caseId: string,
  actor: string,
  { overrideWindow }: ResumeRequest,
): Promise<Run> => {
  const { parts, context } = desk;
  const { cases, engine } = parts;
  const record = resumable(await unfinishedRun(desk, caseId));
  const { id: runId, kind, scope } = record;
  const { countedSince, ...options } = optionsIn(record);
  const of = { runId, startedAt: record.started_at };
  const about = await draftRun(desk, caseId, kind, options, actor, of);
  refuseOtherTarget(record, about.targetId, about.client.target);
  const gate = kind === 'undo' ? undefined : await parts.gateOf(caseId, kind, await firstRefs(desk, record));
  if (gate?.refused !== undefined) throw new CatalogueError('tokens.gate', { why: gate.refused });
  const taken = takeUp();
  await eachRowPage(context, { caseId, scope }, async (page) => {
    const unread = kind === 'undo' ? new Map() : await parts.unreadableOf(rowsToOpen(record, page));
    taken.add(rowsToResume(record, page, gate, unread));
  });
  const left = taken.whole();
  const state = await cases.state(caseId);
  if (hasToWrite(left.rows)) refuseOutside(state, kind, overrideWindow);
  const plan = {
    ...about,
    ...left,
    countedSinceMs: countedSince,
    ...remarkOf(left.remark, unneededRemark(state, kind, overrideWindow)),
    ...closedOf(cases, about, state, overrideWindow),
    ...overridingOf(about, state, overrideWindow),
  };
  return inTime(desk, plan, (whole) =>
    engine.resume(whole, record.state === 'paused' ? 'paused' : 'interrupted'),
  );
};

const remarkOf = (...remarks: readonly (string | undefined)[]): Pick<RunPlan, 'remark'> => {
  const said = remarks.filter((remark) => remark !== undefined && remark !== '');
  return said.length === 0 ? {} : { remark: said.join(' ') };
};

/** Of the rows of a run, as they were chosen: two of them tell a single one from many, which is all that a gate asks. */
const firstRefs = async (
  { context }: RunsDesk,
  { id, case_id: caseId, scope }: TokenRunRecord,
): Promise<string[]> => {
  const refs: string[] = [];
  await eachRowPage(context, { caseId, scope }, (page) => {
    for (const { row, progress } of page) {
      if (refs.length < 2 && progress?.run_id === id && row.ref !== null) refs.push(row.ref);
    }
  });
  return refs;
};

const nothingToRun = (byWhy: LeftOut['byWhy']): CatalogueError => {
  if (byWhy.size === 0) return new CatalogueError('tokens.nothingToRun', { why: 'no rows were imported' });
  const reasons = [...byWhy].slice(0, 6).map(([why, count]) => `${count} left out: ${why}`);
  return new CatalogueError('tokens.nothingToRun', { why: reasons.join(' ').replace(/\.$/, '') });
};
