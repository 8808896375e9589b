import { expect, test, vi } from 'vitest';
import { toIso } from '#base/clock.ts';
import { insertMessage } from '#service/store/messages.ts';
import { addCompany } from '#test/support/add-company.ts';
import {
  companyCreated,
  type DeliveryEngine,
  startDeliveryEngine,
  testCompany,
} from '#test/support/delivery-engine.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';

const minute = 60_000;

const started = async () => {
  const outbound = scriptedOutbound();
  const engine = await startDeliveryEngine({ outbound });
  const start = engine.context.clock.now();
  const make = async (about: { companyTags?: string[]; eventTypes?: string[] } = {}) =>
    (
      await engine.webhooks.endpoints.create({
        url: 'https://consumer.example/',
        eventTypes: ['company.created'],
        ...about,
      })
    ).id;
  const replay = (id: string, since: number, until?: number) =>
    engine.webhooks.management.replay(id, {
      since: toIso(since),
      ...(until === undefined ? {} : { until: toIso(until) }),
    });
  return { ...engine, outbound, start, make, replay };
};

/** Messages that nobody listened to, a millisecond after one another. */
const fill = ({ context }: Pick<DeliveryEngine, 'context'>, count: number, start: number): Promise<void> =>
  context.store.write(async (tx) => {
    for (let n = 0; n < count; n++) {
      await insertMessage(tx, {
        id: `msg_${n}`,
        event_type: 'company.created',
        company_id: null,
        company_tags_json: '{}',
        body: '{}',
        created_at: start + n,
        is_test: 0,
      });
    }
  });

test('a long replay goes on after its first thousand messages, and makes each delivery once', async () => {
  const { webhooks, scheduler, outbound, make, replay, start, context } = await started();
  await fill({ context }, 2300, start);
  const id = await make();
  expect(await replay(id, start)).toEqual({ count: 2300 });
  await scheduler.idle();
  const ids = outbound.sent.map(({ headers }) => headers[headers.indexOf('webhook-id') + 1]);
  expect(new Set(ids).size).toBe(2300);
  expect(ids).toHaveLength(2300);
  expect((await webhooks.management.show(id)).health).toMatchObject({ succeeded: 2300, waiting: 0 });
  expect(await replay(id, start)).toEqual({ count: 0 });
});

test('a replay of exactly as many as are looked at in one go ends', async () => {
  const { make, replay, start, context } = await started();
  await fill({ context }, 1000, start);
  expect(await replay(await make(), start)).toEqual({ count: 1000 });
});

test('of the messages since a time and before another one, those that the endpoint listens to', async () => {
  const { publish, scheduler, make, replay, start, context, outbound, webhooks } = await started();
  const uk = testCompany({ tags: { region: 'uk' } });
  await addCompany(context, uk.id);
  const at = async (minutes: number): Promise<void> => {
    await scheduler.advanceTo(start + minutes * minute);
  };
  const wanted: string[] = [];
  await publish(companyCreated({ tags: { region: 'uk' } }));
  await at(1);
  wanted.push(await publish(companyCreated({ tags: { region: 'uk' } })));
  await publish(companyCreated({ tags: { region: 'fr' } }));
  await publish({ type: 'company.deleted', company: uk });
  await at(2);
  wanted.push(await publish(companyCreated({ tags: { region: 'uk' } })));
  await at(3);
  await publish(companyCreated({ tags: { region: 'uk' } }));

  const other = await make({ eventTypes: ['company.deleted'] });
  const { messageId: tested } = await webhooks.management.test(other);
  const id = await make({ companyTags: ['region:uk'] });
  await scheduler.idle();
  outbound.sent.length = 0;
  expect(await replay(id, start + minute, start + 3 * minute)).toEqual({ count: 2 });
  await scheduler.idle();
  const sent = outbound.sent.map(({ headers }) => headers[headers.indexOf('webhook-id') + 1]);
  expect(sent).toEqual(wanted);
  expect(sent).not.toContain(tested);
  const { deliveries, attempts } = await webhooks.messages.show(wanted[0] as string);
  expect(deliveries).toMatchObject([{ webhookId: id, status: 'Success', attempts: 1 }]);
  expect(attempts).toMatchObject([{ trigger: 'replay', number: 1, at: toIso(start + 3 * minute) }]);
});

test('what was replayed has its whole schedule before it', async () => {
  const outbound = scriptedOutbound(() => ({ statusCode: 500 }));
  const engine = await startDeliveryEngine({ outbound });
  const start = engine.context.clock.now();
  const messageId = await engine.publish();
  await engine.scheduler.advanceTo(start + minute);
  const { id } = await engine.webhooks.endpoints.create({
    url: 'https://consumer.example/',
    eventTypes: ['company.created'],
  });
  await engine.webhooks.management.replay(id, { since: toIso(start) });
  await vi.waitFor(() => expect(outbound.sent).toHaveLength(1));
  await engine.scheduler.advanceTo(start + 48 * 60 * minute);
  const { attempts, deliveries } = await engine.webhooks.messages.show(messageId);
  expect(attempts.map(({ number, trigger }) => [number, trigger])).toEqual(
    Array.from({ length: 8 }, (_, n) => [n + 1, 'replay']),
  );
  expect(deliveries).toMatchObject([{ status: 'Failed', attempts: 8 }]);
});
