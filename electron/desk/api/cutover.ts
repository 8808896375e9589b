import { Type } from 'typebox';
import { CutoverRequest, CutoverResult, CutoverState } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, nothing, optionsFor } from '#control/app.ts';

const options = optionsFor('cutover');

/** What the provider does when a migration request is granted, and its undoing. Source: `docs/reference/rules/cutover.md`. */
export const cutoverRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.get('/api/cutover', options('Show the state of the cutover', answers(CutoverState)), () =>
    sandbox.cutoverState(),
  );
  app.post(
    '/api/cutover',
    options('Cut over: turn legacy rules into endpoints', answers(CutoverResult), {
      body: Type.Union([CutoverRequest, Type.Null()]),
    }),
    (request) => sandbox.cutover(request.body ?? {}),
  );
  app.post('/api/cutover/undo', options('Undo the cutover', nothing), async (_request, reply) => {
    await sandbox.undoCutover();
    return reply.code(204).send(null);
  });
};
