import { systemTime } from '#base/clock.ts';
import { chunksInTurns } from '#base/take-turns.ts';
import type { CaseAction } from '#contract/case.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Target } from '#contract/target.ts';
import type {
  Duplicate,
  Ledger,
  Run,
  RunCounts,
  RunKind,
  RunOptions,
  RunState,
} from '#contract/token-runs.ts';
import { storePackedFile } from '#desk/cases/attachments.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { decisionsIn } from '#desk/cases/decisions.ts';
import { createTextPacker } from '#desk/cases/packed-text.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import type { RowWithProgress } from '#desk/store/token-rows.ts';
import { insertRun, readRun, type TokenRunRecord, updateRun, writeProgress } from '#desk/store/token-runs.ts';
import { eachRowPage } from '#desk/tokens/row-pages.ts';
import type { Held } from '#desk/tokens/tokens.ts';
import { needsCredentials, type UnreadableOf } from '#desk/tokens/unreadable.ts';
import { endCutOff } from './cut-off.ts';
import { resumeNeeds, startNeeds } from './operations.ts';
import type { PlanRow, RunPlan } from './plan.ts';
import { emptyLedger } from './recorder.ts';
import { createResultsText } from './results.ts';
import type { Stop } from './run-control.ts';
import { refuseChanged, refuseChangedRows, refuseExcluded, refuseUnfinished } from './run-state.ts';
import { heldIn, linkedBefore, type RunOutcome, runView } from './run-view.ts';
import { planRowOf } from './selecting.ts';
import { doneKey, settledFailures } from './settled-failures.ts';

/** The record of a run besides its rows. */
export type AboutRun = Pick<
  RunPlan,
  'runId' | 'caseId' | 'scope' | 'kind' | 'targetName' | 'actor' | 'behaviours' | 'heldCauses'
>;

export interface Tallied {
  readonly counts: RunCounts;
  readonly failures: Record<string, number>;
  readonly alreadyLinked: number;
}

/** How far a run is. */
export interface RunProgress {
  readonly tallied: Tallied;
  readonly calls: Readonly<Record<string, number>>;
  readonly ledger: Ledger;
}

export interface Ending {
  /** What it is until then. */
  readonly was: RunState;
  readonly state: 'done' | 'cancelled';
  readonly duplicates: readonly Duplicate[];
  readonly remarks: readonly string[];
}

/** Records a run in its table and in the chain of its case, both in one unit of work. */
export interface RunRecords {
  /** @throws CatalogueError `tokens.runActive`, `tokens.rowsChanged` */
  started(plan: RunPlan): Promise<Run>;
  /** @throws CatalogueError `tokens.runActive` if it is no more what it was, `tokens.rowsChanged` */
  resumed(plan: RunPlan, record: Run, after: 'paused' | 'interrupted'): Promise<void>;
  /** @throws CatalogueError `tokens.runActive`, `tokens.noRun` if it runs no more */
  paused(run: AboutRun, progress: RunProgress, stop: Stop): Promise<void>;
  /** With its results. @throws CatalogueError `tokens.runActive`, `tokens.noRun` if it is no more what it was */
  ended(run: AboutRun, progress: RunProgress, ending: Ending): Promise<void>;
  /** Ends a rehearsal that can't continue. @throws CatalogueError */
  cutOff(runId: string, about: { readonly actor: string; readonly remark: string }): Promise<void>;
  /** It no longer runs, and could not be recorded otherwise. */
  interrupted(runId: string): Promise<void>;
  /** @throws CatalogueError `tokens.runNotFound` */
  read(runId: string): Promise<Run>;
}

interface RecordsParts {
  readonly cases: Cases;
  /** Why a row is held, for the results. */
  readonly heldOf: (caseId: string) => Promise<Held>;
  readonly unreadableOf: UnreadableOf;
}

/** What recording works with. */
interface Desk extends RecordsParts {
  readonly context: DeskContext;
}

export const createRunRecords = (context: DeskContext, parts: RecordsParts): RunRecords => {
  const desk: Desk = { context, ...parts };
  const { store } = context;
  const find = async (runId: string): Promise<TokenRunRecord> => {
    const record = await store.read((reader) => readRun(reader, runId));
    if (record === undefined) throw new CatalogueError('tokens.runNotFound', { runId });
    return record;
  };
  return {
    started: (plan) => recordStart(desk, plan),
    resumed: (plan, record, after) => recordResume(desk, plan, record, after),
    paused: (run, progress, stop) => recordPause(desk, run, progress, stop),
    ended: (run, progress, ending) => recordEnd(desk, run, progress, ending),
    cutOff: async (runId, about) => endCutOff(context, parts.cases, await find(runId), about),
    interrupted: (runId) =>
      store.write(async (tx) => {
        if ((await readRun(tx, runId))?.state === 'running')
          await updateRun(tx, runId, { state: 'interrupted' });
      }),
    read: async (runId) => runView(await find(runId)),
  };
};

const recordStart = async ({ cases }: Desk, plan: RunPlan): Promise<Run> => {
  const record = newRecord(plan);
  const { runId, kind, targetId, targetName, remark } = plan;
  const about = { runId, kind, targetId, targetName, rows: plan.rows.length, options: optionsOf(plan) };
  const content = { ...about, ...onlyCompany(plan), ...heldIn(plan), ledger: emptyLedger };
  const also = async (tx: Tx): Promise<void> => {
    await refuseUnfinished(tx, plan.caseId);
    await refuseChangedRows(tx, plan);
    await insertRun(tx, record);
    await chunksInTurns(plan.rows, (some) =>
      writeProgress(
        tx,
        some.map(({ progress }) => progress),
      ),
    );
  };
  const decide = (now: CaseState): CaseAction[] => {
    refuseExcluded(now, plan);
    return [...overridesIn(now, plan), { kind: 'tokens.runStarted', content }];
  };
  await cases.act(plan.caseId, plan.actor, decide, { also, needs: startNeeds(plan) });
  return { ...runView(record), ...heldIn(plan), ...(remark === undefined ? {} : { remark }) };
};

const recordResume = async (
  { cases }: Desk,
  plan: RunPlan,
  { ledger }: Run,
  after: 'paused' | 'interrupted',
): Promise<void> => {
  const { caseId, runId, actor } = plan;
  const content = { runId, after, ledger };
  const also = async (tx: Tx): Promise<void> => {
    await refuseChanged(tx, runId, after);
    await refuseChangedRows(tx, plan);
    const options = JSON.stringify({ ...optionsOf(plan), countedSince: plan.countedSinceMs });
    await updateRun(tx, runId, { state: 'running', outcome: null, options });
  };
  const decide = (now: CaseState): CaseAction[] => {
    refuseExcluded(now, plan);
    return [...overridesIn(now, plan), { kind: 'tokens.runResumed', content }];
  };
  await cases.act(caseId, actor, decide, { also, needs: resumeNeeds(plan) });
};

/** Before the first call: with the start of the run, or its resuming. */
const overridesIn = (now: CaseState, { overriding }: RunPlan) => overriding?.entries(now) ?? [];

const recordPause = async (
  { cases }: Desk,
  run: AboutRun,
  { ledger, tallied }: RunProgress,
  { why, by = run.actor }: Stop,
): Promise<void> => {
  const { runId, caseId, kind } = run;
  const counted = { ...countedOf(kind, tallied), ...heldIn(run) };
  const outcome: RunOutcome = { ...counted, duplicates: [], remark: why };
  const content = { runId, why: why.slice(0, longestReason), counts: tallied.counts, ledger };
  const also = async (tx: Tx): Promise<void> => {
    await refuseChanged(tx, runId, 'running');
    await updateRun(tx, runId, { state: 'paused', outcome: JSON.stringify(outcome) });
  };
  await cases.act(caseId, by, { kind: 'tokens.runPaused', content }, { also });
};

const recordEnd = async (
  desk: Desk,
  run: AboutRun,
  { tallied, calls, ledger }: RunProgress,
  ending: Ending,
): Promise<void> => {
  const { context, cases } = desk;
  const { runId, caseId, kind, actor } = run;
  const { was, state, duplicates, remarks } = ending;
  const { file, done } = await resultsFile(desk, run, calls, duplicates);
  const { digest, size } = file;
  const name = `results of ${kind} ${runId.slice(0, 8)}.json`;
  const attachment = { id: context.newId(), digest, name, size, secret: false };
  const counted = countedOf(kind, tallied);
  const remark = remarks.length === 0 ? {} : { remark: remarks.join(' ') };
  const outcome: RunOutcome = { ...counted, ...heldIn(run), duplicates, ...remark };
  const also = async (tx: Tx): Promise<void> => {
    await refuseChanged(tx, runId, was);
    await storePackedFile(tx, caseId, file);
    await updateRun(tx, runId, { state, ended_at: systemTime.now(), outcome: JSON.stringify(outcome) });
  };
  const references = { ledger, results: attachment.id, duplicates: duplicates.length };
  const ended = { runId, state, ...counted, calls: { ...calls }, ...references } as const;
  const entries = (before: CaseState) => [
    { kind: 'attachment.added', content: { attachment } } as const,
    { kind: 'tokens.runEnded', content: ended } as const,
    ...settledFailures(before, run, done),
  ];
  await cases.act(caseId, actor, entries, { also });
};

/** The results by company, and the companies that are done, of those that somebody decided about. */
const resultsFile = async (
  { context, cases, heldOf, unreadableOf }: Desk,
  run: AboutRun,
  calls: RunProgress['calls'],
  duplicates: Ending['duplicates'],
) => {
  const { caseId, kind } = run;
  const state = await cases.state(caseId);
  const done = new Set<string>();
  const packer = createTextPacker();
  const text = createResultsText(run, { calls, duplicates, held: await heldOf(caseId) });
  await packer.write(text.begin());
  await eachRowPage(context, run, async (rows) => {
    const unread = kind === 'rehearsal' ? new Map() : await unreadableOf(rows.flatMap(needing));
    await packer.write(text.companies(rows, unread));
    for (const key of rows.flatMap(doneKey)) if (decisionsIn(state).has(key)) done.add(key);
  });
  await packer.write(text.end());
  return { file: await packer.end(), done };
};

const needing = ({ row, progress }: RowWithProgress): PlanRow[] => {
  const planned = needsCredentials(progress) ? planRowOf(row) : undefined;
  return planned === undefined ? [] : [planned];
};

/** The company of a pilot. */
const onlyCompany = ({ rows }: RunPlan) => {
  const [first] = rows;
  return first === undefined || rows.length > 1
    ? {}
    : { company: { ref: first.row.ref, platformKey: first.row.platformKey } };
};

const longestReason = 2000;

/** Compared when a run resumes. null for the local service, whose port changes with each start. */
export const baseUrlOf = ({ kind, baseUrl }: Target): string | null => (kind === 'local' ? null : baseUrl);

const optionsOf = ({ options: { refs: _, ...options } }: RunPlan): Omit<RunOptions, 'refs'> => options;

const newRecord = (plan: RunPlan) => ({
  id: plan.runId,
  case_id: plan.caseId,
  target_id: plan.targetId,
  target_name: plan.targetName,
  base_url: baseUrlOf(plan.client.target),
  scope: plan.scope,
  kind: plan.kind,
  state: 'running' as const,
  // Its rows are known by their progress.
  options: JSON.stringify(optionsOf(plan)),
  actor: plan.actor,
  started_at: systemTime.now(),
  ended_at: null,
  ledger_entries: emptyLedger.entries,
  ledger_digest: emptyLedger.digest,
  calls: '{}',
  outcome: null,
});

const countedOf = (kind: RunKind, { counts, failures, alreadyLinked }: Tallied) => ({
  counts,
  failures,
  ...linkedBefore(kind, alreadyLinked),
});
