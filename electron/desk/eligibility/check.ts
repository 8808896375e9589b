import { systemTime, toIso } from '#base/clock.ts';
import { runTask } from '#base/worker/run-task.ts';
import type { CaseAction } from '#contract/case.ts';
import {
  CheckRequest,
  type CheckResult,
  configurationFiles,
  type Evidence,
  type VerdictChange,
} from '#contract/eligibility.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { storeAttachedFile } from '#desk/cases/attachments.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { type ProfileMark, profileObserved } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { foldAll } from '#desk/cases/steps/index.ts';
import { writtenHere } from '#desk/cases/written-here.ts';
import type { JobHandle, Jobs, RunningJob, StartJob, Work } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Tx } from '#desk/store/store.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { refuseRelative } from './absolute-paths.ts';
import { changeBetween } from './changes.ts';
import type { Collected, readTraffic, scanSource } from './collect-files.ts';
import { configurationEvidence } from './configuration.ts';
import { filesBounds } from './files-bounds.ts';
import { evidenceOf, verdictOf } from './grounds.ts';
import type { Live } from './live.ts';
import { withManifests, withoutManifest } from './manifests.ts';
import { readTarget } from './read-target.ts';
import type { Reading } from './reading/task.ts';
import { withVerdict } from './record.ts';
import { describeSame, sameFilesAs } from './same-files.ts';
import { coveragesOf, type ReadRun, runActions } from './test-runs/record-coverage.ts';
import { reachVerdict } from './verdict.ts';

export interface CheckModules {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly jobs: Jobs;
  readonly control: Pick<ServiceControl, 'sandbox'>;
  readonly live: Pick<Live, 'catchUp'>;
  readonly scanSource: typeof scanSource;
  readonly readTraffic: typeof readTraffic;
}

/** Of one report. */
const reportBounds = {
  what: 'The report of a test run',
  timeMs: 30_000,
  heapMb: 512,
  resultBytes: 4 * 1_048_576,
};

type Configured = NonNullable<CheckRequest['configuration']>;

/** The request of one check, with its case and target. */
interface Asked {
  readonly request: CheckRequest;
  readonly actor: string;
  readonly state: CaseState | undefined;
  /** Whose configuration is read. */
  readonly targetId: string | undefined;
}

/** What was collected, with the profile as it was read from a target. */
interface Findings {
  readonly collected: readonly Collected[];
  /** Test runs among them, each with what is stated of it. */
  readonly runs: readonly ReadRun[];
  readonly profile?: { readonly targetId: string; readonly mark: ProfileMark };
}

/**
 * Runs the collectors that are asked for, one after the other, and reaches the verdict. With a case, its evidence and
 * the verdict, if it differs from the last, are recorded in one act at the end: a check that was cancelled or failed
 * leaves no trace. Without a collector, a case's target is read.
 */
export const createCheck = (context: DeskContext, modules: CheckModules): StartJob<CheckRequest> => {
  const { jobs, live } = modules;
  return jobs.define('check', {
    kind: 'check',
    input: CheckRequest,
    caseOf: ({ caseId }) => caseId,
    filesOf: (request) => pathsOf(request).flatMap(([, path]) => path ?? []),
    /** @throws CatalogueError `request.invalid`, `case.notFound`, `target.notFound` */
    async begin(request, actor): Promise<Work> {
      const asked = await checkedRequest(modules, request, actor);
      const caseId = request.caseId;
      return async (job): Promise<CheckResult> => {
        const findings = await collect(context, modules, asked, job);
        if (caseId === undefined) return resultOf(findings);
        await live.catchUp(caseId);
        return record(context, modules, asked, { caseId, findings, job });
      };
    },
  });
};

const checkedRequest = async (
  { cases, targets }: CheckModules,
  given: CheckRequest,
  actor: string,
): Promise<Asked> => {
  refuseRelative(...pathsOf(given));
  const state = given.caseId === undefined ? undefined : await cases.state(given.caseId);
  const request = withDefault(given);
  const { configuration } = request;
  const isOfFiles = asksForFiles(configuration);
  const targetId = configuration?.targetId ?? (isOfFiles ? undefined : state?.targetId);
  if (configuration !== undefined && targetId === undefined && !isOfFiles) throw nothingToRead();
  if (targetId !== undefined) await targets.show(targetId);
  if (state !== undefined && state.state !== 'open') {
    throw new CatalogueError('case.notOpen', { state: state.state });
  }
  return { request, actor, state, targetId };
};

const collect = async (
  context: DeskContext,
  modules: CheckModules,
  { request, state, targetId }: Asked,
  { signal, progress }: JobHandle,
): Promise<Findings> => {
  const { configuration, source = [], traffic, execReports = [] } = request;
  const collected: Collected[] = [];
  const { dataDir } = context;
  const options = { signal, newId: context.newId, progress, dataDir };
  let profile: Findings['profile'];
  if (configuration !== undefined) {
    progress({ done: 0, unit: 'requests', text: 'Reading the configuration' });
    if (asksForFiles(configuration)) {
      const input = { files: configuration, id: context.newId(), dataDir };
      collected.push(await runTask<Collected>('configuration', input, { ...filesBounds, signal }));
    }
    if (targetId !== undefined) {
      const client = await modules.targets.client(targetId);
      const read = await readTarget(context, client, modules.control, signal);
      if (typeof read.profile === 'object') profile = { targetId, mark: read.profile.mark };
      collected.push(configurationEvidence(read, context.newId()));
    }
  }
  for (const { path, scope } of source) {
    collected.push(await modules.scanSource({ path, scope, ...options }));
  }
  if (traffic !== undefined) {
    const hosts = traffic.hosts ?? (await hostsOf(modules.targets, targetId ?? state?.targetId));
    collected.push(await modules.readTraffic({ ...traffic, hosts, ...options }));
  }
  const runs: ReadRun[] = [];
  for (const { path, scope, coverage } of execReports) {
    const reading = await runTask<Reading>(
      'exec-report',
      { path, scope, dataDir },
      { ...reportBounds, signal },
    );
    const evidence = { id: context.newId(), at: toIso(systemTime.now()), ...reading };
    collected.push(evidence);
    runs.push({ evidence, coverage });
  }
  signal.throwIfAborted();
  return { collected, runs, ...(profile && { profile }) };
};

/** Logs of an application in use name the real service, never the local copy of it. */
const hostsOf = async (targets: Targets, id: string | undefined): Promise<string[] | undefined> => {
  if (id === undefined) return undefined;
  const { kind, baseUrl } = await targets.show(id);
  if (kind === 'local') return undefined;
  const { host, pathname } = new URL(baseUrl);
  return [`${host}${pathname.replace(/\/+$/, '')}`];
};

/** Without a case. */
const resultOf = ({ collected, runs }: Findings): CheckResult => {
  const evidence = collected.map(withoutManifest);
  const coverages = coveragesOf(runs);
  const grounds = { evidence, dismissals: new Map(), answers: [], overrides: new Map(), coverages };
  return { evidence, verdict: reachVerdict(grounds) };
};

interface Recording {
  readonly caseId: string;
  readonly findings: Findings;
  readonly job: Pick<RunningJob, 'done'>;
}

const record = async (
  context: DeskContext,
  { cases }: CheckModules,
  { request, actor }: Asked,
  { caseId, findings: { collected, runs, profile }, job }: Recording,
): Promise<CheckResult> => {
  const isRun = ({ collector }: Evidence): boolean => collector === 'exec';
  const others = collected.filter((one) => !isRun(one));
  const { evidence, attached } = withManifests(others, await cases.state(caseId), context.newId);
  const { replaceSame = false } = request;
  let change: VerdictChange | undefined;
  let twins: readonly Twin[] = [];
  let testRuns = runActions([], []);
  const isHere = await context.store.read((reader) => writtenHere(reader, caseId));
  const also = async (tx: Tx): Promise<void> => {
    for (const { file } of attached) await storeAttachedFile(context, tx, caseId, file, false);
  };
  const actionsAfter = (before: CaseState): CaseAction[] => {
    twins = twinsOf(evidence, before);
    testRuns = runActions(runs, before.evidence);
    const actions = [
      ...(replaceSame ? twins.flatMap(({ one, twin }) => removalOf(before, one, twin.evidence.scope)) : []),
      ...attached.map(
        ({ attachment }): CaseAction => ({ kind: 'attachment.added', content: { attachment } }),
      ),
      ...evidence.map((one): CaseAction => ({ kind: 'evidence.added', content: { evidence: one } })),
      ...testRuns.actions,
      ...(profile?.targetId === before.targetId
        ? profileObserved(before, isHere, before.targetId, profile.mark)
        : []),
    ];
    const last = before.verdicts.at(-1)?.verdict;
    const after = foldAll(before, actor, actions);
    change = last === undefined ? undefined : changeBetween(last, verdictOf(after), evidenceOf(after));
    return withVerdict(before, actor, actions);
  };
  const resultAfter = (state: CaseState): CheckResult => {
    const sameFiles = twins.map(({ one, twin }) => describeSame(one, twin, replaceSame));
    const { recorded, known } = testRuns;
    return {
      evidence: [...evidence, ...recorded],
      verdict: verdictOf(state),
      ...(change === undefined ? {} : { change }),
      ...(sameFiles.length === 0 ? {} : { sameFiles }),
      ...(known.length === 0 ? {} : { alreadyRecorded: known }),
    };
  };
  const afterwards = (tx: Tx, state: CaseState): Promise<void> => job.done(tx, resultAfter(state));
  return resultAfter(await cases.act(caseId, actor, actionsAfter, { also, afterwards }));
};

interface Twin {
  readonly one: Evidence;
  /** Evidence of the same files in the case. */
  readonly twin: ReturnType<typeof sameFilesAs>[number];
}

const twinsOf = (evidence: readonly Evidence[], before: CaseState): Twin[] =>
  evidence.flatMap((one) =>
    sameFilesAs(one, before.evidence)
      .slice(0, 1)
      .map((twin) => ({ one, twin })),
  );

/** All evidence of that name: otherwise what it replaced would count again. */
const removalOf = ({ evidence }: CaseState, by: Evidence, scope: string): CaseAction[] =>
  evidence
    .filter((one) => one.collector === by.collector && one.scope === scope)
    .map(({ id }) => ({
      kind: 'evidence.removed',
      content: { evidenceId: id, reason: `Replaced: the same files were checked as "${by.scope}".` },
    }));

const asksForFiles = (configuration: Configured | undefined): boolean =>
  configurationFiles.some((file) => configuration?.[file] !== undefined);

/** @throws CatalogueError `request.invalid` if there is nothing to check */
const withDefault = (request: CheckRequest): CheckRequest => {
  const { caseId, configuration, source = [], traffic, execReports } = request;
  const isAsked = [configuration, traffic, execReports].some((one) => one !== undefined);
  if (isAsked || source.length > 0) return request;
  if (caseId === undefined) throw nothingToRead();
  return { ...request, configuration: {} };
};

const nothingToRead = () =>
  invalid({
    itemId: 'configuration',
    message:
      'Name what to check: source, traffic, test runs or configuration (a target or exported files). Without a case there is no default target.',
    validatorName: 'required',
  });

const pathsOf = ({ configuration = {}, source = [], traffic, execReports = [] }: CheckRequest) => [
  ...configurationFiles.map((file) => [`configuration.${file}`, configuration[file]] as const),
  ...source.map(({ path }, index) => [`source.${index}.path`, path] as const),
  ...(traffic?.paths ?? []).map((path, index) => [`traffic.paths.${index}`, path] as const),
  ...execReports.map(({ path }, index) => [`execReports.${index}.path`, path] as const),
];
