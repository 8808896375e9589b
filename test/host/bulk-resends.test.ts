import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { testHost } from '#test/support/test-host.ts';

test('a bulk resend runs in the list of work, is begun once, and keeps its results after retention', async () => {
  const { api, desk } = await testHost({ clock: 'virtual', allowPrivate: true });
  let status = 500;
  const { url, received } = await startConsumer(() => status);
  const { body: webhook } = await api('POST', '/webhooks', { url, eventTypes: ['company.created'] });
  for (let n = 0; n < 3; n++) await desk('POST', '/api/events', { eventType: 'company.created' });
  await desk('POST', '/api/clock/advance', { by: 'PT28H' });
  await desk('POST', '/api/clock/pause');

  status = 200;
  const before = received.length;
  const request = {
    id: randomUUID(),
    selection: { filter: { endpoint: webhook.id, status: 'Failed' } },
  };
  const [first, again] = await Promise.all([
    desk('POST', '/api/resends', request),
    desk('POST', '/api/resends', request),
  ]);
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  expect((await desk('GET', '/api/running')).body).toEqual({
    results: [
      {
        kind: 'resend',
        id: request.id,
        what: 'Bulk resend',
        state: 'paused',
        started: first.body.created,
        done: 0,
        total: 3,
        unit: 'deliveries',
        failed: 0,
      },
    ],
  });
  const other = await desk('POST', '/api/resends', { ...request, selection: { filter: {} } });
  expect([other.status, other.body.detailedErrorCode]).toEqual([409, 40981]);
  expect((await desk('POST', '/api/resends', { ...request, id: 'mine' })).status).toBe(400);

  await desk('POST', '/api/clock/resume');
  await desk('POST', '/api/clock/advance', { by: 'PT1S' });
  expect(received).toHaveLength(before + 3);
  const { body: ended } = await desk('GET', `/api/resends/${request.id}`);
  expect(ended).toMatchObject({ state: 'done', total: 3, counts: { delivered: 3 } });
  expect((await desk('GET', '/api/running')).body).toEqual({ results: [] });
  expect((await desk('GET', '/api/resends?state=running')).body).toEqual({ results: [] });

  await desk('POST', '/api/clock/advance', { by: 'P400D' });
  expect((await desk('GET', '/api/messages')).body.results).toEqual([]);
  // A response lost for that long is still answered, and nothing is sent.
  expect((await desk('POST', '/api/resends', request)).body).toEqual(ended);
  expect((await desk('GET', `/api/resends/${request.id}`)).body).toEqual(ended);
  const { results } = (await desk('GET', `/api/resends/${request.id}/items?state=delivered`)).body;
  expect(results).toMatchObject([{ statusCode: 200 }, { statusCode: 200 }, { statusCode: 200 }]);
  expect(received).toHaveLength(before + 3);
});
