import type { ServiceHealth } from '#contract/about.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { countWaiting } from '#service/store/endpoints.ts';
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
        failing: enabled.filter((row) => row.first_failure_at !== null).length,
      },
    };
  };
