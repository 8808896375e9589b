import { describe, expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import { addCompany } from '#test/support/add-company.ts';
import { companyCreated, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { headersOf, scriptedOutbound } from '#test/support/scripted-outbound.ts';

const hour = 3_600_000;
const one = '5f9a1c3e-0000-4000-8000-0000000000a1';
const two = '5f9a1c3e-0000-4000-8000-0000000000a2';
const url = 'https://consumer.example/hook';
const none = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';
const token = 'Bearer a-long-token-of-theirs-7B2';

const started = async (
  answer?: Parameters<typeof scriptedOutbound>[0],
  options: Parameters<typeof startDeliveryEngine>[0] = {},
) => {
  const outbound = scriptedOutbound(answer);
  const engine = await startDeliveryEngine({ outbound, ...options });
  const { management, endpoints } = engine.webhooks;
  const start = engine.context.clock.now();
  return { ...engine, outbound, management, endpoints, start };
};

describe('an endpoint', () => {
  test('is shown as it was made, in the list of the API and in that of the portal', async () => {
    const { management, endpoints, start, context } = await started();
    await addCompany(context, one);
    const plain = await endpoints.create({ url, eventTypes: ['company.created'] });
    expect(plain).toEqual({
      id: plain.id,
      url,
      eventTypes: ['company.created'],
      disabled: false,
      companyTags: [],
    });
    const whole = await management.create({
      url: `${url}/2`,
      eventTypes: ['company.created', 'company.deleted', 'company.created'],
      companyId: one,
      companyTags: ['region:uk'],
      disabled: true,
    });
    const { secret } = await management.secret(whole.id);
    expect(whole).toEqual({
      id: whole.id,
      url: `${url}/2`,
      eventTypes: ['company.created', 'company.deleted'],
      disabled: true,
      channels: [one],
      companyTags: ['region:uk'],
      headers: [],
      secret: `••••${secret.slice(-3)}`,
      created: toIso(start),
      health: {
        waiting: 0,
        succeeded: 0,
        failed: 0,
        cancelled: 0,
        disabledAt: toIso(start),
        disabledReason: 'It was made disabled.',
      },
    });
    expect(await endpoints.list()).toEqual([
      plain,
      {
        id: whole.id,
        url: `${url}/2`,
        eventTypes: ['company.created', 'company.deleted'],
        disabled: true,
        companyId: one,
        companyTags: ['region:uk'],
      },
    ]);
    expect(await management.list()).toEqual([await management.show(plain.id), whole]);
    expect((await management.show(plain.id)).health).toEqual({
      waiting: 0,
      succeeded: 0,
      failed: 0,
      cancelled: 0,
    });
  });

  test('that is deleted is in no list, and found by none of its commands', async () => {
    const { management, endpoints, webhooks } = await started();
    const { id } = await endpoints.create({ url, eventTypes: ['company.created'] });
    await endpoints.create({ url: `${url}/2`, eventTypes: ['company.created'] });
    await management.remove(id);
    expect((await endpoints.list()).map((each) => each.url)).toEqual([`${url}/2`]);
    expect((await management.list()).map((each) => each.url)).toEqual([`${url}/2`]);
    expect((await webhooks.health()).endpoints.total).toBe(1);
    const since = toIso(0);
    for (const call of [
      () => management.show(id),
      () => management.change(id, { disabled: true }),
      () => management.headers(id, false),
      () => management.setHeaders(id, { headers: [] }),
      () => management.secret(id),
      () => management.rotateSecret(id),
      () => management.test(id),
      () => management.recover(id, { since }),
      () => management.replay(id, { since }),
      () => management.remove(id),
      () => webhooks.messages.list({ endpoint: id }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'webhook.notFound' });
    }
  });

  test.each([
    [['company.created', 'Company.Created'], 'eventTypes.1', 'Did you mean company.created?'],
    [['nonsense'], 'eventTypes.0', '"nonsense" is not an event type. See /docs'],
    [['y'.repeat(100)], 'eventTypes.0', `"${'y'.repeat(80)}" is`],
  ])('of the event types %s is refused, with each that is wrong', async (eventTypes, itemId, words) => {
    const { endpoints } = await started();
    await expect(endpoints.create({ url, eventTypes })).rejects.toMatchObject({
      code: 'request.invalid',
      validation: [{ itemId, message: expect.stringContaining(words), validatorName: 'eventType' }],
    });
    expect(await endpoints.list()).toEqual([]);
  });
});

describe('changing an endpoint', () => {
  test('sets what it names and leaves the rest', async () => {
    const { management, context } = await started();
    for (const id of [one, two]) await addCompany(context, id);
    const { id } = await management.create({ url, eventTypes: ['company.created'] });
    expect(await management.change(id, { messagesPerSecond: 7 })).toMatchObject({ messagesPerSecond: 7 });
    const changed = await management.change(id, { channels: [one, two, one] });
    expect(changed).toMatchObject({ messagesPerSecond: 7, channels: [one, two], disabled: false });
    expect(await management.change(id, { messagesPerSecond: null })).not.toHaveProperty('messagesPerSecond');
    expect(await management.change(id, { channels: [] })).toMatchObject({ channels: [] });
  });

  test('disables it once, and enabling lets the count of failures begin anew', async () => {
    const { management, scheduler, publish, start } = await started(() => ({ statusCode: 500 }));
    const { id } = await management.create({ url, eventTypes: ['company.created'] });
    await publish();
    await scheduler.idle();
    expect((await management.change(id, { disabled: false })).health.firstFailureAt).toBe(toIso(start));
    const { disabled, health } = await management.change(id, { disabled: true });
    expect(disabled).toBe(true);
    expect(health).toMatchObject({
      disabledAt: toIso(start),
      disabledReason: 'A person disabled it.',
      firstFailureAt: toIso(start),
    });
    await scheduler.advanceTo(start + hour);
    expect((await management.change(id, { disabled: true })).health).toEqual(health);
    const enabled = await management.change(id, { disabled: false });
    expect(enabled.disabled).toBe(false);
    for (const gone of ['disabledAt', 'disabledReason', 'firstFailureAt']) {
      expect(enabled.health).not.toHaveProperty(gone);
    }
  });

  test('sends what fell due meanwhile as soon as it is enabled, and nothing before', async () => {
    const { management, scheduler, publish, start, outbound } = await started((_, before) => ({
      statusCode: before === 0 ? 500 : 200,
    }));
    const { id } = await management.create({ url, eventTypes: ['company.created'] });
    await publish();
    await scheduler.idle();
    await management.change(id, { disabled: true });
    await publish();
    await scheduler.advanceTo(start + hour);
    expect(outbound.sent).toHaveLength(1);
    await management.change(id, { disabled: false });
    await scheduler.idle();
    expect(outbound.sent).toHaveLength(2);
    expect((await management.show(id)).health).toMatchObject({ succeeded: 1, waiting: 0 });
  });
});

describe('custom headers', () => {
  const headers = [
    { name: 'Authorization', value: token },
    { name: 'X-Service-ClientId', value: 'c1' },
  ];

  test('are sent as they are, shown masked, and in full only on request', async () => {
    const { management, publish, scheduler, outbound, webhooks } = await started();
    const { id } = await management.create({ url, eventTypes: ['company.created'] });
    const masked = [
      { name: 'Authorization', value: 'Bearer ••••7B2' },
      { name: 'X-Service-ClientId', value: '••••' },
    ];
    expect(await management.setHeaders(id, { headers })).toEqual(masked);
    expect(await management.headers(id, false)).toEqual(masked);
    expect(await management.headers(id, true)).toEqual(headers);
    expect((await management.show(id)).headers).toEqual(masked);
    const messageId = await publish();
    await scheduler.idle();
    expect(outbound.sent[0]?.headers.slice(-4)).toEqual(headers.flatMap(({ name, value }) => [name, value]));
    const [attempt] = (await webhooks.messages.show(messageId)).attempts;
    expect(Object.entries(attempt?.requestHeaders ?? {}).slice(-2)).toEqual(
      masked.map(({ name, value }) => [name, value]),
    );

    expect(await management.setHeaders(id, { headers: [] })).toEqual([]);
    expect((await management.show(id)).headers).toEqual([]);
    await publish();
    await scheduler.idle();
    expect(headersOf(outbound.sent[1] as never)).not.toHaveProperty('Authorization');
  });

  test('that are not allowed are refused, and those before them stay', async () => {
    const { management } = await started();
    const { id } = await management.create({ url, eventTypes: ['company.created'] });
    await management.setHeaders(id, { headers });
    for (const name of ['Host', 'webhook-id', 'Content-Length', 'not a name']) {
      await expect(management.setHeaders(id, { headers: [{ name, value: 'x' }] })).rejects.toMatchObject({
        code: 'request.invalid',
      });
    }
    expect(await management.headers(id, true)).toEqual(headers);
  });
});

test('a rotated secret signs on for 24 hours, and not a millisecond longer', async () => {
  const { management, publish, scheduler, outbound, start } = await started();
  const { id } = await management.create({ url, eventTypes: ['company.created'] });
  const before = await management.secret(id);
  const { secret } = await management.rotateSecret(id);
  expect(await management.secret(id)).toEqual({ secret });
  expect(secret).not.toBe(before.secret);
  expect((await management.show(id)).secret).toBe(`••••${secret.slice(-3)}`);
  for (const [at, signatures] of [
    [start, 2],
    [start + 24 * hour - 1, 2],
    [start + 24 * hour, 1],
  ] as const) {
    await scheduler.advanceTo(at);
    await publish();
    await scheduler.idle();
    const value = headersOf(outbound.sent.at(-1) as never)['webhook-signature'];
    expect(value?.split(' ')).toHaveLength(signatures);
  }
});

describe('a test event', () => {
  test('is of the type asked for, or the first of the endpoint, and of its first company', async () => {
    const asked: [string, string | undefined][] = [];
    const { management, scheduler, outbound, context, webhooks } = await started(undefined, {
      exampleEvent: async (_, eventType, companyId) => {
        asked.push([eventType, companyId]);
        return companyCreated({ id: companyId ?? one });
      },
    });
    await addCompany(context, two);
    const request = { url, eventTypes: ['company.deleted', 'company.created'] };
    const { id } = await management.create(request);
    const ofCompany = await management.create({ ...request, url: `${url}/2`, companyId: two });
    const { messageId } = await management.test(id);
    await management.test(id, 'company.created');
    await management.test(ofCompany.id);
    await scheduler.idle();
    expect(asked).toEqual([
      ['company.deleted', undefined],
      ['company.created', undefined],
      ['company.deleted', two],
    ]);
    expect(outbound.sent.map((each) => each.url).sort()).toEqual([url, url, `${url}/2`]);
    expect(await webhooks.messages.show(messageId)).toMatchObject({
      channels: [one],
      deliveries: [{ webhookId: id, status: 'Success', attempts: 1 }],
      attempts: [{ trigger: 'test' }],
    });
    expect((await webhooks.health()).waiting).toBe(0);
  });

  test('that fails is not tried again, and is neither recovered nor replayed', async () => {
    const { management, scheduler, outbound, start } = await started(() => ({ statusCode: 410 }));
    const { id } = await management.create({ url, eventTypes: ['company.created'] });
    await management.test(id);
    await scheduler.advanceTo(start + 48 * hour);
    expect(outbound.sent).toHaveLength(1);
    expect((await management.show(id)).disabled).toBe(false);
    expect(await management.replay(id, { since: toIso(start) })).toEqual({ count: 0 });
  });
});

test('recover makes one extra attempt for each that failed since a time and before another one', async () => {
  const { management, scheduler, publish, outbound, start, webhooks } = await started(() => ({
    statusCode: 500,
  }));
  const { id } = await management.create({ url, eventTypes: ['company.created'] });
  const published: string[] = [];
  for (const n of [0, 1, 2, 3]) {
    await scheduler.advanceTo(start + n * hour);
    published.push(await publish());
  }
  await scheduler.advanceTo(start + 40 * hour);
  outbound.sent.length = 0;
  const range = { since: toIso(start + hour), until: toIso(start + 3 * hour) };
  expect(await management.recover(id, range)).toEqual({ count: 2 });
  await scheduler.idle();
  const ids = outbound.sent.map((each) => headersOf(each)['webhook-id']);
  expect(ids).toEqual([published[1], published[2]]);
  const { attempts, deliveries } = await webhooks.messages.show(published[1] as string);
  expect(attempts.at(-1)).toMatchObject({ trigger: 'recover', number: 9, at: toIso(start + 40 * hour) });
  expect(deliveries).toMatchObject([{ status: 'Failed', attempts: 9 }]);
  expect(await management.recover(id, { since: toIso(start) })).toEqual({ count: 4 });
  await expect(management.recover(id, { since: 'yesterday' })).rejects.toMatchObject({
    code: 'request.invalid',
  });
  await expect(management.replay(id, { since: toIso(0), until: 'now' })).rejects.toMatchObject({
    code: 'request.invalid',
  });
});

describe('endpoints that are not made by a person', () => {
  test('of a cutover are those that its undoing disables, and that the next one takes again', async () => {
    const { webhooks, context, endpoints, management } = await started();
    const wanted = {
      url,
      eventTypes: ['company.created'],
      channels: [],
      companyTags: [],
      disabled: false,
      headers: [{ name: 'Authorization', value: token }],
      ruleIds: ['r1'],
    };
    const own = await endpoints.create({ url, eventTypes: ['company.created'] });
    const make = (one: typeof wanted) => context.store.write((tx) => webhooks.cutover.make(tx, [one]));
    const disable = () => context.store.write((tx) => webhooks.cutover.disable(tx));
    const [made] = await make(wanted);
    const { secret } = await management.secret(made?.id as string);
    expect(await management.headers(made?.id as string, true)).toEqual(wanted.headers);
    expect(await disable()).toEqual([{ ...made, disabled: true }]);
    expect(await disable()).toEqual([{ ...made, disabled: true }]);
    expect(await endpoints.list()).toEqual([own, { ...made, disabled: true }]);
    const { health } = await management.show(made?.id as string);
    expect(health.disabledReason).toBe('The cutover was rolled back.');

    const otherwise = { ...wanted, eventTypes: ['company.deleted'], headers: [], ruleIds: ['r2'] };
    expect(await make(otherwise)).toEqual([{ ...made, eventTypes: ['company.deleted'] }]);
    expect(await endpoints.list()).toEqual([own, { ...made, eventTypes: ['company.deleted'] }]);
    expect(await management.headers(made?.id as string, true)).toEqual([]);
    expect(await management.secret(made?.id as string)).toEqual({ secret });
  });

  test('of a snapshot are made as they are named there, of the companies that were made for it', async () => {
    const { webhooks, context, management } = await started();
    const webhook = { id: 'w1', url, eventTypes: ['company.created'] };
    const snapshot = {
      webhooks: [
        webhook,
        {
          ...webhook,
          id: 'w2',
          companyId: one,
          companyTags: ['a:b'],
          disabled: true,
          headers: [{ name: 'Authorization', value: token }],
        },
        { ...webhook, id: 'w3', companyId: two },
      ],
    };
    const { webhooks: ids } = await context.store.write((tx) =>
      webhooks.seed(tx, snapshot as never, { [one]: none }),
    );
    expect(Object.keys(ids)).toEqual(['w1', 'w2', 'w3']);
    expect(await management.show(ids.w1 as string)).toMatchObject({
      channels: [],
      companyTags: [],
      disabled: false,
      headers: [],
    });
    expect(await management.show(ids.w2 as string)).toMatchObject({
      channels: [none],
      companyTags: ['a:b'],
      disabled: true,
      headers: [{ name: 'Authorization', value: 'Bearer ••••7B2' }],
    });
    expect((await management.show(ids.w3 as string)).channels).toEqual([two]);
    expect(await context.store.write((tx) => webhooks.seed(tx, {}, {}))).toEqual({ webhooks: {} });
  });
});

test('a store that was emptied leaves nothing in memory', async () => {
  const { webhooks, context, endpoints, publish, scheduler, outbound } = await started();
  await endpoints.create({ url, eventTypes: ['company.created'] });
  await context.store.write(async (tx) => {
    await tx.db.deleteFrom('endpoint_secrets').execute();
    await tx.db.deleteFrom('endpoints').execute();
    await webhooks.forget(tx);
  });
  expect(await endpoints.list()).toEqual([]);
  await publish();
  await scheduler.idle();
  expect(outbound.sent).toEqual([]);
});
