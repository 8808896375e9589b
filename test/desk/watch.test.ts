import { expect, test } from 'vitest';
import { companyChanges } from '#desk/watch/companies.ts';
import { testHost } from '#test/support/test-host.ts';

/** A host whose client was cut over for one case, and its one endpoint checked. */
const cutOverHost = async () => {
  const host = await testHost();
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await host.desk(method, path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await host.api('POST', '/rules', {
    type: 'Sync Failed',
    notifiers: { webhook: 'http://127.0.0.1:9/hook' },
  });
  const { id } = await ask('POST', '/api/cases', { name: 'acme' });
  const path = `/api/cases/${id}`;
  for (const row of ['alerts-endpoints', 'rule-id']) {
    await ask('PUT', `${path}/rows/${row}/overrule`, { state: 'absent', by: 'Jo', reason: 'known' });
  }
  await ask('POST', `${path}/request`);
  await ask('POST', `${path}/request/sent`, { by: 'Jo' });
  const { result } = await ask('POST', `${path}/cutover`, { by: 'Jo' });
  await ask('POST', `${path}/cutover/check`);
  const stepsOf = async () => {
    const { steps } = await ask('GET', path);
    return Object.fromEntries(steps.map((step: { id: string; state: string }) => [step.id, step.state]));
  };
  const entriesOf = async (kind: string) =>
    (await ask('GET', `${path}/entries?limit=1000`)).results.filter(
      (entry: { kind: string }) => entry.kind === kind,
    );
  return { host, ask, path, stepsOf, entriesOf, webhookId: result.endpoints[0].webhook.id as string };
};

test.each([
  ['reset', '/api/reset', 'reset'],
  ['undone', '/api/cutover/undo', 'undone'],
])('a cutover of the local service that is %s opens the steps again, on record', async (_, path, how) => {
  const { ask, stepsOf, entriesOf } = await cutOverHost();
  expect(await stepsOf()).toMatchObject({ 'await-confirmation': 'done', 'set-headers': 'done' });
  await ask('POST', path);
  expect(await stepsOf()).toMatchObject({ 'await-confirmation': 'open', 'set-headers': 'open' });
  expect(await entriesOf('cutover.reversed')).toMatchObject([{ actor: 'carryover', content: { how } }]);
  const moves = await entriesOf('step.changed');
  expect(moves.map(({ content }: { content: { id: string; reason: string } }) => content)).toContainEqual(
    expect.objectContaining({
      id: 'await-confirmation',
      state: 'open',
      reason: expect.stringMatching(/^Reopened.*the client is on legacy rules again/),
    }),
  );
  // Looked at once more, nothing is new.
  await stepsOf();
  expect(await entriesOf('cutover.reversed')).toHaveLength(1);
});

test('an endpoint that is changed or deleted after it was checked opens the steps again', async () => {
  const { ask, host, stepsOf, entriesOf, webhookId } = await cutOverHost();
  await ask('PATCH', `/api/endpoints/${webhookId}`, { disabled: true });
  expect(await stepsOf()).toMatchObject({ 'await-confirmation': 'done', 'set-headers': 'open' });
  await ask('PATCH', `/api/endpoints/${webhookId}`, { disabled: false });
  expect(await stepsOf()).toMatchObject({ 'set-headers': 'done' });
  await host.api('DELETE', `/webhooks/${webhookId}`);
  expect(await stepsOf()).toMatchObject({ 'set-headers': 'open' });
  expect(
    (await entriesOf('endpoint.observed')).map(
      ({ content }: { content: { state: string } }) => content.state,
    ),
  ).toEqual(['disabled', 'there', 'deleted']);
});

test('migrated companies that are deleted, unlinked or there again are told once, a thousand in an entry', () => {
  const ids = (at: number) => ({ companyId: `c${at}`, connectionId: `n${at}` });
  const migrated = Array.from({ length: 1200 }, (_, at) => ids(at));
  const linked = (at: number, status = 'Linked'): [string, ReadonlyMap<string, string>] => [
    `c${at}`,
    new Map([[`n${at}`, status]]),
  ];
  const state = { targetId: 'local', gone: new Map([['n0', { ...ids(0), state: 'deleted' }]]) };
  const found = new Map([linked(0), linked(1), linked(2, 'Deauthorized')]);
  const changes = companyChanges(state as never, migrated, found).map(({ content }) => content);
  const all = changes.flatMap((content) => (content as { companies: object[] }).companies);
  expect(changes).toHaveLength(2);
  expect(all.slice(0, 3)).toEqual([
    { ...ids(0), state: 'there' },
    { ...ids(2), state: 'unlinked' },
    { ...ids(3), state: 'deleted' },
  ]);
  expect(all).toHaveLength(1199);
});
