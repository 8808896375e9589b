import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { RevealQuery } from '#contract/desk.ts';
import {
  EndpointDetail,
  EndpointList,
  EndpointPatch,
  EndpointRequest,
  EndpointTestRequest,
  HeaderList,
  HeadersRequest,
  Secret,
} from '#contract/endpoint.ts';
import { EndpointStatistics, StatisticsQuery } from '#contract/endpoint-statistics.ts';
import { Count, MessageRef, SinceRequest } from '#contract/message.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, nothing, optionsFor } from './app.ts';

const options = optionsFor('endpoints');
const response = answers(EndpointDetail);
const params = Type.Object({ id: Uuid });

/** The management surface of endpoints: what the public API can't set. Source: `docs/reference/rules/endpoints.md`. */
export const endpointRoutes = (app: ApiApp, { endpoints }: ServiceControl): void => {
  app.get('/endpoints', options('List endpoints', answers(EndpointList)), async () => ({
    results: await endpoints.list(),
  }));
  app.post(
    '/endpoints',
    options('Create an endpoint, by the rules of POST /webhooks', response, { body: EndpointRequest }),
    (request) => endpoints.create(request.body),
  );
  app.get('/endpoints/:id', options('Show an endpoint', response, { params }), (request) =>
    endpoints.show(request.params.id),
  );
  app.patch(
    '/endpoints/:id',
    options('Enable or disable an endpoint, set its messages per second and channels', response, {
      params,
      body: EndpointPatch,
    }),
    (request) => endpoints.change(request.params.id, request.body),
  );
  app.delete(
    '/endpoints/:id',
    options('Delete an endpoint and cancel its waiting deliveries', nothing, { params }),
    async (request, reply) => {
      await endpoints.remove(request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.get(
    '/endpoints/:id/statistics',
    options('Show success rate and response time, in total and by interval', answers(EndpointStatistics), {
      params,
      querystring: StatisticsQuery,
    }),
    (request) => endpoints.statistics(request.params.id, request.query),
  );
  headerRoutes(app, endpoints);
  secretRoutes(app, endpoints);
  deliveryRoutes(app, endpoints);
};

const headerRoutes = (app: ApiApp, endpoints: ServiceControl['endpoints']): void => {
  app.get(
    '/endpoints/:id/headers',
    options('Show the custom headers of an endpoint, masked', answers(HeaderList), {
      params,
      querystring: RevealQuery,
    }),
    async (request) => ({
      headers: await endpoints.headers(request.params.id, request.query.reveal ?? false),
    }),
  );
  app.put(
    '/endpoints/:id/headers',
    options('Replace the custom headers of an endpoint', answers(HeaderList), {
      params,
      body: HeadersRequest,
    }),
    async (request) => ({ headers: await endpoints.setHeaders(request.params.id, request.body) }),
  );
};

const secretRoutes = (app: ApiApp, endpoints: ServiceControl['endpoints']): void => {
  app.get(
    '/endpoints/:id/secret',
    options('Reveal the signing secret of an endpoint', answers(Secret), { params }),
    (request) => endpoints.secret(request.params.id),
  );
  app.post(
    '/endpoints/:id/secret/rotate',
    options('Create a new signing secret; the old one also signs for 24 h', answers(Secret), { params }),
    (request) => endpoints.rotateSecret(request.params.id),
  );
};

const deliveryRoutes = (app: ApiApp, endpoints: ServiceControl['endpoints']): void => {
  app.post(
    '/endpoints/:id/test',
    options('Send an example event to an endpoint', answers(MessageRef), {
      params,
      body: Type.Union([EndpointTestRequest, Type.Null()]),
    }),
    (request) => endpoints.test(request.params.id, request.body?.eventType),
  );
  app.post(
    '/endpoints/:id/recover',
    options('Retry every delivery that failed since a time', answers(Count), { params, body: SinceRequest }),
    (request) => endpoints.recover(request.params.id, request.body),
  );
  app.post(
    '/endpoints/:id/replay',
    options('Create the deliveries missed since a time', answers(Count), { params, body: SinceRequest }),
    (request) => endpoints.replay(request.params.id, request.body),
  );
};
