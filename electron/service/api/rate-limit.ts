import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { dailyReset } from '#contract/events.ts';
import type { TimedSource, UpcomingWork } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { type Fact, readFact, writeFact } from '#service/store/facts.ts';
import type { Reader, Tx } from '#service/store/store.ts';

/**
 * The daily quota: `1000 × (1 + companies with a Linked connection)` requests, reset at 00:00 UTC of the service's
 * clock. Source: `docs/reference/rules/api.md#rate-limit`.
 */
export interface RateLimit {
  /** Reads the count and the size of the quota anew. */
  load(on: boolean): Promise<void>;
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

const countFact: Fact<{ day: number; count: number }> = {
  name: 'rate-limit-count',
  fallback: { day: 0, count: 0 },
};
/** Set while a quota is used up: the instant of its reset (ms UTC), and its size. */
const reachedFact: Fact<{ resetAt: number; quota: number } | null> = {
  name: 'rate-limit-reached',
  fallback: null,
};

export const createRateLimit = (
  context: Pick<ServiceContext, 'store' | 'clock' | 'publish' | 'wake'>,
  linkedCompanies: (reader: Reader) => Promise<number>,
): RateLimit => {
  const { store, clock, publish, wake } = context;
  let on = false;
  let quota = requestsPerCompany;
  let day = -1;
  let count = 0;
  let resetText = '';
  /** The day whose end of quota is announced. */
  let reachedOn = -1;

  const roll = (): void => {
    const today = dayOf(clock.now());
    if (today === day) return;
    day = today;
    count = 0;
    resetText = toIso(resetAt());
  };
  const resetAt = (): number => endOf(day);
  const refusal = () => new CatalogueError('rateLimit.reached', { quota, resetAt: resetText });
  const save = (tx: Tx): Promise<void> => writeFact(tx, countFact, { day, count });

  /** The first time in a day that nothing is left. */
  const reached = async (): Promise<void> => {
    const state = { resetAt: resetAt(), quota };
    reachedOn = day;
    try {
      await store.write(async (tx) => {
        if ((await readFact(tx, reachedFact))?.resetAt === state.resetAt) return;
        await writeFact(tx, reachedFact, state);
        await save(tx);
        await publish(tx, {
          type: 'client.rateLimit.reached',
          dailyQuota: quota,
          quotaRemaining: 0,
          expiryDate: toIso(state.resetAt),
        });
        tx.afterCommit(wake);
      });
    } catch (error) {
      reachedOn = -1;
      throw error;
    }
  };

  return {
    async load(isOn) {
      on = isOn;
      await store.read(async (reader) => {
        quota = requestsPerCompany * (1 + (await linkedCompanies(reader)));
        const saved = await readFact(reader, countFact);
        if (saved.day === day && saved.count <= count) return;
        ({ day, count } = saved);
        resetText = toIso(resetAt());
        reachedOn = -1;
      });
    },

    take() {
      if (!on) return undefined;
      roll();
      const isRefused = count >= quota;
      if (!isRefused) count++;
      if (count >= quota && reachedOn !== day) {
        return reached().then(() => {
          if (isRefused) throw refusal();
        });
      }
      if (isRefused) throw refusal();
      return undefined;
    },

    headers() {
      roll();
      return {
        'x-rate-limit-limit': String(quota),
        'x-rate-limit-remaining': String(on ? Math.max(0, quota - count) : quota),
        'x-rate-limit-reset': resetText,
      };
    },
    secondsToReset() {
      roll();
      return Math.ceil((resetAt() - clock.now()) / 1000);
    },
    save,
    resets: quotaResets(publish, () => quota),
  };
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
