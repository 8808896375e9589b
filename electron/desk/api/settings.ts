import { Settings } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { answers, type DeskApp } from './app.ts';

const tags = ['settings'];

/** The sandbox's settings: rate limit and retention. */
export const settingsRoutes = (app: DeskApp, { sandbox }: ServiceControl): void => {
  app.get(
    '/api/settings',
    { schema: { tags, summary: 'Show the settings', response: answers(Settings) } },
    () => sandbox.settings(),
  );
  app.put(
    '/api/settings',
    { schema: { tags, summary: 'Replace the settings', body: Settings, response: answers(Settings) } },
    (request) => sandbox.setSettings(request.body),
  );
};
