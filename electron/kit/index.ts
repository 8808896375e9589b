import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createLastingServer } from '#base/http/lasting-server.ts';
import { makeFolder } from '#base/make-folder.ts';
import { packageRoot, packageVersion } from '#base/package-root.ts';
import { startWithStops } from '#base/start-with-stops.ts';
import { controlPrefix, type KitAddress, type KitControl } from '#contract/control.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import type { States } from '#contract/states.ts';
import { createControlServer } from '#control/server.ts';
import type { StatesModule } from '#control/states.ts';
import { openLocalService } from '#local/local-service.ts';
import { createConsumers } from './consumers.ts';
import { createForks } from './forks.ts';
import type { Kit, KitOptions, Origin } from './kit.ts';
import { takeTemporaryFolder } from './temporary-folder.ts';
import { createTime } from './time.ts';
import { waitFor } from './waiting.ts';

export type { Kit, KitOptions } from './kit.ts';

/**
 * The local service and its control API in one process: for an integrator's own tests, without a desk.
 * @throws StartError in words for a person; the listen error of the system, such as EADDRINUSE
 */
export const openKit = (options: KitOptions): Promise<Kit> => open(options);

const open = async (options: KitOptions, origin?: Origin): Promise<Kit> => {
  const drain = { ms: 0 };
  const { started, stop } = await startWithStops(
    (stops) => start(options, stops, drain, origin),
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
  origin?: Origin,
): Promise<KitAddress> => {
  const { log, bind, allowHosts, seed = randomInt(2 ** 47), ...others } = options;
  const dataDir = origin?.dataDir ?? options.dataDir ?? takeTemporaryFolder(stops);
  makeFolder(dataDir);
  const clock: ClockMode = options.clock === 'system' ? 'system' : 'virtual';
  const dataKey = origin?.dataKey ?? randomBytes(32);
  const service = await openLocalService({
    ...others,
    log,
    bind,
    allowHosts,
    // A fork has one already.
    ...(origin === undefined ? { seed } : {}),
    clock,
    dataDir,
    dataKey,
    resourcesDir: join(packageRoot(), 'resources'),
    isKept: false,
    isTestKit: true,
    folders: foldersOf(dataDir, clock),
    choose: () => {},
    indexesText: false,
  });
  stops.defer(() => service.stop(drain.ms));
  const { apiUrl, apiKey } = await service.start();

  const { control, states } = service;
  const consumers = createConsumers(control.endpoints.verify);
  stops.defer(() => consumers.closeAll());
  const time = createTime(control.clock, options.clock);
  const forks = createForks(states, options, { clock, dataKey }, open);
  stops.defer(() => forks.stopAll(drain.ms));
  const kit: KitControl = {
    about: async () => ({
      version: packageVersion(),
      pid: process.pid,
      apiUrl,
      apiKey,
      clock: options.clock,
      seed: service.seed() ?? 0,
    }),
    until: time.until,
    wait: (request, signal) => waitFor(request, { control, consumers, time }, signal),
    fork: forks.start,
    endFork: forks.end,
  };
  const controlToken = randomBytes(24).toString('base64url');
  const app = await createControlServer({
    token: controlToken,
    bind,
    allowHosts,
    control,
    consumers,
    kit,
    states: restoring(states),
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

/** Nothing else that the kit does has to wait for it. */
const restoring = (states: States): StatesModule => ({
  ...states,
  async restore(name, request) {
    const prepared = await states.prepare(name, request);
    try {
      return await prepared.restore();
    } finally {
      prepared.drop();
    }
  },
});

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
