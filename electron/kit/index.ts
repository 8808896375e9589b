import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createLastingServer } from '#base/http/lasting-server.ts';
import { packageRoot, packageVersion } from '#base/package-root.ts';
import { startWithStops } from '#base/start-with-stops.ts';
import { controlPrefix, type KitAddress, type KitControl } from '#contract/control.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import type { States } from '#contract/states.ts';
import { createControlServer } from '#control/server.ts';
import type { StatesModule } from '#control/states.ts';
import { type KeptFolder, modeOf, openKeptFolder, refuseDamaged } from '#local/kept-folder.ts';
import { openLocalService } from '#local/local-service.ts';
import { listenError } from '#local/start-error.ts';
import { createConsumers } from './consumers.ts';
import { createForks } from './forks.ts';
import type { Kit, KitOptions, Origin } from './kit.ts';
import { takeTemporaryFolder } from './temporary-folder.ts';
import { createTime } from './time.ts';
import { waitFor } from './waiting.ts';

export { type Kit, type KitOptions, onLoopback } from './kit.ts';

/**
 * The local service and its control API in one process: for an integrator's own tests, without a desk.
 * @throws StartError in words for a person
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
  const { log, bind, allowHosts, opened, seed: _seed, ...others } = options;
  const { dataDir, dataKey, clock: kitClock, seed, noteUsed } = folderFor(options, stops, origin);
  const clock = modeOf(kitClock);
  const service = await openLocalService({
    ...others,
    log,
    bind,
    allowHosts,
    ...(seed === undefined ? {} : { seed }),
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
  if (service.isDamaged()) refuseDamaged(dataDir);
  opened?.(service.control);
  const { apiUrl, apiKey } = await service.start().catch((error: unknown) => {
    throw listenError(error, 'API', options.apiPort, bind);
  });
  noteUsed?.();

  const { control, states } = service;
  const consumers = createConsumers(control.endpoints.verify);
  stops.defer(() => consumers.closeAll());
  const time = createTime(control.clock, kitClock);
  const forks = createForks(states, { ...options, clock: kitClock }, { clock, dataKey }, open);
  stops.defer(() => forks.stopAll(drain.ms));
  const kit: KitControl = {
    about: async () => ({
      version: packageVersion(),
      pid: process.pid,
      apiUrl,
      apiKey,
      clock: kitClock,
      seed: service.seed() ?? 0,
    }),
    until: time.until,
    wait: (request, signal) => waitFor(request, { control, consumers, time }, signal),
    fork: forks.start,
    endFork: forks.end,
  };
  const { controlToken = randomBytes(24).toString('base64url') } = options;
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
  const port = await server.open(options.controlPort, bind).catch((error: unknown) => {
    throw listenError(error, 'control', options.controlPort, bind);
  });
  stops.defer(() => app.close());
  stops.defer(() => server.close(drain.ms));
  return { apiUrl, apiKey, controlUrl: `http://${hostOf(bind)}:${port}${controlPrefix}`, controlToken };
};

/** What the service works on: what a fork began with, a folder that is kept, or one for its life alone. */
const folderFor = (
  { dataDir, clock, seed }: KitOptions,
  stops: AsyncDisposableStack,
  origin: Origin | undefined,
): Omit<KeptFolder, 'noteUsed'> & { dataDir: string; noteUsed?: () => void } => {
  // A fork has its seed already.
  if (origin !== undefined) return { ...origin, clock: clock ?? 'system' };
  if (dataDir !== undefined) return { dataDir, ...openKeptFolder(dataDir, { clock, seed }, stops) };
  return {
    dataDir: takeTemporaryFolder(stops),
    dataKey: randomBytes(32),
    clock: clock ?? 'system',
    seed: seed ?? randomInt(2 ** 47),
  };
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
