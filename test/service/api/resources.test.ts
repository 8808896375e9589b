import { expect, test } from 'vitest';
import { testApi } from '#test/support/test-api.ts';

const unknown = '99999999-9999-4999-8999-999999999999';

test('a company is created, shown, listed, replaced, changed and deleted', async () => {
  const { call } = await testApi();
  const made = await call('POST', '/companies', {
    name: 'Acme',
    description: 'Tools',
    tags: { region: 'eu' },
  });
  expect(made).toMatchObject({
    status: 200,
    body: { name: 'Acme', description: 'Tools', tags: { region: 'eu' }, createdByUserName: 'Default' },
  });
  const path = `/companies/${made.body.id}`;
  expect((await call('GET', path)).body).toEqual(made.body);
  expect((await call('GET', path.toUpperCase().replace('/COMPANIES', '/companies'))).body).toEqual(made.body);
  expect((await call('PATCH', path, { name: 'Acme 2' })).body).toMatchObject({
    name: 'Acme 2',
    description: 'Tools',
  });
  const replaced = (await call('PUT', path, { name: 'Acme 3' })).body;
  expect(replaced).toMatchObject({ name: 'Acme 3', tags: {} });
  expect(replaced).not.toHaveProperty('description');
  expect((await call('GET', '/companies')).body).toMatchObject({ results: [replaced], totalResults: 1 });
  expect(await call('DELETE', path)).toMatchObject({ status: 204, text: '' });
  expect(await call('GET', path)).toMatchObject({
    status: 404,
    body: { error: expect.stringContaining(`Company ${made.body.id} not found.`) },
  });
  expect((await call('GET', '/companies')).body.results).toEqual([]);
});

test('the main job: connection, authorization, sync, history', async () => {
  const { call, platform } = await testApi();
  const { id: companyId } = (await call('POST', '/companies', { name: 'Acme' })).body;
  const path = `/companies/${companyId}`;
  const connection = (await call('POST', `${path}/connections`, { platformKey: 'gbol' })).body;
  expect(connection).toMatchObject({ integrationKey: 'gbol', status: 'PendingAuth' });
  expect(await call('POST', `${path}/connections`, 'fbrh')).toMatchObject({
    status: 200,
    body: { integrationKey: 'fbrh' },
  });
  expect((await call('GET', `${path}/connections?query=status=pendingauth`)).body.totalResults).toBe(2);
  expect(await call('POST', `${path}/data/all`)).toMatchObject({
    status: 400,
    body: { detailedErrorCode: 40004 },
  });

  const connectionPath = `${path}/connections/${connection.id}`;
  const [set] = await platform.issueTokens({ platformKey: 'gbol' });
  const incomplete = await call('PUT', `${connectionPath}/authorization`, { accessToken: 5, nope: 'x' });
  expect(incomplete.status).toBe(400);
  expect(incomplete.body.validation.errors.length).toBeGreaterThanOrEqual(2);
  expect(await call('PUT', `${connectionPath}/authorization`, set?.credentials)).toMatchObject({
    status: 200,
    body: { id: connection.id, status: 'Linked' },
  });
  expect(await call('POST', `${path}/data/all`)).toMatchObject({ status: 204, text: '' });
  const history = (await call('GET', `${path}/data/history?orderBy=-requested`)).body;
  expect(history.totalResults).toBeGreaterThan(5);
  const [dataset] = history.results;
  expect((await call('GET', `${path}/data/history/${dataset.id}`)).body).toEqual(dataset);
  expect((await call('GET', `${path}/dataStatus`)).body).toHaveProperty(dataset.dataType);
  const queued = await call(
    'POST',
    `${path}/data/queue/invoices?connectionId=${connection.id.toUpperCase()}`,
  );
  expect(queued).toMatchObject({ status: 200, body: { dataType: 'invoices', connectionId: connection.id } });
  expect(await call('POST', `${path}/data/queue/nonsense`)).toMatchObject({ status: 400 });

  expect(await call('PATCH', connectionPath, { status: 'Unlinked' })).toMatchObject({
    status: 200,
    body: { status: 'Unlinked' },
  });
  // A generated client of the real service refuses any other status here, and a body.
  expect(await call('DELETE', connectionPath)).toMatchObject({
    status: 200,
    text: '',
    headers: { 'content-length': '0' },
  });
  expect(await call('GET', connectionPath)).toMatchObject({
    status: 404,
    body: { error: expect.stringContaining(`Company ${companyId} has no connection ${connection.id}.`) },
  });
});

test('webhooks: made, listed without pages, deleted; headers are not set here', async () => {
  const { call } = await testApi();
  const wanted = { url: 'http://127.0.0.1:9/hook', eventTypes: ['company.created'] };
  const made = await call('POST', '/webhooks', wanted);
  expect(made).toMatchObject({ status: 201, body: { ...wanted, disabled: false, companyTags: [] } });
  expect((await call('GET', '/webhooks')).body).toEqual({ results: [made.body] });
  expect(
    await call('POST', '/webhooks', { ...wanted, headers: [{ name: 'Authorization', value: 'x' }] }),
  ).toMatchObject({
    status: 400,
    body: { detailedErrorCode: 40005, error: expect.stringContaining('management portal') },
  });
  // Even where the rest of the body is wrong too: it is what has to be told.
  expect((await call('POST', '/webhooks', { headers: {} })).body.detailedErrorCode).toBe(40005);
  expect((await call('DELETE', `/webhooks/${made.body.id}`)).status).toBe(204);
  expect((await call('DELETE', `/webhooks/${made.body.id}`)).body.error).toContain(made.body.id);
});

test('rules, profile, sync settings, integrations', async () => {
  const { call } = await testApi();
  const wanted = {
    type: 'Data sync completed',
    notifiers: { emails: ['a@example.com'], webhook: 'http://127.0.0.1:9/' },
  };
  const rule = await call('POST', '/rules', wanted);
  expect(rule).toMatchObject({ status: 200, body: wanted });
  expect((await call('GET', `/rules/${rule.body.id}`)).body).toEqual(rule.body);
  expect((await call('GET', '/rules')).body.results).toEqual([rule.body]);

  const profile = (await call('GET', '/profile')).body;
  const changed = await call('PUT', '/profile', { ...profile, logoUrl: 'https://example.com/logo.png' });
  expect(changed).toMatchObject({
    status: 200,
    body: { ...profile, logoUrl: 'https://example.com/logo.png' },
  });

  expect((await call('POST', '/profile/syncSettings', { fetchOnFirstLink: true })).status).toBe(204);
  expect((await call('GET', '/profile/syncSettings')).body).toMatchObject({
    clientId: expect.any(String),
    settings: expect.arrayContaining([expect.objectContaining({ fetchOnFirstLink: true })]),
  });

  expect((await call('GET', '/integrations?query=key=gbol')).body.results).toMatchObject([{ key: 'gbol' }]);
  expect((await call('GET', '/integrations/gbol')).body).toMatchObject({ key: 'gbol', name: 'Xero' });
});

test.each([
  ['GET', `/companies/${unknown}`],
  ['PUT', `/companies/${unknown}`, { name: 'x' }],
  ['PATCH', `/companies/${unknown}`, { name: 'x' }],
  ['DELETE', `/companies/${unknown}`],
  ['GET', `/companies/${unknown}/connections`],
  ['POST', `/companies/${unknown}/connections`, { platformKey: 'gbol' }],
  ['GET', `/companies/${unknown}/connections/${unknown}`],
  ['POST', `/companies/${unknown}/data/all`],
  ['POST', `/companies/${unknown}/data/queue/invoices`],
  ['GET', `/companies/${unknown}/dataStatus`],
  ['GET', `/companies/${unknown}/syncSettings`],
  ['GET', `/companies/${unknown}/connections/${unknown}/data/custom/prices`],
  ['POST', `/companies/${unknown}/connections/${unknown}/data/queue/custom/prices`],
  ['GET', `/companies/${unknown}/accessToken`],
  ['GET', `/companies/${unknown}/connectionManagement/accessToken`],
  ['PUT', `/companies/${unknown}/products/lending`],
  ['DELETE', `/companies/${unknown}/products/lending`],
  ['POST', `/companies/${unknown}/products/lending/refresh`],
  ['GET', `/companies/${unknown}/sync/${unknown}/validation`],
  ['GET', `/companies/${unknown}/push`],
  ['GET', `/companies/${unknown}/push/${unknown}`],
  ['GET', `/companies/${unknown}/connections/${unknown}/options/invoices`],
  ['POST', `/companies/${unknown}/connections/${unknown}/push/invoices`, {}],
  ['PUT', `/companies/${unknown}/connections/${unknown}/push/invoices/1`, {}],
  ['DELETE', `/companies/${unknown}/connections/${unknown}/push/invoices/1`],
  ['POST', `/companies/${unknown}/syncSettings`, { overridesDefaults: false }],
  ['GET', `/companies/${unknown}/data/history`],
  ['GET', `/companies/${unknown}/data/history/${unknown}`],
  ['DELETE', `/webhooks/${unknown}`],
  ['GET', `/rules/${unknown}`],
  ['GET', `/rules/${unknown}/alerts`],
  ['GET', `/rules/alerts/${unknown}`],
  ['DELETE', `/apiKeys/${unknown}`],
  ['GET', '/integrations/zzzz'],
  ['GET', '/integrations/zzzz/branding'],
  ['GET', '/integrations/zzzz/dataTypes/custom/prices'],
  ['PUT', '/integrations/zzzz/dataTypes/custom/prices', { dataSource: 'x' }],
  ['GET', '/integrations/zzzz/dataTypes/invoices/supplementalDataConfig'],
  ['PUT', '/integrations/zzzz/dataTypes/invoices/supplementalDataConfig', { supplementalDataConfig: {} }],
])(
  '%s %s: what is unknown is named, whether or not it could be an id',
  async (method, url, body?: object) => {
    const { call } = await testApi();
    const known = await call(method, url, body);
    expect(known.status).toBe(404);
    expect(known.body.error).toContain(url.includes('zzzz') ? 'zzzz' : unknown);
    const odd = await call(method, url.replace(unknown, 'no-uuid%20%E2%82%AC'), body);
    expect(odd.status).toBe(404);
    if (!url.includes('zzzz')) expect(odd.body.error).toContain('no-uuid €');
  },
);
