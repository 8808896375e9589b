import { expect, test } from 'vitest';
import { systemTime, toIso } from '#base/clock.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { testHost } from '#test/support/test-host.ts';

/** A remote target over the API of the desk, with the provider played by another host. */

const secret = 'Bearer planted-remote-7B2';

const asking =
  ({ desk }: Pick<Awaited<ReturnType<typeof testHost>>, 'desk'>) =>
  async (method: string, path: string, body?: unknown) => {
    const answer = await desk(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

test('headers are checked in one go, drift is noticed at the next look, and a rollback is the request of a provider', async () => {
  const provider = await testHost();
  const consumer = await startConsumer();
  await provider.api('POST', '/rules', {
    type: 'Sync Failed',
    notifiers: { webhook: `${consumer.url}/hook?team=1` },
  });
  await provider.api('PUT', '/profile', {
    name: 'Acme',
    redirectUrl: 'https://acme.example/done',
    alertAuthHeader: secret,
  });
  const theirs = asking(provider);
  const ask = asking(await testHost());
  const { apiUrl, apiKey } = provider.ready;
  const { results: known } = await theirs('GET', '/api/targets');
  const { clientId } = known.find((one: { kind: string }) => one.kind === 'local');
  const remote = { name: 'production', baseUrl: apiUrl, apiKey, clientId };
  const target = await ask('POST', '/api/targets', remote);
  const { id } = await ask('POST', '/api/cases', { name: 'acme', targetId: target.id });
  const path = `/api/cases/${id}`;
  for (const row of ['alerts-endpoints', 'rule-id']) {
    await ask('PUT', `${path}/rows/${row}/overrule`, { state: 'absent', by: 'Jo', reason: 'known' });
  }
  await ask('POST', `${path}/cutover/plan`, { freeze: true });
  const by = { by: 'Jo' };
  await ask('POST', `${path}/request`);
  await ask('POST', `${path}/request/sent`, by);
  await theirs('POST', '/api/cutover', {});
  await ask('POST', `${path}/request/confirmed`, { by: 'Provider' });
  const view = () => ask('GET', `${path}/cutover`);
  expect((await view()).state).toBe('granted');

  // Nothing was received yet, so nothing is said to have arrived.
  const none = await ask('POST', `${path}/cutover/headers/check`, {});
  expect(none).toMatchObject({ passed: false, results: [{ url: `${consumer.url}/hook` }] });
  const [{ webhookId, problem }] = none.results;
  expect(problem).toBeTypeOf('string');
  const unseen = await ask('POST', `${path}/cutover/check`);
  expect(unseen).toMatchObject({ done: false, state: 'not-visible' });
  expect((await view()).state).toBe('granted');

  await theirs('POST', `/api/endpoints/${webhookId}/test`, {});
  const [request] = await consumer.receivedAtLeast(1);
  const lines = Object.entries(request?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const lost = lines.filter((line) => !line.startsWith('authorization'));
  const check = (received: string[]) =>
    ask('POST', `${path}/cutover/headers/check`, {
      received: [{ webhookId, received: received.join('\n') }],
    });
  expect(await check(lost)).toMatchObject({ passed: false });
  expect(await check(lines)).toMatchObject({ passed: true });
  expect(await ask('POST', `${path}/cutover/check`)).toMatchObject({ done: true });

  const { revision } = await ask('GET', path);
  const step = { revision, state: 'skipped', note: 'rehearsed elsewhere' };
  await ask('PATCH', `${path}/steps/rehearse-cutover`, step);
  expect((await view()).state).toBe('verified');
  const until = toIso(systemTime.now() + 86_400_000);
  expect(await ask('POST', `${path}/cutover/soak`, { ...by, until })).toMatchObject({ state: 'soak' });

  await theirs('PATCH', `/api/endpoints/${webhookId}`, { disabled: true });
  const drifted = await ask('POST', `${path}/cutover/soak/observe`);
  expect(drifted).toMatchObject({
    state: 'granted',
    soak: { last: { problems: [{ id: 'endpoint-disabled', webhookId }] } },
  });
  await theirs('PATCH', `/api/endpoints/${webhookId}`, { disabled: false });
  await ask('POST', `${path}/cutover/check`);
  expect(await ask('POST', `${path}/cutover/soak/observe`)).toMatchObject({
    state: 'soak',
    soak: { last: { problems: [] } },
  });

  const preview = await ask('GET', `${path}/cutover/rollback`);
  expect(preview.request).toContain(webhookId);
  const reason = { ...by, reason: 'too early', digest: preview.digest };
  expect(await ask('POST', `${path}/cutover/rollback`, reason)).toMatchObject({
    state: 'soak',
    rollbacks: [{ state: 'requested' }],
  });
  await theirs('POST', '/api/cutover/undo');
  await ask('POST', `${path}/cutover/check`);
  expect(await view()).toMatchObject({ state: 'rolled-back', rollbacks: [{ state: 'done' }] });
  const entries = JSON.stringify(await ask('GET', `${path}/entries?limit=1000`));
  expect(entries).not.toContain(secret);
});
