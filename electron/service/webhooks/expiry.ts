import type { TimedSource } from '#service/scheduler/source.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { expireDeliveries, selectHoldingDisabled } from '#service/store/expiry.ts';
import type { Reader } from '#service/store/store.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';

const dayMs = 86_400_000;

/** When what waits at an endpoint expires, ms UTC; undefined while it is enabled. */
export const expiresAt = (disabledAt: number | null, keptDays: number): number | undefined =>
  disabledAt === null ? undefined : disabledAt + keptDays * dayMs;

/**
 * Cancels what waits at an endpoint that has been disabled for as many days as messages are kept: nothing would ever
 * send it, and retention keeps what waits. Source: `docs/reference/rules/delivery.md#disabled-endpoints`.
 */
export const createExpiry = (
  { log, announce }: Pick<ServiceContext, 'log' | 'announce'>,
  registry: EndpointRegistry,
  keptDays: (reader: Reader) => Promise<number>,
): TimedSource => {
  /** Disabled endpoints at which something waits, and when it expires, the first one first. */
  const expiring = async (reader: Reader): Promise<{ seq: number; id: string; at: number }[]> => {
    if (registry.live().every(({ row }) => row.disabled_at === null)) return [];
    const days = await keptDays(reader);
    const found = [];
    for (const seq of await selectHoldingDisabled(reader)) {
      const { row } = registry.bySeq(seq);
      const at = expiresAt(row.disabled_at, days);
      if (at !== undefined) found.push({ seq, id: row.id, at });
    }
    return found.sort((a, b) => a.at - b.at);
  };

  return {
    name: 'expiry of deliveries',
    nextDueAt: async (reader) => (await expiring(reader))[0]?.at,
    async runDue(tx, now, limit) {
      const [first] = await expiring(tx);
      if (first === undefined || first.at > now) return 0;
      const { seq, id: webhookId } = first;
      const { count, messageId } = await expireDeliveries(tx, seq, limit);
      tx.afterCommit(() => {
        log.info({ webhookId, count }, 'Deliveries at a disabled endpoint expired');
        announce({ type: 'endpoint', webhookId, change: 'changed' });
        if (messageId !== undefined)
          announce({ type: 'delivery', messageId, webhookId, status: 'Cancelled' });
      });
      // A lone extra attempt is one, too.
      return Math.max(count, 1);
    },
    async upcoming(reader, limit) {
      const all = await expiring(reader);
      return all
        .slice(0, limit)
        .map(({ at, id }) => ({ what: 'expiry of deliveries', at, count: 1, subject: id }));
    },
    async countUntil(reader, until) {
      const all = await expiring(reader);
      return { what: 'expiry of deliveries', count: all.filter(({ at }) => at <= until).length };
    },
  };
};
