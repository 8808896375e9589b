import type { ServiceHealth } from '#contract/about.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { countWaiting, type Endpoint, selectWaiting } from '#service/store/endpoints.ts';
import { isDisabledByService } from './disabled-by.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';

export type EndpointsHealth = Pick<ServiceHealth, 'waiting' | 'endpoints'>;

/** Out of memory, and out of counters that the table keeps: asked often, and cheap whatever the log has grown to. */
export const createEndpointsHealth =
  ({ store }: ServiceContext, registry: EndpointRegistry) =>
  async (): Promise<EndpointsHealth> => {
    const live = registry.live().map(({ row }) => row);
    const enabled = live.filter((row) => row.disabled_at === null);
    return {
      waiting: await store.read(countWaiting),
      endpoints: {
        total: live.length,
        disabled: live.length - enabled.length,
        disabledByService: live.filter(isDisabledByService).length,
        failing: enabled.filter((row) => row.first_failure_at !== null).length,
      },
    };
  };

export interface Backlog {
  /** Deliveries that wait for an attempt. */
  readonly waiting: number;
  /** Those that count against the limit. */
  readonly counted: number;
}

/** Of the limit: how much of it the deliveries of one endpoint take that does not respond. */
const deadShare = 0.1;

/**
 * What waits at endpoints that respond counts in full: they catch up while less is accepted. At one that is failing or
 * disabled that would not help, and it must not keep everybody else from working.
 * Source: `docs/reference/rules/resources.md#backlog`.
 * @param limit deliveries that may wait
 */
export const createBacklog =
  ({ store }: ServiceContext, registry: EndpointRegistry) =>
  async (limit: number): Promise<Backlog> => {
    const rows = await store.read(selectWaiting);
    const dead = new Set(registry.live().flatMap(({ row }) => (isDead(row) ? [row.seq] : [])));
    const most = Math.max(1, Math.floor(limit * deadShare));
    return {
      waiting: sumOf(rows.map(({ waiting }) => waiting)),
      counted: sumOf(
        rows.map(({ endpoint_seq, waiting }) => (dead.has(endpoint_seq) ? Math.min(waiting, most) : waiting)),
      ),
    };
  };

const isDead = ({ disabled_at, first_failure_at }: Endpoint): boolean =>
  disabled_at !== null || first_failure_at !== null;

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
