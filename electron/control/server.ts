import { createHash, timingSafeEqual } from 'node:crypto';
import swagger from '@fastify/swagger';
import { allowedHostNames, checkAddressee } from '#base/host-guard.ts';
import { namedComponents } from '#base/http/openapi-components.ts';
import type { Log } from '#base/log.ts';
import type { Consumers } from '#contract/consumers.ts';
import { controlPrefix, type KitControl, receivedHeader } from '#contract/control.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { ApiApp } from './app.ts';
import { consumerRoutes } from './consumers.ts';
import { createApp } from './create-app.ts';
import { cutoverUndoRoute } from './cutover.ts';
import { noSuchRoute } from './errors.ts';
import { kitRoutes } from './kit.ts';
import { serviceRoutes } from './routes.ts';
import { type StatesModule, stateRoutes } from './states.ts';

interface ControlServerOptions {
  readonly token: string;
  readonly bind: string;
  readonly allowHosts: readonly string[];
  readonly control: ServiceControl;
  readonly consumers: Consumers;
  readonly kit: KitControl;
  readonly states: StatesModule;
  readonly log: Log;
}

/** Neither holds data: a health check and a generator of clients have no token. */
const open: ReadonlySet<string> = new Set([`${controlPrefix}/alive`, `${controlPrefix}/openapi.json`]);

/** The control API (`/control/v1`), with an OpenAPI document of its own. Everything else needs the token. */
export const createControlServer = async (options: ControlServerOptions): Promise<ApiApp> => {
  const { log, consumers } = options;
  const hosts = allowedHostNames(options.bind, options.allowHosts);
  const notFound = 'controlRoute.notFound';
  const app = await createApp({ service: 'Carryover test kit', log, hosts, notFound, covers: () => true });
  const wanted = digest(`Bearer ${options.token}`);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    checkAddressee(request, hosts);
    const isOpen = open.has(request.routeOptions.url ?? '');
    if (!isOpen && !timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) {
      reply.header('www-authenticate', 'Bearer');
      throw new CatalogueError('controlAuth.wrong');
    }
    if (request.is404) throw noSuchRoute(request, notFound);
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header(receivedHeader, consumers.total());
  });
  await addDocument(app);
  await app.register(
    async (api: ApiApp) => {
      kitRoutes(api, options.kit);
      serviceRoutes(api, options.control);
      cutoverUndoRoute(api, options.control);
      consumerRoutes(api, consumers);
      await stateRoutes(api, options.states);
    },
    { prefix: controlPrefix },
  );
  return app;
};

const addDocument = async (app: ApiApp): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carryover control API',
        version: '1',
        description:
          'Steers a local service that a test suite started: clock, messages, faults, request log, consumers, state.',
      },
      components: { securitySchemes: { controlToken: { type: 'http', scheme: 'bearer' } } },
      security: [{ controlToken: [] }],
    },
    transformObject: (document) =>
      'openapiObject' in document ? namedComponents(document.openapiObject) : document.swaggerObject,
  });
  app.get(`${controlPrefix}/openapi.json`, { schema: { hide: true } }, () => app.swagger());
  app.get(`${controlPrefix}/alive`, { schema: { hide: true } }, async (_request, reply) =>
    reply.code(204).send(null),
  );
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
