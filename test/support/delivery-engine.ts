import { onTestFinished } from 'vitest';
import type { VirtualClock } from '#base/clock.ts';
import { secretForms } from '#base/secret-forms.ts';
import type { Company } from '#contract/company.ts';
import { createOutbound } from '#service/outbound/create-outbound.ts';
import { createScheduler, type Scheduler } from '#service/scheduler/scheduler.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { DomainEvent } from '#service/store/event.ts';
import { createWebhooks } from '#service/webhooks/index.ts';
import type { Webhooks } from '#service/webhooks/webhooks.ts';
import { testContext } from './service-context.ts';

export interface DeliveryEngine {
  readonly context: ServiceContext & { clock: VirtualClock };
  readonly webhooks: Webhooks;
  readonly scheduler: Scheduler;
  /** Its secrets open with it. */
  readonly key: Buffer;
  publish(event?: DomainEvent): Promise<string>;
  /** Sooner than at the end of the test. */
  stop(drainMs?: number): Promise<void>;
}

/** Store, scheduler, outbound and webhooks, put together without the API, on a virtual clock. */
export const startDeliveryEngine = async (
  options: { allowPrivate?: boolean; folder?: string; generation?: number; key?: Buffer } = {},
): Promise<DeliveryEngine> => {
  let scheduler: Scheduler | undefined;
  const base = await testContext(options);
  const context = { ...base, wake: () => scheduler?.wake() };
  const outbound = createOutbound({ allowPrivate: options.allowPrivate ?? false });
  const webhooks = await createWebhooks(context, {
    outbound,
    exampleEvent: async () => companyCreated(),
    keptDays: async () => 90,
    otherSecrets: async () => secretForms([]),
  });
  scheduler = createScheduler({
    store: context.store,
    clock: context.clock,
    log: context.log,
    announce: context.announce,
    paused: false,
    timed: [webhooks.retention],
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
