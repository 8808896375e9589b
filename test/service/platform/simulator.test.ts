import { expect, test } from 'vitest';
import { tokenBehaviours } from '#contract/sandbox.ts';
import type { ReadEvent } from '#service/core/domain-events.ts';
import { type TestPlatform, testPlatform } from '#test/support/test-platform.ts';

const sync = async (fixture: TestPlatform, companyId: string, ms = 10_000) => {
  await fixture.platform.data.syncAll(companyId);
  await fixture.advance(ms);
  const { results } = await fixture.platform.data.history(companyId, { pageSize: 5000 });
  const counts: Record<string, number> = {};
  for (const { status } of results.slice(-28)) counts[status] = (counts[status] ?? 0) + 1;
  const { dataConnections } = await fixture.platform.companies.show(companyId);
  return { counts, connection: dataConnections[0]?.status };
};

test.each([
  ['good', { Complete: 28 }, 'Linked'],
  ['expired-refreshable', { Complete: 28 }, 'Linked'],
  ['refresh-token-used', { AuthError: 28 }, 'Deauthorized'],
  ['revoked', { AuthError: 28 }, 'Deauthorized'],
  ['rate-limited', { RateLimitError: 28 }, 'Linked'],
  ['one-data-type-fails', { Complete: 27, FetchError: 1 }, 'Linked'],
] as const)('a token set that is %s', async (behaviour, counts, connection) => {
  const fixture = await testPlatform();
  const { companyId } = await fixture.linked({ behaviour });
  expect(await sync(fixture, companyId)).toEqual({ counts, connection });
});

test('a missing scope spares some data types and the link, the same ones each time', async () => {
  const fixture = await testPlatform();
  const { companyId } = await fixture.linked({ behaviour: 'scope-missing' });
  const first = await sync(fixture, companyId);
  expect(first.connection).toBe('Linked');
  expect(first.counts.PermissionsError).toBeGreaterThan(0);
  expect(first.counts.Complete).toBeGreaterThan(0);
  expect(await sync(fixture, companyId)).toEqual(first);
});

test('a slow platform takes longer and ends well', async () => {
  const fixture = await testPlatform();
  const { companyId } = await fixture.linked({ behaviour: 'slow' });
  expect((await sync(fixture, companyId, 30_000)).counts).not.toHaveProperty('Complete');
  await fixture.advance(200_000);
  const { results } = await fixture.platform.data.history(companyId, {});
  expect(new Set(results.map((operation) => operation.status))).toEqual(new Set(['Complete']));
});

test('the old application kills the copy when its access token runs out', async () => {
  const fixture = await testPlatform();
  const { companyId } = await fixture.linked({ behaviour: 'used-by-old-application' });
  expect(await sync(fixture, companyId)).toEqual({ counts: { Complete: 28 }, connection: 'Linked' });
  await fixture.advance(30 * 60_000 - 10_000);
  expect(await sync(fixture, companyId)).toEqual({ counts: { AuthError: 28 }, connection: 'Deauthorized' });
});

test('a sync that runs while the old application refreshes is judged at each end', async () => {
  const fixture = await testPlatform();
  const { companyId } = await fixture.linked({ behaviour: 'used-by-old-application' });
  await fixture.advance(30 * 60_000 - 5000);
  const { counts } = await sync(fixture, companyId);
  expect(counts.Complete).toBeGreaterThan(0);
  expect(counts.AuthError).toBeGreaterThan(0);
});

test('a token that the simulator did not issue counts as good', async () => {
  const fixture = await testPlatform();
  const { companyId, connection } = await fixture.linked({ behaviour: 'revoked' });
  const body = {
    accessToken: 'somebody-elses-access-token',
    refreshToken: 'somebody-elses-refresh-token',
    tenantId: '70784a63-d24b-46a9-a4db-0e70a274b056',
  };
  await fixture.platform.connections.authorize(companyId, connection.id, body);
  expect((await sync(fixture, companyId)).counts).toEqual({ Complete: 28 });
});

test('an issued set whose tokens were swapped is taken, and its sync ends in AuthError', async () => {
  const fixture = await testPlatform();
  const { companyId, connection } = await fixture.linked();
  const { connections, data } = fixture.platform;
  const [set] = await fixture.platform.issueTokens({ platformKey: 'gbol' });
  const { accessToken = '', refreshToken = '', tenantId = '' } = set?.credentials ?? {};
  const swapped = { accessToken: refreshToken, refreshToken: accessToken, tenantId };
  for (let n = 0; n < 2; n++) {
    expect((await connections.authorize(companyId, connection.id, swapped)).status).toBe('Linked');
    expect(await sync(fixture, companyId)).toEqual({ counts: { AuthError: 28 }, connection: 'Deauthorized' });
  }
  const { results } = await data.history(companyId, {});
  expect(results[0]?.errorMessage).toMatch(/not a refresh token/);
  const right = { accessToken, refreshToken, tenantId };
  await connections.authorize(companyId, connection.id, right);
  expect(await sync(fixture, companyId)).toEqual({ counts: { Complete: 28 }, connection: 'Linked' });
});

test('every integration that takes tokens gets a body that its authorization takes', async () => {
  const fixture = await testPlatform();
  const { platform } = fixture;
  const { id: companyId } = await platform.companies.create({ name: 'Acme' }, 'T');
  for (const { platformKey, migration } of platform.integrations.catalogue) {
    if (!migration.selfService) {
      await expect(platform.issueTokens({ platformKey })).rejects.toMatchObject({ code: 'request.invalid' });
      continue;
    }
    for (const behaviour of tokenBehaviours) {
      const [set] = await platform.issueTokens({ platformKey, behaviour });
      const { id } = await platform.connections.create(companyId, platformKey);
      const linked = await platform.connections.authorize(companyId, id, set?.credentials ?? {});
      expect(linked.status).toBe('Linked');
    }
  }
  await expect(platform.issueTokens({ platformKey: 'zzzz' })).rejects.toMatchObject({
    code: 'integration.notFound',
  });
});

test('tokens are issued by the thousand, all different, and only their hashes are kept', async () => {
  const fixture = await testPlatform();
  const sets = await fixture.platform.issueTokens({ platformKey: 'pbtz', behaviour: 'slow', count: 1000 });
  const tokens = new Set(
    sets.flatMap(({ credentials }) => [credentials.accessToken, credentials.refreshToken]),
  );
  expect(tokens.size).toBe(2000);
  expect(sets[0]).toMatchObject({
    platformKey: 'pbtz',
    behaviour: 'slow',
    issued: '2026-01-15T09:00:00.000Z',
  });
  const rows = await fixture.context.store.read(({ db }) =>
    db.selectFrom('token_sets').selectAll().execute(),
  );
  expect(rows).toHaveLength(1000);
  expect(JSON.stringify(rows)).not.toContain(sets[0]?.credentials.refreshToken);
});

test('one token set may serve two connections', async () => {
  const fixture = await testPlatform();
  const [set] = await fixture.platform.issueTokens({ platformKey: 'gbol', behaviour: 'revoked' });
  for (let n = 0; n < 2; n++) {
    const { companyId, connection } = await fixture.linked();
    await fixture.platform.connections.authorize(companyId, connection.id, set?.credentials ?? {});
    expect((await sync(fixture, companyId)).counts).toEqual({ AuthError: 28 });
  }
});

test('the same seed and the same calls give the same data; another seed does not', async () => {
  const run = async (seed: number) => {
    const fixture = await testPlatform({ seed });
    const { companyId } = await fixture.linked({ behaviour: 'scope-missing' });
    await sync(fixture, companyId);
    const sets = await fixture.platform.issueTokens({ platformKey: 'qhyg', count: 3 });
    const read = fixture.context.published.find((event) => event.type === 'read.completed') as ReadEvent;
    return { published: fixture.context.published, sets, dataTypes: read.dataTypes };
  };
  const first = await run(7);
  expect(await run(7)).toEqual(first);
  const other = await run(8);
  expect(other.dataTypes.map((type) => type.recordsModified)).not.toEqual(
    first.dataTypes.map((type) => type.recordsModified),
  );
  expect(other.sets).not.toEqual(first.sets);
});
