import { Faults } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from './app.ts';

const options = optionsFor('faults');

/** Faults of the public API: routes that answer errors, slowly, or not at all. */
export const faultRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.get('/faults', options('Show the faults', answers(Faults)), async () => ({
    faults: await sandbox.faults(),
  }));
  app.put('/faults', options('Replace the faults', answers(Faults), { body: Faults }), async (request) => ({
    faults: await sandbox.setFaults(request.body.faults),
  }));
};
