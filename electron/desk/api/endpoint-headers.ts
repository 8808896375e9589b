import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { RevealQuery } from '#contract/desk.ts';
import {
  HeaderCheckRequest,
  HeaderCheckResult,
  HeaderSetup,
  HeaderSetupRequest,
  HeaderSetups,
} from '#contract/header-setup.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { EndpointHeadersModule } from '#desk/endpoints/headers/headers.ts';
import { actorOf } from './actor.ts';

const options = optionsFor('header set-up');
const ofCase = Type.Object({ id: Uuid });
const params = Type.Object({ id: Uuid, webhookId: Uuid });

/** Custom headers of the endpoints of a case's target: shown, set or planned, checked. */
export const endpointHeaderRoutes = (app: ApiApp, headers: EndpointHeadersModule): void => {
  app.get(
    '/api/cases/:id/endpoints',
    options("List the endpoints of the case's target with their headers, masked", answers(HeaderSetups), {
      params: ofCase,
    }),
    async (request) => ({ results: await headers.list(request.params.id) }),
  );
  app.get(
    '/api/cases/:id/endpoints/:webhookId/headers',
    options('Show the headers of one endpoint; revealing them is recorded', answers(HeaderSetup), {
      params,
      querystring: RevealQuery,
    }),
    (request) => {
      const { id, webhookId } = request.params;
      return headers.show(id, webhookId, request.query.reveal ?? false, actorOf(request));
    },
  );
  app.put(
    '/api/cases/:id/endpoints/:webhookId/headers',
    options('Set headers, or plan them for a remote target; others are kept', answers(HeaderSetup), {
      params,
      body: HeaderSetupRequest,
    }),
    (request) => {
      const { id, webhookId } = request.params;
      return headers.set(id, webhookId, request.body, actorOf(request));
    },
  );
  app.post(
    '/api/cases/:id/endpoints/:webhookId/headers/check',
    options(
      'Check with a test event or a received request that messages carry the headers',
      answers(HeaderCheckResult),
      { params, body: Type.Union([HeaderCheckRequest, Type.Null()]) },
    ),
    (request) => {
      const { id, webhookId } = request.params;
      return headers.check(id, webhookId, request.body ?? {}, actorOf(request));
    },
  );
};
