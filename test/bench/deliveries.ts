import { createService, type Service, type ServiceOptions } from '#service/index.ts';
import { placesPerLane } from '#service/webhooks/lanes.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { type BareRequest, bareLoop } from './bare-loop.ts';
import { benchFolder, startModule } from './processes.ts';
import { median, type Result, rate, result } from './results.ts';

const rounds = 3;

/**
 * (a) Deliveries a second, signed, with the durable attempt log, against a bare loop that posts the same bytes to the
 * same consumer. Taken in turns, so that both meet the machine as it is.
 */
export const deliveries = async (): Promise<Result> => {
  const count = 50_000;
  const origin = await startModule('consumer.ts');
  const ratios: number[] = [];
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const service = await startService({ clock: 'system' });
    await makeEndpoint(service, `${origin}/hook`);
    await service.control.clock.pause();
    await publish(service, count);
    const request = await sampleRequest(service);
    const before = await bareLoop(origin, request, count, placesPerLane);
    const startedAt = performance.now();
    const done = ends(service, count);
    await service.control.clock.resume();
    await done;
    const perSecond = (count / (performance.now() - startedAt)) * 1000;
    const after = await bareLoop(origin, request, count, placesPerLane);
    await service.stop(1000);
    bare.push((before + after) / 2);
    ours.push(perSecond);
    ratios.push(perSecond / ((before + after) / 2));
  }
  return result(
    '(a) deliveries, signed and logged',
    median(ratios),
    '>=',
    0.33,
    '',
    `of a bare undici loop; median of ${rounds}: ${rate(median(ours))} of ${rate(median(bare))}`,
  );
};

/** (e) 10,000 messages to a failing consumer through the whole window on the virtual clock: 80,000 attempts. */
export const window = async (): Promise<Result> => {
  const messages = 10_000;
  const attempts = messages * 8;
  const origin = await startModule('consumer.ts', '500 Internal Server Error');
  const ratios: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const service = await startService({ clock: 'virtual' });
    await makeEndpoint(service, `${origin}/hook`);
    await service.control.clock.pause();
    await publish(service, messages);
    const request = await sampleRequest(service);
    const before = await bareLoop(origin, request, attempts, placesPerLane);
    const startedAt = performance.now();
    await service.control.clock.resume();
    await service.control.clock.advance({ by: 'PT28H' });
    const perSecond = (attempts / (performance.now() - startedAt)) * 1000;
    const after = await bareLoop(origin, request, attempts, placesPerLane);
    const [endpoint] = await service.control.endpoints.list();
    if (endpoint?.health.failed !== messages) throw new Error('Not every delivery went through the window.');
    await service.stop(1000);
    ours.push(perSecond);
    ratios.push(perSecond / ((before + after) / 2));
  }
  return result(
    '(e) the whole window, 80,000 attempts',
    median(ratios),
    '>=',
    0.25,
    '',
    `of a bare undici loop; median of ${rounds}: ${rate(median(ours))}, ${(attempts / median(ours)).toFixed(1)} s for 28 hours`,
  );
};

const startService = async (options: Pick<ServiceOptions, 'clock'>): Promise<Service> => {
  const service = await createService({ ...serviceOptions(benchFolder()), ...options });
  await service.start();
  return service;
};

const eventType = 'connection.connected';

/** The snapshot is a way to make an endpoint without going over HTTP. */
const makeEndpoint = async (service: Service, url: string): Promise<void> => {
  const id = '00000000-0000-4000-8000-000000000001';
  await service.control.sandbox.seed({ webhooks: [{ id, url, eventTypes: [eventType] }] });
};

const publish = async (service: Service, count: number): Promise<void> => {
  for (let at = 0; at < count; at += 500) {
    await Promise.all(
      Array.from({ length: Math.min(500, count - at) }, () =>
        service.control.messages.publishExample({ eventType }),
      ),
    );
  }
};

/** Resolves once so many deliveries have ended. */
const ends = (service: Service, count: number): Promise<void> =>
  new Promise((resolve) => {
    let left = count;
    const unsubscribe = service.control.subscribe((announcement) => {
      if (announcement.type !== 'delivery' || announcement.status !== 'Success' || --left > 0) return;
      unsubscribe();
      resolve();
    });
  });

/** What the bare loop posts: the bytes of a message, with headers like those of an attempt. */
const sampleRequest = async (service: Service): Promise<BareRequest> => {
  const { results } = await service.control.messages.list({ limit: 1 });
  const id = results[0]?.id as string;
  const { body } = await service.control.messages.show(id);
  return {
    method: 'POST',
    path: '/hook',
    body,
    headers: [
      'content-type',
      'application/json',
      'webhook-id',
      id,
      'webhook-timestamp',
      '1700000000',
      'webhook-signature',
      `v1,${'a'.repeat(44)}`,
    ],
  };
};
