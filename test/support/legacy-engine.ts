import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { VirtualClock } from '#base/clock.ts';
import type { Connection } from '#contract/company.ts';
import type { Rule, RuleType } from '#contract/legacy.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import { createLegacy } from '#service/legacy/index.ts';
import type { Legacy } from '#service/legacy/legacy.ts';
import { createOutbound } from '#service/outbound/create-outbound.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import { createScheduler, type Scheduler } from '#service/scheduler/scheduler.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { testCompany } from './delivery-engine.ts';
import { testContext } from './service-context.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface LegacyEngine {
  readonly context: ServiceContext & { clock: VirtualClock };
  readonly legacy: Legacy;
  readonly scheduler: Scheduler;
  readonly outboxDir: string;
  readonly client: { id: string; name: string };
  rule(type: RuleType, webhook?: string, more?: { companyId?: string; emails?: string[] }): Promise<Rule>;
  publish(event: DomainEvent): Promise<void>;
}

/** Store, scheduler, outbound and the legacy mechanism, put together without the API, on a virtual clock. */
export const startLegacyEngine = async (
  options: { folder?: string; generation?: number; outbound?: Outbound } = {},
): Promise<LegacyEngine> => {
  let scheduler: Scheduler | undefined;
  const folder = options.folder ?? temporaryFolder();
  const base = await testContext({ folder });
  const generation = options.generation ?? 1;
  const context = { ...base, generation, holder: () => generation, wake: () => scheduler?.wake() };
  const outbound = options.outbound ?? createOutbound({ allowPrivate: false });
  const client = { id: 'c11e0000-0000-4000-8000-000000000000', name: 'Acme Platform' };
  const outboxDir = join(folder, 'outbox');
  const legacy = await createLegacy(context, {
    client,
    outbound,
    outboxDir,
    keptDays: async () => 30,
  });
  const started = createScheduler({
    store: context.store,
    clock: context.clock,
    log: context.log,
    announce: context.announce,
    paused: false,
    generation,
    timed: [legacy.retention],
    leased: [legacy.alertsDue, legacy.mailsDue],
  });
  scheduler = started;
  await started.start();
  onTestFinished(async () => {
    await started.stop(0);
    await outbound.close();
  });
  return {
    context,
    legacy,
    scheduler: started,
    outboxDir,
    client,
    rule: (type, webhook, { companyId, emails } = {}) =>
      legacy.rules.create({ type, companyId, notifiers: { emails, webhook } }),
    publish: (event) => context.store.write((tx) => legacy.publish(tx, event)),
  };
};

export const testConnection = (change: Partial<Connection> = {}): Connection => ({
  id: 'c0440000-0000-4000-8000-000000000001',
  integrationId: '1c000000-0000-4000-8000-000000000001',
  integrationKey: 'gbol',
  sourceId: '50000000-0000-4000-8000-000000000001',
  sourceType: 'Accounting',
  platformName: 'Xero',
  linkUrl: 'http://127.0.0.1/link',
  status: 'Linked',
  created: '2026-01-01T00:00:00.000Z',
  dataConnectionErrors: [],
  connectionInfo: {},
  ...change,
});

/** A connection that was linked: fires `DataConnectionStatusChanged`. */
export const connected = (companyName?: string): DomainEvent => ({
  type: 'connection.connected',
  company: testCompany(companyName === undefined ? {} : { name: companyName }),
  connection: testConnection(),
  oldStatus: 'PendingAuth',
});
