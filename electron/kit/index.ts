import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { createHello } from '#base/hello/answer.ts';
import { newHelloSecret } from '#base/hello/proof.ts';
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
import type { KeptKit, Kit, KitOptions, Origin } from './kit.ts';
import { removeKitRecord, writeKitRecord } from './record.ts';
import { keyOfFolder } from './state-file.ts';
import { takeTemporaryFolder } from './temporary-folder.ts';
import { createTime } from './time.ts';
import { waitFor } from './waiting.ts';

export { type KeptKit, type Kit, type KitOptions, onLoopback } from './kit.ts';

/**
 * The local service and its control API in one process: for an integrator's own tests, without a desk.
 * @throws StartError in words for a person
 */
export const openKit = (options: KitOptions): Promise<Kit> => open(options);

/**
 * The same, for a command that needs a service on a folder.
 * @throws StartError in words for a person; FolderInUseError if another process serves the folder
 */
export const openKeptKit = (options: KitOptions & { readonly dataDir: string }): Promise<KeptKit> =>
  begin(options);

const open = async (options: KitOptions, origin?: Origin): Promise<Kit> => {
  const { address, stop } = await begin(options, origin);
  return { ...address, stop };
};

const begin = async (options: KitOptions, origin?: Origin): Promise<Begun & Pick<Kit, 'stop'>> => {
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

interface Begun extends Omit<KeptKit, 'stop'> {
  readonly address: KitAddress;
}

const start = async (
  options: KitOptions,
  stops: AsyncDisposableStack,
  drain: { ms: number },
  origin?: Origin,
): Promise<Begun> => {
  const { log, bind, allowHosts, opened, seed: _seed, keyOf: _keyOf, ...others } = options;
  const { dataDir, dataKey, clock: kitClock, seed, noteUsed } = folderFor(options, stops, origin);
  const clock = modeOf(kitClock);
  // Whatever is there was left by a service that is gone.
  removeKitRecord(dataDir);
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
      dataDir,
    }),
    until: time.until,
    wait: (request, signal) => waitFor(request, { control, consumers, time }, signal),
    fork: forks.start,
    endFork: forks.end,
    handOver: (name, { passphrase }) => states.readFor(name, passphrase),
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
  const secret = newHelloSecret();
  const hello = createHello({ secret });
  const server = createLastingServer(undefined, hello.answer);
  await app.ready();
  server.serve(app.server);
  const port = await server.open(options.controlPort, bind).catch((error: unknown) => {
    throw listenError(error, 'control', options.controlPort, bind);
  });
  stops.defer(() => app.close());
  stops.defer(() => server.close(drain.ms));
  // What holds it has no end.
  stops.defer(() => hello.close());
  const controlUrl = `http://${hostOf(bind)}:${port}${controlPrefix}`;
  const record = { pid: process.pid, apiUrl, controlUrl, controlToken, secret };
  writeKitRecord(dataDir, record);
  stops.defer(() => removeKitRecord(dataDir));
  return { address: { apiUrl, apiKey, controlUrl, controlToken }, record, released: hello.released };
};

/** What the service works on: what a fork began with, a folder that is kept, or one for its life alone. */
const folderFor = (
  { dataDir, keyOf, clock, seed }: KitOptions,
  stops: AsyncDisposableStack,
  origin: Origin | undefined,
): Omit<KeptFolder, 'noteUsed'> & { dataDir: string; noteUsed?: () => void } => {
  // A fork has its seed already.
  if (origin !== undefined) return { ...origin, clock: clock ?? 'system' };
  if (dataDir !== undefined) return { dataDir, ...openKeptFolder(dataDir, { clock, seed }, stops) };
  return {
    dataDir: takeTemporaryFolder(stops),
    dataKey: (typeof keyOf === 'string' ? keyOfFolder(keyOf) : keyOf) ?? randomBytes(32),
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
