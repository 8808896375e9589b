import { describe, expect, test, vi } from 'vitest';
import { type DeliveryEngine, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { headersOf, scriptedOutbound } from '#test/support/scripted-outbound.ts';

const second = 1000;
const minute = 60 * second;

const started = async (answer?: Parameters<typeof scriptedOutbound>[0]) => {
  const outbound = scriptedOutbound(answer);
  const engine = await startDeliveryEngine({ outbound });
  const start = engine.context.clock.now();
  const make = async (path: string): Promise<string> => {
    const url = `https://consumer.example/${path}`;
    return (await engine.webhooks.endpoints.create({ url, eventTypes: ['company.created'] })).id;
  };
  const { deliveries } = engine.webhooks;
  const read = async () =>
    engine.context.store.read(async (reader) => ({
      nextDueAt: await deliveries.nextDueAt(reader),
      upcoming: await deliveries.upcoming(reader, 10),
    }));
  const dueUntil = (until: number) =>
    engine.context.store.read((reader) => deliveries.countUntil(reader, until));
  return { ...engine, outbound, start, make, read, dueUntil };
};
const idsOf = (outbound: ReturnType<typeof scriptedOutbound>) =>
  outbound.sent.map((one) => headersOf(one)['webhook-id']);
const failing = () => ({ statusCode: 500 });

describe('what waits', () => {
  test('is shown by endpoint and instant, and counted up to one', async () => {
    const { publish, scheduler, start, make, read, dueUntil } = await started(failing);
    expect(await read()).toEqual({ nextDueAt: undefined, upcoming: [] });
    const [a, b] = [await make('a'), await make('b')];
    await publish();
    await publish();
    await scheduler.idle();
    const line = (subject: string, at: number, count: number) => ({
      what: 'delivery attempt',
      at,
      count,
      subject,
    });
    expect(await read()).toEqual({
      nextDueAt: start + 5 * second,
      upcoming: [line(a, start + 5 * second, 2), line(b, start + 5 * second, 2)],
    });
    expect(await dueUntil(start + 5 * second - 1)).toEqual({ what: 'delivery attempt', count: 0 });
    expect(await dueUntil(start + 5 * second)).toEqual({ what: 'delivery attempt', count: 4 });
  });

  test('at an endpoint that is disabled or deleted is not', async () => {
    const { publish, scheduler, start, make, read, dueUntil, webhooks } = await started(failing);
    const [a, b, c] = [await make('a'), await make('b'), await make('c')];
    await publish();
    await scheduler.idle();
    await webhooks.management.change(a, { disabled: true });
    await webhooks.management.remove(b);
    expect((await read()).upcoming.map(({ subject }) => subject)).toEqual([c]);
    expect((await dueUntil(start + minute)).count).toBe(1);
    await webhooks.management.change(c, { disabled: true });
    expect(await read()).toEqual({ nextDueAt: undefined, upcoming: [] });
    expect((await dueUntil(start + minute)).count).toBe(0);
  });

  test('falls due at the earliest of all endpoints, or when the limit of one lets it', async () => {
    const { publish, scheduler, start, make, read, webhooks, context } = await started(failing);
    const a = await make('a');
    await publish();
    await scheduler.advanceTo(start + second);
    await make('b');
    await publish();
    await scheduler.idle();
    expect((await read()).nextDueAt).toBe(start + 5 * second);
    await webhooks.management.remove(a);
    expect((await read()).nextDueAt).toBe(start + 6 * second);
    expect(context.clock.now()).toBe(start + second);
  });

  test('at an endpoint with a limit is due a second after the last that left', async () => {
    const { publish, scheduler, start, make, read, webhooks, outbound } = await started();
    const id = await make('a');
    await webhooks.management.change(id, { messagesPerSecond: 1 });
    await publish();
    await publish();
    await scheduler.idle();
    expect(outbound.sent).toHaveLength(1);
    expect((await read()).nextDueAt).toBe(start + second);
  });

  test('in a lane that is full is not due before one of its attempts ends', async () => {
    const { publish, make, read, start, outbound, scheduler } = await started(({ url }) =>
      url.endsWith('full') ? 'never' : failing(),
    );
    await make('full');
    for (let n = 0; n < 130; n++) await publish();
    await vi.waitFor(() => expect(outbound.inAir()).toBe(128));
    expect((await read()).nextDueAt).toBeUndefined();
    await make('other');
    await publish();
    await vi.waitFor(async () => expect((await read()).nextDueAt).toBe(start + 5 * second));
    outbound.end();
    await vi.waitFor(() => expect(outbound.inAir()).toBe(3));
    outbound.end();
    await scheduler.idle();
  });
});

describe('what leaves', () => {
  test('is what is due, the oldest first', async () => {
    const { publish, scheduler, start, make, webhooks, outbound } = await started((_, before) =>
      before < 2 ? failing() : {},
    );
    const id = await make('a');
    const first = await publish();
    await scheduler.advanceTo(start + second);
    const next = await publish();
    await scheduler.idle();
    await webhooks.management.change(id, { disabled: true });
    await scheduler.advanceTo(start + minute);
    await webhooks.management.change(id, { disabled: false });
    await scheduler.idle();
    expect(idsOf(outbound)).toEqual([first, next, first, next]);
  });

  test('is what somebody waits for before what is scheduled', async () => {
    const { publish, scheduler, make, webhooks, outbound, start } = await started((_, before) =>
      before === 0 ? failing() : {},
    );
    const id = await make('a');
    const failed = await publish();
    await scheduler.idle();
    await webhooks.management.change(id, { messagesPerSecond: 1 });
    await scheduler.pause();
    const fresh = [await publish(), await publish()];
    await webhooks.messages.resend(failed);
    await scheduler.resume();
    await scheduler.advanceTo(start + 3 * second);
    expect(idsOf(outbound)).toEqual([failed, failed, ...fresh]);
  });

  test('is no more than the limit of an endpoint, extra attempts counted', async () => {
    const { publish, scheduler, make, webhooks, outbound, start } = await started();
    const id = await make('a');
    const done = [await publish(), await publish(), await publish()];
    await scheduler.advanceTo(start + 2 * second);
    await webhooks.management.change(id, { messagesPerSecond: 2 });
    await scheduler.pause();
    for (const messageId of done) await webhooks.messages.resend(messageId);
    await publish();
    outbound.sent.length = 0;
    await scheduler.resume();
    await scheduler.idle();
    expect(outbound.sent).toHaveLength(2);
    await scheduler.advanceTo(start + 3 * second);
    expect(outbound.sent).toHaveLength(4);
  });

  test('to a lane without room and without limit is what fits', async () => {
    const { publish, scheduler, make, webhooks, outbound } = await started(() => 'never');
    await make('a');
    const ids: string[] = [];
    await scheduler.pause();
    for (let n = 0; n < 130; n++) ids.push(await publish());
    await webhooks.messages.resend(ids[129] as string);
    await scheduler.resume();
    await vi.waitFor(() => expect(outbound.inAir()).toBe(128));
    expect(idsOf(outbound)).toEqual([ids[129], ...ids.slice(0, 127)]);
    outbound.end();
    await vi.waitFor(() => expect(outbound.sent).toHaveLength(130));
    outbound.end();
  });

  test('is sent to the endpoint as it is then, and is signed for it', async () => {
    const { publish, scheduler, make, webhooks, outbound, start, context } = await started(failing);
    const id = await make('a');
    const messageId = await publish();
    await scheduler.advanceTo(start + 5 * second);
    const { body } = await webhooks.messages.show(messageId);
    expect(outbound.sent).toHaveLength(2);
    for (const [n, sent] of outbound.sent.entries()) {
      expect(sent).toMatchObject({ url: 'https://consumer.example/a', body });
      const headers = headersOf(sent);
      expect(headers['x-sandbox-time']).toBe(new Date(start + n * 5 * second).toISOString());
      expect(headers['content-type']).toBe('application/json');
      const verdict = await webhooks.management.verify({
        id: headers['webhook-id'],
        timestamp: headers['webhook-timestamp'],
        signature: headers['webhook-signature'],
        body: Buffer.from(body),
      });
      expect(verdict).toMatchObject({ state: 'valid', webhookId: id });
    }
    expect(context.clock.now()).toBe(start + 5 * second);
  });
});

describe('a message', () => {
  const messagesIn = ({ announced }: DeliveryEngine['context']) =>
    announced.flatMap((one) => (one.type === 'message' ? [one] : []));

  test('is announced and kept also if nobody listens, and goes to enabled endpoints only', async () => {
    const { publish, scheduler, make, webhooks, outbound, context, start } = await started();
    const disabled = await make('disabled');
    await webhooks.management.change(disabled, { disabled: true });
    const messageId = await publish();
    await scheduler.idle();
    expect(outbound.sent).toEqual([]);
    expect(messagesIn(context)).toEqual([{ type: 'message', messageId, eventType: 'company.created' }]);
    const shown = await webhooks.messages.show(messageId);
    expect(shown).toMatchObject({
      id: messageId,
      eventType: 'company.created',
      deliveries: [],
      attempts: [],
    });
    expect(shown.created).toBe(new Date(start).toISOString());
    const body = JSON.parse(shown.body);
    expect(body).toMatchObject({ eventType: 'company.created', generatedDate: shown.created });
    expect(shown.channels).toEqual([body.payload.id]);
  });

  test('of no company has no channel', async () => {
    const { publish, webhooks } = await started();
    const messageId = await publish({
      type: 'client.rateLimit.reached',
      dailyQuota: 1000,
      quotaRemaining: 0,
      expiryDate: '2026-01-16T00:00:00.000Z',
    });
    expect((await webhooks.messages.show(messageId)).channels).toEqual([]);
  });
});
