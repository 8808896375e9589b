import { CatalogueError } from '#contract/errors.ts';
import type { ApiApp } from '#control/app.ts';
import { serviceRoutes } from '#control/routes.ts';
import type { StandbyUpkeep } from '#desk/upkeep/standby.ts';
import { attemptRoutes } from './attempts.ts';
import { createGuardedApp } from './guarded-app.ts';
import { headerChangeRoutes } from './header-changes.ts';
import { integrationRoutes } from './integrations.ts';
import { operationRoutes } from './operations.ts';
import { receiverRoutes } from './receiver.ts';
import { requestRunnerRoutes } from './request-runner.ts';
import { resendRoutes } from './resends.ts';
import type { DeskServerOptions } from './server.ts';
import { sessionRoutes } from './session.ts';
import { settingsRoutes } from './settings.ts';
import { isVisit } from './static.ts';
import { retryAfterS, waitingPage } from './waiting-page.ts';

interface StandbyOptions extends Omit<DeskServerOptions, 'modules' | 'broadcast' | 'newId' | 'dataKey'> {
  readonly upkeep: StandbyUpkeep;
  /** Who has the desk, for a person. */
  readonly standby: () => string;
}

/**
 * What a process answers while another one has the desk of the store: everything of the local service, and how it is
 * doing. The rest is refused, so that whoever shares requests out sends them to the other one.
 */
export const createStandbyServer = async (options: StandbyOptions): Promise<ApiApp> => {
  const { control, upkeep } = options;
  const { app, access } = await createGuardedApp(options);
  operationRoutes(app, upkeep);
  sessionRoutes(app, { access, deskUrl: options.deskUrl });
  await app.register(async (api: ApiApp) => serviceRoutes(api, control), { prefix: '/api' });
  attemptRoutes(app, control);
  headerChangeRoutes(app, control);
  requestRunnerRoutes(app, control);
  resendRoutes(app, control);
  integrationRoutes(app, control);
  settingsRoutes(app, control);
  receiverRoutes(app, options.receiver);
  app.all('/*', { schema: { hide: true } }, (request, reply) => {
    reply.header('retry-after', String(retryAfterS));
    if (request.method === 'GET' && isVisit(request.url.slice(1), request.headers.accept))
      return reply.code(503).headers(waitingPage.headers).send(waitingPage.html(options.standby()));
    throw new CatalogueError('desk.standby', { standby: options.standby() });
  });
  await app.ready();
  return app;
};
