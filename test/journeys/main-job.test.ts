import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('a token is migrated over HTTP, every dataset completes, and the consumer verifies every webhook', async () => {
  const consumer = await startConsumer();
  const host = await startHostProcess(['--data', temporaryFolder()]);
  const json = async <T>(answer: Promise<Response>, status = 200): Promise<T> => {
    const response = await answer;
    expect(response.status).toBe(status);
    return (await response.json()) as T;
  };

  const endpoint = await json<{ id: string }>(
    host.api('POST', '/webhooks', {
      url: `${consumer.url}/hook`,
      eventTypes: ['connection.connected', 'read.completed.initial'],
    }),
    201,
  );
  const company = await json<{ id: string }>(host.api('POST', '/companies', { name: 'Bright Bakery' }));
  const connection = await json<{ id: string; status: string }>(
    host.api('POST', `/companies/${company.id}/connections`, { platformKey: 'gbol' }),
  );
  expect(connection.status).toBe('PendingAuth');
  const { results } = await json<{ results: { credentials: Record<string, string> }[] }>(
    host.desk('POST', '/api/simulator/tokens', { platformKey: 'gbol' }),
  );
  const linked = await json<{ status: string }>(
    host.api(
      'PUT',
      `/companies/${company.id}/connections/${connection.id}/authorization`,
      results[0]?.credentials,
    ),
  );
  expect(linked.status).toBe('Linked');
  expect((await host.api('POST', `/companies/${company.id}/data/all`)).status).toBe(204);

  await until(async () => {
    const status = await json<Record<string, { currentStatus: string }>>(
      host.api('GET', `/companies/${company.id}/dataStatus`),
    );
    const all = Object.values(status);
    return all.length > 0 && all.every(({ currentStatus }) => currentStatus === 'Complete');
  });
  await consumer.receivedAtLeast(2);

  const { secret } = await json<{ secret: string }>(host.desk('GET', `/api/endpoints/${endpoint.id}/secret`));
  const verifier = new Webhook(secret);
  const events = consumer.received.map(({ body, headers }) =>
    verifier.verify(body, headers as Record<string, string>),
  ) as { eventType: string; payload: { referenceCompany: { id: string } } }[];
  expect(events.map(({ eventType }) => eventType)).toEqual([
    'connection.connected',
    'read.completed.initial',
  ]);
  expect(events.every(({ payload }) => payload.referenceCompany.id === company.id)).toBe(true);
  const detail = await until(async () => {
    const found = await json<EndpointDetail>(host.desk('GET', `/api/endpoints/${endpoint.id}`));
    return found.health.succeeded === 2 && found;
  });
  expect(detail.secret).not.toContain(secret.slice(6, 20));
  expect(await host.end('SIGTERM')).toBe(0);
});
