import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Operation, operations } from '#contract/operations.ts';
import { testApi } from '#test/support/test-api.ts';

const told = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;
const missing = operations.filter(({ fidelity }) => fidelity === 'missing');

test('the table of operations has every route of the OpenAPI document, and no other', async () => {
  const { inject } = await testApi();
  const { paths } = (await inject({ url: '/openapi.json' })).body;
  const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = operations.filter(({ fidelity }) => fidelity !== 'missing').map(told);
  expect(listed.sort()).toEqual(routes.sort());
});

test('each operation is listed once, and what differs or is missing is said', () => {
  const all = operations.map(told);
  expect(all.filter((one, at) => all.indexOf(one) !== at)).toEqual([]);
  for (const { fidelity, note } of operations) expect(note === '').toBe(fidelity === 'same');
  expect(missing.length).toBeGreaterThan(30);
});

/** An address that a path of the table stands for. */
const addressOf = (path: string) =>
  fc
    .record({
      part: fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/),
      rest: fc.stringMatching(/^[a-z]{1,9}(\/[a-zA-Z]{1,9}){0,2}$/),
      nth: fc.nat(),
    })
    .map(({ part, rest, nth }) =>
      path.replace('*', rest).replace(/\{([^}]+)\}/g, (_, name: string) => {
        const words = name.split('|');
        return words.length === 1 ? part : (words[nth % words.length] as string);
      }),
    );

test('a path that the real service has and this copy has not gets a 404 that says so, with whatever method', async () => {
  const { call } = await testApi();
  await fc.assert(
    fc.asyncProperty(
      fc
        .constantFrom(...missing)
        .chain(({ method, path }) => fc.tuple(fc.constantFrom(method, 'GET', 'PUT'), addressOf(path))),
      async ([method, address]) => {
        const { body } = await call(method, address);
        expect(body).toMatchObject({ statusCode: 404, canBeRetried: 'No', detailedErrorCode: 40_485 });
        expect(body.error).toContain(`${method} ${address}`);
        expect(body.error).toMatch(/the real service has this path, and this local copy has not/i);
      },
    ),
  );
});

test.each([
  '/companies/x/data/nonsense',
  '/companies/x/data/invoicesx',
  '/companies/x/data/invoices/1/pdf/2',
  '/companies/x/reports',
  '/companies/x/sync/other/thing',
  '/group',
  '/x/groups',
  '/companies/x/connections/y/data/commerce-nonsense',
])('%s is in neither of them, and gets the usual 404', async (path) => {
  const { call } = await testApi();
  expect(await call('GET', path)).toMatchObject({ status: 404, body: { detailedErrorCode: 40_411 } });
});
