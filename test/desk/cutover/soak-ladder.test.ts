import { expect, test } from 'vitest';
import { namedUuid } from '#base/ids.ts';
import type { SoakObservation } from '#contract/cutover.ts';
import type { DeliveryCounts, DeliveryLadder } from '#contract/delivery-counts.ts';
import { withLadders } from '#desk/cutover/soak-look.ts';

const at = '2026-03-02T10:00:00.000Z';
const webhookId = namedUuid('endpoint', 'one');
const observation: SoakObservation = {
  at,
  problems: [],
  endpoints: [
    {
      webhookId,
      url: 'https://acme.example/',
      disabled: false,
      deliveries: { succeeded: 0, failed: 0, waiting: 9 },
    },
  ],
};

/** A service at which, for so many counts, one more delivery succeeds before the next. */
const serviceThat = (moves: number) => {
  let counted = 0;
  const succeeded = () => Math.min(counted, moves);
  const endpoints = {
    deliveryCounts: async (): Promise<DeliveryCounts[]> => {
      counted += 1;
      const [waiting, done] = [9 - succeeded(), succeeded()];
      return [{ webhookId, succeeded: done, failed: 0, waiting, retrying: 0, cancelled: 0 }];
    },
    deliveryLadder: async (): Promise<DeliveryLadder[]> => [
      { webhookId, byAttempt: [succeeded(), 0, 0, 0, 0, 0, 0, 0], resent: 0 },
    ],
  };
  return { control: { endpoints } } as unknown as Parameters<typeof withLadders>[0];
};

test('attempts are recorded with the counts of the same moment, or not at all', async () => {
  const recorded = async (moves: number) =>
    (await withLadders(serviceThat(moves), at, observation)).endpoints[0]?.deliveries;
  for (const moves of [0, 1, 3]) {
    const found = await recorded(moves);
    expect(found).toEqual({
      ...{ succeeded: moves, failed: 0, waiting: 9 - moves, resent: 0 },
      byAttempt: [moves, 0, 0, 0, 0, 0, 0, 0],
    });
  }
  // It goes on and on.
  expect(await recorded(9)).toEqual(observation.endpoints[0]?.deliveries);
  // A target that does not tell is not asked.
  const [endpoint] = observation.endpoints;
  const { deliveries: _, ...untold } = endpoint as (typeof observation.endpoints)[number];
  const silent = { ...observation, endpoints: [untold] };
  expect(await withLadders(serviceThat(0), at, silent)).toBe(silent);
});
