import { expect, test, vi } from 'vitest';
import { companyCreated, startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { type Scripted, scriptedOutbound } from '#test/support/scripted-outbound.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testOnFile } from '#test/support/test-store.ts';

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

// Beside others, the process that finds one gone says so: see test/service/processes.
testOnFile('what waits goes on in the next process, and is cancelled on request', async () => {
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

testOnFile('a start after a crash says how many were sent before, and repeats none of them', async () => {
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

test('an ended one keeps its results when retention has removed its attempts, also if it is cancelled then', async () => {
  const { bulk, bad, good, webhooks, scheduler, context, answerWith, settle } = await started(3);
  const { results: messages } = await webhooks.messages.list({});
  const request = { selection: { ids: messages.map(({ id }) => id) } };
  answerWith({ statusCode: 503 });
  const { id } = await bulk.start(request);
  await settle();
  const ended = await bulk.show(id);
  expect(ended).toMatchObject({ state: 'done', counts: { delivered: 3, failed: 3, cancelled: 0 } });
  const { results: items } = await bulk.items(id, {});
  expect(items.filter(({ webhookId }) => webhookId === bad.id)).toMatchObject(
    messages.map(() => ({ state: 'failed', statusCode: 503 })),
  );
  // None of it waits: a later resend of one of them changes nothing of it either.
  answerWith({});
  await webhooks.messages.resend(messages[0]?.id ?? '', bad.id);
  await settle();
  await scheduler.advanceTo(context.clock.now() + 100 * 86_400_000);
  expect((await webhooks.messages.list({})).results).toEqual([]);
  await webhooks.management.remove(good.id);
  await bulk.cancel(id);
  expect(await bulk.show(id)).toEqual(ended);
  expect((await bulk.items(id, {})).results).toEqual(items);
});

test('what is under way to an endpoint that is deleted has its own result', async () => {
  const { bulk, bad, webhooks, scheduler, outbound, answerWith, settle, context } = await started(3);
  answerWith('never');
  const before = outbound.sent.length;
  const { id } = await bulk.start({ selection: { filter: { endpoint: bad.id } } });
  await vi.waitFor(() => expect(outbound.sent).toHaveLength(before + 3), patient);
  await webhooks.management.remove(bad.id);
  expect(await bulk.show(id)).toMatchObject({ state: 'running', counts: { sending: 3 } });
  // The row of an extra attempt that is gone is given again: the result of the old one is not that of the new one.
  const other = await bulk.start({ selection: { filter: { status: 'Success' } } });
  await vi.waitFor(async () => expect((await bulk.show(other.id)).state).toBe('done'), patient);
  expect(await bulk.show(other.id)).toMatchObject({ counts: { delivered: 3 } });
  outbound.end();
  await vi.waitFor(async () => expect((await bulk.show(id)).state).toBe('done'), patient);
  expect(await bulk.show(id)).toMatchObject({ counts: { delivered: 3, cancelled: 0 } });
  await settle();
  await scheduler.advanceTo(context.clock.now() + 3_600_000);
  expect(outbound.sent).toHaveLength(before + 6);
});

test('what is queued at an endpoint that is deleted is cancelled, and never sent', async () => {
  const { bulk, bad, webhooks, scheduler, outbound, context } = await started(2);
  await webhooks.management.change(bad.id, { messagesPerSecond: 1 });
  const before = outbound.sent.length;
  const { id } = await bulk.start({ selection: { filter: { endpoint: bad.id } } });
  await vi.waitFor(async () => expect((await bulk.show(id)).counts.failed).toBe(1), patient);
  await webhooks.management.remove(bad.id);
  expect(await bulk.show(id)).toMatchObject({ state: 'done', counts: { failed: 1, cancelled: 1 } });
  await scheduler.advanceTo(context.clock.now() + 3_600_000);
  expect(outbound.sent).toHaveLength(before + 1);
});

test('the same request with the same id sends once, however often and at the same time it comes', async () => {
  const { bulk, bad, outbound, answerWith, settle } = await started(3);
  answerWith({ statusCode: 200 });
  const before = outbound.sent.length;
  const id = '4b0a3a52-9d0e-4d5e-8f0a-2f6c1f0f7b11';
  const request = { id, selection: { filter: { endpoint: bad.id, status: 'Failed' as const } } };
  const answers = await Promise.all([bulk.start(request), bulk.start(request), bulk.start(request)]);
  expect(new Set(answers.map((one) => one.id))).toEqual(new Set([id]));
  await settle();
  // None is failed any more: it would be refused if it were begun anew.
  expect(await bulk.start(request)).toMatchObject({ id, state: 'done', counts: { delivered: 3 } });
  expect((await bulk.list()).results).toHaveLength(1);
  expect((await bulk.list({ state: 'running' })).results).toEqual([]);
  expect(outbound.sent).toHaveLength(before + 3);
  await expect(bulk.start({ ...request, deliveries: { endpoint: bad.id } })).rejects.toMatchObject({
    code: 'bulkResend.otherRequest',
  });
  expect(outbound.sent).toHaveLength(before + 3);
});

test('a delivery that two of them wait for is sent once, and refused in the second', async () => {
  const { bulk, bad, outbound, scheduler, settle } = await started(1);
  const before = outbound.sent.length;
  await scheduler.pause();
  const request = { selection: { filter: { endpoint: bad.id } } };
  const [first, second] = [await bulk.start(request), await bulk.start(request)];
  expect((await bulk.list({ state: 'running' })).results.map(({ id }) => id)).toEqual([second.id, first.id]);
  await scheduler.resume();
  await settle();
  expect(outbound.sent).toHaveLength(before + 1);
  expect(await bulk.show(first.id)).toMatchObject({ state: 'done', counts: { failed: 1 } });
  expect((await bulk.items(second.id, {})).results).toMatchObject([{ state: 'refused', reason: 'underWay' }]);
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
