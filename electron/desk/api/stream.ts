import type { FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { ApiApp } from '#control/app.ts';
import type { Access } from './access.ts';
import type { Broadcast } from './broadcast.ts';
import type { SeesAnnouncement } from './seen-announcements.ts';

const schema: FastifySchema = {
  tags: ['stream'],
  summary: 'Follow what happens: cases, jobs, targets, deliveries, received webhooks, syncs, requests, clock',
  response: {
    200: {
      description: 'One announcement per event, with a rising id.',
      content: { 'text/event-stream': { schema: Type.String() } },
    },
  },
};

/** `GET /api/stream`: announcements as server-sent events. `Last-Event-ID` is not needed: a reader rereads. */
export const streamRoutes = (
  app: ApiApp,
  broadcast: Broadcast,
  access: Pick<Access, 'whenOver'>,
  seenBy: (request: FastifyRequest) => SeesAnnouncement | undefined,
): void => {
  // A reader that is asked for its head alone would never be closed.
  app.get('/api/stream', { schema, exposeHeadRoute: false }, (request, reply) => {
    const reader = broadcast.open(request.raw.socket, seenBy(request));
    // Who is no longer let in gets nothing more.
    reader.once(
      'close',
      access.whenOver(request, () => reader.end()),
    );
    // Its connection would stay after the last announcement, and keep the server from closing.
    // nginx keeps back what comes in small pieces, unless told not to.
    return reply
      .type('text/event-stream')
      .headers({ connection: 'close', 'x-accel-buffering': 'no' })
      .send(reader);
  });
};
