import type { Hello } from '#base/hello/answer.ts';
import type { Log } from '#base/log.ts';
import type { Receiver } from '#contract/receiver.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { ApiApp } from '#control/app.ts';
import { serviceRoutes } from '#control/routes.ts';
import { stateRoutes } from '#control/states.ts';
import { aboutRoutes } from './about.ts';
import { allowListRoutes } from './allow-list.ts';
import { appSignInRoutes } from './app-sign-in.ts';
import { approvalRoutes } from './approvals.ts';
import { attemptRoutes } from './attempts.ts';
import { auditRoutes } from './audit.ts';
import { backupRoutes } from './backups.ts';
import type { Broadcast } from './broadcast.ts';
import { caseBulkRoutes } from './case-bulk.ts';
import { caseContentRoutes } from './case-contents.ts';
import { caseExportRoutes } from './case-export.ts';
import { caseFileRoutes } from './case-files.ts';
import { caseListRoutes } from './case-list.ts';
import { caseRoutes } from './cases.ts';
import { codeSampleRoutes } from './code-samples.ts';
import { compactionRoutes } from './compaction.ts';
import { companyRoutes } from './companies.ts';
import { cutoverUndoRoutes } from './cutover.ts';
import { cutoverHeaderRoutes } from './cutover-headers.ts';
import { cutoverParityRoutes } from './cutover-parity.ts';
import { cutoverPlanRoutes } from './cutover-plan.ts';
import { cutoverRehearsalRoutes } from './cutover-rehearsal.ts';
import { cutoverStageRoutes } from './cutover-stages.ts';
import { createDiskPaths } from './disk-paths.ts';
import { doctorRoutes } from './doctor.ts';
import { addDocumentation } from './documentation.ts';
import { eligibilityRoutes } from './eligibility.ts';
import { endpointHeaderRoutes } from './endpoint-headers.ts';
import { exchangeRoutes } from './exchange.ts';
import { createGuardedApp } from './guarded-app.ts';
import { harRoutes } from './har-export.ts';
import { headerChangeRoutes } from './header-changes.ts';
import { identityRoutes } from './identity.ts';
import { integrationRoutes } from './integrations.ts';
import { jobRoutes } from './jobs.ts';
import { mailRoutes } from './mails.ts';
import { mentionRoutes } from './mentions.ts';
import { migrationRequestRoutes } from './migration-requests.ts';
import type { DeskModules } from './modules.ts';
import { nextDueRoutes } from './next-due.ts';
import { notificationRoutes } from './notifications.ts';
import { operationRoutes } from './operations.ts';
import { accountRoutes, peopleRoutes } from './people.ts';
import { createPermits } from './permits.ts';
import { presenceRoutes } from './presence.ts';
import { receiverRoutes } from './receiver.ts';
import { recoveryCodeRoutes } from './recovery-code.ts';
import { reportRoutes } from './reports.ts';
import { requestRunnerRoutes } from './request-runner.ts';
import { resendRoutes } from './resends.ts';
import { retentionRoutes } from './retention.ts';
import { runbookRoutes } from './runbook.ts';
import { runningRoutes } from './running.ts';
import { sampleRoutes } from './sample.ts';
import { sandboxesRoutes } from './sandboxes.ts';
import { scenarioRoutes } from './scenarios.ts';
import { seenAnnouncements } from './seen-announcements.ts';
import { sessionRoutes } from './session.ts';
import type { Sessions } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { stateForkRoutes } from './state-forks.ts';
import { pageRoutes } from './static.ts';
import { streamRoutes } from './stream.ts';
import { targetRoutes } from './targets.ts';
import { tokenImportRoutes } from './token-imports.ts';
import { tokenRunRoutes } from './token-runs.ts';
import { uploadRoutes } from './uploads.ts';
import { verificationRoutes } from './verification.ts';

export interface DeskServerOptions {
  readonly token: string;
  /** 32 bytes. */
  readonly dataKey: Uint8Array;
  /** Connections on which the discovery file's secret was proven. */
  readonly isProven: Hello['isProven'];
  readonly sessions: Sessions;
  /** The built page; may not be there. */
  readonly rendererDir: string;
  readonly bind: string;
  readonly allowHosts: readonly string[];
  /** The origin at which a proxy that ends TLS passes requests on. */
  readonly publicUrl?: string | undefined;
  readonly control: ServiceControl;
  readonly receiver: Receiver;
  readonly modules: DeskModules;
  /** Announcements of the service and of the desk. */
  readonly broadcast: Broadcast;
  /** Where this machine reaches the desk, once it listens. */
  readonly deskUrl: () => string;
  readonly newId: () => string;
  readonly log: Log;
}

/** The desk's HTTP API, to be put behind the front. Guards come first, documentation before the routes that it describes. */
export const createDeskServer = async (options: DeskServerOptions): Promise<ApiApp> => {
  const { control, modules } = options;
  const { people } = modules;
  const targetOf = async (caseId: string) => (await modules.cases.byIds([caseId]))[0]?.targetId;
  const permits = createPermits({
    people,
    targetOf,
    targetNamed: modules.targets.idOf,
  });
  const { app, access } = await createGuardedApp({ ...options, people, permits });
  const paths = createDiskPaths(modules.uploads);
  await addDocumentation(app);
  pageRoutes(app, options.rendererDir);
  aboutRoutes(app, modules.upkeep);
  operationRoutes(app, modules.upkeep);
  sessionRoutes(app, { access, people, signIn: modules.signIn, deskUrl: options.deskUrl });
  appSignInRoutes(app, { access, people });
  peopleRoutes(app, people, options.sessions);
  accountRoutes(app, people, options.sessions);
  await app.register(
    async (api: ApiApp) => {
      serviceRoutes(api, control);
      if (modules.states !== undefined) {
        await stateRoutes(api, modules.states);
        stateForkRoutes(api, modules.states, paths);
      }
    },
    { prefix: '/api' },
  );
  attemptRoutes(app, control);
  headerChangeRoutes(app, control);
  requestRunnerRoutes(app, control);
  nextDueRoutes(app, control, modules);
  harRoutes(app, control, modules.upkeep);
  resendRoutes(app, control);
  integrationRoutes(app, control);
  settingsRoutes(app, control);
  recoveryCodeRoutes(app, options.dataKey);
  sandboxesRoutes(app, modules.sandboxes);
  scenarioRoutes(app, modules);
  compactionRoutes(app, control);
  cutoverUndoRoutes(app, control);
  identityRoutes(app, modules.identity);
  receiverRoutes(app, options.receiver);
  sampleRoutes(app, modules.sample);
  companyRoutes(app, modules.targets);
  targetRoutes(app, modules, control);
  caseListRoutes(app, modules.cases);
  caseBulkRoutes(app, modules);
  caseExportRoutes(app, modules.cases);
  runningRoutes(app, modules, control);
  caseRoutes(app, modules);
  caseContentRoutes(app, modules.cases, options.newId);
  caseFileRoutes(app, modules.cases, paths);
  approvalRoutes(app, modules);
  presenceRoutes(app, modules.present);
  notificationRoutes(app, modules.notifications);
  jobRoutes(app, modules);
  eligibilityRoutes(app, modules, paths);
  mentionRoutes(app, modules.eligibility);
  migrationRequestRoutes(app, modules);
  cutoverPlanRoutes(app, modules);
  cutoverStageRoutes(app, modules);
  codeSampleRoutes(app);
  cutoverRehearsalRoutes(app, modules);
  cutoverHeaderRoutes(app, modules);
  cutoverParityRoutes(app, modules, paths);
  endpointHeaderRoutes(app, modules.endpointHeaders);
  allowListRoutes(app, modules.cases);
  doctorRoutes(app, modules.doctor);
  reportRoutes(app, modules.reports);
  mailRoutes(app, modules.mails);
  tokenImportRoutes(app, { imports: modules.tokens.imports, exchange: modules.exchange }, paths);
  tokenRunRoutes(app, modules.tokens);
  runbookRoutes(app, modules.runbooks);
  exchangeRoutes(app, modules.exchange, paths);
  await uploadRoutes(app, modules.uploads, access);
  backupRoutes(app, modules.backups);
  verificationRoutes(app, modules.verification);
  auditRoutes(app, modules.audit);
  retentionRoutes(app, modules.retention);
  streamRoutes(app, options.broadcast, {
    access,
    present: modules.present,
    seenBy: (request) => seenAnnouncements(request, targetOf),
  });
  return app;
};
