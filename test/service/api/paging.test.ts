import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApi } from '#test/support/test-api.ts';

const names = (answer: { body: { results: { name: string }[] } }): string[] =>
  answer.body.results.map(({ name }) => name);

test('links lead to the neighbours and keep the other parameters', async () => {
  const { call } = await testApi();
  for (let i = 0; i < 5; i++) await call('POST', '/companies', { name: `n${i}` });
  const query = 'query=name~n%20%26%26%20name!%3Dx&orderBy=-name';
  const page = await call('GET', `/companies?${query}&page=2&pageSize=2`);
  expect(names(page)).toEqual(['n2', 'n1']);
  expect(page.body).toMatchObject({ pageNumber: 2, pageSize: 2, totalResults: 5 });
  expect(page.body._links).toEqual({
    self: { href: `/companies?${query}` },
    current: { href: `/companies?page=2&pageSize=2&${query}` },
    next: { href: `/companies?page=3&pageSize=2&${query}` },
    previous: { href: `/companies?page=1&pageSize=2&${query}` },
  });
  expect(names(await call('GET', page.body._links.next.href))).toEqual(['n0']);
  expect(names(await call('GET', page.body._links.previous.href))).toEqual(['n4', 'n3']);
});

test('a single page has no neighbours; one beyond the end leads back to the last', async () => {
  const { call } = await testApi();
  await call('POST', '/companies', { name: 'only' });
  expect((await call('GET', '/companies')).body._links).toEqual({
    self: { href: '/companies' },
    current: { href: '/companies?page=1&pageSize=100' },
  });
  expect((await call('GET', '/companies?page=9')).body).toMatchObject({
    results: [],
    totalResults: 1,
    _links: { previous: { href: '/companies?page=1&pageSize=100' } },
  });
});

test('following next meets every company exactly once while others are created', async () => {
  const { call } = await testApi();
  let made = 0;
  const create = () => call('POST', '/companies', { name: `p${made++}` });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 4 }),
      async (pageSize, added) => {
        await create();
        const met: string[] = [];
        let href: string | undefined = `/companies?pageSize=${pageSize}`;
        while (href !== undefined) {
          const answer = await call('GET', href);
          met.push(...names(answer));
          for (let i = added.shift() ?? 0; i > 0; i--) await create();
          href = answer.body._links.next?.href;
        }
        expect(met).toEqual(Array.from({ length: met.length }, (_, i) => `p${i}`));
      },
    ),
    { numRuns: 25 },
  );
});

test('a list that was answered before shows what was changed since', async () => {
  const { call } = await testApi();
  const first = await call('POST', '/companies', { name: 'a' });
  const list = () => call('GET', '/companies?pageSize=10');
  expect(names(await list())).toEqual(['a']);
  expect((await list()).text).toBe((await list()).text);
  await call('POST', '/companies', { name: 'b' });
  expect(names(await list())).toEqual(['a', 'b']);
  await call('PATCH', `/companies/${first.body.id}`, { name: 'c' });
  expect(names(await list())).toEqual(['c', 'b']);
  await call('POST', `/companies/${first.body.id}/connections`, 'gbol');
  expect((await list()).body.results[0].dataConnections).toHaveLength(1);
});
