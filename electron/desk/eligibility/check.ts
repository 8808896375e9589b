import { dirname } from 'node:path';
import { runTask } from '#base/worker/run-task.ts';
import type { CaseAction } from '#contract/case.ts';
import type { CheckRequest, CheckResult, Evidence, SameFiles, VerdictChange } from '#contract/eligibility.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { Job } from '#contract/job.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { storeAttachedFile } from '#desk/cases/attachments.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { type ProfileMark, profileObserved } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { foldAll } from '#desk/cases/steps/index.ts';
import { writtenHere } from '#desk/cases/written-here.ts';
import type { JobHandle, Jobs } from '#desk/jobs/jobs.ts';
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
import { withVerdict } from './record.ts';
import { describeSame, sameFilesAs } from './same-files.ts';
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

type Configured = NonNullable<CheckRequest['configuration']>;

/**
 * Runs the collectors that are asked for, one after the other, and reaches the verdict. With a case, its evidence and
 * the verdict, if it differs from the last, are recorded in one act at the end: a check that was cancelled or failed
 * leaves no trace. Asked for nothing, a case's target is read.
 */
export const createCheck =
  (context: DeskContext, modules: CheckModules) =>
  /** @throws CatalogueError `request.invalid`, `case.notFound`, `target.notFound` */
  async (request: CheckRequest, actor: string): Promise<Job> => {
    const { newId, store } = context;
    const { cases, targets, jobs, live } = modules;
    const dataDir = dirname(store.path);
    refuseRelative(...pathsOf(request));
    const caseId = request.caseId;
    const state = caseId === undefined ? undefined : await cases.state(caseId);
    const asked = withDefault(request);
    const targetId =
      asked.configuration?.targetId ?? (asksForFiles(asked.configuration) ? undefined : state?.targetId);
    if (asked.configuration !== undefined && targetId === undefined && !asksForFiles(asked.configuration)) {
      throw nothingToRead();
    }
    if (targetId !== undefined) await targets.show(targetId);
    if (state !== undefined && state.state !== 'open') {
      throw new CatalogueError('case.notOpen', { state: state.state });
    }

    /** As it was read from a target. */
    let profile: { readonly targetId: string; readonly mark: ProfileMark } | undefined;

    const collect = async (job: JobHandle): Promise<Collected[]> => {
      const found: Collected[] = [];
      const options = { signal: job.signal, newId, progress: job.progress, dataDir };
      if (asked.configuration !== undefined) {
        job.progress({ done: 0, unit: 'requests', text: 'Reading the configuration' });
        found.push(...(await collectConfiguration(asked.configuration, targetId, job.signal)));
      }
      for (const { path, scope } of asked.source ?? []) {
        found.push(await modules.scanSource({ path, scope, ...options }));
      }
      if (asked.traffic !== undefined) {
        const hosts = asked.traffic.hosts ?? (await hostsOf(targetId ?? state?.targetId));
        found.push(await modules.readTraffic({ ...asked.traffic, hosts, ...options }));
      }
      job.signal.throwIfAborted();
      return found;
    };

    const collectConfiguration = async (
      configuration: Configured,
      fromTarget: string | undefined,
      signal: AbortSignal,
    ): Promise<Collected[]> => {
      const found: Collected[] = [];
      if (asksForFiles(configuration)) {
        const input = { files: configuration, id: newId(), dataDir };
        found.push(await runTask<Collected>('configuration', input, { ...filesBounds, signal }));
      }
      if (fromTarget !== undefined) {
        const read = await readTarget(context, await targets.client(fromTarget), modules.control, signal);
        if (typeof read.profile === 'object') profile = { targetId: fromTarget, mark: read.profile.mark };
        found.push(configurationEvidence(read, newId()));
      }
      return found;
    };

    /** Logs of an application in use name the real service, never the local copy of it. */
    const hostsOf = async (id: string | undefined): Promise<string[] | undefined> => {
      if (id === undefined) return undefined;
      const { kind, baseUrl } = await targets.show(id);
      if (kind === 'local') return undefined;
      const { host, pathname } = new URL(baseUrl);
      return [`${host}${pathname.replace(/\/+$/, '')}`];
    };

    const replaceSame = request.replaceSame ?? false;
    const record = async (id: string, collected: readonly Collected[]): Promise<CheckResult> => {
      const { evidence, attached } = withManifests(collected, await cases.state(id), newId);
      let change: VerdictChange | undefined;
      let same: SameFiles[] = [];
      const isHere = await store.read((reader) => writtenHere(reader, id));
      const also = async (tx: Tx): Promise<void> => {
        for (const { file } of attached) await storeAttachedFile(context, tx, id, file, false);
      };
      const now = await cases.act(
        id,
        actor,
        (before) => {
          const twins = evidence.flatMap((one) =>
            sameFilesAs(one, before.evidence)
              .slice(0, 1)
              .map((twin) => ({ one, twin })),
          );
          same = twins.map(({ one, twin }) => describeSame(one, twin, replaceSame));
          const actions = [
            ...(replaceSame
              ? twins.flatMap(({ one, twin }) => removalOf(before, one, twin.evidence.scope))
              : []),
            ...attached.map(
              ({ attachment }): CaseAction => ({ kind: 'attachment.added', content: { attachment } }),
            ),
            ...evidence.map((one): CaseAction => ({ kind: 'evidence.added', content: { evidence: one } })),
            ...(profile?.targetId === before.targetId
              ? profileObserved(before, isHere, before.targetId, profile.mark)
              : []),
          ];
          const last = before.verdicts.at(-1)?.verdict;
          const then = foldAll(before, actor, actions);
          change = last === undefined ? undefined : changeBetween(last, verdictOf(then), evidenceOf(then));
          return withVerdict(before, actor, actions);
        },
        { also },
      );
      return {
        evidence,
        verdict: verdictOf(now),
        ...(change === undefined ? {} : { change }),
        ...(same.length === 0 ? {} : { sameFiles: same }),
      };
    };

    const work = async (job: JobHandle): Promise<CheckResult> => {
      const collected = await collect(job);
      if (caseId !== undefined) {
        await live.catchUp(caseId);
        return record(caseId, collected);
      }
      const evidence = collected.map(withoutManifest);
      const grounds = { evidence, dismissals: new Map(), answers: [], overrules: new Map() };
      return { evidence, verdict: reachVerdict(grounds) };
    };
    return jobs.start('check', work, caseId);
  };

/** All evidence of that name, as what it replaced would count again. */
const removalOf = ({ evidence }: CaseState, by: Evidence, scope: string): CaseAction[] =>
  evidence
    .filter((one) => one.collector === by.collector && one.scope === scope)
    .map(({ id }) => ({
      kind: 'evidence.removed',
      content: { evidenceId: id, reason: `Replaced: the same files were checked as "${by.scope}".` },
    }));

const asksForFiles = (configuration: Configured | undefined): boolean =>
  configuration?.rulesFile !== undefined ||
  configuration?.profileFile !== undefined ||
  configuration?.webhooksFile !== undefined;

/** @throws CatalogueError `request.invalid` if there is nothing to look at */
const withDefault = (request: CheckRequest): CheckRequest => {
  const { caseId, configuration, source = [], traffic } = request;
  if (configuration !== undefined || source.length > 0 || traffic !== undefined) return request;
  if (caseId === undefined) throw nothingToRead();
  return { ...request, configuration: {} };
};

const nothingToRead = () =>
  invalid({
    itemId: 'configuration',
    message:
      'Say what to look at: source, traffic, or configuration (a target or exported files). Without a case there is no target to read by default.',
    validatorName: 'required',
  });

const pathsOf = ({ configuration = {}, source = [], traffic }: CheckRequest) => {
  const { rulesFile, profileFile, webhooksFile } = configuration;
  return [
    ['configuration.rulesFile', rulesFile],
    ['configuration.profileFile', profileFile],
    ['configuration.webhooksFile', webhooksFile],
    ...source.map(({ path }, index) => [`source.${index}.path`, path] as const),
    ...(traffic?.paths ?? []).map((path, index) => [`traffic.paths.${index}`, path] as const),
  ] as const;
};
