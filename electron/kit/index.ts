import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createLastingServer } from '#base/http/lasting-server.ts';
import type { Log } from '#base/log.ts';
import { makeFolder } from '#base/make-folder.ts';
import { packageRoot, packageVersion } from '#base/package-root.ts';
import { startWithStops } from '#base/start-with-stops.ts';
import { controlPrefix, type KitAddress, type KitClock, type KitControl } from '#contract/control.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import { createControlServer } from '#control/server.ts';
import { openLocalService } from '#local/local-service.ts';
import { createConsumers } from './consumers.ts';
import { takeTemporaryFolder } from './temporary-folder.ts';
import { createTime } from './time.ts';
import { waitFor } from './waiting.ts';

export interface KitOptions {
  readonly clock: KitClock;
  /** Everything generated follows from it; chosen at random, if left out. */
  readonly seed?: number;
  /** An API key that is accepted besides the sandbox's own. */
  readonly apiKey?: string;
  /** Kept after the end; a temporary folder, if left out. */
  readonly dataDir?: string;
  /** 0: a free one. */
  readonly apiPort: number;
  /** 0: a free one. */
  readonly controlPort: number;
  readonly bind: string;
  readonly allowHosts: readonly string[];
  /** Deliver to private address ranges too. */
  readonly allowPrivate: boolean;
  readonly log: Log;
}

export interface Kit extends KitAddress {
  /** Takes no more requests, lets what is in flight end for at most `drainMs`, and leaves nothing behind. */
  stop(drainMs: number): Promise<void>;
}

/**
 * The local service and its control API in one process: for an integrator's own tests, without a desk.
 * @throws StartError in words for a person; the listen error of the system, such as EADDRINUSE
 */
export const openKit = async (options: KitOptions): Promise<Kit> => {
  const drain = { ms: 0 };
  const { started, stop } = await startWithStops(
    (stops) => start(options, stops, drain),
    (err) => options.log.error({ err }, 'kit: stop failed'),
  );
  return {
    ...started,
    stop: (drainMs) => {
      drain.ms = drainMs;
      return stop();
    },
  };
};

const start = async (
  options: KitOptions,
  stops: AsyncDisposableStack,
  drain: { ms: number },
): Promise<KitAddress> => {
  const { log, bind, allowHosts, seed = randomInt(2 ** 47) } = options;
  const dataDir = options.dataDir ?? takeTemporaryFolder(stops);
  makeFolder(dataDir);
  const clock: ClockMode = options.clock === 'system' ? 'system' : 'virtual';
  const service = await openLocalService({
    ...options,
    seed,
    clock,
    dataDir,
    dataKey: randomBytes(32),
    resourcesDir: join(packageRoot(), 'resources'),
    isKept: false,
    folders: foldersOf(dataDir, clock),
    choose: () => {},
    indexesText: false,
  });
  stops.defer(() => service.stop(drain.ms));
  const { apiUrl, apiKey } = await service.start();

  const { control } = service;
  const consumers = createConsumers(control.endpoints.verify);
  stops.defer(() => consumers.closeAll());
  const time = createTime(control.clock, options.clock);
  const kit: KitControl = {
    about: async () => ({
      version: packageVersion(),
      pid: process.pid,
      apiUrl,
      apiKey,
      clock: options.clock,
      seed,
    }),
    until: time.until,
    wait: (request, signal) => waitFor(request, { control, consumers, time }, signal),
  };
  const controlToken = randomBytes(24).toString('base64url');
  const app = await createControlServer({
    token: controlToken,
    bind,
    allowHosts,
    control,
    consumers,
    kit,
    log,
  });
  const server = createLastingServer();
  await app.ready();
  server.serve(app.server);
  const port = await server.open(options.controlPort, bind);
  stops.defer(() => app.close());
  stops.defer(() => server.close(drain.ms));
  return { apiUrl, apiKey, controlUrl: `http://${hostOf(bind)}:${port}${controlPrefix}`, controlToken };
};

/** A sandbox of the other clock is never opened. */
const foldersOf = (dataDir: string, clock: ClockMode): Record<ClockMode, string> => {
  const other = join(dataDir, 'other-clock');
  return { system: other, virtual: other, [clock]: dataDir };
};

/** How this machine reaches what is bound to it. */
const hostOf = (bind: string): string => {
  if (bind === '0.0.0.0' || bind === '::') return '127.0.0.1';
  return bind.includes(':') ? `[${bind}]` : bind;
};
