import { describe, expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import type { LeasedAttempt } from '#service/webhooks/lanes.ts';
import { companyCreated, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { leaseDue } from '#test/support/lease-due.ts';
import { type Scripted, scriptedOutbound } from '#test/support/scripted-outbound.ts';

const second = 1000;

/** Deliveries turn by turn, as a scheduler that never comes to rest takes them: nothing is looked up in between. */
const byHand = async (answer: () => Scripted = () => ({})) => {
  const engine = await startDeliveryEngine({ outbound: scriptedOutbound(answer) });
  await engine.scheduler.pause();
  await engine.scheduler.idle();
  const { context, webhooks } = engine;
  const { deliveries } = webhooks;
  const make = async (path: string): Promise<string> => {
    const url = `https://consumer.example/${path}`;
    return (await webhooks.endpoints.create({ url, eventTypes: ['company.created'] })).id;
  };
  const lease = (): Promise<LeasedAttempt[]> => leaseDue(context, deliveries);
  const carryOut = async (jobs: readonly LeasedAttempt[]): Promise<void> => {
    const ended = await Promise.all(
      jobs.map((job) => new Promise((resolve) => deliveries.start(job, resolve))),
    );
    await context.store.write((tx) => deliveries.record(tx, ended));
  };
  /** Takes turns until there is nothing more to be done now. */
  const drain = async (): Promise<number> => {
    let count = 0;
    for (let jobs = await lease(); jobs.length > 0; jobs = await lease()) {
      count += jobs.length;
      await carryOut(jobs);
    }
    return count;
  };
  return { ...engine, make, lease, carryOut, drain, clock: context.clock };
};

describe('the next turn takes at once', () => {
  test('what is published, resent, recovered and replayed', async () => {
    let statusCode = 500;
    const { make, drain, lease, publish, clock, webhooks } = await byHand(() => ({ statusCode }));
    const since = toIso(clock.now());
    const before = await publish();
    const id = await make('a');
    expect(await lease()).toEqual([]);
    const messageId = await publish();
    expect(await lease()).toMatchObject([{ messageId, number: 1, trigger: 'scheduled', scheduleUsed: 1 }]);
    expect(await lease()).toEqual([]);
    await webhooks.messages.resend(messageId);
    const [resent, ...none] = await lease();
    expect(none).toEqual([]);
    expect(resent).toMatchObject({ messageId, number: 2, trigger: 'resend' });
    expect(await lease()).toEqual([]);
    expect(await webhooks.management.replay(id, { since })).toEqual({ count: 1 });
    expect(await lease()).toMatchObject([{ messageId: before, number: 1, trigger: 'replay' }]);

    const other = await publish(companyCreated());
    for (let n = 0; n < 8; n++) {
      expect(await drain()).toBe(1);
      clock.set(clock.now() + 10 * 3600 * second);
    }
    expect((await webhooks.messages.show(other)).deliveries).toMatchObject([
      { status: 'Failed', attempts: 8 },
    ]);
    expect(await lease()).toEqual([]);
    statusCode = 200;
    expect(await webhooks.management.recover(id, { since })).toEqual({ count: 1 });
    expect(await lease()).toMatchObject([{ messageId: other, number: 9, trigger: 'recover' }]);
  });

  test('what failed, at the instant of its next attempt and not before', async () => {
    const { make, drain, publish, clock } = await byHand(() => ({ statusCode: 500 }));
    await make('a');
    await publish();
    expect(await drain()).toBe(1);
    const start = clock.now();
    for (const [at, count] of [
      [5 * second - 1, 0],
      [5 * second, 1],
      [305 * second - 1, 0],
      [305 * second, 1],
    ] as const) {
      clock.set(start + at);
      expect(await drain()).toBe(count);
    }
  });

  test('what an endpoint left behind before it is enabled, and what waits for a limit to be raised', async () => {
    const { make, lease, publish, webhooks } = await byHand();
    const id = await make('a');
    await lease();
    await publish();
    await webhooks.management.change(id, { disabled: true });
    expect(await lease()).toEqual([]);
    await webhooks.management.change(id, { disabled: false });
    expect(await lease()).toHaveLength(1);
  });

  test('no more than 256, each turn from another endpoint on', async () => {
    const { make, lease, publish } = await byHand();
    for (const path of ['a', 'b', 'c', 'd']) await make(path);
    for (let n = 0; n < 130; n++) await publish();
    const first = await lease();
    expect(first).toHaveLength(256);
    const endpointsOf = (jobs: readonly LeasedAttempt[]) => [
      ...new Set(jobs.map(({ endpointSeq }) => endpointSeq)),
    ];
    expect(endpointsOf(first)).toHaveLength(2);
    const next = await lease();
    expect(next).toHaveLength(256);
    expect(endpointsOf(next)[0]).not.toBe(endpointsOf(first)[0]);
  });

  test('the rest of a turn where an endpoint leaves room for another one', async () => {
    const { make, lease, publish, webhooks } = await byHand();
    for (const path of ['a', 'b', 'c']) await make(path);
    for (let n = 0; n < 100; n++) await publish();
    expect(await lease()).toHaveLength(256);
    expect(await lease()).toHaveLength(44);
    expect(await lease()).toEqual([]);
    expect((await webhooks.health()).waiting).toBe(300);
  });
});

test('a result that came after its endpoint was deleted is logged, and opens nothing again', async () => {
  const { make, lease, carryOut, publish, webhooks, context } = await byHand(() => ({ statusCode: 500 }));
  const id = await make('a');
  const messageId = await publish();
  const jobs = await lease();
  await webhooks.endpoints.remove(id);
  await carryOut(jobs);
  const { attempts, deliveries } = await webhooks.messages.show(messageId);
  expect(attempts).toMatchObject([{ statusCode: 500 }]);
  expect(deliveries).toMatchObject([{ status: 'Cancelled' }]);
  expect(context.announced.at(-1)).toMatchObject({ type: 'delivery', messageId, webhookId: id });
});
