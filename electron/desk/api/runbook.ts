import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import {
  CallbackRequest,
  DetailsRequest,
  EstimateRequest,
  PlatformRoute,
  RevealedDetails,
  RunbookCompanies,
  RunbookCompanyQuery,
  RunbookOpenRequest,
  RunbookStepName,
  RunbookView,
  SignOffRequest,
  StepDueRequest,
  StepOverrideRequest,
  SyncingRequest,
  SyncingResult,
  SyncingRevocation,
  WindowAgreementRequest,
  WindowRequest,
} from '#contract/runbook.ts';
import {
  AcceptFailuresRequest,
  ExcludeRequest,
  NotMigratedPage,
  NotMigratedQuery,
  WithdrawDecisionsRequest,
} from '#contract/runbook-decisions.ts';
import { type ApiApp, answers, optionsFor, sendMarkdown, textOf } from '#control/app.ts';
import { attachmentLimit } from '#desk/cases/attachments.ts';
import type { Runbooks } from '#desk/tokens/managed/runbooks.ts';
import { actorOf } from './actor.ts';
import { routesOfCase } from './routes-of-case.ts';

const base = '/api/cases/:id/runbook';
const options = optionsFor('runbook');
const ofStep = Type.Object({ id: Uuid, step: RunbookStepName });
/** A list of 100,000 companies. */
const listBody = 32 * 1_048_576;
/** An attachment in base64. */
const signedBody = Math.ceil(attachmentLimit * 1.4);

/** The managed migration of a case. */
export const runbookRoutes = (app: ApiApp, runbooks: Runbooks): void => {
  const { answering, markdown } = routesOfCase(app, 'runbook', base);
  const { get, post, put, act } = answering(RunbookView);

  get('', 'Show the managed migration of a case with its six steps', runbooks.show);
  post(
    '',
    'Open the runbook for a platform, or reload its form',
    RunbookOpenRequest,
    (id, { platformKey }, actor) => runbooks.open(id, platformKey, actor),
  );
  stepRoutes(app, runbooks);
  platformRoutes(app, runbooks);

  put('/details', 'Step 1: supply details; secret ones are sealed', DetailsRequest, runbooks.supply);
  answering(RevealedDetails).act('/details/reveal', 'Reveal all details; recorded', runbooks.reveal);
  markdown('/checklist.md', 'Show the missing details of step 1 as Markdown', runbooks.checklist);

  const EstimateBody = Type.Union([EstimateRequest, Type.Null()]);
  post(
    '/estimate',
    'Step 2: estimate the duration, likely and at worst',
    EstimateBody,
    (id, request, actor) => runbooks.estimate(id, request ?? {}, actor),
  );
  put('/window', 'Step 2: propose a migration window', WindowRequest, runbooks.proposeWindow);
  const agreed = "Step 2: record a party's agreement to the migration window";
  post('/window/agreements', agreed, WindowAgreementRequest, runbooks.agreeWindow);
  calendarRoute(app, runbooks);

  post(
    '/callback',
    'Step 3: check a list of URLs for the callback URL',
    CallbackRequest,
    (id, { urls }, actor) => runbooks.checkCallback(id, urls, actor),
  );

  const companies = 'Step 4: list companies by ref, with their syncing confirmations';
  answering(RunbookCompanies).list('/companies', companies, RunbookCompanyQuery, runbooks.companies);
  const confirmed = 'Step 4: confirm disabled syncing for companies, manually or from a list';
  answering(SyncingResult).post('/syncing', confirmed, SyncingRequest, runbooks.confirmSyncing, listBody);
  post('/syncing/revocations', 'Step 4: withdraw confirmations', SyncingRevocation, runbooks.revokeSyncing);

  const notMigrated = 'Step 6: list companies not migrated, with their decisions';
  answering(NotMigratedPage).list('/not-migrated', notMigrated, NotMigratedQuery, runbooks.notMigrated);
  const accepted = 'Step 6: accept failures with a reason, by company or by cause';
  post('/failures/acceptances', accepted, AcceptFailuresRequest, runbooks.acceptFailures);
  post('/exclusions', 'Step 6: exclude companies by name, with a reason', ExcludeRequest, runbooks.exclude);
  const withdrawn = 'Step 6: withdraw decisions about companies';
  post('/decisions/withdrawals', withdrawn, WithdrawDecisionsRequest, runbooks.withdrawDecisions);
  markdown('/handover.md', 'Show the last handover document, or a draft', runbooks.handoverDocument);
  act('/handover', 'Step 6: create the handover document as an attachment', runbooks.handOver);
  post(
    '/handover/sign-offs',
    "Step 6: record a party's sign-off",
    SignOffRequest,
    runbooks.signOff,
    signedBody,
  );
};

const stepRoutes = (app: ApiApp, runbooks: Runbooks): void => {
  const path = `${base}/steps/:step` as const;
  const response = answers(RunbookView);
  app.put(
    `${path}/overrule`,
    options('Override the requirement of a step, with a recorded reason', response, {
      params: ofStep,
      body: StepOverrideRequest,
    }),
    (request) => {
      const { id, step } = request.params;
      return runbooks.override(id, step, request.body, actorOf(request));
    },
  );
  app.delete(
    `${path}/overrule`,
    options('Restore an overridden requirement', response, { params: ofStep }),
    (request) => runbooks.restore(request.params.id, request.params.step, actorOf(request)),
  );
  app.put(
    `${path}/due`,
    options('Set the due date of a step', response, { params: ofStep, body: StepDueRequest }),
    (request) => {
      const { id, step } = request.params;
      return runbooks.due(id, step, request.body, actorOf(request));
    },
  );
};

const calendarRoute = (app: ApiApp, runbooks: Runbooks): void => {
  app.get(
    `${base}/window.ics`,
    options('Show the migration window as a calendar file', textOf('text/calendar'), {
      params: Type.Object({ id: Uuid }),
    }),
    async (request, reply) =>
      reply.type('text/calendar; charset=utf-8').send(await runbooks.calendar(request.params.id)),
  );
};

const platformRoutes = (app: ApiApp, runbooks: Runbooks): void => {
  const path = '/api/platforms/:platformKey/migration';
  const schema = { params: Type.Object({ platformKey: Type.String({ minLength: 1, maxLength: 40 }) }) };
  app.get(
    path,
    options("Show how a platform's connections can be migrated", answers(PlatformRoute), schema),
    (request) => runbooks.route(request.params.platformKey),
  );
  app.get(
    `${path}.md`,
    options('Show the migration of a platform as Markdown', textOf('text/markdown'), schema),
    async (request, reply) => sendMarkdown(reply, await runbooks.routeMarkdown(request.params.platformKey)),
  );
};
