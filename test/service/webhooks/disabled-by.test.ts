import { expect, test } from 'vitest';
import { startDeliveryEngine } from '#test/support/delivery-engine.ts';
import { scriptedOutbound } from '#test/support/scripted-outbound.ts';

test('health tells endpoints that the service disabled from those that a person did', async () => {
  const outbound = scriptedOutbound(({ url }) => ({ statusCode: url.endsWith('/gone') ? 410 : 200 }));
  const { webhooks, publish, scheduler } = await startDeliveryEngine({ outbound });
  const make = (path: string, disabled = false) =>
    webhooks.endpoints.create({
      url: `https://consumer.example/${path}`,
      eventTypes: ['company.created'],
      disabled,
    });
  const gone = await make('gone');
  const other = await make('other');
  await make('made', true);
  await publish();
  await scheduler.idle();
  await webhooks.management.change(other.id, { disabled: true });
  expect((await webhooks.health()).endpoints).toEqual({
    total: 3,
    disabled: 3,
    disabledByService: 1,
    failing: 0,
  });
  const all = await webhooks.management.list();
  expect(all.filter(({ health }) => health.disabledByService).map(({ id }) => id)).toEqual([gone.id]);
});
