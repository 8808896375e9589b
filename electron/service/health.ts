import type { Announcer } from '#base/announcer.ts';
import { systemTime } from '#base/clock.ts';
import type { StoreWatch } from '#base/store/watched-units.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

interface Parts {
  readonly announcer: Announcer;
  readonly webhooks: Pick<Webhooks, 'health'>;
  readonly watch: Pick<StoreWatch, 'check'>;
  readonly clock: ServiceControl['clock'];
  readonly resources: ServiceControl['resources'];
}

/** How the service is doing. What is announced is counted as it passes; whether the store takes writes is tried. */
export const createHealth = ({
  announcer,
  webhooks,
  watch,
  clock,
  resources,
}: Parts): ServiceControl['health'] => {
  const deliveries = createMeter(systemTime.monotonic);
  announcer.subscribe((announcement) => {
    if (announcement.type === 'delivery') deliveries.count();
  });
  return async () => ({
    deliveriesPerMinute: deliveries.lastMinute(),
    ...(await webhooks.health()),
    store: await watch.check(),
    resources: resources(),
    clock: await clock.show(),
  });
};

const seconds = 60;

/** Counts what happens within a minute that slides by whole seconds. @param nowMs never runs backwards */
export const createMeter = (nowMs: () => number) => {
  const counts = Array.from({ length: seconds }, () => 0);
  let latest = Math.floor(nowMs() / 1000);
  const slide = (): void => {
    const now = Math.floor(nowMs() / 1000);
    for (let second = Math.max(latest + 1, now - seconds + 1); second <= now; second++) {
      counts[second % seconds] = 0;
    }
    latest = now;
  };
  return {
    count(): void {
      slide();
      counts[latest % seconds] = (counts[latest % seconds] ?? 0) + 1;
    },
    lastMinute(): number {
      slide();
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
};
