import type { FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import {
  ConsumerList,
  ConsumerRequestList,
  ConsumerRequestQuery,
  ConsumerResponse,
  type Consumers,
  ConsumerView,
} from '#contract/consumers.ts';
import { type ApiApp, answers, nothing, optionsFor } from './app.ts';
import { createRequestStream } from './request-stream.ts';

const options = optionsFor('consumers');
const params = Type.Object({ id: Uuid });

/** Consumers of a test: receivers that register nothing. */
export const consumerRoutes = (app: ApiApp, consumers: Consumers): void => {
  app.get('/consumers', options('List open consumers', answers(ConsumerList)), async () => ({
    results: consumers.list(),
  }));
  app.post(
    '/consumers',
    options('Open a consumer on a free port; it responds 200', answers(ConsumerView)),
    () => consumers.open(),
  );
  app.get('/consumers/:id', options('Show a consumer', answers(ConsumerView), { params }), async (request) =>
    consumers.show(request.params.id),
  );
  app.delete('/consumers/:id', options('Close a consumer', nothing, { params }), async (request, reply) => {
    await consumers.close(request.params.id);
    return reply.code(204).send(null);
  });
  app.put(
    '/consumers/:id/response',
    options('Choose how a consumer responds', nothing, { params, body: ConsumerResponse }),
    async (request, reply) => {
      consumers.respond(request.params.id, request.body);
      return reply.code(204).send(null);
    },
  );
  receivedRoutes(app, consumers);
};

const streamSchema: FastifySchema = {
  tags: ['consumers'],
  summary: 'Follow what all consumers receive, from the first request on: one JSON object per line',
  response: {
    200: {
      description: 'Requests, as the lists have them.',
      content: { 'application/x-ndjson': { schema: Type.String() } },
    },
  },
};

const receivedRoutes = (app: ApiApp, consumers: Consumers): void => {
  const querystring = ConsumerRequestQuery;
  app.get(
    '/consumers/requests',
    options('List what all consumers received', answers(ConsumerRequestList), { querystring }),
    async (request) => ({ results: consumers.requests(request.query) }),
  );
  app.get(
    '/consumers/:id/requests',
    options('List what a consumer received', answers(ConsumerRequestList), { params, querystring }),
    async (request) => ({ results: consumers.requests(request.query, request.params.id) }),
  );
  app.delete(
    '/consumers/:id/requests',
    options('Forget what a consumer received', nothing, { params }),
    async (request, reply) => {
      consumers.clear(request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.get('/consumers/stream', { schema: streamSchema, exposeHeadRoute: false }, (_request, reply) =>
    reply.type('application/x-ndjson').header('connection', 'close').send(createRequestStream(consumers)),
  );
};
