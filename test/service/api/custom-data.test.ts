import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startSteeredService } from '#test/support/steered-service.ts';
import { testApi } from '#test/support/test-api.ts';

const text = fc.string({ maxLength: 40 });
/** A body with this name is refused, as it would change what it is read into. */
const key = text.filter((name) => name !== '__proto__');
const texts = fc.dictionary(key, text, { maxKeys: 5, noNullPrototype: true });
const words = fc.array(text, { maxLength: 5 });

test('supplemental data is returned as it was set, of its integration and data type alone', async () => {
  const { call } = await testApi();
  const path = '/integrations/gbol/dataTypes/invoices/supplementalDataConfig';
  expect((await call('GET', path)).body).toEqual({ supplementalDataConfig: {} });
  const one = fc.record(
    { dataSource: text, pullData: texts, pushData: texts },
    { requiredKeys: [], noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(key, one, { maxKeys: 5, noNullPrototype: true }), async (config) => {
      const set = await call('PUT', path, { supplementalDataConfig: config });
      expect(set).toMatchObject({ status: 200 });
      const expected = JSON.parse(JSON.stringify({ supplementalDataConfig: config }));
      expect(set.body).toEqual(expected);
      expect((await call('GET', path)).body).toEqual(expected);
    }),
    { numRuns: 25 },
  );
  for (const other of ['gbol/dataTypes/bills', 'fbrh/dataTypes/invoices']) {
    expect((await call('GET', `/integrations/${other}/supplementalDataConfig`)).body).toEqual({
      supplementalDataConfig: {},
    });
  }
});

test.each([
  ['no configuration', {}, 'supplementalDataConfig'],
  ['a list', { supplementalDataConfig: [] }, 'supplementalDataConfig'],
  ['a number', { supplementalDataConfig: { a: { dataSource: 1 } } }, 'supplementalDataConfig.a.dataSource'],
  ['what it has not', { supplementalDataConfig: { a: { source: 'x' } } }, 'supplementalDataConfig.a.source'],
])('supplemental data with %s is refused', async (_what, body, itemId) => {
  const { call } = await testApi();
  const refused = await call('PUT', '/integrations/gbol/dataTypes/invoices/supplementalDataConfig', body);
  expect(refused).toMatchObject({ status: 400, body: { validation: { errors: [{ itemId }] } } });
  expect(
    await call('PUT', '/integrations/gbol/dataTypes/nonsense/supplementalDataConfig', {
      supplementalDataConfig: {},
    }),
  ).toMatchObject({
    status: 400,
    body: { validation: { errors: [{ itemId: 'dataType' }] } },
  });
});

test('a custom data type is returned as it was set', async () => {
  const { call } = await testApi();
  const path = '/integrations/gbol/dataTypes/custom/price-list';
  expect(await call('GET', path)).toMatchObject({
    status: 404,
    body: { error: expect.stringContaining('"price-list"') },
  });
  const config = fc.record(
    { dataSource: text, requiredData: texts, keyBy: words, sourceModifiedDate: words },
    { requiredKeys: ['dataSource'], noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(config, async (wanted) => {
      const expected = JSON.parse(JSON.stringify(wanted));
      expect((await call('PUT', path, wanted)).body).toEqual(expected);
      expect((await call('GET', path)).body).toEqual(expected);
    }),
    { numRuns: 25 },
  );
  for (const odd of ['%C3%A9', 'a.b', '-a', 'x'.repeat(101)]) {
    expect((await call('GET', `/integrations/gbol/dataTypes/custom/${odd}`)).status).toBe(400);
  }
  expect((await call('PUT', path, {})).status).toBe(400);
});

test('a custom data type is synced as any other, and its records follow from its last good sync', async () => {
  const service = await startSteeredService();
  const { api, call } = service;
  await api('POST', '/profile/syncSettings', { fetchOnFirstLink: false });
  const linked = await service.link();
  const data = `${linked.path}/data/custom/prices`;
  const queue = `${linked.path}/data/queue/custom/prices`;
  for (const [method, path] of [
    ['GET', data],
    ['POST', queue],
  ] as const) {
    expect((await call(method, path)).status).toBe(404);
  }
  await api('PUT', '/integrations/gbol/dataTypes/custom/prices', {
    requiredData: { code: '$.Code', price: '$.Price' },
  });
  expect(await api('GET', data)).toMatchObject({ results: [], totalResults: 0 });

  let found = 0;
  for (let n = 0; n < 4 && found === 0; n++) {
    const operation = await api('POST', queue);
    expect(operation).toMatchObject({
      dataType: 'custom/prices',
      connectionId: linked.connectionId,
      status: 'Initial',
    });
    await service.advance('PT8S');
    const history = `/companies/${linked.companyId}/data/history/${operation.id}`;
    expect(await api('GET', history)).toMatchObject({ status: 'Complete' });
    found = (await api('GET', data)).totalResults;
  }
  expect(found).toBeGreaterThan(1);
  const page = await api('GET', `${data}?pageSize=1&page=2`);
  expect(page).toMatchObject({
    totalResults: found,
    results: [{ id: expect.any(String), content: { code: 'code 2', price: 'price 2' }, isDeleted: false }],
  });
  expect((await api('GET', `${data}?query=id=${page.results[0].id}`)).results).toEqual(page.results);
  expect(await api('GET', `${data}?pageSize=1&page=2`)).toEqual(page);

  await service.authorize(linked, 'revoked');
  await api('POST', queue);
  await service.advance('PT8S');
  expect((await api('GET', data)).totalResults).toBe(found);
  expect((await call('POST', queue)).status).toBe(400);
  await service.control.sandbox.reset();
  expect((await call('GET', '/integrations/gbol/dataTypes/custom/prices')).status).toBe(404);
});
