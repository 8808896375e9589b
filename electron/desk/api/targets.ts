import { Type } from 'typebox';
import { Target, TargetList, TargetPatch, TargetRequest, TargetTest } from '#contract/target.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { answers, type DeskApp, nothing } from './app.ts';

const tags = ['targets'];
const params = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'The id of a target, or its name.' }),
});

/** Where plans are carried out. No answer holds a key in clear text. */
export const targetRoutes = (app: DeskApp, targets: Targets): void => {
  app.get(
    '/api/targets',
    {
      schema: { tags, summary: 'List the targets, the local service first', response: answers(TargetList) },
    },
    async () => ({ results: await targets.list() }),
  );
  app.post(
    '/api/targets',
    { schema: { tags, summary: 'Add a remote target', body: TargetRequest, response: answers(Target) } },
    (request) => targets.add(request.body),
  );
  app.get(
    '/api/targets/:id',
    { schema: { tags, summary: 'Show a target', params, response: answers(Target) } },
    async (request) => targets.show(await targets.idOf(request.params.id)),
  );
  app.patch(
    '/api/targets/:id',
    {
      schema: {
        tags,
        summary: 'Change a remote target',
        params,
        body: TargetPatch,
        response: answers(Target),
      },
    },
    async (request) => targets.change(await targets.idOf(request.params.id), request.body),
  );
  app.delete(
    '/api/targets/:id',
    {
      schema: { tags, summary: 'Remove a remote target that no case uses', params, response: nothing },
    },
    async (request, reply) => {
      await targets.remove(await targets.idOf(request.params.id));
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/targets/:id/test',
    {
      schema: {
        tags,
        summary: 'Find out whether a target can be reached and with which rights, by reads alone',
        params,
        response: answers(TargetTest),
      },
    },
    async (request) => targets.test(await targets.idOf(request.params.id)),
  );
};
