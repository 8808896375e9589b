import { Settings } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';

const options = optionsFor('settings');

/** The sandbox's settings: rate limit and retention. */
export const settingsRoutes = (app: ApiApp, { sandbox }: ServiceControl): void => {
  app.get('/api/settings', options('Show the settings', answers(Settings)), () => sandbox.settings());
  app.put(
    '/api/settings',
    options('Replace the settings', answers(Settings), { body: Settings }),
    (request) => sandbox.setSettings(request.body),
  );
};
