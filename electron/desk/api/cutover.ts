import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, nothing, optionsFor } from '#control/app.ts';

const options = optionsFor('cutover');

/** The undoing of what the provider did. Source: `docs/reference/rules/cutover.md`. */
export const cutoverUndoRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.post('/api/cutover/undo', options('Undo the cutover', nothing), async (_request, reply) => {
    await sandbox.undoCutover();
    return reply.code(204).send(null);
  });
};
