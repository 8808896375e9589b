import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
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
import { answers, type DeskApp, optionsFor, sendMarkdown, textOf } from './app.ts';
import type { DeskModules } from './modules.ts';

const options = optionsFor('migration requests');
const params = Type.Object({ id: Uuid });
const response = answers(MigrationRequestView);

type Parts = Pick<DeskModules, 'eligibility' | 'watch'>;

/** The migration request: drafted, sent, confirmed; and the cutover that it asks for. */
export const migrationRequestRoutes = (app: DeskApp, modules: Parts): void => {
  requestRoutes(app, modules);
  cutoverRoutes(app, modules);
};

const requestRoutes = (app: DeskApp, { eligibility, watch }: Parts): void => {
  const { requests } = eligibility;
  app.post(
    '/api/cases/:id/request',
    options('Draft the migration request of an eligible case', response, { params }),
    (request) => requests.draft(request.params.id, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/request/sent',
    options('Record that it was sent', response, { params, body: RequestStep }),
    (request) => requests.sent(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/request/confirmed',
    options('Record that it was confirmed', response, { params, body: RequestStep }),
    (request) => requests.confirmed(request.params.id, request.body, actorOf(request)),
  );
  app.put(
    '/api/cases/:id/portal-header',
    options(
      'Set the auth header of the portal, or declare it equal to that of the profile',
      answers(EligibilityView),
      { params, body: PortalHeaderRequest },
    ),
    async (request) => {
      const { id } = request.params;
      // First, so that a statement is about the value that there is now.
      await watch.noteProfile(id);
      await eligibility.portalHeaders.supply(id, request.body, actorOf(request));
      return eligibility.view(id);
    },
  );
  app.get('/api/cases/:id/request', options('Show the migration request', response, { params }), (request) =>
    requests.show(request.params.id),
  );
  app.get(
    '/api/cases/:id/request.md',
    options('Show the migration request as Markdown', textOf('text/markdown'), { params }),
    async (request, reply) => sendMarkdown(reply, (await requests.show(request.params.id)).markdown),
  );
};

const cutoverRoutes = (app: DeskApp, { eligibility: { grants }, watch }: Parts): void => {
  app.post(
    '/api/cases/:id/cutover',
    options('Grant the migration on the local service', answers(GrantResult), { params, body: GrantRequest }),
    (request) => grants.grant(request.params.id, request.body, actorOf(request)),
  );
  app.post(
    '/api/cases/:id/cutover/check',
    options('Check endpoints and headers after the cutover', answers(CutoverCheck), { params }),
    async (request) => {
      const { id } = request.params;
      await watch.look(id);
      return grants.check(id, actorOf(request));
    },
  );
};
