import { randomBytes } from 'node:crypto';
import { VirtualClock } from '#base/clock.ts';
import { seededIds } from '#base/ids.ts';
import { silentLog } from '#base/log.ts';
import { createSealer } from '#base/sealing.ts';
import type { Announcement } from '#contract/stream.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import type { ServiceContext } from '#service/store/context.ts';
import type { Store } from '#service/store/store.ts';
import { openTestStore } from './test-store.ts';

export interface TestContext extends ServiceContext {
  readonly clock: VirtualClock;
  /** What its secrets are sealed under, for a second context on the same folder. */
  readonly key: Buffer;
  readonly published: DomainEvent[];
  readonly announced: Announcement[];
}

/** A context over a real store on a virtual clock, with what was published and announced kept for inspection. */
export const testContext = async (
  options: {
    seed?: number;
    now?: number;
    folder?: string;
    generation?: number;
    key?: Buffer;
    /** Left out: one of its own. */
    store?: Store;
  } = {},
): Promise<TestContext> => {
  const published: DomainEvent[] = [];
  const announced: Announcement[] = [];
  const store = options.store ?? (await openTestStore(options.folder));
  const { seed = 1, generation = 1, key = randomBytes(32) } = options;
  return {
    key,
    store,
    clock: new VirtualClock(options.now ?? Date.UTC(2026, 0, 15, 9)),
    ids: seededIds(seed, generation),
    sealer: createSealer(key),
    log: silentLog(),
    seed,
    generation,
    holder: () => generation,
    claims: { has: () => true },
    publish: async (_tx, event) => {
      published.push(event);
    },
    announce: (announcement) => announced.push(announcement),
    wake: () => {},
    pages: {
      company: (companyId) => `http://127.0.0.1/link/company/${companyId}`,
      connection: (companyId, connectionId) => `http://127.0.0.1/link/company/${companyId}/${connectionId}`,
      portal: (companyId) => `http://127.0.0.1/portal/company/${companyId}`,
    },
    published,
    announced,
  };
};
