import type { Service } from '#service/index.ts';
import { placesPerLane } from '#service/webhooks/lanes.ts';
import { type BareRequest, bareLoop } from './bare-loop.ts';
import { ends, makeEndpoints, publish, startService } from './delivering.ts';
import { startModule } from './processes.ts';
import { median, type Result, rate, result } from './results.ts';

const rounds = 3;

/**
 * (a) Deliveries a second, signed, with the durable attempt log, against a bare loop that posts the same bytes to the
 * same consumer. Taken in turns, so that both meet the machine as it is.
 */
export const deliveries = async (): Promise<Result> => {
  const count = 50_000;
  const origin = await startModule('consumer.ts');
  const ours: Rates[] = [];
  for (let round = 0; round < rounds; round++) ours.push(await deliveryRates(origin, count));
  const ratios = ours.map(({ perSecond, bare }) => perSecond / bare);
  return result(
    '(a) deliveries, signed and logged',
    median(ratios),
    '>=',
    0.55,
    '',
    `of a bare undici loop; median of ${rounds}: ${rate(median(ours.map((one) => one.perSecond)))} of ${rate(median(ours.map((one) => one.bare)))}`,
  );
};

/** A second. */
interface Rates {
  readonly perSecond: number;
  /** Of the bare loop, before and after. */
  readonly bare: number;
}

/** So many deliveries that wait, sent at once; and the same requests by a bare loop. */
export const deliveryRates = async (origin: string, count: number): Promise<Rates> => {
  const { service } = await startService({ clock: 'system' });
  await makeEndpoints(service, [`${origin}/hook`]);
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
  return { perSecond, bare: (before + after) / 2 };
};

/** (e) 10,000 messages to a failing consumer through the whole window on the virtual clock: 80,000 attempts. */
export const window = async (): Promise<Result> => {
  const messages = 10_000;
  const attempts = messages * 8;
  const origin = await startModule('consumer.ts', '500 Internal Server Error');
  const ratios: number[] = [];
  const ours: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { service } = await startService({ clock: 'virtual' });
    await makeEndpoints(service, [`${origin}/hook`]);
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
    0.5,
    '',
    `of a bare undici loop; median of ${rounds}: ${rate(median(ours))}, ${(attempts / median(ours)).toFixed(1)} s for 28 hours`,
  );
};

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
