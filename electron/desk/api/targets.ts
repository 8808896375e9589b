import { Type } from 'typebox';
import { Target, TargetList, TargetPatch, TargetRequest, TargetTest } from '#contract/target.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';
import type { Targets } from '#desk/targets/targets.ts';

const options = optionsFor('targets');
const response = answers(Target);
const params = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'The id of a target, or its name.' }),
});

/** Where plans are carried out. No answer holds a key in clear text. */
export const targetRoutes = (app: ApiApp, targets: Targets): void => {
  app.get(
    '/api/targets',
    options('List the targets, the local service first', answers(TargetList)),
    async () => ({ results: await targets.list() }),
  );
  app.post('/api/targets', options('Add a remote target', response, { body: TargetRequest }), (request) =>
    targets.add(request.body),
  );
  app.get('/api/targets/:id', options('Show a target', response, { params }), async (request) =>
    targets.show(await targets.idOf(request.params.id)),
  );
  app.patch(
    '/api/targets/:id',
    options('Change a remote target', response, { params, body: TargetPatch }),
    async (request) => targets.change(await targets.idOf(request.params.id), request.body),
  );
  app.delete(
    '/api/targets/:id',
    options('Remove an unused remote target', nothing, { params }),
    async (request, reply) => {
      await targets.remove(await targets.idOf(request.params.id));
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/targets/:id/test',
    options('Test the connection and permissions of a target, read-only', answers(TargetTest), { params }),
    async (request) => targets.test(await targets.idOf(request.params.id)),
  );
};
