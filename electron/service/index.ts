import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createAnnouncer } from '#base/announcer.ts';
import { systemTime } from '#base/clock.ts';
import { seededIds } from '#base/ids.ts';
import type { Log } from '#base/log.ts';
import { formatOwnFault, type OwnFault } from '#base/own-fault.ts';
import { createSealer } from '#base/sealing.ts';
import { startWithStops } from '#base/start-with-stops.ts';
import type { SchemaHistory } from '#base/store/sqlite/schema-history.ts';
import { urlOf } from '#base/url-of.ts';
import type { StoreState } from '#contract/figures.ts';
import { defaultWaitingDeliveries } from '#contract/resources.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import { createCallLog } from './api/call-log.ts';
import { createPublicApi } from './api/index.ts';
import { createCompaction } from './compaction.ts';
import { createControl } from './control.ts';
import { type Client, type Pages, upkeepClaim } from './core/context.ts';
import { createDomainEvents } from './core/domain-events.ts';
import { readSpace } from './disk-space.ts';
import { createLegacy } from './legacy/index.ts';
import { createOutbound } from './outbound/create-outbound.ts';
import { descriptorLimit } from './outbound/descriptor-limit.ts';
import type { Outbound } from './outbound/outbound.ts';
import { placesWithin } from './outbound/places.ts';
import { createPlatform } from './platform/index.ts';
import { removeKeptAside } from './repair.ts';
import { createResources, type ServiceResources } from './resources.ts';
import { createExampleEvents } from './sandbox/example-event.ts';
import { createSandbox } from './sandbox/index.ts';
import { takeClock } from './scheduler/clock-fact.ts';
import type { Membership } from './scheduler/membership.ts';
import { createScheduler } from './scheduler/scheduler.ts';
import type { Service, ServiceOptions } from './service.ts';
import { joinOthers } from './sharing.ts';
import type { ServiceContext } from './store/context.ts';
import { selectNewestSeq } from './store/delivery-counts.ts';
import { takeDurability } from './store/durability.ts';
import { readFact } from './store/facts.ts';
import { openFileStore, serviceHistory } from './store/file-store.ts';
import { takeIdentity } from './store/identity.ts';
import { takeRecording } from './store/recording.ts';
import { textIndexOnServer } from './store/search/on-server.ts';
import { createTextIndex, type TextIndex } from './store/search/text-index.ts';
import { openServerStore } from './store/server-store.ts';
import { settingsFact } from './store/settings.ts';
import { createShrinking } from './store/shrinking.ts';
import type { Store } from './store/store.ts';
import { createWebhooks } from './webhooks/index.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export { createServiceBackups, type ServiceBackups } from './backups.ts';
export { createDamagedService } from './damaged.ts';
export { isSandboxUnder } from './data-key.ts';
export { serviceFiles } from './repair.ts';
export { prepareSandbox, readSandboxFacts } from './sandbox-files.ts';
export type { Service, ServiceOptions } from './service.ts';
export {
  beginWithState,
  checkState,
  chooseState,
  dropPreparedState,
  handOver,
  prepareState,
  type ReadyState,
  saveStateTo,
  viewOfState,
} from './states.ts';
export { type StorePlace, serviceSource, serviceTarget } from './store/copies.ts';
export { serverTables } from './store/migrations/postgres/server-tables.ts';
export { serviceSchemaOf } from './store/server-store.ts';

/** The database that it keeps. */
export const histories: readonly SchemaHistory[] = [serviceHistory];

/**
 * The local copy of the service: its modules, put together. The order is that of the layers; what a lower module needs
 * of a higher one (publishing, waking the scheduler) is handed down as a function.
 * @throws CatalogueError `store.damaged`, `store.full`; Error in words about the clock, the key or the catalogue
 */
export const createService = async (options: ServiceOptions): Promise<Service> => {
  const drain = { deadline: 0 };
  const { started, stop } = await startWithStops(
    (stops) => assemble(options, stops, drain),
    (err) => options.log.error({ err }, 'service: stop failed'),
  );
  return {
    ...started,
    stop(drainMs) {
      drain.deadline = systemTime.monotonic() + drainMs;
      return stop();
    },
  };
};

const assemble = async (
  options: ServiceOptions,
  stops: AsyncDisposableStack,
  drain: { deadline: number },
): Promise<Omit<Service, 'stop'>> => {
  const leftMs = () => Math.max(0, drain.deadline - systemTime.monotonic());
  const { backups } = options;
  const announcer = createAnnouncer(options.log);
  const ownAnnouncer = createAnnouncer(options.log);
  const store = await openStore(options, (state) => announcer.announce({ type: 'store', state }));
  stops.defer(() => store.close());
  stops.defer(async () => backups?.stop());
  await takeDurability(store, options.durable);
  await takeRecording(store, options.recording);
  const { client, seed, generation } = await takeIdentity(store, options.seed);
  const { clock, paused } = await store.read((reader) => takeClock(reader, options.clock));
  const events = createDomainEvents<Tx>();
  /** What modules use from the start, and what is there only once they are put together. */
  const late = {
    apiUrl: '',
    wake: () => {},
    nudge: () => {},
    look: () => {},
    waitingLimit: () => defaultWaitingDeliveries,
    membership: undefined as Membership | undefined,
  };
  const { server } = store;
  server?.onTold(announcer.announce);
  const context: ServiceContext = {
    store,
    clock,
    ids: seededIds(seed, generation),
    sealer: createSealer(options.dataKey),
    log: options.log,
    seed,
    generation,
    holder: () => late.membership?.generation() ?? generation,
    claims: { has: (name) => late.membership?.has(name) ?? server === undefined },
    publish: events.publish,
    announce(announcement) {
      ownAnnouncer.announce(announcement);
      announcer.announce(announcement);
      server?.tell(announcement);
    },
    wake() {
      late.wake();
      if (late.membership?.has(upkeepClaim) === false) server?.hint('upkeep');
    },
    ...(server === undefined ? {} : { hintOthers: server.hint, nudge: () => late.nudge() }),
    pages: pagesAt(() => options.publicUrl ?? late.apiUrl),
  };
  const textIndex =
    store.server === undefined
      ? createTextIndex({ servicePath: store.place, log: options.log })
      : textIndexOnServer({ store, server: store.server, log: options.log });
  stops.defer(() => textIndex.stop());
  const modules = await createModules(context, { ...options, textIndex }, client, stops, (fault) => {
    noteShortage(options.log, fault);
    late.look();
  });
  const { platform, legacy, webhooks } = modules;
  events.subscribe(legacy.publish);
  events.subscribe(webhooks.publish);

  const resources = watchResources(context, options, modules, () => late.waitingLimit());
  stops.defer(async () => resources.stop());
  late.look = () => void resources.look();
  const { backpressure } = resources;
  const { subscribe } = announcer;
  const api = await createPublicApi({ context, client, ...modules, ...options, backpressure, subscribe });
  late.waitingLimit = () => api.settings().waitingDeliveries ?? defaultWaitingDeliveries;
  // Only a store that others have, too, is claimed in parts; a file is recovered as a whole.
  const { claims, ...alone } = context;
  const scheduler = createScheduler({
    ...alone,
    paused,
    timed: [
      platform.schedules,
      platform.syncs,
      platform.pushEnds,
      api.rateLimitResets,
      webhooks.expiry,
      webhooks.bulkResends,
      webhooks.retention,
      legacy.retention,
    ],
    leased: [webhooks.deliveries, legacy.alertsDue, legacy.mailsDue],
    ...(server === undefined ? {} : { claims, lost: () => late.membership?.lost() }),
  });
  late.wake = scheduler.wake;
  late.nudge = scheduler.nudge;
  const membership =
    server === undefined
      ? undefined
      : joinOthers(context, server, options, { scheduler, webhooks, legacy, api, client });
  late.membership = membership;
  if (membership !== undefined) {
    const unsubscribe = subscribe(membership.heard);
    stops.defer(async () => unsubscribe());
  }
  stops.defer(async () => membership?.leave());
  const callLog =
    server === undefined
      ? undefined
      : createCallLog(context, {
          vouching: server.vouching,
          requests: { flush: api.flushRequests, lost: api.lostRequests },
          answers: options.isPublic ?? options.listens ?? true,
          generation: context.holder,
        });
  // After the API, whose last calls it vouches for.
  stops.defer(async () => callLog?.stop());
  stops.defer(() => scheduler.stop(leftMs()));
  stops.defer(() => webhooks.oldLog.stop());
  const shrinking =
    store.file === undefined ? undefined : createShrinking({ file: store.file, log: options.log });
  const compaction = createCompaction({ file: store.file, log: options.log });
  stops.defer(() => compaction.stop());
  stops.defer(async () => shrinking?.stop());
  stops.defer(() => api.stop(leftMs()));
  const { emptying } = scheduler;
  const sandbox = createSandbox(context, {
    ...modules,
    client,
    emptying,
    mirrorDir: join(options.dataDir, 'mirror'),
    paused: scheduler.paused,
    subscribe: announcer.subscribe,
    removeBackups: async () => {
      await backups?.removeAll();
      removeKeptAside(options.dataDir);
    },
    flushRequests: api.flushRequests,
    clearTextIndex: textIndex.clear,
  });
  events.subscribe(sandbox.mirrorEvent);
  stops.defer(sandbox.dropMirror);

  return {
    control: createControl({
      clock,
      store,
      scheduler,
      ...modules,
      sandbox,
      api,
      announcer,
      ownAnnouncer,
      callLog,
      resources: resources.show,
      backpressure,
      backupProblem: () => backups?.problem(),
      compaction,
    }),
    async start() {
      await resources.start();
      late.apiUrl =
        options.listens === false ? urlOf(options.bind, options.apiPort) : (await api.start()).url;
      // Only now: what is sent names the address of this API.
      await membership?.join();
      callLog?.start();
      await scheduler.start();
      void webhooks.oldLog.start().then((isMasked) => isMasked && backups?.removeUnmasked());
      backups?.start();
      shrinking?.start();
      if (options.indexesText !== false) startIndexing(textIndex, subscribe, store);
      const [first] = await api.apiKeys();
      return { apiUrl: late.apiUrl, apiKey: options.apiKey ?? first?.apiKey ?? '' };
    },
  };
};

const openStore = (options: ServiceOptions, onChange: (state: StoreState) => void): Promise<Store> => {
  const { storeServer, dataDir, dataKey, backups, log } = options;
  if (storeServer !== undefined) return openServerStore({ ...storeServer, dataKey, log, onChange });
  return openFileStore(join(dataDir, 'service.db'), {
    ...(backups === undefined ? {} : { beforeMigration: backups.beforeMigration }),
    onChange,
  });
};

/** From the first message on: most instances that live for a moment have none. */
const startIndexing = (textIndex: TextIndex, subscribe: ServiceControl['subscribe'], store: Store): void => {
  void store.read(selectNewestSeq).then(
    (newest) => newest > 0 && textIndex.start(),
    () => {},
  );
  subscribe((announcement) => {
    if (announcement.type === 'message') textIndex.start();
  });
};

const watchResources = (
  context: ServiceContext,
  { space = readSpace, dataDir, userDir = dataDir }: ServiceOptions,
  { webhooks, outbound }: { readonly webhooks: Webhooks; readonly outbound: Outbound },
  waitingLimit: () => number,
): ServiceResources =>
  createResources({
    ...context,
    space: () => space(userDir),
    backlog: webhooks.backlog,
    waitingLimit,
    descriptorLimit: descriptorLimit(),
    outbound,
  });

/** The modules that know nothing of each other. */
const createModules = async (
  context: ServiceContext,
  options: ServiceOptions & { readonly textIndex: TextIndex },
  client: Client,
  stops: AsyncDisposableStack,
  onShortage: (fault: OwnFault | undefined) => void,
) => {
  const outbound = createOutbound(
    { allowPrivate: options.allowPrivate },
    { places: placesWithin(descriptorLimit()), onShortage },
  );
  stops.defer(() => outbound.close());
  const { resourcesDir, dataDir, userDir = dataDir } = options;
  const platform = await createPlatform(context, { resourcesDir, dataDir: userDir });
  const outboxDir = join(dataDir, 'outbox');
  mkdirSync(outboxDir, { recursive: true, mode: 0o700 });
  const keptDays = async (reader: Reader) => (await readFact(reader, settingsFact)).retention.messageDays;
  const legacy = await createLegacy(context, { client, outbound, outboxDir, keptDays });
  const exampleEvent = createExampleEvents(context, platform);
  const otherSecrets = legacy.secrets;
  const webhooks = await createWebhooks(context, {
    outbound,
    exampleEvent,
    keptDays,
    otherSecrets,
    textIndex: options.textIndex,
  });
  return { platform, legacy, webhooks, outbound };
};

const noteShortage = (log: Log, fault: OwnFault | undefined): void => {
  if (fault === undefined) log.info('Requests leave again');
  else log.warn({ fault }, `Requests wait: ${formatOwnFault(fault)}. No attempt is used up by it`);
};

const pagesAt = (apiUrl: () => string): Pages => ({
  company: (companyId) => `${apiUrl()}/link/company/${companyId}`,
  connection: (companyId, connectionId) => `${apiUrl()}/link/company/${companyId}/${connectionId}`,
  portal: (companyId) => `${apiUrl()}/link/company/${companyId}`,
});
