import { expect, test, vi } from 'vitest';
import { companyCreated, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { type Scripted, scriptedOutbound } from '#test/support/scripted-outbound.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const url = 'https://consumer.example/hook';

const patient = { timeout: 30_000 };

/** Two endpoints; every delivery of the first one failed. */
const started = async (messages: number, options: Parameters<typeof startDeliveryEngine>[0] = {}) => {
  let answer: Scripted = { statusCode: 500 };
  const outbound = scriptedOutbound((request) => (request.url === `${url}/bad` ? answer : {}));
  const engine = await startDeliveryEngine({ outbound, ...options });
  const { context, scheduler, webhooks } = engine;
  const make = (path: string) =>
    webhooks.management.create({ url: url + path, eventTypes: ['company.created'] });
  const bad = await make('/bad');
  const good = await make('/good');
  for (let n = 0; n < messages; n++) await engine.publish(companyCreated());
  await scheduler.advanceTo(context.clock.now() + 30 * 3_600_000);
  return {
    ...engine,
    outbound,
    bad,
    good,
    bulk: webhooks.resends,
    answerWith: (next: Scripted) => {
      answer = next;
    },
    settle: () => scheduler.advanceTo(context.clock.now()),
  };
};

test('resends all failed deliveries of a filter in batches, with the result of each', async () => {
  const { bulk, bad, outbound, answerWith, settle } = await started(3);
  const request = { selection: { filter: { endpoint: bad.id, status: 'Failed' as const } } };
  expect(await bulk.count(request)).toEqual({
    messages: 3,
    deliveries: 3,
    endpoints: 1,
    refused: [],
    isTooMany: false,
  });
  answerWith({ statusCode: 200 });
  const before = outbound.sent.length;
  const { id, total } = await bulk.start(request);
  expect(total).toBe(3);
  await settle();
  expect(outbound.sent).toHaveLength(before + 3);
  expect(await bulk.show(id)).toMatchObject({
    state: 'done',
    counts: { delivered: 3, failed: 0, refused: 0, waiting: 0, sending: 0, cancelled: 0 },
  });
  const { results } = await bulk.items(id, { limit: 2 });
  expect(results).toMatchObject([{ webhookId: bad.id, state: 'delivered', statusCode: 200 }, {}]);
  expect(await bulk.count(request)).toMatchObject({ deliveries: 0 });
  await expect(bulk.start(request)).rejects.toMatchObject({ code: 'bulkResend.nothing' });
});

test('says before and after which deliveries a disabled endpoint refuses', async () => {
  const { bulk, bad, good, webhooks, settle } = await started(2);
  const { results } = await webhooks.messages.list({});
  await webhooks.management.change(bad.id, { disabled: true });
  const request = { selection: { ids: results.map(({ id }) => id) } };
  expect(await bulk.count(request)).toEqual({
    messages: 2,
    deliveries: 2,
    endpoints: 1,
    refused: [{ webhookId: bad.id, reason: 'disabled', count: 2 }],
    isTooMany: false,
  });
  const { id } = await bulk.start(request);
  await settle();
  const { results: items } = await bulk.items(id, {});
  expect(items.filter(({ webhookId }) => webhookId === bad.id)).toMatchObject([
    { state: 'refused', reason: 'disabled' },
    { state: 'refused', reason: 'disabled' },
  ]);
  expect(items.filter(({ webhookId }) => webhookId === good.id)).toMatchObject([
    { state: 'delivered' },
    { state: 'delivered' },
  ]);
  expect((await bulk.show(id)).refusals).toEqual([{ webhookId: bad.id, reason: 'disabled', count: 2 }]);
  const { results: refused } = await bulk.items(id, { state: 'refused' });
  expect(refused).toHaveLength(2);
});

test('what waits goes on in the next process, and is cancelled on request', async () => {
  const folder = temporaryFolder();
  const first = await started(4, { folder });
  const { bad, key, context } = first;
  const request = { selection: { filter: { endpoint: bad.id } } };
  await first.scheduler.pause();
  const { id } = await first.bulk.start(request);
  expect(await first.bulk.show(id)).toMatchObject({ state: 'running', counts: { waiting: 4 } });
  const stopped = await first.bulk.start(request);
  expect(await first.bulk.cancel(stopped.id)).toMatchObject({ state: 'cancelled', counts: { cancelled: 4 } });
  await first.stop();

  const outbound = scriptedOutbound();
  const next = await startDeliveryEngine({
    folder,
    key,
    outbound,
    generation: 2,
    now: context.clock.now(),
  });
  await next.scheduler.advanceTo(context.clock.now());
  expect(outbound.sent).toHaveLength(4);
  expect(await next.webhooks.resends.show(id)).toMatchObject({
    state: 'done',
    counts: { delivered: 4 },
    interrupted: { sent: 0 },
  });
  // The one that had ended before was not interrupted.
  expect(await next.webhooks.resends.show(stopped.id)).not.toHaveProperty('interrupted');
});

test('a start after a crash says how many were sent before, and repeats none of them', async () => {
  const folder = temporaryFolder();
  const first = await started(6, { folder });
  const { bad, key, context, outbound, bulk } = first;
  first.answerWith({ statusCode: 200 });
  const { id } = await bulk.start({ selection: { filter: { endpoint: bad.id } } });
  await first.settle();
  const sent = outbound.sent.length;
  expect((await bulk.show(id)).counts.delivered).toBe(6);
  // A second one that is cut off while all of it is under way.
  first.answerWith('never');
  const cut = await bulk.start({ selection: { filter: { endpoint: bad.id } } });
  await vi.waitFor(async () => expect((await bulk.show(cut.id)).counts.sending).toBe(6), patient);
  await vi.waitFor(() => expect(outbound.sent.length).toBeGreaterThan(sent), patient);
  await first.stop();

  const again = scriptedOutbound();
  const next = await startDeliveryEngine({
    folder,
    key,
    outbound: again,
    generation: 2,
    now: context.clock.now(),
  });
  await next.scheduler.advanceTo(context.clock.now());
  const { resends } = next.webhooks;
  expect(await resends.show(cut.id)).toMatchObject({
    state: 'done',
    counts: { delivered: 6 },
    interrupted: { sent: 0 },
  });
  expect(await resends.show(id)).not.toHaveProperty('interrupted');
  expect(again.sent).toHaveLength(6);
});

test('keeps no more than 500 queued at a time, and ends all the same', async () => {
  const { bulk, outbound, answerWith, bad, settle, scheduler } = await started(520);
  answerWith('never');
  const { id } = await bulk.start({ selection: { filter: { endpoint: bad.id } } });
  await vi.waitFor(async () => expect((await bulk.show(id)).counts.sending).toBe(500), patient);
  expect((await bulk.show(id)).counts.waiting).toBe(20);
  answerWith({});
  await vi.waitFor(async () => {
    outbound.end();
    expect((await bulk.show(id)).counts.delivered).toBe(520);
  }, patient);
  await settle();
  await scheduler.stop(0);
}, 60_000);
