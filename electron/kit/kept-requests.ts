import { type ConsumerRequest, type ConsumerRequestQuery, consumerLimits } from '#contract/consumers.ts';

/** What consumers received, in memory: as much as fits the limits of `contract/consumers`. */
export interface KeptRequests {
  add(request: Omit<ConsumerRequest, 'number'>): void;
  /** Oldest first. */
  list(query: ConsumerRequestQuery, consumerId?: string): ConsumerRequest[];
  counts(consumerId: string): { received: number; dropped: number };
  clear(consumerId: string): void;
  total(): number;
  subscribe(listener: () => void): () => void;
}

export const createKeptRequests = (): KeptRequests => {
  let kept: ConsumerRequest[] = [];
  let total = 0;
  let bytes = 0;
  const counts = new Map<string, { received: number; dropped: number }>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const countsOf = (id: string) => counts.get(id) ?? { received: 0, dropped: 0 };

  /** In bulk, as moving them all for each request would cost more than the request. */
  const dropOldest = (): void => {
    let [gone, left] = [0, bytes];
    const most = consumerLimits.requests;
    while (kept.length - gone > most || (left > consumerLimits.bodyBytes && gone < kept.length)) {
      const request = kept[gone] as ConsumerRequest;
      left -= request.body.length;
      const count = countsOf(request.consumerId);
      counts.set(request.consumerId, { ...count, dropped: count.dropped + 1 });
      gone += 1;
    }
    kept = kept.slice(gone);
    bytes = left;
  };

  return {
    add(received) {
      total += 1;
      const request = { ...received, number: total };
      kept.push(request);
      bytes += request.body.length;
      const count = countsOf(request.consumerId);
      counts.set(request.consumerId, { ...count, received: count.received + 1 });
      if (kept.length > 2 * consumerLimits.requests || bytes > consumerLimits.bodyBytes) dropOldest();
      tell();
    },
    list({ after = 0, limit = consumerLimits.requests }, consumerId) {
      const from = kept.findIndex(({ number }) => number > after);
      if (from === -1) return [];
      const later = kept.slice(from);
      const own = consumerId === undefined ? later : later.filter((one) => one.consumerId === consumerId);
      return own.slice(0, limit);
    },
    counts: countsOf,
    clear(consumerId) {
      kept = kept.filter((one) => one.consumerId !== consumerId);
      bytes = kept.reduce((sum, { body }) => sum + body.length, 0);
      counts.delete(consumerId);
      tell();
    },
    total: () => total,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
