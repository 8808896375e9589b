import { allowedHostNames } from '#base/host-guard.ts';
import type { Log } from '#base/log.ts';
import type { ApiApp } from '#control/app.ts';
import { createApp } from '#control/create-app.ts';
import { type Access, createAccess } from './access.ts';
import { deskName } from './desk-name.ts';
import { addGuards } from './guards.ts';
import { operationPaths } from './operations.ts';

type GuardedAppOptions = Parameters<typeof createAccess>[0] & {
  readonly bind: string;
  readonly allowHosts: readonly string[];
  readonly log: Log;
};

/** An API of the desk without a route yet: it lets in only who may be. */
export const createGuardedApp = async (
  options: GuardedAppOptions,
): Promise<{ readonly app: ApiApp; readonly access: Access }> => {
  const hosts = allowedHostNames(options.bind, options.allowHosts);
  const app = await createApp({
    service: deskName,
    notFound: 'deskRoute.notFound',
    log: options.log,
    hosts,
    covers: (url) => url.startsWith('/api/') || operationPaths.includes(url),
  });
  const access = createAccess(options);
  addGuards(app, { access, hosts });
  return { app, access };
};
