import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAlertsPath } from '#desk/targets/alerts-guard.ts';
import { runs } from '#test/support/runs.ts';
import { json, scriptedServer } from '#test/support/scripted-server.ts';
import { startTestService } from '#test/support/test-service.ts';
import { testTargets } from '#test/support/test-targets.ts';

const id = '6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11';
const alertsPaths = ['/rules/alerts', `/rules/${id}/alerts`, `/rules/alerts/${id}`];

test.each([
  ...alertsPaths,
  '/rules/alerts/',
  '//rules///alerts',
  '/RULES/Alerts',
  '/rules%2Falerts',
  '/rules%252falerts',
  '/%72ules/%61lerts',
  '/rules/x/../alerts',
  '/rules/./alerts',
  '/rules/%2e/alerts',
  '/rules\\alerts',
  '/rules/alerts;v=1',
  '/rules;a/x;b/alerts',
  '/rules/a%2F..%2Falerts',
  '/rules/alerts/x%2f..%2f..',
  '/rules/ale\trts',
  '/rules/alerts%00',
  '/rules/alerts%3Fx',
  '/base/rules/alerts',
])('%s is refused, and nothing is sent', async (path) => {
  const server = await scriptedServer((_request, response) => json(response, {}));
  const { remote } = await testTargets();
  const client = await remote(server.url);
  for (const method of ['GET', 'POST'] as const) {
    await expect(client.call({ method, path })).rejects.toThrow(/Nothing was sent: .* never calls these/);
  }
  await expect(client.all(path)).rejects.toThrow(/never calls these/);
  expect(server.seen).toEqual([]);
});

test('a base URL that ends within the path does not help', async () => {
  const server = await scriptedServer((_request, response) => json(response, {}));
  const { remote } = await testTargets();
  await expect(
    (await remote(`${server.url}/rules`)).call({ method: 'GET', path: '/alerts' }),
  ).rejects.toThrow(/never/);
  expect(server.seen).toEqual([]);
});

test.each([
  '/rules',
  `/rules/${id}`,
  '/companies',
  '/webhooks',
  '/alerts',
  '/rules-alerts',
  '/rules/x/y/alerts',
  '/myrules/alerts',
])('%s is none of them', (path) => {
  expect(isAlertsPath(path)).toBe(false);
});

/** One of the ways in which a character of a path may be written. */
const written = (char: string) => {
  const hex = char.charCodeAt(0).toString(16);
  const slashes = char === '/' ? ['//', '/./', '/x/../', '\\', '%2F', '%5c'] : [];
  return fc.constantFrom(
    char,
    char,
    char,
    char.toUpperCase(),
    `%${hex}`,
    `%${hex.toUpperCase()}`,
    `%25${hex}`,
    ...slashes,
  );
};

test('however an alerts path is written, it is known', () => {
  const anyWriting = fc
    .constantFrom(...alertsPaths)
    .chain((path) => fc.tuple(...[...path].map(written)))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(anyWriting, (path) => {
      expect(isAlertsPath(path)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

test('whatever passes never reaches an alerts endpoint of a real service', async () => {
  const service = await startTestService();
  const { remote } = await testTargets();
  const client = await remote(service.apiUrl, { apiKey: service.apiKey });
  const part = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('rules', 'alerts', id, '..', '.', '', '%2e%2e', 'Rules', 'ALERTS'),
    },
    fc.constantFrom('r%75les', '%61lerts', 'rules%2Falerts', 'alerts;a', 'alerts%20', 'alerts\t'),
    fc.string({ maxLength: 6 }),
  );
  const paths = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      await client.call({ method: 'GET', path, attempts: 1 }).catch(() => {});
    }),
    { numRuns: runs(200) },
  );
  const { results } = await service.control.sandbox.requests({ deprecated: true });
  expect(results).toEqual([]);
  expect((await service.control.sandbox.requests({})).results.length).toBeGreaterThan(20);
});
