import { allowedHostNames } from '#base/host-guard.ts';
import type { Log } from '#base/log.ts';
import type { ApiApp } from '#control/app.ts';
import { createApp } from '#control/create-app.ts';
import { type Access, createAccess } from './access.ts';
import { deskName } from './desk-name.ts';
import { addGuards } from './guards.ts';
import { operationPaths } from './operations.ts';
import type { Permits } from './permits.ts';
import { publicAddress } from './public-address.ts';

type GuardedAppOptions = Omit<Parameters<typeof createAccess>[0], 'address'> & {
  readonly bind: string;
  readonly allowHosts: readonly string[];
  /** The origin at which a proxy that ends TLS passes requests on. */
  readonly publicUrl?: string | undefined;
  readonly log: Log;
  readonly permits?: Permits;
};

/** An API of the desk without a route yet: it lets in only who may be. */
export const createGuardedApp = async (
  options: GuardedAppOptions,
): Promise<{ readonly app: ApiApp; readonly access: Access }> => {
  const address = publicAddress(options.publicUrl);
  const names = address === undefined ? options.allowHosts : [...options.allowHosts, address.hostname];
  const hosts = allowedHostNames(options.bind, names);
  const app = await createApp({
    service: deskName,
    notFound: 'deskRoute.notFound',
    log: options.log,
    hosts,
    covers: (url) => url.startsWith('/api/') || operationPaths.includes(url),
  });
  const access = createAccess({ ...options, address });
  addGuards(app, { access, hosts, address, permits: options.permits });
  return { app, access };
};
