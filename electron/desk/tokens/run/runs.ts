import { CatalogueError } from '#contract/errors.ts';
import { localTargetId } from '#contract/target.ts';
import type { DryRun, Run, RunRequest, UndoRequest } from '#contract/token-runs.ts';
import { readResults } from '#desk/cases/run-results.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readRun, readRunState, readRuns, type TokenRunRecord } from '#desk/store/token-runs.ts';
import type { Runs } from '#desk/tokens/tokens.ts';
import { callsOf } from './call-plan.ts';
import { cancelRun, pauseRun } from './ending.ts';
import { otherDeskRemark } from './other-desk.ts';
import { draftRun, selectFor } from './preparing.ts';
import { heldIn, runView } from './run-view.ts';
import type { RunsDesk, RunsParts } from './runs-desk.ts';
import { changeThresholds, resumeRun, startRun } from './starting.ts';
import { notUndone } from './undo-messages.ts';
import { watchRun } from './watching.ts';
import { windowRemark } from './window.ts';

/** Runs of a case on its target: planned, confirmed, started, paused, resumed, undone. */
export const createRuns = (context: DeskContext, parts: RunsParts): Runs => {
  const desk: RunsDesk = { context, parts };
  const { cases, inTurn } = parts;
  const show: Runs['show'] = async (caseId, runId) => {
    const record = await context.store.read((reader) => readRun(reader, runId));
    if (record?.case_id !== caseId) throw new CatalogueError('tokens.runNotFound', { runId });
    return viewOf(desk, record);
  };
  return {
    show,
    async list(caseId) {
      await cases.state(caseId);
      const records = await context.store.read((reader) => readRuns(reader, caseId));
      return Promise.all(records.map((record) => viewOf(desk, record)));
    },
    async watch(caseId, runId) {
      const run = await show(caseId, runId);
      const record = await context.store.read((reader) => readRun(reader, runId));
      if (record === undefined) throw new CatalogueError('tokens.runNotFound', { runId });
      return watchRun(context, record, run.ledger.entries, await cases.state(caseId));
    },
    results: (caseId, runId) => resultsOf(desk, caseId, runId),
    start: (caseId, { kind = 'run', dryRun: _, confirm, overrideWindow, rows, ...options }, actor) =>
      inTurn(caseId, () => startRun(desk, caseId, kind, options, actor, { confirm, overrideWindow, rows })),
    dryRun: (caseId, request) => dryRun(desk, caseId, request),
    pause: async (caseId, by, why = 'Paused manually.') =>
      show(caseId, await pauseRun(desk, caseId, by, why)),
    resume: (caseId, actor, request = {}) => inTurn(caseId, () => resumeRun(desk, caseId, actor, request)),
    setThresholds: (caseId, { thresholds }, actor) =>
      inTurn(caseId, async () => show(caseId, await changeThresholds(desk, caseId, thresholds, actor))),
    cancel: (caseId, actor) => cancelRun(desk, caseId, actor, show),
    async undoPlan(caseId, { refs, rows: only }) {
      const about = await draftRun(desk, caseId, 'undo', chosen({ refs }), '');
      const { rows, leftOut } = await selectFor(desk, about, { rows: only });
      const calls = await callsOf(rows);
      return { rows: rows.length, calls, notUndone: await notUndone(rows, leftOut) };
    },
    undo: (caseId, { refs, rows, confirm, overrideWindow }, actor) =>
      inTurn(caseId, () =>
        startRun(desk, caseId, 'undo', chosen({ refs }), actor, { confirm, overrideWindow, rows }),
      ),
  };
};

const chosen = ({ refs }: Pick<UndoRequest, 'refs'>) => (refs === undefined ? {} : { refs });

const dryRun = async (
  desk: RunsDesk,
  caseId: string,
  { kind = 'run', dryRun: _, confirm: __, overrideWindow: ___, rows: only, ...options }: RunRequest,
): Promise<DryRun> => {
  const about = await draftRun(desk, caseId, kind, options, '');
  const { rows, leftOut, remark } = await selectFor(desk, about, { rows: only });
  const other = await otherDeskRemark({ ...about, rows });
  const window = windowRemark(await desk.parts.cases.state(caseId), kind);
  const remarks = [window, other, remark].filter((text) => text !== undefined);
  return {
    ...(remarks.length === 0 ? {} : { remark: remarks.join(' ') }),
    rows: rows.length,
    calls: await callsOf(rows),
    leftOut: leftOut.listed(1000),
    leftOutCount: leftOut.count,
    ...heldIn(leftOut),
  };
};

const resultsOf = async ({ parts: { cases } }: RunsDesk, caseId: string, runId: string) => {
  const state = await cases.state(caseId);
  const run = state.tokenRuns.find(({ started }) => started.runId === runId);
  if (run === undefined) throw new CatalogueError('tokens.runNotFound', { runId });
  if (run.ended === undefined) {
    throw new CatalogueError('tokens.noResults', { runId, why: 'it has not ended yet.' });
  }
  const found = (await readResults(cases, state, [run])).get(runId);
  if (found?.results !== undefined) return found.results;
  throw new CatalogueError('tokens.noResults', { runId, why: found?.problem ?? 'they are not stored.' });
};

/** The present state of a run: of one that is under way, as it works. */
const viewOf = async (desk: RunsDesk, record: TokenRunRecord): Promise<Run> => {
  const active = desk.parts.engine.active(record.case_id);
  if (active?.runId === record.id) return withClockRemark(desk, active.view());
  if (record.outcome !== null) return runView(record);
  return runView(record, await desk.context.store.read((reader) => readRunState(reader, record)));
};

const withClockRemark = async ({ parts }: RunsDesk, run: Run): Promise<Run> => {
  if (run.state !== 'running' || run.targetId !== localTargetId || run.kind === 'rehearsal') return run;
  const { mode, now } = await parts.control.clock.show();
  if (mode !== 'virtual' || run.counts.syncing === 0) return run;
  return {
    ...run,
    remark: `Syncs wait for the virtual clock of the local service (now ${now}). Advance it under Local API (on the command line: \`carryover clock advance 1m\`).`,
  };
};
