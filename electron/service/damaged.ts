import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createAnnouncer } from '#base/announcer.ts';
import { systemTime, toIso } from '#base/clock.ts';
import { toErrorBody } from '#base/http/error-answer.ts';
import { createLastingServer } from '#base/http/lasting-server.ts';
import { packageRoot } from '#base/package-root.ts';
import { urlOf } from '#base/url-of.ts';
import { CatalogueError } from '#contract/errors.ts';
import { defaultWaitingDeliveries, type Resources } from '#contract/resources.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { readSpace } from './disk-space.ts';
import { loadCatalogue } from './platform/catalogue.ts';
import type { Service, ServiceOptions } from './service.ts';

/**
 * What stands in for a service whose database is damaged: it says so to whoever asks, and nothing else, so that the desk
 * can be worked with meanwhile.
 */
export const createDamagedService = async (
  options: Pick<ServiceOptions, 'dataDir' | 'userDir' | 'apiPort' | 'bind' | 'server' | 'clock' | 'log'>,
): Promise<Service> => {
  const { dataDir, userDir = dataDir, apiPort, bind, log } = options;
  const catalogue = await loadCatalogue({ dataDir: userDir, resourcesDir: join(packageRoot(), 'resources') });
  const announcer = createAnnouncer(log);
  const answering = createServer((request, response) => {
    request.resume();
    const body = JSON.stringify(toErrorBody(damaged(), randomUUID()));
    response
      .writeHead(503, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
      .end(body);
  });
  const server = options.server ?? createLastingServer();
  return {
    control: refusing({
      integrations: async () => catalogue.all,
      health: async () => ({
        ...noFigures,
        resources: await resourcesOf(userDir),
        clock: clockNow(options.clock),
      }),
      subscribe: announcer.subscribe,
      backupProblem: () => undefined,
    }),
    async start() {
      const port = await server.open(apiPort, bind);
      server.serve(answering);
      return { apiUrl: urlOf(bind, port), apiKey: '' };
    },
    stop: () => (options.server === undefined ? server.close(0) : server.hold(0)),
  };
};

const damaged = (): CatalogueError => new CatalogueError('service.damaged');

/** Nothing is delivered and nothing can be counted; `store` says why. */
const noFigures = {
  deliveriesPerMinute: 0,
  waiting: 0,
  endpoints: { total: 0, disabled: 0, disabledByService: 0, failing: 0 },
  store: 'damaged',
} as const;

const resourcesOf = async (dataDir: string): Promise<Resources> => ({
  descriptors: { state: 'ok', requests: 0 },
  disk: { state: 'unknown', dataBytes: (await readSpace(dataDir)).dataBytes },
  backlog: { state: 'ok', waiting: 0, counted: 0, limit: defaultWaitingDeliveries },
});

const clockNow = (mode: ServiceOptions['clock']) => ({
  mode,
  now: toIso(systemTime.now()),
  paused: true,
  advancing: false,
});

/** Every control but those that are given rejects. */
const refusing = (given: Partial<ServiceControl>): ServiceControl =>
  new Proxy(given, {
    get: (known, name) => Reflect.get(known, name) ?? refusingGroup,
  }) as ServiceControl;

const refuse = (): Promise<never> => Promise.reject(damaged());

/** A control, or a group of them: both are called so. */
const refusingGroup: unknown = new Proxy(refuse, { get: () => refuse });
