import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { VirtualClock } from '#base/clock.ts';
import type { Announcement } from '#contract/stream.ts';
import { createDomainEvents } from '#service/core/domain-events.ts';
import { createLegacy } from '#service/legacy/index.ts';
import type { Legacy } from '#service/legacy/legacy.ts';
import { createOutbound } from '#service/outbound/create-outbound.ts';
import { createPlatform } from '#service/platform/index.ts';
import type { Platform } from '#service/platform/platform.ts';
import { createExampleEvents } from '#service/sandbox/example-event.ts';
import { createSandbox } from '#service/sandbox/index.ts';
import type { Sandbox } from '#service/sandbox/sandbox.ts';
import { createScheduler, type Scheduler } from '#service/scheduler/scheduler.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Tx } from '#service/store/store.ts';
import { createWebhooks } from '#service/webhooks/index.ts';
import type { Webhooks } from '#service/webhooks/webhooks.ts';
import { testContext } from './service-context.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { resourcesDir } from './test-platform.ts';

export interface SandboxEngine {
  readonly context: ServiceContext & { clock: VirtualClock };
  readonly announced: Announcement[];
  readonly client: { id: string; name: string };
  readonly outboxDir: string;
  readonly platform: Platform;
  readonly legacy: Legacy;
  readonly webhooks: Webhooks;
  readonly sandbox: Sandbox;
  readonly scheduler: Scheduler;
}

/** The whole service without its API, on a virtual clock. */
export const startSandboxEngine = async (): Promise<SandboxEngine> => {
  const folder = temporaryFolder();
  const base = await testContext({ folder });
  const events = createDomainEvents<Tx>();
  const listeners = new Set<(announcement: Announcement) => void>();
  const subscribe = (listener: (announcement: Announcement) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const modules: { scheduler?: Scheduler } = {};
  const context: ServiceContext & { clock: VirtualClock } = {
    ...base,
    wake: () => modules.scheduler?.wake(),
    announce: (announcement) => {
      base.announce(announcement);
      for (const listener of listeners) listener(announcement);
    },
    publish: events.publish,
  };
  const outbound = createOutbound({ allowPrivate: false });
  const client = { id: 'c11e0000-0000-4000-8000-000000000000', name: 'Acme Platform' };
  const outboxDir = join(folder, 'outbox');
  const platform = await createPlatform(context, { resourcesDir });
  const keptDays = async () => 90;
  const legacy = await createLegacy(context, { client, outbound, outboxDir, keptDays });
  const webhooks = await createWebhooks(context, {
    outbound,
    exampleEvent: createExampleEvents(context, platform),
    keptDays,
    otherSecrets: legacy.secrets,
  });
  events.subscribe(legacy.publish);
  events.subscribe(webhooks.publish);
  const scheduler = createScheduler({
    store: context.store,
    clock: context.clock,
    log: context.log,
    announce: context.announce,
    paused: false,
    generation: context.generation,
    timed: [platform.schedules, platform.syncs, platform.pushEnds, webhooks.retention],
    leased: [webhooks.deliveries, legacy.alertsDue, legacy.mailsDue],
  });
  modules.scheduler = scheduler;
  const sandbox = createSandbox(context, {
    clearTextIndex: async () => {},
    platform,
    legacy,
    webhooks,
    client,
    emptying: scheduler.emptying,
    mirrorDir: join(folder, 'mirror'),
    paused: scheduler.paused,
    subscribe,
    removeBackups: async () => {},
    flushRequests: async () => {},
  });
  events.subscribe(sandbox.mirrorEvent);
  await scheduler.start();
  onTestFinished(async () => {
    await sandbox.dropMirror();
    await scheduler.stop(0);
    await outbound.close();
  });
  return {
    context,
    announced: base.announced,
    client,
    outboxDir,
    platform,
    legacy,
    webhooks,
    sandbox,
    scheduler,
  };
};
