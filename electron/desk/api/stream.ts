import type { FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { DeskApp } from './app.ts';
import type { Broadcast } from './broadcast.ts';

const schema: FastifySchema = {
  tags: ['stream'],
  summary: 'Follow what happens: cases, jobs, targets, deliveries, syncs, requests, clock',
  response: {
    200: {
      description: 'One announcement an event, with a rising id.',
      content: { 'text/event-stream': { schema: Type.String() } },
    },
  },
};

/** `GET /api/stream`: announcements as server-sent events. `Last-Event-ID` is not needed: a reader rereads. */
export const streamRoutes = (app: DeskApp, broadcast: Broadcast): void => {
  app.get('/api/stream', { schema }, (_request, reply) =>
    reply.type('text/event-stream').send(broadcast.open()),
  );
  // A stream would keep the server from closing.
  app.addHook('preClose', async () => broadcast.close());
};
