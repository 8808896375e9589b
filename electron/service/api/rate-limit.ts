import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { dailyReset } from '#contract/events.ts';
import type { TimedSource, UpcomingWork } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import { createSharedQuota, type DayCount } from './shared-quota.ts';

/**
 * The daily quota: `1000 × (1 + companies with a Linked connection)` requests, reset at 00:00 UTC of the service's
 * clock. Source: `docs/reference/rules/api.md#rate-limit`.
 */
export interface RateLimit {
  /** Reads the count and the size of the quota again. */
  load(on: boolean): Promise<void>;
  /** Lets go of the count, which the next load reads. */
  forget(): void;
  /**
   * Counts one request, if the limit is on.
   * @throws CatalogueError `rateLimit.reached`
   */
  take(): Promise<void> | undefined;
  headers(): RateLimitHeaders;
  secondsToReset(): number;
  /** Writes the count, so that it outlives the process. */
  save(tx: Tx): Promise<void>;
  /** Announces the reset, on a day after the quota was reached. */
  readonly resets: TimedSource;
}

export type RateLimitHeaders = Record<
  'x-rate-limit-limit' | 'x-rate-limit-remaining' | 'x-rate-limit-reset',
  string
>;

const dayMs = 86_400_000;
const requestsPerCompany = 1000;
const dayOf = (at: number): number => Math.floor(at / dayMs);
/** The midnight (UTC) that ends the day, ms UTC. */
const endOf = (day: number): number => (day + 1) * dayMs;

const countFact: Fact<DayCount> = {
  name: 'rate-limit-count',
  fallback: { day: 0, count: 0 },
};
/** Set while a quota is used up: the instant of its reset (ms UTC), and its size. */
const reachedFact: Fact<{ resetAt: number; quota: number } | null> = {
  name: 'rate-limit-reached',
  fallback: null,
};

type RateLimitContext = Pick<ServiceContext, 'store' | 'clock' | 'publish' | 'wake'>;

/** The quota of one day. */
interface Quota {
  isOn: boolean;
  size: number;
  day: number;
  count: number;
  resetText: string;
  /** The day whose end of quota is announced. */
  announcedOn: number;
}

export const createRateLimit = (
  context: RateLimitContext,
  linkedCompanies: (reader: Reader) => Promise<number>,
): RateLimit => {
  const { store, clock } = context;
  const quota = unknownQuota();
  const sizeNow = async (reader: Reader): Promise<number> =>
    requestsPerCompany * (1 + (await linkedCompanies(reader)));
  const shared =
    store.server &&
    createSharedQuota(store.server, { fact: countFact, today: () => dayOf(clock.now()), size: sizeNow });
  const roll = (): void => {
    const today = dayOf(clock.now());
    // Another process's clock may be ahead, and have begun the next day.
    const isBegun = shared !== undefined && quota.day === today + 1;
    if (today !== quota.day && !isBegun) startDay(quota, today, 0);
  };
  const refuse = (): never => {
    throw new CatalogueError('rateLimit.reached', { quota: quota.size, resetAt: quota.resetText });
  };

  /** Once nothing is left. */
  const reached = (isRefused: boolean): Promise<void> | undefined => {
    if (quota.announcedOn === quota.day) return isRefused ? refuse() : undefined;
    return announceReached(context, quota).then(() => (isRefused ? refuse() : undefined));
  };
  const takeTogether = async (take: NonNullable<typeof shared>): Promise<void> => {
    const { day, count, size, isGranted } = await take();
    // Another one may have been counted later, and be here already.
    if (day > quota.day || (day === quota.day && count > quota.count)) startDay(quota, day, count);
    quota.size = size;
    if (quota.count >= size) await reached(!isGranted);
  };

  return {
    async load(isOn) {
      quota.isOn = isOn;
      await store.readInTurn(async (reader) => {
        quota.size = await sizeNow(reader);
        const saved = await readFact(reader, countFact);
        // What is counted here may not be written yet.
        const isOlder = saved.day < quota.day || (saved.day === quota.day && saved.count <= quota.count);
        if (isOlder) return;
        startDay(quota, saved.day, saved.count);
        quota.announcedOn = -1;
      });
    },

    forget() {
      startDay(quota, unknownDay, 0);
      quota.announcedOn = -1;
    },

    take() {
      if (!quota.isOn) return undefined;
      if (shared !== undefined) return takeTogether(shared);
      roll();
      const isRefused = quota.count >= quota.size;
      if (!isRefused) quota.count++;
      return quota.count >= quota.size ? reached(isRefused) : undefined;
    },

    headers() {
      roll();
      const { isOn, size, count, resetText } = quota;
      return {
        'x-rate-limit-limit': String(size),
        'x-rate-limit-remaining': String(isOn ? Math.max(0, size - count) : size),
        'x-rate-limit-reset': resetText,
      };
    },
    secondsToReset() {
      roll();
      return Math.ceil((endOf(quota.day) - clock.now()) / 1000);
    },
    save: async (tx) => {
      if (shared === undefined) await saveCount(tx, quota);
    },
    resets: quotaResets(context.publish, () => quota.size),
  };
};

/** Before every day. */
const unknownDay = -1;

const unknownQuota = (): Quota => ({
  isOn: false,
  size: requestsPerCompany,
  day: unknownDay,
  count: 0,
  resetText: '',
  announcedOn: -1,
});

const startDay = (quota: Quota, day: number, count: number): void => {
  quota.day = day;
  quota.count = count;
  quota.resetText = toIso(endOf(day));
};

const saveCount = (tx: Tx, { day, count }: Quota): Promise<void> => writeFact(tx, countFact, { day, count });

/** The first time in a day that nothing is left. */
const announceReached = async ({ store, publish, wake }: RateLimitContext, quota: Quota): Promise<void> => {
  const { day, size } = quota;
  const resetAt = endOf(day);
  quota.announcedOn = day;
  try {
    await store.write(async (tx) => {
      if ((await readFact(tx, reachedFact))?.resetAt === resetAt) return;
      await writeFact(tx, reachedFact, { resetAt, quota: size });
      if (store.server === undefined) await saveCount(tx, quota);
      await publish(tx, {
        type: 'client.rateLimit.reached',
        dailyQuota: size,
        quotaRemaining: 0,
        expiryDate: toIso(resetAt),
      });
      tx.afterCommit(wake);
    });
  } catch (error) {
    quota.announcedOn = -1;
    throw error;
  }
};

const quotaResets = (publish: ServiceContext['publish'], quota: () => number): TimedSource => ({
  name: 'rateLimit',
  nextDueAt: async (reader) => (await readFact(reader, reachedFact))?.resetAt,
  async upcoming(reader): Promise<UpcomingWork[]> {
    const state = await readFact(reader, reachedFact);
    return state === null ? [] : [{ what: 'rate limit reset', at: state.resetAt, count: 1 }];
  },
  async countUntil(reader, until) {
    const state = await readFact(reader, reachedFact);
    return { what: 'rate limit reset', count: state === null || state.resetAt > until ? 0 : 1 };
  },
  async runDue(tx, now) {
    const state = await readFact(tx, reachedFact);
    if (state === null || state.resetAt > now) return 0;
    await writeFact(tx, reachedFact, null);
    const dailyQuota = quota();
    await publish(tx, {
      type: 'client.rateLimit.reset',
      dailyQuota,
      quotaRemaining: dailyQuota,
      expiryDate: toIso(endOf(dayOf(now))),
      resetReason: dailyReset,
    });
    return 1;
  },
});
