import type { Announcement } from '#contract/stream.ts';
import type { PublicApi } from './api/index.ts';
import { type Client, endpointClaim, upkeepClaim } from './core/context.ts';
import type { Legacy } from './legacy/legacy.ts';
import { createMembership, type Membership } from './scheduler/membership.ts';
import type { Scheduler } from './scheduler/scheduler.ts';
import type { ServiceOptions } from './service.ts';
import { readClient } from './store/client-fact.ts';
import type { ServiceContext } from './store/context.ts';
import type { StoreServer } from './store/store.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

interface Modules {
  readonly scheduler: Scheduler;
  readonly webhooks: Webhooks;
  readonly legacy: Legacy;
  readonly api: Pick<PublicApi, 'follower'>;
  readonly client: { -readonly [K in keyof Client]: Client[K] };
}

export interface OfOthers extends Membership {
  /** Looks for what is to be claimed after an announcement of something new. */
  heard(announcement: Announcement): void;
}

/** Has this process follow what others of the store change, and take its part of what falls due. */
export const joinOthers = (
  context: ServiceContext,
  server: StoreServer,
  { clock, delivers = true, outdated = () => {} }: Pick<ServiceOptions, 'clock' | 'delivers' | 'outdated'>,
  { scheduler, webhooks, legacy, api, client }: Modules,
): OfOthers => {
  const { store, log, generation } = context;
  for (const { follower } of [webhooks.sharing, legacy, api]) server.follow(follower);
  server.follow({ read: scheduler.followPause, emptied: scheduler.abandon });
  server.follow({
    read: async (reader) => {
      const known = await readClient(reader);
      return () => void (known !== null && Object.assign(client, known));
    },
  });
  const lookEverywhere = (): void => {
    webhooks.sharing.lookAgain();
    scheduler.wake();
  };
  server.onHint((where) => {
    if (where === 'any') return lookEverywhere();
    const endpoints = where.filter((one) => one !== 'upkeep' && one !== 'claims');
    for (const one of endpoints) webhooks.sharing.hinted(Number(one), typeof one === 'string');
    if (where.includes('claims')) membership.lookAgain();
    if (where.includes('upkeep') && membership.has(upkeepClaim)) scheduler.wake();
    // What was just claimed is looked at anyway.
    else if (endpoints.some((one) => membership.has(endpointClaim(Number(one))))) scheduler.nudge();
  });
  const membership = createMembership({
    store,
    server,
    log,
    clock,
    generation,
    delivers,
    outdated,
    names: () => [...webhooks.sharing.names(), upkeepClaim],
    isIdle: (name) => name === upkeepClaim || webhooks.sharing.isIdle(name),
    async endLeases(tx, generations) {
      let count = 0;
      for (const source of [webhooks.deliveries, legacy.alertsDue, legacy.mailsDue]) {
        count += await source.recover(tx, { generations });
      }
      await webhooks.markInterrupted(tx);
      return count;
    },
    claiming: webhooks.sharing.claiming,
    claimed(names) {
      webhooks.sharing.claimed(names);
      scheduler.wake();
    },
    // No hint may have come through.
    looked: lookEverywhere,
    abandon: scheduler.abandon,
  });
  return {
    ...membership,
    heard(one) {
      const mayBeNew = one.type === 'sandbox' || (one.type === 'endpoint' && one.change === 'created');
      if (mayBeNew) membership.lookAgain();
    },
  };
};
