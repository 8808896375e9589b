import { Type } from 'typebox';
import { Uuid } from '#contract/common.ts';
import { PageQuery, Presence, PresenceRequest } from '#contract/presence.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';
import type { Present } from '#desk/people/presence.ts';
import { callerOf } from './caller.ts';

const options = optionsFor('people');
const params = Type.Object({ id: Uuid });

/** Who is on a case. A desk of one person has nobody to tell of. */
export const presenceRoutes = (app: ApiApp, present: Present): void => {
  app.put(
    '/api/cases/:id/presence',
    options('Say that a page shows a case, and what it edits; to be repeated every 20 s', answers(Presence), {
      description: 'A page that is silent for 45 s is gone, and so is one whose event stream ended.',
      params,
      body: PresenceRequest,
    }),
    async (request): Promise<Presence> => {
      const caller = callerOf(request);
      if (caller === undefined) return { results: [] };
      present.note(caller, request.params.id, request.body);
      return { results: present.on(request.params.id) };
    },
  );
  app.delete(
    '/api/cases/:id/presence',
    options('Say that a page shows the case no more', nothing, { params, querystring: PageQuery }),
    async (request, reply) => {
      const caller = callerOf(request);
      if (caller !== undefined) present.leave(caller.personId, request.query.page);
      return reply.code(204).send(null);
    },
  );
};
