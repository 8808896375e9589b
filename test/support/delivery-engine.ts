import { onTestFinished } from 'vitest';
import type { VirtualClock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { type SecretForms, secretForms } from '#base/secret-forms.ts';
import type { Company } from '#contract/company.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import { createOutbound } from '#service/outbound/create-outbound.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import { createScheduler, type Scheduler } from '#service/scheduler/scheduler.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { textIndexOnServer } from '#service/store/search/on-server.ts';
import { createTextIndex, type TextIndex } from '#service/store/search/text-index.ts';
import { createWebhooks, type WebhooksOptions } from '#service/webhooks/index.ts';
import type { Webhooks } from '#service/webhooks/webhooks.ts';
import { type TestContext, testContext } from './service-context.ts';

export interface DeliveryEngine {
  readonly context: Pick<TestContext, 'announced'> & ServiceContext & { clock: VirtualClock };
  readonly webhooks: Webhooks;
  readonly scheduler: Scheduler;
  /** Its secrets open with it. */
  readonly key: Buffer;
  publish(event?: DomainEvent): Promise<string>;
  /** Sooner than at the end of the test. */
  stop(drainMs?: number): Promise<void>;
}

interface EngineOptions {
  allowPrivate?: boolean;
  folder?: string;
  generation?: number;
  key?: Buffer;
  /** Where the clock stands at the start, ms UTC. */
  now?: number;
  /** Real requests if left out. */
  outbound?: Outbound;
  /** Besides those of endpoints. */
  otherSecrets?: SecretForms;
  log?: Log;
  exampleEvent?: WebhooksOptions['exampleEvent'];
}

export const textIndexOf = ({ store, log }: Pick<ServiceContext, 'store' | 'log'>): TextIndex => {
  const { server } = store;
  const index =
    server === undefined
      ? createTextIndex({ servicePath: store.place, log })
      : textIndexOnServer({ store, server, log });
  onTestFinished(() => index.stop());
  return index;
};

/** Store, scheduler, outbound and webhooks, put together without the API, on a virtual clock. */
export const startDeliveryEngine = async (options: EngineOptions = {}): Promise<DeliveryEngine> => {
  let scheduler: Scheduler | undefined;
  const base = await testContext(options);
  const { log = base.log, otherSecrets = secretForms([]) } = options;
  const context = { ...base, log, wake: () => scheduler?.wake() };
  const outbound = options.outbound ?? createOutbound({ allowPrivate: options.allowPrivate ?? false });
  const webhooks = await createWebhooks(context, {
    outbound,
    exampleEvent: options.exampleEvent ?? (async () => companyCreated()),
    textIndex: textIndexOf(context),
    keptDays: async () => 90,
    otherSecrets: async () => otherSecrets,
  });
  scheduler = createScheduler({
    store: context.store,
    clock: context.clock,
    log: context.log,
    announce: context.announce,
    paused: false,
    generation: context.generation,
    timed: [webhooks.expiry, webhooks.bulkResends, webhooks.retention],
    leased: [webhooks.deliveries],
  });
  await scheduler.start();
  const started = scheduler;
  let stopped: Promise<void> | undefined;
  const stop = (drainMs = 0): Promise<void> => {
    stopped ??= started.stop(drainMs).then(() => outbound.close());
    return stopped;
  };
  onTestFinished(() => stop());
  return {
    context,
    webhooks,
    scheduler: started,
    key: base.key,
    stop,
    publish: async (event = companyCreated()) => {
      const { messageId } = await context.store.write((tx) => webhooks.publish(tx, event));
      return messageId;
    },
  };
};

export const testCompany = (change: Partial<Company> = {}): Company => ({
  id: '5f9a1c3e-0000-4000-8000-000000000001',
  name: 'Bright Bakery',
  redirect: 'http://127.0.0.1/link',
  platform: 'Xero',
  created: '2026-01-01T00:00:00.000Z',
  createdByUserName: 'API key',
  tags: {},
  products: [],
  dataConnections: [],
  referenceSubsidiaryCompanies: [],
  ...change,
});

export const companyCreated = (change: Partial<Company> = {}): DomainEvent => ({
  type: 'company.created',
  company: testCompany(change),
});
