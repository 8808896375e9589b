import { join } from 'node:path';
import { systemTime } from '#base/clock.ts';
import type { Hello } from '#base/hello/answer.ts';
import { packageRoot } from '#base/package-root.ts';
import type { PublicKey } from '#base/signing.ts';
import { formatCount } from '#contract/format.ts';
import type { Job } from '#contract/job.ts';
import type { LegalHold } from '#contract/retention.ts';
import type { StateForks } from '#contract/states.ts';
import type { Announce } from '#contract/stream.ts';
import type { ApiApp } from '#control/app.ts';
import type { StatesModule } from '#control/states.ts';
import type { BackupsModule } from './api/backups.ts';
import type { Broadcast } from './api/broadcast.ts';
import type { SandboxSwitch } from './api/sandboxes.ts';
import { createDeskServer } from './api/server.ts';
import type { Sessions } from './api/sessions.ts';
import { type ApprovalGate, createApprovals, openApprovals } from './approvals/index.ts';
import { createStreamCheck } from './audit/check-streams.ts';
import { createAudit } from './audit/index.ts';
import { type HeldCase, readHeldCases } from './cases/held-cases.ts';
import { createCases } from './cases/index.ts';
import { openJournal } from './cases/open-journal.ts';
import { recodeAll } from './cases/recoding.ts';
import { createDeskContext } from './context.ts';
import { deskKeys } from './core/context.ts';
import { openIdentity } from './core/identity.ts';
import { readIdentity } from './core/identity-file.ts';
import { markBeginning } from './core/journal-head.ts';
import { type KeptTexts, keptInFolder } from './core/kept-texts.ts';
import { program } from './core/program.ts';
import { createCutover } from './cutover/index.ts';
import type { DeskOptions } from './desk.ts';
import { createDoctor } from './doctor/index.ts';
import { readTraffic, scanSource } from './eligibility/collect-files.ts';
import { eligibilityFacts } from './eligibility/facts.ts';
import { createEligibility } from './eligibility/index.ts';
import { createEndpointHeaders } from './endpoints/headers/index.ts';
import { createExchange } from './exchange/index.ts';
import { createAttachments } from './exchange/mails/attachments.ts';
import { createMails, createTemplates } from './exchange/mails/index.ts';
import { type Beginning, createHandover } from './handover.ts';
import { createIdentityService } from './identity/index.ts';
import { settleIdentity } from './identity/key-change.ts';
import { noteSealingKey } from './identity/sealing-change.ts';
import { jobsIn } from './jobs/former-jobs.ts';
import { createJobs } from './jobs/index.ts';
import type { Jobs } from './jobs/jobs.ts';
import { keptJobsIn } from './jobs/kept-jobs.ts';
import { beginJournal, isJournalEmpty } from './journal/check-head.ts';
import { sealAtFirst } from './journal/seal-rows.ts';
import { openStores, type Stores } from './open-stores.ts';
import { openPeople } from './people/index.ts';
import { createNotifications } from './people/notifications/index.ts';
import type { Oidc } from './people/oidc/oidc.ts';
import type { People } from './people/people.ts';
import { createPresent } from './people/presence.ts';
import { createSignIn } from './people/sign-in/index.ts';
import { openStandings } from './people/sign-in/standings.ts';
import { createReports } from './reports/index.ts';
import { openRetention } from './retention/index.ts';
import type { Retention } from './retention/retention.ts';
import { createSample } from './sample/index.ts';
import { stepModules } from './step-modules.ts';
import type { DeskContext } from './store/context.ts';
import { readJournalEnd } from './store/journal.ts';
import { keptOnServer } from './store/kept-on-server.ts';
import type { DeskStore } from './store/store.ts';
import type { VaultStore } from './store/vault-store.ts';
import { confirmCalls } from './targets/confirm.ts';
import { createTargets } from './targets/index.ts';
import { createTokens } from './tokens/index.ts';
import { createRunbooks } from './tokens/managed/index.ts';
import type { Tokens } from './tokens/tokens.ts';
import { createUpkeep } from './upkeep/index.ts';
import type { Uploads } from './upkeep/uploads.ts';
import { createVerification } from './verification/index.ts';
import { createTargetWatch } from './watch/index.ts';

/** Everything that uses one `desk.db`, from its opening to its closing. A restore ends one life and begins another. */
export interface DeskLife {
  readonly store: DeskStore;
  /** Answers requests while it lives. */
  readonly app: ApiApp;
  /** Continues what was under way when an earlier life ended. */
  start(how?: Beginning): Promise<void>;
  /** What is under way, such as "2 jobs are running"; empty if nothing is. */
  underWay(): Promise<string[]>;
  /** Cases under legal hold, with the heads of their chains. */
  heldCases(): Promise<HeldCase[]>;
  /** Rows whose credentials the vault has. */
  keptCredentials(): Promise<number>;
  /** Ends what is under way. Nothing is written any more after it. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** What outlives a life. */
export interface Shared {
  readonly token: string;
  readonly isProven: Hello['isProven'];
  readonly sessions: Sessions;
  readonly announce: Announce;
  readonly broadcast: Broadcast;
  readonly uploads: Uploads;
  readonly backups: BackupsModule;
  readonly sandboxes: SandboxSwitch | undefined;
  readonly states: (StatesModule & StateForks) | undefined;
  readonly deskUrl: () => string;
  /** Sign-in by an identity provider, where there is one. */
  readonly oidc: Oidc | undefined;
  readonly isStopping: () => boolean;
  /** When the host was started, ms UTC. */
  readonly startedMs: number;
}

/** @throws CatalogueError `store.damaged`, `store.full`; Error in words about the database */
export const openLife = async (options: DeskOptions, shared: Shared): Promise<DeskLife> => {
  const stores = await openStores(options);
  try {
    return await assemble(options, shared, stores);
  } catch (error) {
    await stores.vault.close();
    await stores.store.close();
    throw error;
  }
};

/** The modules, put together in the order of their layers. */
const assemble = async (
  options: DeskOptions,
  shared: Shared,
  { store, vault: vaultStore }: Stores,
): Promise<DeskLife> => {
  const { context, identity, handover, formerJobs } = await openContext(options, shared, store);
  const { time = systemTime } = options;
  const { oidc, sessions } = shared;
  const standings = await openStandings(context, time);
  const { suspensionOf } = standings;
  const people = await openPeople(context, time, { every: time.every, suspensionOf });
  const gate = await openApprovals(context, people);
  let retention: Retention | undefined;
  const holdOf: Given['holdOf'] = (caseId) =>
    retention?.holdOf(caseId) ?? (made.verification.isJournalWhole() ? undefined : ('unknown' as const));
  const made = createModules(context, options, { vaultStore, formerJobs, gate, people, holdOf });
  retention = await openRetention(context, made);
  const modules = {
    identity: createIdentityService(context, identity),
    people,
    present: createPresent(shared.announce),
    signIn:
      oidc && createSignIn({ oidc, people, standings, endSessions: sessions.endOf, time, log: options.log }),
    approvals: createApprovals({ cases: made.cases, people, gate }),
    ...made,
    retention,
    uploads: shared.uploads,
    backups: shared.backups,
    sandboxes: shared.sandboxes,
    states: shared.states,
    scenarios: options.scenarios,
  };
  const { cases, targets, jobs, eligibility, cutover, tokens, verification, watch, audit } = modules;
  const { signIn } = modules;
  const licencesFile = join(options.rendererDir, '..', 'licences.json');
  const upkeep = createUpkeep({ ...options, ...shared, store, targets, licencesFile });
  const { newId } = context;
  const app = await createDeskServer({ ...options, ...shared, modules: { ...modules, upkeep }, newId });
  await app.ready();

  return {
    store,
    app,
    async start(how = 'begins') {
      await handover.begin(how, tokens.runningCases);
      await eligibility.start();
      await tokens.start();
      await verification.begin();
      await watch.start();
      cutover.start();
      await audit.start();
      modules.retention.start();
      await signIn?.start();
      await jobs.resume();
      handover.resume(tokens.runs);
    },
    underWay: () => underWay(jobs, tokens, shared.uploads),
    heldCases: () => store.read((reader) => readHeldCases(context, reader)),
    keptCredentials: () => tokens.keptCount(),
    rest: () =>
      all([
        async () => handover.leave(await tokens.runningCases()),
        modules.retention.stop,
        cutover.stop,
        watch.stop,
        jobs.stop,
        tokens.stop,
        eligibility.stop,
        targets.close,
        cases.stop,
        async () => signIn?.stop(),
        async () => people.stop(),
        async () => modules.present.stop(),
        audit.stop,
      ]),
    async close() {
      upkeep.stop();
      await vaultStore.close();
      await store.close();
      await app.close();
    },
  };
};

/** One after the other, also where one fails. @throws the first of their errors */
const all = async (steps: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
};

/** Opens identity and journal, and brings up to date what a lost key left. */
const openContext = async (
  { dataDir, dataKey, deskServer, lost = 'nothing', log }: DeskOptions,
  { announce }: Shared,
  store: DeskStore,
) => {
  const kept =
    deskServer === undefined ? keptInFolder(dataDir) : await keptOnServer(store, dataDir, deskServer.address);
  if (await isJournalEmpty(store)) await markBeginning(kept, deskKeys(dataKey).authenticate);
  const follows = lost === 'nothing' ? undefined : await giveUpKey(kept, store);
  const identity = await openIdentity({ kept: kept.identity, dataKey, follows });
  const context = await createDeskContext({ store, dataDir, dataKey, kept, identity, log, announce });
  await beginJournal(context, lost);
  await settleIdentity(context, identity);
  if (lost === 'data key') await recodeAll(context);
  await openJournal(context);
  await noteSealingKey(context, program);
  await sealAtFirst(context, lost === 'data key');
  return {
    context,
    identity,
    handover: createHandover(context, kept),
    formerJobs: jobsIn(kept.formerJobs ?? []),
  };
};

interface Given {
  readonly vaultStore: VaultStore;
  readonly formerJobs: readonly Job[];
  /** What the cases ask before something is done. */
  readonly gate: ApprovalGate;
  readonly people: People;
  /** The legal hold of a case, once the desk is open. */
  readonly holdOf: (caseId: string) => LegalHold | 'unknown' | undefined;
}

const createModules = (
  context: DeskContext,
  options: DeskOptions,
  { vaultStore, formerJobs, gate, people, holdOf }: Given,
) => {
  const { dataDir, control, instances, receiver } = options;
  const confirm = confirmCalls;
  const targets = createTargets(context, { local: localTarget(options) });
  const jobs = createJobs({
    ...context,
    kept: keptJobsIn(context),
    uploadsFolder: join(dataDir, 'uploads'),
    former: formerJobs,
  });
  const cases = createCases(context, stepModules, jobs.forget, gate.fourEyes);
  const notifications = createNotifications(context, { people, cases });
  const eligibility = createEligibility(context, { cases, targets, jobs, control, scanSource, readTraffic });
  const facts = { ...eligibilityFacts, catchUp: eligibility.catchUp };
  const cutoverParts = { cases, targets, jobs, control, instances, receiver, eligibility: facts };
  const runbooks = createRunbooks(context, { cases, targets, catalogue: control.integrations });
  const { gateOf } = runbooks;
  const tokenModules = { vaultStore, cases, targets, jobs, control, instances, confirm, gateOf };
  const tokens = createTokens(context, tokenModules);
  const reports = createReports({ cases, signer: context.identity, holdOf });
  const templateFile = join(options.rendererDir, 'form.html');
  const textsFolder = join(packageRoot(), 'resources', 'form');
  const exchangeParts = { cases, jobs, runbooks, imports: tokens.imports, templateFile, textsFolder };
  const folder = join(dataDir, 'sample');
  const resourcesDir = join(packageRoot(), 'resources', 'sample');
  const sampleModules = { cases, targets, jobs, eligibility, control, receiver, folder, resourcesDir };
  return {
    cases,
    targets,
    jobs,
    eligibility,
    cutover: createCutover(context, cutoverParts),
    doctor: createDoctor({ cases, targets, jobs, control }),
    endpointHeaders: createEndpointHeaders(context, { cases, targets, control, confirm }),
    runbooks,
    tokens,
    verification: createVerification(context, { cases, tokens, jobs, streams: createStreamCheck(context) }),
    watch: createTargetWatch(context, { cases, targets, control }),
    notifications,
    audit: createAudit(context, { notifiedBy: notifications.by }),
    exchange: createExchange(context, exchangeParts),
    reports,
    mails: createMails({
      cases,
      runbooks,
      templates: createTemplates(join(packageRoot(), 'resources', 'mails'), dataDir),
      attachments: createAttachments({ cases, reports, runbooks }),
      sealing: () => context.sealingKeys.recipient,
      newId: context.newId,
    }),
    sample: createSample(context, sampleModules),
  };
};

const underWay = async (jobs: Jobs, tokens: Tokens, uploads: Uploads): Promise<string[]> => {
  const running = jobs.list().filter(({ state }) => state === 'running').length;
  const counts = [
    [running, 'job'],
    [await tokens.runningCount(), 'token run'],
    [uploads.underWay(), 'upload'],
  ] as const;
  return counts.flatMap(([count, noun]) =>
    count === 0 ? [] : [`${formatCount(count, noun)} ${count === 1 ? 'is' : 'are'} running`],
  );
};

/** The signing key went with the data key. Answers its public key: that of the file, or the last one to sign here. */
const giveUpKey = async ({ identity }: KeptTexts, store: DeskStore): Promise<PublicKey | undefined> => {
  const { publicKey } = readIdentity(identity) ?? {};
  // The data key is lost, and the private key with it: it is kept beside for its public key.
  await identity.setAside();
  return (await store.read(readJournalEnd))?.signer ?? publicKey;
};

const localTarget = ({ control, localApiUrl }: DeskOptions) => ({
  baseUrl: localApiUrl,
  apiKey: async () => (await control.sandbox.apiKeys())[0]?.apiKey ?? '',
  clientId: async () => (await control.sandbox.client()).id,
});
