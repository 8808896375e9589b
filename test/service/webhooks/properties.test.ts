import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Delivery, DeliveryStatus, MessageDetail } from '#contract/message.ts';
import { deliverySchedule } from '#contract/schedule.ts';
import { type Consumer, startConsumer } from '#test/support/consumer.ts';
import { type DeliveryEngine, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { runs } from '#test/support/runs.ts';

const minute = 60_000;

/** Everything that people, consumers and time can do to deliveries. */
type Step =
  | { do: 'publish' | 'resend' | 'recover' | 'replay' | 'toggle' | 'remove' | 'rotate' }
  | { do: 'advance'; minutes: number }
  | { do: 'answer'; status: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'publish' } as const) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('advance' as const), minutes: fc.integer({ min: 0, max: 2000 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      status: fc.constantFrom(200, 204, 301, 404, 410, 500, 503),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('resend' as const, 'recover' as const, 'replay' as const, 'toggle' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'rotate' as const) }) },
);

/** Where a delivery may go from where it is; staying is always possible. */
const mayBecome: Record<DeliveryStatus, readonly DeliveryStatus[]> = {
  Sending: ['Attempting', 'Success', 'Failed', 'Cancelled'],
  Attempting: ['Success', 'Failed', 'Cancelled'],
  Success: [],
  // Only an extra attempt can still succeed.
  Failed: ['Success'],
  Cancelled: [],
};

const run = async (
  engine: DeliveryEngine,
  steps: readonly Step[],
  consumer: Consumer,
  answerWith: (status: number) => void,
) => {
  const { webhooks, scheduler, context } = engine;
  const start = new Date(context.clock.now()).toISOString();
  const before = new Map<string, Delivery>();
  const published: string[] = [];
  let endpoint = await webhooks.endpoints.create({ url: consumer.url, eventTypes: ['company.created'] });
  const refusedWhenDisabled = (error: { code?: string }) => {
    expect(error.code).toBe('webhook.disabled');
  };

  const act: { [Do in Step['do']]: (step: Extract<Step, { do: Do }>) => unknown } = {
    publish: async () => published.push(await engine.publish()),
    advance: ({ minutes }) => scheduler.advanceTo(context.clock.now() + minutes * minute),
    answer: ({ status }) => answerWith(status),
    toggle: async () => {
      const { disabled } = await webhooks.management.show(endpoint.id);
      await webhooks.management.change(endpoint.id, { disabled: !disabled });
    },
    rotate: () => webhooks.management.rotateSecret(endpoint.id),
    recover: () => webhooks.management.recover(endpoint.id, { since: start }).catch(refusedWhenDisabled),
    replay: () => webhooks.management.replay(endpoint.id, { since: start }).catch(refusedWhenDisabled),
    async resend() {
      const last = published.at(-1);
      if (last === undefined) return;
      await webhooks.messages.resend(last).catch((error: { code?: string }) => {
        expect(['webhook.disabled', 'delivery.notFound']).toContain(error.code);
      });
    },
    async remove() {
      await webhooks.endpoints.remove(endpoint.id);
      endpoint = await webhooks.endpoints.create({ url: consumer.url, eventTypes: ['company.created'] });
    },
  };

  for (const one of steps) {
    await act[one.do](one as never);
    await scheduler.idle();
    for (const id of published) holds(await webhooks.messages.show(id), before);
  }
};

const holds = (message: MessageDetail, before: Map<string, Delivery>): void => {
  for (const delivery of message.deliveries) {
    const key = `${message.id} ${delivery.webhookId}`;
    const own = message.attempts.filter(({ webhookId }) => webhookId === delivery.webhookId);
    const old = before.get(key);
    if (old !== undefined && old.status !== delivery.status) {
      expect(mayBecome[old.status]).toContain(delivery.status);
    }
    before.set(key, delivery);

    expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => index + 1));
    expect(delivery.attempts).toBe(own.length);
    const scheduled = own.filter(({ trigger }) => trigger === 'scheduled' || trigger === 'replay');
    expect(scheduled.length).toBeLessThanOrEqual(deliverySchedule.length);
    const succeeded = own.some(({ statusCode }) => statusCode === 200 || statusCode === 204);
    expect(delivery.status === 'Success').toBe(succeeded);
    if (delivery.status === 'Sending') expect(scheduled).toHaveLength(0);
    if (delivery.status === 'Failed') expect(scheduled).toHaveLength(deliverySchedule.length);
    const waits = delivery.status === 'Sending' || delivery.status === 'Attempting';
    expect(delivery.nextAttemptAt !== undefined).toBe(waits);
  }
};

test('whatever people, consumers and time do, no delivery reaches an impossible state', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      let status = 500;
      const consumer = await startConsumer(() => status);
      const engine = await startDeliveryEngine();
      await run(engine, steps, consumer, (next) => {
        status = next;
      });
      await engine.stop();
      await consumer.close();
    }),
    { numRuns: runs(18) },
  );
});

test('the message log, read by key, gives every message exactly once while messages are added', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 }),
      async (limit, added) => {
        const engine = await startDeliveryEngine();
        const present: string[] = [];
        for (let i = 0; i < 20; i++) present.push(await engine.publish());
        const seen: string[] = [];
        let cursor: string | undefined;
        let turn = 0;
        do {
          const page = await engine.webhooks.messages.list({ limit, cursor });
          seen.push(...page.results.map(({ id }) => id));
          cursor = page.cursor;
          for (let i = 0; i < (added[turn++ % added.length] as number); i++) await engine.publish();
        } while (cursor !== undefined);
        expect(seen).toEqual(present.reverse());
        await engine.stop();
      },
    ),
    { numRuns: runs(7) },
  );
});
