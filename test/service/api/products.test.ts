import { expect, test } from 'vitest';
import { testApi } from '#test/support/test-api.ts';

const made = async () => {
  const fixture = await testApi();
  const { id } = (await fixture.call('POST', '/companies', { name: 'Acme' })).body;
  return { ...fixture, path: `/companies/${id}` };
};

test('products are shown in the company and in every list, in their order', async () => {
  const { call, path } = await made();
  expect((await call('GET', '/companies')).body.results[0].products).toEqual([]);
  for (const product of ['bank-feeds', 'Expenses', 'bank-feeds']) {
    expect(await call('PUT', `${path}/products/${product}`)).toMatchObject({ status: 204, text: '' });
  }
  expect((await call('GET', path)).body.products).toEqual(['bank-feeds', 'Expenses']);
  expect((await call('GET', '/companies')).body.results[0].products).toEqual(['bank-feeds', 'Expenses']);
  await call('PATCH', path, { name: 'Acme 2' });
  expect(await call('DELETE', `${path}/products/bank-feeds`)).toMatchObject({ status: 204, text: '' });
  expect((await call('GET', '/companies')).body.results[0].products).toEqual(['Expenses']);
});

test('a refresh reads the data of Linked connections, if there are some', async () => {
  const { call, path, platform } = await made();
  await call('PUT', `${path}/products/lending`);
  expect(await call('POST', `${path}/products/lending/refresh`)).toMatchObject({ status: 202, text: '' });
  expect((await call('GET', `${path}/data/history`)).body.totalResults).toBe(0);
  const { id } = (await call('POST', `${path}/connections`, { platformKey: 'gbol' })).body;
  const [set] = await platform.issueTokens({ platformKey: 'gbol' });
  await call('PUT', `${path}/connections/${id}/authorization`, set?.credentials);
  expect((await call('POST', `${path}/products/lending/refresh`)).status).toBe(202);
  expect((await call('GET', `${path}/data/history`)).body.totalResults).toBeGreaterThan(10);
});

test('a product that the company does not have is named, and one that can not be is refused', async () => {
  const { call, path } = await made();
  for (const [method, url] of [
    ['DELETE', `${path}/products/lending`],
    ['POST', `${path}/products/lending/refresh`],
  ] as const) {
    expect(await call(method, url)).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('"lending"') },
    });
  }
  expect(await call('PUT', `${path}/products/%C3%A9`)).toMatchObject({
    status: 400,
    body: { validation: { errors: [{ itemId: 'productIdentifier' }] } },
  });
  expect((await call('GET', `${path}/products/lending`)).status).toBe(405);
});

test('an integration has neutral pictures of its own', async () => {
  const { call } = await made();
  const { body } = await call('GET', '/integrations/gbol/branding');
  const { sourceId } = (await call('GET', '/integrations/gbol')).body;
  expect(body).toMatchObject({ sourceId, logo: { square: { image: { alt: 'Xero' } } } });
  const images = [...Object.values(body.logo), ...Object.values(body.button)] as { image: { src: string } }[];
  expect(images).toHaveLength(4);
  for (const { image } of images) {
    expect(image.src).toMatch(/^data:image\/svg\+xml;base64,/);
    const svg = Buffer.from(image.src.split(',')[1] as string, 'base64').toString();
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    expect(svg).not.toMatch(/href|url\(|script/);
  }
});

test('the validation of a dataset tells what it ended with, and nothing of one that ended well', async () => {
  const { call, path, platform, context } = await made();
  const { id } = (await call('POST', `${path}/connections`, { platformKey: 'gbol' })).body;
  const [set] = await platform.issueTokens({ platformKey: 'gbol', behaviour: 'one-data-type-fails' });
  await call('PUT', `${path}/connections/${id}/authorization`, set?.credentials);
  await call('POST', `${path}/data/all`);
  context.clock.set(context.clock.now() + 10_000);
  await context.store.write((tx) => platform.syncs.runDue(tx, context.clock.now(), 500));
  const { results } = (await call('GET', `${path}/data/history?pageSize=5000`)).body;
  let told = 0;
  for (const dataset of results) {
    const { body } = await call('GET', `${path}/sync/${dataset.id}/validation`);
    const errors = dataset.isErrored
      ? [{ itemId: dataset.dataType, message: dataset.errorMessage, validatorName: 'FetchError' }]
      : [];
    expect(body).toEqual({ errors, warnings: [] });
    told += errors.length;
  }
  expect(told).toBe(1);
});
