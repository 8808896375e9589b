import { createService, type Service, type ServiceOptions } from '#service/index.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { benchFolder } from './processes.ts';

/** A service in this process, to deliver with. */
export const startService = async (
  options: Pick<ServiceOptions, 'clock'>,
): Promise<{ readonly service: Service; readonly apiUrl: string; readonly apiKey: string }> => {
  const service = await createService({ ...serviceOptions(benchFolder()), ...options });
  const { apiUrl, apiKey } = await service.start();
  return { service, apiUrl, apiKey };
};

export const eventType = 'connection.connected';

/** The snapshot is a way to make endpoints without going over HTTP. */
export const makeEndpoints = async (service: Service, urls: readonly string[]): Promise<void> => {
  const webhooks = urls.map((url, n) => ({
    id: `00000000-0000-4000-8000-${String(n + 1).padStart(12, '0')}`,
    url,
    eventTypes: [eventType],
  }));
  await service.control.sandbox.seed({ webhooks });
};

/** One message after another, as many as asked, to each endpoint. @param perSecond left out: as fast as it can */
export const publish = async (service: Service, count: number, perSecond?: number): Promise<void> => {
  const startedAt = performance.now();
  for (let at = 0; at < count; ) {
    const due =
      perSecond === undefined ? 500 : Math.ceil(((performance.now() - startedAt) / 1000) * perSecond) - at;
    const now = Math.min(due, 500, count - at);
    await Promise.all(
      Array.from({ length: now }, () => service.control.messages.publishExample({ eventType })),
    );
    at += now;
    if (perSecond !== undefined) await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

/** Resolves once so many deliveries have ended. */
export const ends = (service: Service, count: number): Promise<void> =>
  new Promise((resolve) => {
    let left = count;
    const unsubscribe = service.control.subscribe((announcement) => {
      if (announcement.type !== 'delivery' || announcement.status !== 'Success' || --left > 0) return;
      unsubscribe();
      resolve();
    });
  });
