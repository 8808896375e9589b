import { parseInstant, toIso } from '#base/clock.ts';
import { takeTurns } from '#base/take-turns.ts';
import { type EndpointStatistics, statisticsLimits } from '#contract/endpoint-statistics.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { ServiceContext } from '#service/store/context.ts';
import {
  type AttemptFigures,
  selectAttemptFigures,
  selectNewestDeliveries,
} from '#service/store/statistics.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import { succeeded } from './outcome.ts';

/** Deliveries whose attempts are read in one go: other work gets its turn in between. */
const chunk = 1000;

/**
 * How an endpoint has answered. Attempts are counted of its newest messages, and of so many at most: an index that
 * counts all would cost each delivery more than the picture gains.
 */
export const createStatistics = (
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  registry: EndpointRegistry,
): Pick<ServiceControl['endpoints'], 'statistics'> => ({
  async statistics(webhookId, { since, buckets = statisticsLimits.defaultBuckets }) {
    const endpointSeq = registry.byId(webhookId).row.seq;
    const after = since === undefined ? undefined : parseInstant(since, 'since');
    const { messages, attempts } = statisticsLimits;
    const newest = await store.read((reader) => selectNewestDeliveries(reader, endpointSeq, messages + 1));
    let found: AttemptFigures[] = [];
    let looked = 0;
    while (looked < Math.min(newest.length, messages) && found.length < attempts) {
      const deliveries = newest.slice(looked, looked + chunk);
      const figures = await store.read((reader) => selectAttemptFigures(reader, deliveries, after ?? 0));
      found = found.concat(figures);
      await takeTurns();
      looked += deliveries.length;
    }
    const now = clock.now();
    const first = found.reduce((earliest, { at }) => Math.min(earliest, at), now);
    const from = after ?? first;
    return picture(found, {
      from,
      until: Math.max(now, from + 1),
      buckets,
      complete: looked >= newest.length,
    });
  },
});

interface Frame {
  /** ms UTC */
  readonly from: number;
  readonly until: number;
  readonly buckets: number;
  readonly complete: boolean;
}

const picture = (attempts: readonly AttemptFigures[], frame: Frame): EndpointStatistics => {
  const { from, until, complete } = frame;
  const width = (until - from) / frame.buckets;
  const parts: AttemptFigures[][] = Array.from({ length: frame.buckets }, () => []);
  for (const attempt of attempts) {
    // One at the very end belongs to the last part.
    parts[Math.min(Math.floor((attempt.at - from) / width), frame.buckets - 1)]?.push(attempt);
  }
  const all = figuresOf(attempts);
  return {
    from: toIso(from),
    until: toIso(until),
    complete,
    ...all,
    ...(all.attempts === 0 ? {} : { successRate: all.succeeded / all.attempts }),
    buckets: parts.map((part, n) => ({
      from: toIso(Math.round(from + n * width)),
      until: toIso(Math.round(from + (n + 1) * width)),
      ...figuresOf(part),
    })),
  };
};

const figuresOf = (attempts: readonly AttemptFigures[]) => {
  const ok = attempts.filter((one) =>
    succeeded({ statusCode: one.status_code ?? undefined, error: one.error ?? undefined }),
  ).length;
  const counts = { attempts: attempts.length, succeeded: ok, failed: attempts.length - ok };
  if (attempts.length === 0) return counts;
  const sorted = Float64Array.from(attempts, ({ duration_ms }) => duration_ms).sort();
  /** Nearest rank. */
  const at = (share: number): number => round(sorted[Math.ceil(sorted.length * share) - 1] as number);
  return { ...counts, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
};

const round = (ms: number): number => Math.round(ms * 10) / 10;
