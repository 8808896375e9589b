import { systemTime } from '#base/clock.ts';
import type { BulkResend } from '#contract/bulk-resend.ts';
import type { Job } from '#contract/job.ts';
import { goneThrough, runKindLabels } from '#contract/run-labels.ts';
import { type RunningItem, RunningList } from '#contract/running.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { localTargetId } from '#contract/target.ts';
import type { Run } from '#contract/token-runs.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import { seesAll, seesTarget } from '#desk/core/sight.ts';
import { absenceWindowMs } from '#desk/eligibility/absence.ts';
import { sightIn } from './caller.ts';
import { seenJobs } from './jobs.ts';
import type { DeskModules } from './modules.ts';

const options = optionsFor('jobs');

/** Work in progress of any case (runs, soaks, observations and jobs), and bulk resends of the local service. */
export const runningRoutes = (
  app: ApiApp,
  modules: DeskModules,
  control: Pick<ServiceControl, 'resends' | 'clock'>,
): void => {
  const seen = seenJobs(modules);
  app.get(
    '/api/running',
    options(
      'List runs, soaks, observations, jobs and bulk resends in progress, of all cases',
      answers(RunningList),
    ),
    async (request) => {
      const sight = sightIn(request);
      const seesLocal = seesTarget(sight, localTargetId);
      const bulks = seesLocal ? await bulkResends(control).catch(() => undefined) : [];
      const jobs = await seen(
        request,
        modules.jobs.list().filter(({ state }) => state === 'running'),
      );
      const [runs, soaks, observations] = [
        await unfinishedRuns(modules),
        await modules.cutover.runningSoaks(),
        await modules.eligibility.observations.running(),
      ];
      const all = [
        ...runs.items,
        ...soaks.soaks.map(ofSoak),
        ...observations.map(ofObservation),
        ...jobs.map(ofJob),
        ...(bulks ?? []),
      ];
      const ids = all.flatMap(({ caseId }) => caseId ?? []);
      const found = await modules.cases.byIds([...new Set(ids)], sight);
      const names = new Map(found.map(({ id, name }) => [id, name]));
      const items = seesAll(sight)
        ? all
        : all.filter(({ caseId }) => caseId === undefined || names.has(caseId));
      // Of which cases is not known: whoever sees some of them is not told of the others.
      const unread = seesAll(sight) ? runs.unread + soaks.unread : 0;
      return {
        results: items.map((item) => {
          const name = item.caseId && names.get(item.caseId);
          return name === undefined || name === '' ? item : { ...item, caseName: name };
        }),
        ...(unread === 0 ? {} : { unread }),
        ...(bulks === undefined ? { resendsUnread: true as const } : {}),
      };
    },
  );
};

const unfinishedRuns = async ({ tokens }: DeskModules) => {
  const items: RunningItem[] = [];
  let unread = 0;
  for (const caseId of await tokens.casesWithRuns()) {
    const runs = await tokens.runs.list(caseId).catch(() => undefined);
    if (runs === undefined) unread += 1;
    for (const run of runs ?? []) if (unfinished.has(run.state)) items.push(ofRun(run));
  }
  return { items, unread };
};

const unfinished: ReadonlySet<string> = new Set(['running', 'paused', 'interrupted']);

const ofRun = (run: Run): RunningItem => ({
  kind: 'run',
  id: run.id,
  caseId: run.caseId,
  what: runKindLabels[run.kind],
  state: run.state === 'paused' || run.state === 'interrupted' ? run.state : 'running',
  started: run.started,
  done: goneThrough(run),
  total: run.counts.rows,
  unit: 'companies',
  failed: run.counts.failed,
  ...(run.leftMs === undefined ? {} : { leftMs: run.leftMs }),
});

type RunningSoak = Awaited<ReturnType<DeskModules['cutover']['runningSoaks']>>['soaks'][number];

const ofSoak = ({ state, started, until, now, last }: RunningSoak): RunningItem => {
  const [from, to, at] = [started, until, now].map((instant) => Date.parse(instant)) as [
    number,
    number,
    number,
  ];
  const counted = last?.endpoints.flatMap(({ deliveries }) => deliveries ?? []) ?? [];
  return {
    kind: 'soak',
    id: state.id,
    caseId: state.id,
    what: 'Soak',
    state: 'running',
    started,
    done: Math.max(0, Math.min(at, to) - from),
    total: Math.max(0, to - from),
    unit: 'time',
    leftMs: Math.max(0, to - at),
    ends: until,
    ...(counted.length === 0 ? {} : { failed: counted.reduce((sum, { failed }) => sum + failed, 0) }),
  };
};

type RunningObservation = Awaited<ReturnType<DeskModules['eligibility']['observations']['running']>>[number];

const ofObservation = ({ state, observation }: RunningObservation): RunningItem => {
  const { id, name, from, calls, otherCalls, unwatchedMs = 0 } = observation;
  const done = Math.max(0, systemTime.now() - Date.parse(from) - unwatchedMs);
  const count = otherCalls + calls.reduce((sum, one) => sum + one.count, 0);
  return {
    kind: 'observation',
    id,
    caseId: state.id,
    what: name,
    state: 'running',
    started: from,
    done: Math.min(done, absenceWindowMs),
    total: absenceWindowMs,
    unit: 'time',
    leftMs: Math.max(0, absenceWindowMs - done),
    text: `${count} calls`,
  };
};

const ofJob = ({ id, kind, caseId, started, progress: { done, total, unit, text } }: Job): RunningItem => ({
  kind: 'job',
  id,
  ...(caseId === undefined ? {} : { caseId }),
  what: jobLabels[kind],
  state: 'running',
  started,
  done,
  ...(total === undefined ? {} : { total }),
  unit,
  text,
});

const bulkResends = async ({
  resends,
  clock,
}: Pick<ServiceControl, 'resends' | 'clock'>): Promise<RunningItem[]> => {
  const { results } = await resends.list({ state: 'running' });
  if (results.length === 0) return [];
  const { paused } = await clock.show();
  return results.map((bulk) => ofBulkResend(bulk, paused));
};

/** @param isPaused the clock of the local service is */
const ofBulkResend = ({ id, created, total, counts }: BulkResend, isPaused: boolean): RunningItem => ({
  kind: 'resend',
  id,
  what: 'Bulk resend',
  state: isPaused ? 'paused' : 'running',
  started: created,
  done: total - counts.waiting - counts.sending,
  total,
  unit: 'deliveries',
  failed: counts.failed,
});

const jobLabels = {
  check: 'Eligibility check',
  'tokens-import': 'Token import',
  verification: 'Verification',
  rehearsal: 'Cutover rehearsal',
  parity: 'Parity comparison',
  doctor: 'Endpoint test',
  bulk: 'Change of several cases',
  answer: 'Import of an answer',
  sample: 'Sample read back',
  recording: 'Recording of a target',
  scenario: 'Scenario',
} as const;
