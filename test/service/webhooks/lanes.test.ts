import { describe, expect, test, vi } from 'vitest';
import { createPlaces } from '#service/outbound/places.ts';
import { createLanes, freePlacesIn, placesPerLane } from '#service/webhooks/lanes.ts';
import { type DeliveryEngine, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';

const at = Date.UTC(2026, 0, 15, 9);

const unlimited = createPlaces(Number.POSITIVE_INFINITY);

const endpoint = (seq: number, messagesPerSecond: number | null = null) =>
  ({ row: { seq, messages_per_second: messagesPerSecond } }) as never;

describe('a lane', () => {
  test('is the same one for an endpoint, and another one for another', () => {
    const lanes = createLanes(unlimited);
    const lane = lanes.of(endpoint(1));
    lane.inFlight = 3;
    expect(lanes.of(endpoint(1))).toBe(lane);
    expect(lanes.of(endpoint(2))).toMatchObject({ endpointSeq: 2, inFlight: 0 });
    lanes.clear();
    expect(lanes.of(endpoint(1))).toMatchObject({ inFlight: 0, dueHint: Number.NEGATIVE_INFINITY });
  });

  test('has a place for each of 128 requests', () => {
    const lane = createLanes(unlimited).of(endpoint(1));
    expect(placesPerLane).toBe(128);
    expect(freePlacesIn(lane, at)).toBe(128);
    lane.inFlight = 127;
    expect(freePlacesIn(lane, at)).toBe(1);
    lane.inFlight = 128;
    expect(freePlacesIn(lane, at)).toBe(0);
  });

  test('with a limit has as many free places as that leaves, and no more than its places', () => {
    const lanes = createLanes(unlimited);
    const lane = lanes.of(endpoint(1, 5));
    expect(freePlacesIn(lane, at)).toBe(5);
    lane.rate?.take(at, 2);
    expect(freePlacesIn(lanes.of(endpoint(1, 5)), at)).toBe(3);
    lane.inFlight = 126;
    expect(freePlacesIn(lane, at)).toBe(2);
    // A limit that was changed counts from now on.
    expect(freePlacesIn(lanes.of(endpoint(1, 1)), at)).toBe(1);
    expect(freePlacesIn(lanes.of(endpoint(1)), at)).toBe(2);
    expect(lane.rate).toBeUndefined();
  });

  test('is looked at no later than at the earliest hint', () => {
    const lanes = createLanes(unlimited);
    lanes.hint(1, at);
    const lane = lanes.of(endpoint(1));
    lane.dueHint = at + 10;
    lanes.hint(1, at + 20);
    expect(lane.dueHint).toBe(at + 10);
    lanes.hint(1, at + 5);
    lanes.hint(2, at);
    expect(lane.dueHint).toBe(at + 5);
  });
});

describe('endpoints at once', () => {
  const make = async ({ webhooks }: DeliveryEngine, path: string): Promise<string> => {
    const url = `https://consumer.example/${path}`;
    return (await webhooks.endpoints.create({ url, eventTypes: ['company.created'] })).id;
  };
  const publish = async (engine: DeliveryEngine, count: number): Promise<void> => {
    for (let n = 0; n < count; n++) await engine.publish();
  };

  test('at most 128 requests of an endpoint are in the air; as one ends, the next leaves', async () => {
    const outbound = scriptedOutbound(() => 'never');
    const engine = await startDeliveryEngine({ outbound });
    await make(engine, 'slow');
    await publish(engine, 140);
    await vi.waitFor(() => expect(outbound.inAir()).toBe(placesPerLane));
    outbound.end({}, 5);
    await vi.waitFor(() => expect(outbound.sent).toHaveLength(placesPerLane + 5));
    expect(outbound.inAir()).toBe(placesPerLane);
    outbound.end();
    await vi.waitFor(() => expect(outbound.sent).toHaveLength(140));
    outbound.end();
    await engine.scheduler.idle();
    const [detail] = await engine.webhooks.management.list();
    expect(detail?.health).toMatchObject({ waiting: 0, succeeded: 140 });
  });

  test('a dead endpoint delays no other one', async () => {
    const outbound = scriptedOutbound(({ url }) => (url.endsWith('/dead') ? 'never' : {}));
    const engine = await startDeliveryEngine({ outbound });
    await make(engine, 'dead');
    const id = await make(engine, 'live');
    await publish(engine, 150);
    await vi.waitFor(async () => {
      expect((await engine.webhooks.management.show(id)).health.succeeded).toBe(150);
    });
    expect(outbound.inAir()).toBe(placesPerLane);
    outbound.end();
  });

  test('more is due than one turn takes: each endpoint has its turn', async () => {
    const outbound = scriptedOutbound(() => 'never');
    const engine = await startDeliveryEngine({ outbound });
    const paths = ['a', 'b', 'c', 'd', 'e'];
    for (const path of paths) await make(engine, path);
    await engine.scheduler.pause();
    await publish(engine, 130);
    await engine.scheduler.resume();
    await vi.waitFor(() => expect(outbound.inAir()).toBe(5 * placesPerLane));
    for (const path of paths) {
      expect(outbound.sent.filter(({ url }) => url.endsWith(`/${path}`))).toHaveLength(placesPerLane);
    }
    outbound.end();
    await vi.waitFor(() => expect(outbound.sent).toHaveLength(5 * 130));
    outbound.end();
  });
});
