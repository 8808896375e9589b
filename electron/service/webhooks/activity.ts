import { parseInstant, toIso } from '#base/clock.ts';
import { takeTurns } from '#base/take-turns.ts';
import { type ActivityQuery, activityLimits, type MessageActivity } from '#contract/message-query.ts';
import {
  countByStatus,
  countOfMessages,
  noCounts,
  type StatusCounts,
  selectFirstAt,
} from '#service/store/activity.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { seqBounds } from '#service/store/log-search.ts';
import type { TextIndex } from '#service/store/search/text-index.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import { findMessages, type MessageSearch } from './find-messages.ts';
import { logFilterOf, timesOf } from './log-filter.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Lengths of a bucket, such that ticks at multiples of it are round. */
const steps = [
  ...[1, 2, 5, 10, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((n) => n * day),
];

/** The shortest step that needs no more than so many buckets. */
export const stepOf = (lengthMs: number, buckets: number): number =>
  steps.find((step) => lengthMs / step <= buckets - 1) ?? Math.ceil(lengthMs / buckets / day) * day;

/** Edges of buckets from `from` to `until`, ms UTC: at multiples of the step, but for the first and the last. */
export const edgesOf = (from: number, until: number, step: number): number[] => {
  const edges = [from];
  for (let at = (Math.floor(from / step) + 1) * step; at < until; at += step) edges.push(at);
  return [...edges, until];
};

/**
 * Deliveries of a filter over time, by the publication of their messages, so that they are those of the list. Endpoint,
 * status and time are counted over indexes; with another filter, its newest messages are.
 */
export const createActivity =
  (
    { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
    registry: EndpointRegistry,
    textIndex: Pick<TextIndex, 'find'>,
  ) =>
  async (query: ActivityQuery): Promise<MessageActivity> => {
    const { filter, first } = await store.read(async (reader) => ({
      filter: await logFilterOf(reader, query, registry),
      first: await selectFirstAt(reader),
    }));
    const now = clock.now();
    const from = query.since === undefined ? (first ?? now) : parseInstant(query.since, 'since');
    // A message of this very instant is counted too.
    const end = query.until === undefined ? now + 1 : parseInstant(query.until, 'until');
    const until = Math.max(end, from + 1);
    const step = stepOf(until - from, query.buckets ?? activityLimits.defaultBuckets);
    const edges = edgesOf(from, until, step);
    const counting = isPlain(filter) ? countPlainly : countFound;
    const { counts, complete } = await counting({ read: store.read, textIndex, filter, edges, query });
    return { ...pictureOf(edges, counts, filter), stepMs: step, complete };
  };

interface Counting {
  readonly read: ServiceContext['store']['read'];
  readonly textIndex: Pick<TextIndex, 'find'>;
  readonly filter: MessageSearch;
  /** ms UTC */
  readonly edges: readonly number[];
  readonly query: ActivityQuery;
}

interface Counted {
  /** Of each bucket. */
  readonly counts: readonly StatusCounts[];
  readonly complete: boolean;
}

const plainParts: ReadonlySet<string> = new Set(['endpointSeq', 'statuses']);

const isPlain = (filter: MessageSearch): boolean => Object.keys(filter).every((part) => plainParts.has(part));

const countPlainly = async ({ read, filter, edges }: Counting): Promise<Counted> => {
  const counts: StatusCounts[] = [];
  for (const [n, since] of edges.slice(0, -1).entries()) {
    const times = { since, until: edges[n + 1] };
    counts.push(
      await read(async (reader) => {
        const bounds = await seqBounds(reader, times, Number.MAX_SAFE_INTEGER);
        return countByStatus(reader, filter.endpointSeq, bounds);
      }),
    );
    await takeTurns();
  }
  return { counts, complete: true };
};

const chunk = 1000;

const countFound = async ({ read, textIndex, filter, edges, query }: Counting): Promise<Counted> => {
  const counts = edges.slice(1).map(() => ({ ...noCounts }));
  const bounds = await read((reader) => seqBounds(reader, timesOf(query), Number.MAX_SAFE_INTEGER));
  let before: number | undefined = bounds.before;
  let looked = 0;
  let behind = 0;
  while (before !== undefined && looked < activityLimits.messages) {
    const page = await findMessages({ read, textIndex }, filter, { from: bounds.from, before }, chunk);
    const places = new Map(page.messages.map(({ seq, created_at }) => [seq, placeOf(created_at, edges)]));
    for (const one of await read((reader) => countOfMessages(reader, filter, [...places.keys()]))) {
      const bucket = counts[places.get(one.messageSeq) ?? -1];
      if (bucket !== undefined) bucket[one.status] += one.count;
    }
    looked += Math.max(page.messages.length, chunk);
    behind = Math.max(behind, page.behind);
    before = page.before;
  }
  return { counts, complete: before === undefined && behind === 0 };
};

/** The bucket of an instant. */
const placeOf = (at: number, edges: readonly number[]): number => {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) <= at) low = middle;
    else high = middle;
  }
  return low;
};

const pictureOf = (
  edges: readonly number[],
  counts: readonly StatusCounts[],
  { statuses }: MessageSearch,
) => {
  const shown = (status: keyof StatusCounts, of: StatusCounts): number =>
    statuses === undefined || statuses.includes(status) ? of[status] : 0;
  const buckets = counts.map((of, n) => ({
    from: toIso(edges[n] as number),
    until: toIso(edges[n + 1] as number),
    succeeded: shown('Success', of),
    failed: shown('Failed', of),
    waiting: shown('Sending', of) + shown('Attempting', of),
    cancelled: shown('Cancelled', of),
  }));
  const sum = (name: 'succeeded' | 'failed' | 'waiting' | 'cancelled'): number =>
    buckets.reduce((total, bucket) => total + bucket[name], 0);
  return {
    from: toIso(edges[0] as number),
    until: toIso(edges.at(-1) as number),
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    waiting: sum('waiting'),
    cancelled: sum('cancelled'),
    buckets,
  };
};
