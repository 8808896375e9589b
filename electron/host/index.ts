import { join, resolve } from 'node:path';
import { systemTime } from '#base/clock.ts';
import { newHelloSecret } from '#base/hello/proof.ts';
import type { Log } from '#base/log.ts';
import { packageRoot, packageVersion } from '#base/package-root.ts';
import { startWithStops } from '#base/start-with-stops.ts';
import { addressText } from '#base/store/postgres/address.ts';
import { refuseNewer } from '#base/store/sqlite/schema-history.ts';
import type { HostRecord, ReadyLine } from '#contract/desk.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ClockMode } from '#contract/sandboxes.ts';
import { createDesk, histories as deskHistories } from '#desk/index.ts';
import { prepareDataFolder } from '#local/hold-folder.ts';
import { createInstances } from '#local/instances.ts';
import { readLastOptions, writeLastOptions } from '#local/last-options.ts';
import { openLocalService } from '#local/local-service.ts';
import { refuseLost } from '#local/lost-database.ts';
import { chosenFolder, homeOf, sandboxFolders } from '#local/sandbox-folders.ts';
import { describe, folderError, listenError } from '#local/start-error.ts';
import { histories as serviceHistories } from '#service/index.ts';
import { claimDataFolder, isTemporary, putSandboxAside } from './data-folder.ts';
import { chooseDataKey, isWithoutKey } from './data-key.ts';
import { removeHostRecord, writeHostRecord } from './discovery.ts';
import { boundHeapGrowth } from './heap-growth.ts';
import { chooseKeyCommand } from './key-command.ts';
import { type AskedOidc, chooseOidc } from './oidc.ts';
import { type AskedReach, chooseReach, type Reach } from './reach.ts';
import { createReceiver } from './receiver/index.ts';
import { chooseRoles, type Role } from './roles.ts';
import { createScenarios } from './scenarios.ts';
import { type AskedStore, chooseRowKeys, chooseStore, refuseBegunStore, shareOf } from './store-place.ts';

export interface HostOptions extends AskedStore, AskedReach, AskedOidc {
  readonly dataDir: string;
  /** 0: a free one. */
  readonly apiPort: number;
  /** 0: a free one. */
  readonly deskPort: number;
  /** As the folder was last served, if left out. */
  readonly clock?: 'system' | 'virtual';
  /** As the folder was last served, if left out. */
  readonly allowPrivate?: boolean;
  /** 32 bytes out of the keychain; left out, those of the key file. */
  readonly dataKey?: Buffer;
  /** The path of a file with them; left out: CARRYOVER_DATA_KEY_FILE, else as the folder was last served. */
  readonly dataKeyFile?: string;
  /** What wraps the keys of token rows; left out: CARRYOVER_KEY_COMMAND, else as the folder was last served. */
  readonly keyCommand?: string;
  /** The folder of row keys that processes of a store share; left out: CARRYOVER_ROW_KEYS, else as the folder was last served. */
  readonly rowKeys?: string;
  /** The data key or, where that is there, the signing key is lost: make a new one, and keep the cases. */
  readonly newKey?: boolean;
  /** What the local service acknowledged survives a power cut; as the settings say, if left out. */
  readonly durable?: boolean;
  /** What this process does, comma-separated; left out: CARRYOVER_ROLES, else everything. */
  readonly roles?: string;
  /** Headers and bodies of requests are recorded; as the settings say, if left out. */
  readonly recording?: boolean;
  /** Back up `service.db`, too; left out: unless the data folder is a temporary one. */
  readonly serviceBackups?: boolean;
  readonly seed?: number;
  readonly apiKey?: string;
  /** The built screens; those beside the host, if left out. */
  readonly rendererDir?: string;
  readonly log: Log;
  /** The store on the server is a newer build's now: this process can do nothing any more, and is to end. */
  readonly outdated?: (why: Error) => void;
}

export interface Host {
  readonly ready: Omit<ReadyLine, 'event'>;
  /** What the discovery file says of it. Without the desk there is none: commands go by it. */
  readonly record: HostRecord;
  readonly clock: 'system' | 'virtual';
  readonly reach: Reach;
  /** Resolves once no command but its own needs it; from then on none is let in. */
  released(): Promise<void>;
  /**
   * Stops taking requests, lets what is in flight end for at most `drainMs`, and stops.
   * @param noticeMs how long `/ready` says so before
   */
  stop(drainMs: number, noticeMs?: number): Promise<void>;
}

/** A desk request that takes longer than this is waiting for the service, which is about to stop. */
const deskDrainMs = 1000;

/**
 * The local service and the desk in one process. Each step registers its own stop; they are undone in reverse.
 * @throws StartError in words for a person; CatalogueError `store.…`
 */
export const startHost = async (options: HostOptions): Promise<Host> => {
  boundHeapGrowth();
  const drain = { ms: 0 };
  const { started, stop } = await startWithStops(
    (stops) => start(options, stops, drain),
    (err) => options.log.error({ err }, 'host: stop failed'),
  ).catch((error: unknown) => {
    throw folderError(error, options.dataDir);
  });
  const { stopping, ...host } = started;
  return {
    ...host,
    async stop(drainMs, noticeMs = 0) {
      stopping();
      await systemTime.sleep(noticeMs);
      drain.ms = drainMs;
      await stop();
    },
  };
};

const start = async (
  options: HostOptions,
  stops: AsyncDisposableStack,
  drain: { ms: number },
): Promise<Omit<Host, 'stop'> & { readonly stopping: () => void }> => {
  const { dataDir, log } = options;
  const resourcesDir = join(packageRoot(), 'resources');
  const { clock, allowPrivate } = { ...readLastOptions(dataDir), ...given(options) };
  prepareDataFolder(dataDir);
  const lock = claimDataFolder(dataDir);
  stops.defer(() => lock.release());
  refuseNewer(dataDir, [...serviceHistories, ...deskHistories]);
  refuseNewer(chosenFolder(dataDir), serviceHistories);
  // Whatever is there was left by a host that is gone.
  removeHostRecord(dataDir);

  const store = chooseStore(dataDir, options);
  const roles = chooseRoles(options.roles, store !== undefined);
  const reach = await chooseReach(options, roles).catch((error: unknown) => {
    throw listenError(error, 'API', options.apiPort, options.bind);
  });
  const { bind, httpsUrl } = reach;
  if (store === undefined) refuseLost(dataDir, 'desk');
  else if (options.newKey) throw new CatalogueError('store.onServer', { what: 'Replacing a lost key' });
  else if (isWithoutKey(options)) await refuseBegunStore(store);
  const { dataKey, lost, file: dataKeyFile } = chooseDataKey(options);
  const keyCommand = chooseKeyCommand(options);
  const rowKeys = chooseRowKeys(options, store);
  const oidc = roles.has('desk') ? chooseOidc(options) : undefined;
  if (lost === 'data key') putSandboxAside(dataDir);
  const isKept = options.serviceBackups ?? !isTemporary(dataDir);
  const home = homeOf(dataDir) ?? clock;
  const kept = {
    allowPrivate,
    home,
    ...(store === undefined ? {} : { store: store.address }),
    ...(dataKeyFile === undefined ? {} : { dataKeyFile: resolve(dataKeyFile) }),
    ...(keyCommand === undefined ? {} : { keyCommand: keyCommand.text }),
    ...(rowKeys === undefined ? {} : { rowKeys }),
  };
  const choose = (chosen: ClockMode) => writeLastOptions(dataDir, { ...kept, clock: chosen });
  const service = await openLocalService({
    ...options,
    clock,
    allowPrivate,
    dataKey,
    resourcesDir,
    isKept,
    folders: sandboxFolders(dataDir, clock),
    choose,
    ...(store === undefined ? {} : { storeServer: shareOf(store.place, 'service') }),
    ...listening({ ...options, ...reach }, roles),
    delivers: roles.has('deliver'),
  });
  const receiver = createReceiver({ dataDir, verify: service.control.endpoints.verify, log });
  service.control.subscribe((one) => {
    if (one.type === 'sandbox' && one.change === 'reset') receiver.forget();
  });
  // Closed after the service, whose last deliveries it takes, and open before the first ones.
  stops.defer(() => receiver.close());
  stops.defer(() => service.stop(drain.ms));
  await receiver.resume();
  const api = await service.start().catch((error: unknown) => {
    throw listenError(error, 'API', options.apiPort, bind);
  });

  const { apiUrl, apiKey } = api;
  const { pid } = process;
  const shown = (desk: { deskUrl: string; deskToken: string }): Host['ready'] => ({
    apiUrl: roles.has('api') ? apiUrl : '',
    apiKey,
    ...desk,
    dataDir,
    pid,
  });
  if (!roles.has('desk')) {
    choose(clock);
    const ready = shown({ deskUrl: '', deskToken: '' });
    const record = { ...ready, secret: '', version: packageVersion() };
    return { ready, record, clock, reach, released: async () => {}, stopping: service.stopping };
  }

  const instances = createInstances({ dataDir, resourcesDir, log });
  stops.defer(() => instances.close());

  const secret = newHelloSecret();
  const desk = await openDesk({
    ...options,
    ...reach,
    publicUrl: httpsUrl,
    dataKey,
    lost,
    keyCommand: keyCommand?.command,
    rowKeys,
    oidc,
    control: service.control,
    localService: service.files,
    ...(store === undefined
      ? {}
      : { storeServer: addressText(store.place.address), deskServer: shareOf(store.place, 'desk') }),
    sandboxes: service.sandboxes,
    states: service.states,
    scenarios: createScenarios({ dataDir, dataKey }),
    instances,
    receiver,
    localApiUrl: apiUrl,
    helloSecret: secret,
    port: options.deskPort,
  });
  stops.defer(() => desk.stop(Math.min(drain.ms, deskDrainMs)));
  const { deskUrl, deskToken } = await desk.start().catch((error: unknown) => {
    throw listenError(error, 'desk', options.deskPort, bind);
  });

  choose(clock);
  const record = { pid, apiUrl, deskUrl, deskToken, secret, version: packageVersion() };
  writeHostRecord(dataDir, record);
  stops.defer(() => removeHostRecord(dataDir));
  const stopping = (): void => {
    service.stopping();
    desk.stopping();
  };
  const ready = shown({ deskUrl, deskToken });
  return { ready, record, clock, reach, released: desk.released, stopping };
};

/**
 * Without the role, the API listens on loopback for the runs of the desk alone, or not at all. What is stated of a process
 * with the desk is the desk's address.
 */
const listening = (
  { bind, apiPort, allowHosts, httpsUrl }: Reach & Pick<HostOptions, 'apiPort'>,
  roles: ReadonlySet<Role>,
) => {
  const names = httpsUrl === undefined ? allowHosts : [...allowHosts, new URL(httpsUrl).hostname];
  const publicUrl = roles.has('desk') ? undefined : httpsUrl;
  return roles.has('desk') && !roles.has('api')
    ? { bind: '127.0.0.1', apiPort: 0, allowHosts: names, listens: true, isPublic: false }
    : { bind, apiPort, allowHosts: names, publicUrl, listens: roles.has('api'), isPublic: roles.has('api') };
};

type DeskOptions = Parameters<typeof createDesk>[0];

/** @throws StartError for what the desk or its store says in words */
const openDesk = async (options: Omit<DeskOptions, 'rendererDir'> & Pick<HostOptions, 'rendererDir'>) => {
  const { rendererDir = join(packageRoot(), 'out', 'renderer') } = options;
  try {
    return await createDesk({ ...options, rendererDir });
  } catch (error) {
    throw describe(error);
  }
};

const given = ({ clock, allowPrivate }: HostOptions) => ({
  ...(clock === undefined ? {} : { clock }),
  ...(allowPrivate === undefined ? {} : { allowPrivate }),
});
