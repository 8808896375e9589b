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
import type { Runbooks } from '#desk/tokens/managed/runbooks.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp, optionsFor, sendMarkdown, textOf } from './app.ts';

const options = optionsFor('runbook');
const params = Type.Object({ id: Uuid });
const ofStep = Type.Object({ id: Uuid, step: RunbookStepName });
const ofPlatform = Type.Object({ platformKey: Type.String({ minLength: 1, maxLength: 40 }) });
const response = answers(RunbookView);
/** A list of 100,000 companies. */
const listBody = 32 * 1_048_576;

/** The managed migration of a case. */
export const runbookRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  overviewRoutes(app, runbooks);
  supplyRoutes(app, runbooks);
  scheduleRoutes(app, runbooks);
  readinessRoutes(app, runbooks);
  decisionRoutes(app, runbooks);
  completionRoutes(app, runbooks);
};

const overviewRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.get(
    '/api/cases/:id/runbook',
    options('Show the managed migration of a case with its six steps', response, { params }),
    (request) => runbooks.show(request.params.id),
  );
  app.post(
    '/api/cases/:id/runbook',
    options('Open the runbook for a platform, or refresh its form from the catalogue', response, {
      params,
      body: RunbookOpenRequest,
    }),
    (request) => runbooks.open(request.params.id, request.body.platformKey, actorOf(request)),
  );
  const overrule = '/api/cases/:id/runbook/steps/:step/overrule';
  app.put(
    overrule,
    options('Override the requirement of a step, with a reason on record', response, {
      params: ofStep,
      body: StepOverrideRequest,
    }),
    (request) => {
      const { id, step } = request.params;
      return runbooks.overrule(id, step, request.body, actorOf(request));
    },
  );
  app.delete(
    overrule,
    options('Restore an overridden requirement', response, { params: ofStep }),
    (request) => runbooks.restore(request.params.id, request.params.step, actorOf(request)),
  );
  app.put(
    '/api/cases/:id/runbook/steps/:step/due',
    options('Set the due date of a step', response, { params: ofStep, body: StepDueRequest }),
    (request) => {
      const { id, step } = request.params;
      return runbooks.due(id, step, request.body, actorOf(request));
    },
  );
  app.get(
    '/api/platforms/:platformKey/migration',
    options("Show how a platform's connections can be migrated", answers(PlatformRoute), {
      params: ofPlatform,
    }),
    (request) => runbooks.route(request.params.platformKey),
  );
  app.get(
    '/api/platforms/:platformKey/migration.md',
    options(
      'Show the migration of a platform as Markdown, with the points to agree where no standard process exists',
      textOf('text/markdown'),
      { params: ofPlatform },
    ),
    async (request, reply) => sendMarkdown(reply, await runbooks.routeMarkdown(request.params.platformKey)),
  );
};

const supplyRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.put(
    '/api/cases/:id/runbook/details',
    options('Step 1: supply details; secret ones are sealed', response, { params, body: DetailsRequest }),
    (request) => runbooks.supply(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/details/reveal',
    options('Reveal the details; revealing them is recorded', answers(RevealedDetails), { params }),
    (request) => runbooks.reveal(request.params.id, actorOf(request)),
  );
  app.get(
    '/api/cases/:id/runbook/checklist.md',
    options('Show the missing details of step 1 as Markdown to send', textOf('text/markdown'), { params }),
    async (request, reply) => sendMarkdown(reply, await runbooks.checklist(request.params.id)),
  );
};

const scheduleRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.post(
    '/api/cases/:id/runbook/estimate',
    options('Step 2: estimate the duration, likely and worst case', response, {
      params,
      body: Type.Union([EstimateRequest, Type.Null()]),
    }),
    (request) => runbooks.estimate(request.params.id, request.body ?? {}, actorOf(request)),
  );
  app.put(
    '/api/cases/:id/runbook/window',
    options('Step 2: propose a migration window, in the local time of a zone', response, {
      params,
      body: WindowRequest,
    }),
    (request) => runbooks.proposeWindow(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/window/agreements',
    options("Step 2: record a party's agreement to the migration window", response, {
      params,
      body: WindowAgreementRequest,
    }),
    (request) => runbooks.agreeWindow(request.params.id, request.body, actorOf(request)),
  );
  app.get(
    '/api/cases/:id/runbook/window.ics',
    options('Show the migration window as a calendar file', textOf('text/calendar'), { params }),
    async (request, reply) =>
      reply.type('text/calendar; charset=utf-8').send(await runbooks.calendar(request.params.id)),
  );
};

const readinessRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.post(
    '/api/cases/:id/runbook/callback',
    options('Step 3: check the pasted list of registered URLs for the callback URL', response, {
      params,
      body: CallbackRequest,
    }),
    (request) => runbooks.checkCallback(request.params.id, request.body.urls, actorOf(request)),
  );
  app.get(
    '/api/cases/:id/runbook/companies',
    options(
      'Step 4: list the companies by ref, with their syncing confirmations',
      answers(RunbookCompanies),
      { params, querystring: RunbookCompanyQuery },
    ),
    (request) => runbooks.companies(request.params.id, request.query),
  );
  app.post(
    '/api/cases/:id/runbook/syncing',
    {
      bodyLimit: listBody,
      ...options(
        'Step 4: confirm that syncing is disabled for companies, manually or from a list',
        answers(SyncingResult),
        { params, body: SyncingRequest },
      ),
    },
    (request) => runbooks.confirmSyncing(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/syncing/revocations',
    options('Step 4: withdraw confirmations', response, { params, body: SyncingRevocation }),
    (request) => runbooks.revokeSyncing(request.params.id, request.body, actorOf(request)),
  );
};

const decisionRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.get(
    '/api/cases/:id/runbook/not-migrated',
    options('Step 6: list the companies not migrated, with their decisions', answers(NotMigratedPage), {
      params,
      querystring: NotMigratedQuery,
    }),
    (request) => runbooks.notMigrated(request.params.id, request.query),
  );
  app.post(
    '/api/cases/:id/runbook/failures/acceptances',
    options('Step 6: accept failures with a reason, by company or by cause', response, {
      params,
      body: AcceptFailuresRequest,
    }),
    (request) => runbooks.acceptFailures(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/exclusions',
    options('Step 6: exclude companies from the migration by name, with a reason', response, {
      params,
      body: ExcludeRequest,
    }),
    (request) => runbooks.exclude(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/decisions/withdrawals',
    options('Step 6: withdraw decisions about companies', response, {
      params,
      body: WithdrawDecisionsRequest,
    }),
    (request) => runbooks.withdrawDecisions(request.params.id, request.body, actorOf(request)),
  );
};

const completionRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.get(
    '/api/cases/:id/runbook/handover.md',
    options('Show the last handover document, or a draft', textOf('text/markdown'), { params }),
    async (request, reply) => sendMarkdown(reply, await runbooks.handoverDocument(request.params.id)),
  );
  app.post(
    '/api/cases/:id/runbook/handover',
    options('Step 6: create the handover document as an attachment', response, { params }),
    (request) => runbooks.handOver(request.params.id, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/handover/sign-offs',
    options("Step 6: record a party's sign-off of the handover", response, { params, body: SignOffRequest }),
    (request) => runbooks.signOff(request.params.id, request.body, actorOf(request)),
  );
};
