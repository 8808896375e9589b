import { describe, expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import { companyCreated, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { headersOf, scriptedOutbound } from '#test/support/scripted-outbound.ts';

const second = 1000;
const one = '5f9a1c3e-0000-4000-8000-0000000000a1';
const two = '5f9a1c3e-0000-4000-8000-0000000000a2';

const started = async (answer?: Parameters<typeof scriptedOutbound>[0]) => {
  const outbound = scriptedOutbound(answer);
  const engine = await startDeliveryEngine({ outbound });
  const make = async (path: string): Promise<string> => {
    const url = `https://consumer.example/${path}`;
    return (await engine.webhooks.endpoints.create({ url, eventTypes: ['company.created'] })).id;
  };
  return { ...engine, outbound, make, start: engine.context.clock.now(), messages: engine.webhooks.messages };
};

describe('the list of messages', () => {
  test('is narrowed by each filter, newest first, with the deliveries of each', async () => {
    const { publish, scheduler, make, start, messages } = await started(({ url }) => ({
      statusCode: url.endsWith('/a') ? 200 : 500,
    }));
    const a = await make('a');
    const first = await publish(companyCreated({ id: one }));
    await scheduler.advanceTo(start + second);
    const b = await make('b');
    const next = await publish(companyCreated({ id: two }));
    const quota = { dailyQuota: 1, quotaRemaining: 0, expiryDate: toIso(start) };
    await scheduler.advanceTo(start + 2 * second);
    const last = await publish({ type: 'client.rateLimit.reset', ...quota });
    await scheduler.idle();
    const ids = async (query: Parameters<typeof messages.list>[0]) =>
      (await messages.list(query)).results.map(({ id }) => id);
    expect(await ids({})).toEqual([last, next, first]);
    expect(await ids({ endpoint: b })).toEqual([next]);
    expect(await ids({ company: one })).toEqual([first]);
    expect(await ids({ eventType: 'client.rateLimit.reset' })).toEqual([last]);
    expect(await ids({ status: 'Attempting' })).toEqual([next]);
    expect(await ids({ status: 'Success' })).toEqual([next, first]);
    expect(await ids({ since: toIso(start + second) })).toEqual([last, next]);
    expect(await ids({ until: toIso(start + second) })).toEqual([first]);
    expect(await ids({ endpoint: a, company: two, status: 'Success' })).toEqual([next]);
    await expect(messages.list({ since: 'x' })).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(messages.list({ until: 'x' })).rejects.toMatchObject({ code: 'request.invalid' });

    const { results } = await messages.list({ company: two });
    expect(results).toEqual([
      {
        id: next,
        eventType: 'company.created',
        channels: [two],
        created: toIso(start + second),
        deliveries: [
          {
            webhookId: a,
            status: 'Success',
            attempts: 1,
            lastAttemptAt: toIso(start + second),
            lastStatusCode: 200,
          },
          {
            webhookId: b,
            status: 'Attempting',
            attempts: 1,
            lastAttemptAt: toIso(start + second),
            lastStatusCode: 500,
            nextAttemptAt: toIso(start + 6 * second),
          },
        ],
      },
    ]);
  });

  test('comes in pages of 50 unless another length is asked for', async () => {
    const { publish, messages } = await started();
    const ids: string[] = [];
    for (let n = 0; n < 51; n++) ids.unshift(await publish());
    const page = await messages.list({});
    expect(page.results.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    const rest = await messages.list({ cursor: page.cursor as string });
    expect(rest.results.map(({ id }) => id)).toEqual(ids.slice(50));
    expect(rest).not.toHaveProperty('cursor');
    expect(await messages.list({ limit: 51 })).not.toHaveProperty('cursor');
  });

  test('says of what waits when it is tried next: the sooner of its schedule and a resend', async () => {
    const { publish, scheduler, make, start, messages } = await started(() => ({ statusCode: 500 }));
    await make('a');
    const id = await publish();
    await scheduler.idle();
    const next = async () => (await messages.show(id)).deliveries[0]?.nextAttemptAt;
    expect(await next()).toBe(toIso(start + 5 * second));
    await scheduler.advanceTo(start + 2 * second);
    await scheduler.pause();
    await messages.resend(id);
    expect(await next()).toBe(toIso(start + 2 * second));
    await scheduler.resume();
    await scheduler.idle();
    expect(await next()).toBe(toIso(start + 5 * second));
  });
});

describe('a resend', () => {
  test('goes to every endpoint of the message that is there and enabled', async () => {
    const { publish, scheduler, make, messages, outbound, webhooks } = await started();
    const [a, b, c] = [await make('a'), await make('b'), await make('c')];
    const id = await publish();
    await make('later');
    await scheduler.idle();
    outbound.sent.length = 0;
    expect(await messages.resend(id)).toEqual({ count: 3 });
    await scheduler.idle();
    expect(outbound.sent.map(({ url }) => url.at(-1)).sort()).toEqual(['a', 'b', 'c']);
    expect(new Set(outbound.sent.map((each) => headersOf(each)['webhook-id']))).toEqual(new Set([id]));

    await webhooks.management.change(a, { disabled: true });
    await webhooks.endpoints.remove(b);
    outbound.sent.length = 0;
    expect(await messages.resend(id)).toEqual({ count: 1 });
    await scheduler.idle();
    expect(outbound.sent.map(({ url }) => url.at(-1))).toEqual(['c']);
    await expect(messages.resend(id, a)).rejects.toMatchObject({
      code: 'webhook.disabled',
      message: expect.stringContaining(a),
    });
    await expect(messages.resend(id, b)).rejects.toMatchObject({ code: 'webhook.notFound' });
    await webhooks.endpoints.remove(c);
    await expect(messages.resend(id)).rejects.toMatchObject({ code: 'webhook.disabled' });
    await webhooks.endpoints.remove(a);
    await expect(messages.resend(id)).rejects.toMatchObject({ code: 'delivery.notFound' });
  });

  test('goes to one endpoint alone, if that had the message', async () => {
    const { publish, scheduler, make, messages, outbound } = await started();
    await make('a');
    const b = await make('b');
    const id = await publish();
    const later = await make('later');
    await scheduler.idle();
    outbound.sent.length = 0;
    expect(await messages.resend(id, b)).toEqual({ count: 1 });
    await scheduler.idle();
    expect(outbound.sent.map(({ url }) => url.at(-1))).toEqual(['b']);
    await expect(messages.resend(id, later)).rejects.toMatchObject({
      code: 'delivery.notFound',
      message: expect.stringContaining(later),
    });
    await expect(messages.resend('msg_none')).rejects.toMatchObject({ code: 'message.notFound' });
    await expect(messages.show('msg_none')).rejects.toMatchObject({ code: 'message.notFound' });
  });
});
