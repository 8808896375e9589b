import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertRows, runBulk } from '#base/store/bulk.ts';
import type { DeliveryStatus } from '#contract/message.ts';
import { type MessageQuery, matchesDelivery } from '#contract/message-query.ts';
import { insertDeliveries } from '#service/store/messages.ts';
import type { Tx } from '#service/store/store.ts';
import { findMessages } from '#service/webhooks/find-messages.ts';
import { startDeliveryEngine } from '#test/support/delivery-engine.ts';

const types = ['company.created', 'read.completed', 'connection.deleted'];
const companies = ['1b4e28ba-2fa1-4d2b-883f-0016d3cca427', '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11'];
const statuses: readonly DeliveryStatus[] = ['Sending', 'Success', 'Failed'];
const day = 86_400_000;

/** What message `n` should be found by. */
const planned = (n: number, start: number, [first, second]: readonly string[]) => {
  const to = new Map<string, DeliveryStatus>();
  // The first endpoint hardly ever gets the second type.
  if (n % 2 === 0 || n % 1000 === 3) to.set(first as string, n % 700 === 0 ? 'Failed' : 'Success');
  if (n % 3 === 0) to.set(second as string, n % 900 === 0 ? 'Failed' : 'Sending');
  return {
    id: `msg_${n}`,
    at: start + n * 1000,
    type: types[n % 1500 === 8 ? 2 : n % 2] as string,
    company: n % 5 === 0 ? companies[n % 7 === 0 ? 1 : 0] : undefined,
    to,
  };
};
type Planned = ReturnType<typeof planned>;

/** How the last attempt of a delivery ended. */
const resultOf = (status: DeliveryStatus) => ({
  last_status_code: status === 'Success' ? 204 : status === 'Failed' ? 503 : null,
  last_error: status === 'Sending' ? 'Timeout' : null,
});

/** All of them, numbered from 1. */
const insertPlanned = async (
  tx: Tx,
  planned: readonly Planned[],
  endpoints: readonly string[],
): Promise<void> => {
  await insertRows(
    tx.db,
    'messages',
    planned.map(({ id, at, type, company }) => ({
      id,
      event_type: type,
      company_id: company ?? null,
      company_tags_json: '{}',
      body: '{}',
      created_at: at,
      is_test: 0,
    })),
  );
  const deliveries = planned.flatMap(({ at, to }, n) =>
    [...to].map(([endpoint, status]) => ({
      messageSeq: 1 + n,
      endpointSeq: 1 + endpoints.indexOf(endpoint),
      dueAt: at,
      status,
    })),
  );
  await insertDeliveries(
    tx,
    deliveries.map((one) => ({ ...one, origin: 'scheduled', scheduleUsed: 0 })),
  );
  const ended = {
    v: { message_seq: 'integer', endpoint_seq: 'integer', status: 'text', code: 'integer', error: 'text' },
    text: `update deliveries set status = v.status, due_at = null, last_status_code = v.code, last_error = v.error
      from v where deliveries.message_seq = v.message_seq and deliveries.endpoint_seq = v.endpoint_seq`,
  } as const;
  await runBulk(
    tx.db,
    ended,
    deliveries.map(({ messageSeq, endpointSeq, status }) => {
      const { last_status_code: code, last_error: error } = resultOf(status);
      return [messageSeq, endpointSeq, status, code, error];
    }),
  );
};

/** Thousands of messages, more than one page of any search reads at once. */
const fill = async (count: number) => {
  const engine = await startDeliveryEngine();
  const endpoints: string[] = [];
  for (const path of ['a', 'b']) {
    const request = { url: `http://127.0.0.1:9/${path}`, eventTypes: types, disabled: true };
    endpoints.push((await engine.webhooks.endpoints.create(request)).id);
  }
  const { store, clock } = engine.context;
  const start = clock.now() - day;
  const all = Array.from({ length: count }, (_, n) => planned(n, start, endpoints));
  await store.write((tx) => insertPlanned(tx, all, endpoints));
  return { ...engine, endpoints, all: all.reverse(), start };
};

const isWanted = ({ id, at, type, company, to }: Planned, query: MessageQuery): boolean => {
  const { endpoint, status, code } = query;
  const asksDelivery = endpoint !== undefined || status !== undefined || code !== undefined;
  const deliveries = [...to].map(([webhookId, each]) => {
    const { last_status_code: lastStatusCode, last_error: lastError } = resultOf(each);
    return {
      webhookId,
      status: each,
      ...(lastStatusCode === null ? {} : { lastStatusCode }),
      ...(lastError === null ? {} : { lastError }),
    };
  });
  return (
    (query.eventType ?? type) === type &&
    (query.company ?? company) === company &&
    (!asksDelivery || deliveries.some((each) => matchesDelivery(query, each))) &&
    id.startsWith(query.id ?? '') &&
    (query.since === undefined || at >= Date.parse(query.since)) &&
    (query.until === undefined || at < Date.parse(query.until))
  );
};

test('every filter finds what it should, whole and in order, page by page', async () => {
  const { webhooks, endpoints, all, start } = await fill(6000);
  const iso = (at: number) => new Date(at).toISOString();
  const filters = fc.record(
    {
      endpoint: fc.constantFrom(...endpoints),
      company: fc.constantFrom(...companies),
      eventType: fc.constantFrom(...types),
      status: fc.constantFrom(...statuses, 'Cancelled' as const, 'Waiting' as const),
      code: fc.constantFrom('204', '503', '5xx', '2xx', '404', 'Timeout', 'DnsError'),
      id: fc.constantFrom('msg_1', 'msg_59', 'msg_000000000000', 'x'),
      since: fc.integer({ min: 0, max: 6100 }).map((n) => iso(start + n * 1000)),
      until: fc.integer({ min: 0, max: 6100 }).map((n) => iso(start + n * 1000)),
    },
    { requiredKeys: [] },
  );
  const wanted = (query: MessageQuery): string[] =>
    all.filter((message) => isWanted(message, query)).map(({ id }) => id);
  await fc.assert(
    fc.asyncProperty(filters, async (query) => {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await webhooks.messages.list({
          ...query,
          limit: 500,
          ...(cursor === undefined ? {} : { cursor }),
        });
        found.push(...page.results.map(({ id }) => id));
        cursor = page.cursor;
      } while (cursor !== undefined);
      expect(found).toEqual(wanted(query));
    }),
    { numRuns: 60 },
  );
});

test('a search that takes long answers what it has, and goes on from there to the end', async () => {
  const { context, all, endpoints } = await fill(3000);
  const filter = { endpointSeq: 1, eventType: 'read.completed' };
  const found: string[] = [];
  let before: number | undefined = Number.MAX_SAFE_INTEGER;
  let pages = 0;
  while (before !== undefined) {
    const page = await findMessages({ read: context.store.read }, filter, { from: 0, before }, 50, 100);
    found.push(...page.messages.map(({ id }) => id));
    before = page.before;
    pages++;
  }
  const wanted = all.filter(({ type, to }) => type === 'read.completed' && to.has(endpoints[0] as string));
  expect(found).toEqual(wanted.map(({ id }) => id));
  expect(wanted).toHaveLength(3);
  expect(pages).toBeGreaterThan(2);
});

test('a search that is broken off goes on where the way that came farthest stands, and loses nothing on it', async () => {
  const { context, all, endpoints } = await fill(3000);
  const filter = { endpointSeq: 1, eventType: 'read.completed' };
  const wanted = all
    .filter(({ type, to }) => type === 'read.completed' && to.has(endpoints[0] as string))
    .map(({ id }) => id);
  // By the endpoint, 500 candidates reach back twice as far as by the type.
  const from = { from: 0, before: Number.MAX_SAFE_INTEGER };
  const page = await findMessages({ read: context.store.read }, filter, from, 50, 500);
  const seqOf = (id: string): number => Number(id.slice('msg_'.length)) + 1;
  expect(page.before).toBe(3000 - 1000 + 1 + 1);
  expect(page.messages.map(({ id }) => id)).toEqual(wanted.filter((id) => seqOf(id) >= (page.before ?? 0)));
  const stretched = await findMessages({ read: context.store.read }, filter, from, 50, 501);
  expect(stretched.before).toBeLessThan(page.before ?? 0);
});

test('a page is full before its way ends: no more is looked through, and the next one begins behind it', async () => {
  const { context, all } = await fill(1200);
  for (const limit of [499, 500, 501, 1199, 1200, 1201]) {
    const page = await findMessages(
      { read: context.store.read },
      {},
      { from: 0, before: Number.MAX_SAFE_INTEGER },
      limit,
    );
    expect(page.messages.map(({ id }) => id)).toEqual(all.slice(0, limit).map(({ id }) => id));
    expect(page.before).toBe(limit < 1200 ? 1200 - limit + 1 : undefined);
  }
});

/** Deliveries that a filter asks for, by status. */
const countWanted = (all: readonly Planned[], query: MessageQuery): Record<DeliveryStatus, number> => {
  const wanted = { Sending: 0, Attempting: 0, Success: 0, Failed: 0, Cancelled: 0 };
  for (const message of all.filter((one) => isWanted(one, query))) {
    for (const [webhookId, status] of message.to) {
      const { last_status_code: code, last_error: error } = resultOf(status);
      const result = { ...(code && { lastStatusCode: code }), ...(error && { lastError: error }) };
      if (matchesDelivery(query, { webhookId, status, ...result })) wanted[status] += 1;
    }
  }
  return wanted;
};

test('the chart of any filter shows the deliveries of the list: its sums, its figures and the list agree', async () => {
  const { webhooks, endpoints, all, start, context } = await fill(2500);
  context.clock.set(start + day);
  const iso = (at: number) => new Date(at).toISOString();
  const filters = fc.record(
    {
      endpoint: fc.constantFrom(...endpoints),
      company: fc.constantFrom(...companies),
      eventType: fc.constantFrom(...types),
      status: fc.constantFrom(...statuses, 'Waiting' as const),
      code: fc.constantFrom('204', '5xx', 'Timeout'),
      since: fc.integer({ min: 0, max: 2600 }).map((n) => iso(start + n * 1000)),
      until: fc.integer({ min: 0, max: 2600 }).map((n) => iso(start + n * 1000)),
      buckets: fc.integer({ min: 1, max: 200 }),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(filters, async ({ buckets, ...query }) => {
      fc.pre(query.since === undefined || query.until === undefined || query.since < query.until);
      const activity = await webhooks.messages.activity({ ...query, ...(buckets && { buckets }) });
      const wanted = countWanted(all, query);
      expect(activity).toMatchObject({
        complete: true,
        succeeded: wanted.Success,
        failed: wanted.Failed,
        waiting: wanted.Sending + wanted.Attempting,
        cancelled: 0,
      });
      expect(activity.buckets.length).toBeLessThanOrEqual(Math.max(2, buckets ?? 80));
      expect(activity.buckets[0]?.from).toBe(activity.from);
      expect(activity.buckets.at(-1)?.until).toBe(activity.until);
      for (const name of ['succeeded', 'failed', 'waiting', 'cancelled'] as const) {
        expect(activity.buckets.reduce((sum, bucket) => sum + bucket[name], 0)).toBe(activity[name]);
      }
    }),
    { numRuns: 60, examples: [[{ buckets: 20 }], [{ buckets: 20, endpoint: endpoints[0] as string }]] },
  );
});
