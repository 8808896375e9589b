import { parseDurationMs, systemTime } from '#base/clock.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { localTargetId } from '#contract/target.ts';
import type {
  DryRun,
  ResumeRequest,
  Run,
  RunKind,
  RunOptions,
  RunRequest,
  UndoPlan,
  UndoRequest,
} from '#contract/token-runs.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { readResults } from '#desk/cases/run-results.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { type RowWithProgress, readRowsWithProgress } from '#desk/store/token-rows.ts';
import { readRun, readRunState, readRuns, type TokenRunRecord } from '#desk/store/token-runs.ts';
import type { Confirm, Targets } from '#desk/targets/targets.ts';
import { scopeOf } from '#desk/tokens/scope.ts';
import type { GateOf, Runs } from '#desk/tokens/tokens.ts';
import { type UnreadableOf, unreadable, unreadableRemark } from '#desk/tokens/unreadable.ts';
import { callsOf, plannedCalls } from './call-plan.ts';
import { deskIdOf, markerOf } from './desk-marker.ts';
import type { Active, Engine } from './engine.ts';
import type { createTurns } from './in-turn.ts';
import { createLocalTime } from './local-time.ts';
import { otherDeskRemark } from './other-desk.ts';
import type { CredentialSource, RunPlan, RunTime } from './plan.ts';
import { refuseOtherTarget, resumable, rowsToOpen, rowsToResume } from './resuming.ts';
import { heldIn, isUnfinished, runView } from './run-view.ts';
import { heldCausesOf, holdUnreadable, type Selected, selectRows } from './selecting.ts';
import { systemRunTime } from './system-time.ts';
import { notUndone } from './undo-messages.ts';
import {
  closedOf,
  hasToWrite,
  recordOverride,
  refuseOutside,
  unneededRemark,
  windowRemark,
} from './window.ts';

export interface RunsParts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly control: Pick<ServiceControl, 'clock' | 'subscribe'>;
  readonly engine: Engine;
  readonly confirm: Confirm;
  readonly gateOf: GateOf;
  readonly credentials: CredentialSource;
  /** Those of the rows whose credentials are kept. */
  readonly keptOf: (rowIds: readonly number[]) => Promise<ReadonlySet<number>>;
  /** Those of the rows whose credentials don't open. */
  readonly unreadableOf: UnreadableOf;
  /** One thing after the other for a case. */
  readonly inTurn: ReturnType<typeof createTurns>;
  /** The system's if left out, or the local service's. */
  readonly time?: RunTime;
}

type Kind = Exclude<RunKind, 'rehearsal'>;

/** Runs of a case on its target: chosen, confirmed, started, paused, resumed, undone. */
export const createRuns = (context: DeskContext, parts: RunsParts): Runs => {
  const { store, newId } = context;
  const { cases, targets, engine } = parts;
  const { inTurn } = parts;
  const deskId = deskIdOf(context);

  const draft = async (
    caseId: string,
    kind: Kind,
    options: RunOptions,
    actor: string,
    { runId = newId(), startedAt = systemTime.now() } = {},
  ) => {
    if (options.syncWithin !== undefined) parseDurationMs(options.syncWithin, 'syncWithin');
    const { targetId } = await cases.state(caseId);
    const client = await targets.client(targetId);
    return {
      runId,
      caseId,
      targetId,
      targetName: client.target.name,
      scope: scopeOf(targetId),
      kind,
      options,
      actor,
      marker: markerOf(deskId, startedAt),
      client,
      credentials: parts.credentials,
    };
  };

  /** Lets a run have its time for as long as it is under way. */
  const inTime = async (plan: Omit<RunPlan, 'time'>, work: (plan: RunPlan) => Promise<Run>): Promise<Run> => {
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

  const select = async (
    about: Omit<RunPlan, 'rows' | 'time'> & { readonly kind: Kind },
  ): Promise<Selected & { readonly remark?: string }> => {
    const { caseId, scope, kind, options } = about;
    const all = await store.read((reader) => readRowsWithProgress(reader, { caseId, scope }));
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
    const held = selected.leftOut.filter(({ cause }) => cause === unreadable).length;
    const remark = unreadableRemark(held);
    return { ...selected, ...(remark === undefined ? {} : { remark }) };
  };

  /** The one that is under way, or waits to be gone on with. */
  const unfinished = (caseId: string): Promise<TokenRunRecord | undefined> =>
    store.read(async (reader) => (await readRuns(reader, caseId)).find(({ state }) => isUnfinished(state)));

  const begin = async (
    caseId: string,
    kind: Kind,
    options: RunOptions,
    actor: string,
    { confirm, overrideWindow }: Pick<RunRequest, 'confirm' | 'overrideWindow'>,
  ): Promise<Run> => {
    const found = await unfinished(caseId);
    if (found !== undefined) throw new CatalogueError('tokens.runActive', { what: `is ${found.state}` });
    const about = await draft(caseId, kind, options, actor);
    const { rows, leftOut, remark } = await select(about);
    if (rows.length === 0) throw nothingToRun(leftOut);
    const state = await cases.state(caseId);
    refuseOutside(state, kind, overrideWindow);
    parts.confirm(about.client.target, plannedCalls(rows), confirm);
    const heldCauses = heldCausesOf(leftOut);
    const plan = {
      ...about,
      rows,
      heldCauses,
      ...remarkOf(remark, unneededRemark(state, kind, overrideWindow)),
      ...closedOf(cases, about, state, overrideWindow),
    };
    return inTime(plan, async (whole) => {
      await recordOverride(cases, whole, state, overrideWindow);
      return engine.start(whole);
    });
  };

  const resume = async (caseId: string, actor: string, { overrideWindow }: ResumeRequest): Promise<Run> => {
    const record = resumable(await unfinished(caseId));
    const { id: runId, kind, scope, options } = record;
    const of = { runId, startedAt: record.started_at };
    const about = await draft(caseId, kind, JSON.parse(options) as RunOptions, actor, of);
    refuseOtherTarget(record, about.targetId, about.client.target);
    const all = await store.read((reader) => readRowsWithProgress(reader, { caseId, scope }));
    const gate = kind === 'undo' ? undefined : await parts.gateOf(caseId, kind, refsOf(runId, all));
    if (gate?.refused !== undefined) throw new CatalogueError('tokens.gate', { why: gate.refused });
    const unread = kind === 'undo' ? new Map() : await parts.unreadableOf(rowsToOpen(record, all));
    const left = rowsToResume(record, all, gate, unread);
    const state = await cases.state(caseId);
    if (hasToWrite(left.rows)) refuseOutside(state, kind, overrideWindow);
    const plan = {
      ...about,
      ...left,
      ...remarkOf(left.remark, unneededRemark(state, kind, overrideWindow)),
      ...closedOf(cases, about, state, overrideWindow),
    };
    return inTime(plan, async (whole) => {
      await recordOverride(cases, whole, state, overrideWindow);
      return engine.resume(whole, record.state === 'paused' ? 'paused' : 'interrupted');
    });
  };

  /** One that waits to be gone on with, for which nothing is called any more. */
  const endIdle = async (caseId: string, actor: string, why: string): Promise<string> => {
    const active = engine.active(caseId);
    if (active !== undefined) return endActive(active, why, actor);
    const found = await unfinished(caseId);
    if (found === undefined)
      throw new CatalogueError('tokens.noRun', { wanted: 'cancel', why: 'none is under way' });
    await engine.end(found, { actor, why });
    return found.id;
  };
  const endActive = async (active: Active, why: string, by: string): Promise<string> => {
    await active.stop({ how: 'cancel', why, by });
    return active.runId;
  };

  const withRemark = async (run: Run): Promise<Run> => {
    if (run.state !== 'running' || run.targetId !== localTargetId || run.kind === 'rehearsal') return run;
    const { mode, now } = await parts.control.clock.show();
    if (mode !== 'virtual' || run.counts.syncing === 0) return run;
    return {
      ...run,
      remark: `Syncs wait for the virtual clock of the local service, which stands at ${now}. Advance it under Local API (on the command line: \`carryover clock advance 1m\`).`,
    };
  };

  const shown = async (record: TokenRunRecord): Promise<Run> => {
    const active = engine.active(record.case_id);
    if (active?.runId === record.id) return withRemark(active.view());
    if (record.outcome !== null) return runView(record);
    return runView(record, await store.read((reader) => readRunState(reader, record)));
  };

  return {
    async list(caseId) {
      await cases.state(caseId);
      const records = await store.read((reader) => readRuns(reader, caseId));
      return Promise.all(records.map(shown));
    },
    async show(caseId, runId) {
      const record = await store.read((reader) => readRun(reader, runId));
      if (record?.case_id !== caseId) throw new CatalogueError('tokens.runNotFound', { runId });
      return shown(record);
    },
    async results(caseId, runId) {
      const state = await cases.state(caseId);
      const run = state.tokenRuns.find(({ started }) => started.runId === runId);
      if (run === undefined) throw new CatalogueError('tokens.runNotFound', { runId });
      if (run.ended === undefined) {
        throw new CatalogueError('tokens.noResults', { runId, why: 'they are told when it has ended.' });
      }
      const found = (await readResults(cases, state, [run])).get(runId);
      if (found?.results !== undefined) return found.results;
      throw new CatalogueError('tokens.noResults', { runId, why: found?.problem ?? 'they are not kept.' });
    },
    start: (caseId, { kind = 'run', dryRun: _, confirm, overrideWindow, ...options }, actor) =>
      inTurn(caseId, () => begin(caseId, kind, options, actor, { confirm, overrideWindow })),
    async dryRun(
      caseId,
      { kind = 'run', dryRun: _, confirm: __, overrideWindow: ___, ...options },
    ): Promise<DryRun> {
      const about = await draft(caseId, kind, options, '');
      const { rows, leftOut, remark } = await select(about);
      const other = await otherDeskRemark({ ...about, rows });
      const window = windowRemark(await cases.state(caseId), kind);
      const remarks = [window, other, remark].filter((text) => text !== undefined);
      return {
        ...(remarks.length === 0 ? {} : { remark: remarks.join(' ') }),
        rows: rows.length,
        calls: callsOf(rows),
        leftOut: leftOut.slice(0, 1000),
        leftOutCount: leftOut.length,
        ...heldIn({ heldCauses: heldCausesOf(leftOut) }),
      };
    },
    async pause(caseId, by, why = 'Paused by hand.') {
      if (engine.active(caseId) === undefined) await engine.hurry(caseId);
      const active = engine.active(caseId);
      if (active === undefined)
        throw new CatalogueError('tokens.noRun', { wanted: 'pause', why: 'none is running' });
      if (active.kind === 'rehearsal') {
        throw new CatalogueError('tokens.noRun', {
          wanted: 'pause',
          why: 'a rehearsal can be cancelled only, since its instance of the service goes with it',
        });
      }
      await active.stop({ how: 'pause', why, by });
      return this.show(caseId, active.runId);
    },
    resume: (caseId, actor, request = {}) => inTurn(caseId, () => resume(caseId, actor, request)),
    async cancel(caseId, actor) {
      const why = 'Cancelled by hand.';
      // One that is being begun has its turn first.
      void engine.hurry(caseId);
      const active = engine.active(caseId);
      // Not in turn: a pause may wait for the same calls.
      const runId =
        active === undefined
          ? await inTurn(caseId, () => endIdle(caseId, actor, why))
          : await endActive(active, why, actor);
      const run = await this.show(caseId, runId);
      if (!isUnfinished(run.state)) return run;
      // It was being put on record as paused just then.
      await inTurn(caseId, () => endIdle(caseId, actor, why));
      return this.show(caseId, runId);
    },
    async undoPlan(caseId, { refs }: UndoRequest): Promise<UndoPlan> {
      const { rows, leftOut } = await select(
        await draft(caseId, 'undo', refs === undefined ? {} : { refs }, ''),
      );
      return { rows: rows.length, calls: callsOf(rows), notUndone: notUndone(rows, leftOut) };
    },
    undo: (caseId, { refs, confirm, overrideWindow }, actor) =>
      inTurn(caseId, () =>
        begin(caseId, 'undo', refs === undefined ? {} : { refs }, actor, { confirm, overrideWindow }),
      ),
  };
};

const remarkOf = (...remarks: readonly (string | undefined)[]): Pick<RunPlan, 'remark'> => {
  const said = remarks.filter((remark) => remark !== undefined && remark !== '');
  return said.length === 0 ? {} : { remark: said.join(' ') };
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

/** Of the rows of a run, as they were chosen. */
const refsOf = (runId: string, all: readonly RowWithProgress[]): string[] =>
  all.flatMap(({ row, progress }) => (progress?.run_id === runId && row.ref !== null ? [row.ref] : []));

const nothingToRun = (leftOut: Selected['leftOut']): CatalogueError => {
  if (leftOut.length === 0)
    return new CatalogueError('tokens.nothingToRun', { why: 'no rows were imported' });
  const counts = Map.groupBy(leftOut, ({ why }) => why);
  const words = [...counts].slice(0, 6).map(([why, rows]) => `${rows.length} left out: ${why}`);
  return new CatalogueError('tokens.nothingToRun', { why: words.join(' ').replace(/\.$/, '') });
};
