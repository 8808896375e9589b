import type { FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import type { ApiApp } from '#control/app.ts';
import type { Present } from '#desk/people/presence.ts';
import type { Access } from './access.ts';
import type { Broadcast } from './broadcast.ts';
import { callerOf } from './caller.ts';
import type { SeesAnnouncement } from './seen-announcements.ts';

const schema: FastifySchema = {
  tags: ['stream'],
  querystring: Type.Object({
    page: Type.Optional(
      Type.Unsafe<string>({
        ...Uuid,
        description: 'The page that reads: it is on no case once the stream ends.',
      }),
    ),
  }),
  summary: 'Follow what happens: cases, jobs, targets, deliveries, received webhooks, syncs, requests, clock',
  response: {
    200: {
      description: 'One announcement per event, with a rising id.',
      content: { 'text/event-stream': { schema: Type.String() } },
    },
  },
};

interface StreamParts {
  readonly access: Pick<Access, 'whenOver'>;
  readonly present: Pick<Present, 'leave'>;
  readonly seenBy: (request: FastifyRequest) => SeesAnnouncement | undefined;
}

/** `GET /api/stream`: announcements as server-sent events. `Last-Event-ID` is not needed: a reader rereads. */
export const streamRoutes = (
  app: ApiApp,
  broadcast: Broadcast,
  { access, present, seenBy }: StreamParts,
): void => {
  // A reader that is asked for its head alone would never be closed.
  app.get('/api/stream', { schema, exposeHeadRoute: false }, (request, reply) => {
    const reader = broadcast.open(request.raw.socket, seenBy(request));
    // Who is no longer let in gets nothing more. Who has other roles reads again, and is told of other things.
    reader.once(
      'close',
      access.whenOver(request, () => reader.end()),
    );
    const { page } = request.query as { readonly page?: string };
    const personId = callerOf(request)?.personId;
    if (page !== undefined && personId !== undefined)
      reader.once('close', () => present.leave(personId, page));
    // Its connection would stay after the last announcement, and keep the server from closing.
    // nginx keeps back what comes in small pieces, unless told not to.
    return reply
      .type('text/event-stream')
      .headers({ connection: 'close', 'x-accel-buffering': 'no' })
      .send(reader);
  });
};
