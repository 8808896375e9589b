import type { Announcer } from '#base/announcer.ts';
import { storeFigures } from '#base/store/store-figures.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Scheduler } from './scheduler/scheduler.ts';
import type { Store } from './store/store.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

interface Parts {
  readonly announcer: Announcer;
  readonly webhooks: Pick<Webhooks, 'figures'>;
  readonly scheduler: Pick<Scheduler, 'figures'>;
  readonly store: Pick<Store, 'place' | 'watch'>;
}

/** The service's own figures. Requests are counted as they are announced. */
export const createFigures = ({
  announcer,
  webhooks,
  scheduler,
  store,
}: Parts): ServiceControl['figures'] => {
  const requests: Record<string, number> = { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0 };
  announcer.subscribe((one) => {
    if (one.type !== 'request') return;
    const kind = `${Math.floor(one.statusCode / 100)}xx`;
    requests[kind] = (requests[kind] ?? 0) + 1;
  });
  return async () => ({
    ...(await webhooks.figures()),
    requests: { ...requests },
    scheduler: scheduler.figures(),
    store: await storeFigures(store.place, store.watch),
  });
};
