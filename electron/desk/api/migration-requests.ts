import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { DeskErrorBody } from '#contract/desk.ts';
import {
  CutoverCheck,
  EligibilityView,
  GrantRequest,
  GrantResult,
  MigrationRequestView,
  PortalHeaderRequest,
  RequestStep,
} from '#contract/eligibility.ts';
import { actorOf } from './actor.ts';
import { answers, type DeskApp } from './app.ts';
import type { DeskModules } from './modules.ts';

const tags = ['migration requests'];
const params = Type.Object({ id: Uuid });
const response = answers(MigrationRequestView);

/** The migration request: drafted, sent, confirmed; and the cutover that it asks for. */
type Parts = Pick<DeskModules, 'eligibility' | 'watch'>;

export const migrationRequestRoutes = (app: DeskApp, modules: Parts): void => {
  requestRoutes(app, modules);
  cutoverRoutes(app, modules);
};

const requestRoutes = (app: DeskApp, { eligibility, watch }: Parts): void => {
  const { requests } = eligibility;
  app.post(
    '/api/cases/:id/request',
    { schema: { tags, summary: 'Draft the migration request of an eligible case', params, response } },
    (request) => requests.draft(request.params.id, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/request/sent',
    { schema: { tags, summary: 'Note that it was sent', params, body: RequestStep, response } },
    (request) => requests.sent(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/request/confirmed',
    { schema: { tags, summary: 'Note that it was confirmed', params, body: RequestStep, response } },
    (request) => requests.confirmed(request.params.id, request.body, actorOf(request)),
  );
  app.put(
    '/api/cases/:id/portal-header',
    {
      schema: {
        tags,
        summary:
          'Supply the auth header that is set in the portal, or state that it equals that of the profile',
        params,
        body: PortalHeaderRequest,
        response: answers(EligibilityView),
      },
    },
    async (request) => {
      const { id } = request.params;
      // First, so that a statement is about the value that there is now.
      await watch.noteProfile(id);
      await eligibility.portalHeaders.supply(id, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.get(
    '/api/cases/:id/request',
    { schema: { tags, summary: 'Show the migration request', params, response } },
    (request) => requests.show(request.params.id),
  );
  app.get(
    '/api/cases/:id/request.md',
    {
      schema: {
        tags,
        summary: 'The migration request as Markdown',
        params,
        response: {
          200: {
            description: 'Markdown.',
            content: { 'text/markdown': { schema: Type.String() } },
          },
          '4xx': DeskErrorBody,
          '5xx': DeskErrorBody,
        },
      },
    },
    async (request, reply) => {
      const { markdown } = await requests.show(request.params.id);
      return reply.type('text/markdown; charset=utf-8').send(markdown);
    },
  );
};

const cutoverRoutes = (app: DeskApp, { eligibility: { grants }, watch }: Parts): void => {
  app.post(
    '/api/cases/:id/cutover',
    {
      schema: {
        tags,
        summary: 'Grant the migration on the local service',
        params,
        body: GrantRequest,
        response: answers(GrantResult),
      },
    },
    (request) => grants.grant(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/cutover/check',
    {
      schema: {
        tags,
        summary: 'Check that endpoints and headers are there after the cutover',
        params,
        response: answers(CutoverCheck),
      },
    },
    async (request) => {
      const { id } = request.params;
      await watch.look(id);
      return grants.check(id, actorOf(request));
    },
  );
};
