import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { DeskErrorBody } from '#contract/desk.ts';
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
import { answers, type DeskApp } from './app.ts';

const tags = ['runbook'];
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
    { schema: { tags, summary: 'Show the managed migration of a case: its six steps', params, response } },
    (request) => runbooks.show(request.params.id),
  );
  app.post(
    '/api/cases/:id/runbook',
    {
      schema: {
        tags,
        summary: 'Open the runbook for a platform, or take its form from the catalogue anew',
        params,
        body: RunbookOpenRequest,
        response,
      },
    },
    (request) => runbooks.open(request.params.id, request.body.platformKey, actorOf(request)),
  );
  const overrule = '/api/cases/:id/runbook/steps/:step/overrule';
  app.put(
    overrule,
    {
      schema: {
        tags,
        summary: 'Override the requirement of a step, with a reason on record',
        params: ofStep,
        body: StepOverrideRequest,
        response,
      },
    },
    (request) => {
      const { id, step } = request.params;
      return runbooks.overrule(id, step, request.body, actorOf(request));
    },
  );
  app.delete(
    overrule,
    { schema: { tags, summary: 'Restore an overridden requirement', params: ofStep, response } },
    (request) => runbooks.restore(request.params.id, request.params.step, actorOf(request)),
  );
  app.put(
    '/api/cases/:id/runbook/steps/:step/due',
    {
      schema: {
        tags,
        summary: 'Say until when a step is due',
        params: ofStep,
        body: StepDueRequest,
        response,
      },
    },
    (request) => {
      const { id, step } = request.params;
      return runbooks.due(id, step, request.body, actorOf(request));
    },
  );
  app.get(
    '/api/platforms/:platformKey/migration',
    {
      schema: {
        tags,
        summary: "How a platform's connections can be migrated",
        params: ofPlatform,
        response: answers(PlatformRoute),
      },
    },
    (request) => runbooks.route(request.params.platformKey),
  );
  app.get(
    '/api/platforms/:platformKey/migration.md',
    {
      schema: {
        tags,
        summary: 'The same as Markdown: what to agree on, where there is no standard process',
        params: ofPlatform,
        response: textOf('text/markdown'),
      },
    },
    async (request, reply) => markdown(reply, await runbooks.routeMarkdown(request.params.platformKey)),
  );
};

const supplyRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.put(
    '/api/cases/:id/runbook/details',
    {
      schema: {
        tags,
        summary: 'Step 1: supply details; secret ones are sealed',
        params,
        body: DetailsRequest,
        response,
      },
    },
    (request) => runbooks.supply(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/details/reveal',
    {
      schema: {
        tags,
        summary: 'The details in the clear; that they were shown is on record',
        params,
        response: answers(RevealedDetails),
      },
    },
    (request) => runbooks.reveal(request.params.id, actorOf(request)),
  );
  app.get(
    '/api/cases/:id/runbook/checklist.md',
    {
      schema: {
        tags,
        summary: 'What is missing for step 1, as Markdown to send',
        params,
        response: textOf('text/markdown'),
      },
    },
    async (request, reply) => markdown(reply, await runbooks.checklist(request.params.id)),
  );
};

const scheduleRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.post(
    '/api/cases/:id/runbook/estimate',
    {
      schema: {
        tags,
        summary: 'Step 2: estimate how long it takes, likely and at worst',
        params,
        body: Type.Union([EstimateRequest, Type.Null()]),
        response,
      },
    },
    (request) => runbooks.estimate(request.params.id, request.body ?? {}, actorOf(request)),
  );
  app.put(
    '/api/cases/:id/runbook/window',
    {
      schema: {
        tags,
        summary: 'Step 2: propose a window, in the local time of a zone',
        params,
        body: WindowRequest,
        response,
      },
    },
    (request) => runbooks.proposeWindow(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/window/agreements',
    {
      schema: {
        tags,
        summary: 'Step 2: record that a party agrees to the window',
        params,
        body: WindowAgreementRequest,
        response,
      },
    },
    (request) => runbooks.agreeWindow(request.params.id, request.body, actorOf(request)),
  );
  app.get(
    '/api/cases/:id/runbook/window.ics',
    { schema: { tags, summary: 'The window as a calendar file', params, response: textOf('text/calendar') } },
    async (request, reply) =>
      reply.type('text/calendar; charset=utf-8').send(await runbooks.calendar(request.params.id)),
  );
};

const readinessRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.post(
    '/api/cases/:id/runbook/callback',
    {
      schema: {
        tags,
        summary: 'Step 3: check the pasted list of registered URLs for the callback URL',
        params,
        body: CallbackRequest,
        response,
      },
    },
    (request) => runbooks.checkCallback(request.params.id, request.body.urls, actorOf(request)),
  );
  app.get(
    '/api/cases/:id/runbook/companies',
    {
      schema: {
        tags,
        summary:
          'Step 4: list the companies by ref, each with whether its syncing is confirmed to be disabled',
        params,
        querystring: RunbookCompanyQuery,
        response: answers(RunbookCompanies),
      },
    },
    (request) => runbooks.companies(request.params.id, request.query),
  );
  app.post(
    '/api/cases/:id/runbook/syncing',
    {
      bodyLimit: listBody,
      schema: {
        tags,
        summary: 'Step 4: confirm that syncing is disabled for companies, by hand or by a list',
        params,
        body: SyncingRequest,
        response: answers(SyncingResult),
      },
    },
    (request) => runbooks.confirmSyncing(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/syncing/revocations',
    {
      schema: {
        tags,
        summary: 'Step 4: withdraw confirmations',
        params,
        body: SyncingRevocation,
        response,
      },
    },
    (request) => runbooks.revokeSyncing(request.params.id, request.body, actorOf(request)),
  );
};

const decisionRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.get(
    '/api/cases/:id/runbook/not-migrated',
    {
      schema: {
        tags,
        summary: 'Step 6: list the companies that are not migrated, each with what is decided about it',
        params,
        querystring: NotMigratedQuery,
        response: answers(NotMigratedPage),
      },
    },
    (request) => runbooks.notMigrated(request.params.id, request.query),
  );
  app.post(
    '/api/cases/:id/runbook/failures/acceptances',
    {
      schema: {
        tags,
        summary: 'Step 6: accept failures with a reason, by company or by cause',
        params,
        body: AcceptFailuresRequest,
        response,
      },
    },
    (request) => runbooks.acceptFailures(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/exclusions',
    {
      schema: {
        tags,
        summary: 'Step 6: exclude companies from the migration by name, with a reason',
        params,
        body: ExcludeRequest,
        response,
      },
    },
    (request) => runbooks.exclude(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/decisions/withdrawals',
    {
      schema: {
        tags,
        summary: 'Step 6: withdraw what was decided about companies',
        params,
        body: WithdrawDecisionsRequest,
        response,
      },
    },
    (request) => runbooks.withdrawDecisions(request.params.id, request.body, actorOf(request)),
  );
};

const completionRoutes = (app: DeskApp, runbooks: Runbooks): void => {
  app.get(
    '/api/cases/:id/runbook/handover.md',
    {
      schema: {
        tags,
        summary: 'The handover document that was made last, or a draft of it',
        params,
        response: textOf('text/markdown'),
      },
    },
    async (request, reply) => markdown(reply, await runbooks.handoverDocument(request.params.id)),
  );
  app.post(
    '/api/cases/:id/runbook/handover',
    { schema: { tags, summary: 'Step 6: make the handover document, as an attachment', params, response } },
    (request) => runbooks.handOver(request.params.id, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/runbook/handover/sign-offs',
    {
      schema: {
        tags,
        summary: 'Step 6: record that a party signs the handover off',
        params,
        body: SignOffRequest,
        response,
      },
    },
    (request) => runbooks.signOff(request.params.id, request.body, actorOf(request)),
  );
};

/** The answers of a route that answers text. */
const textOf = <const T extends string>(type: T) =>
  ({
    200: {
      description: type,
      content: { [type]: { schema: Type.String() } } as Record<T, { schema: ReturnType<typeof Type.String> }>,
    },
    '4xx': DeskErrorBody,
    '5xx': DeskErrorBody,
  }) as const;

const markdown = (reply: FastifyReply, text: string) => reply.type('text/markdown; charset=utf-8').send(text);
