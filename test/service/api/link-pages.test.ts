import { expect, test } from 'vitest';
import { type TestApi, testApi } from '#test/support/test-api.ts';

const unknown = '99999999-9999-4999-8999-999999999999';

const pending = async ({ platform }: TestApi): Promise<{ companyId: string; page: string }> => {
  const { id: companyId } = await platform.companies.create({ name: 'Acme & <Sons>' }, 'Test');
  const { id } = await platform.connections.create(companyId, 'gbol');
  return { companyId, page: `/link/company/${companyId}/${id}` };
};

const press = ({ inject }: TestApi, page: string, verb: string, headers: Record<string, string> = {}) =>
  inject({
    method: 'POST',
    url: `${page}/${verb}`,
    payload: 'x=1',
    headers: { host: '127.0.0.1:4410', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

test('the page needs no key, no script, and cannot be framed', async () => {
  const made = await testApi();
  const { companyId, page } = await pending(made);
  for (const url of [
    page,
    page.toUpperCase().replace('/LINK/COMPANY', '/link/company'),
    `/link/company/${companyId}`,
  ]) {
    const answer = await made.inject({ url });
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(answer.text).toContain('Acme &amp; &lt;Sons&gt;');
    expect(answer.text).not.toContain('<script');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
  }
});

test('agreeing links the connection and leads back to the page', async () => {
  const made = await testApi();
  const { page } = await pending(made);
  expect(await press(made, page, 'complete')).toMatchObject({ status: 303, headers: { location: page } });
  const connection = await made.call(
    'GET',
    page.replace(/\/link\/company\/([^/]+)/, '/companies/$1/connections'),
  );
  expect(connection.body.status).toBe('Linked');
  expect(made.published.map(({ type }) => type)).toContain('connection.connected');
});

test('refusing says so in an event, and the status stays', async () => {
  const made = await testApi();
  const { page } = await pending(made);
  expect((await press(made, page, 'fail')).status).toBe(303);
  expect(made.published.at(-1)).toMatchObject({
    type: 'connection.failed',
    connection: { status: 'PendingAuth' },
  });
});

test.each([
  [{ 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:4410' }, 303],
  [{ origin: 'http://127.0.0.1:4410' }, 303],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ 'sec-fetch-site': 'none' }, 403],
  [{ origin: 'http://evil.example' }, 403],
  [{ origin: 'http://127.0.0.1:5000' }, 403],
  [{ origin: 'null' }, 403],
])('a form sent with %j gets %i', async (headers, status) => {
  const made = await testApi();
  const { page } = await pending(made);
  expect((await press(made, page, 'complete', headers as Record<string, string>)).status).toBe(status);
});

test('what is not there is said in JSON', async () => {
  const { inject } = await testApi();
  for (const url of [`/link/company/${unknown}`, `/link/company/x/${unknown}`]) {
    expect(await inject({ url })).toMatchObject({ status: 404, body: { service: 'Carryover' } });
  }
  expect((await inject({ method: 'POST', url: `/link/company/${unknown}/${unknown}/complete` })).status).toBe(
    404,
  );
  expect((await inject({ method: 'GET', url: `/link/company/${unknown}/${unknown}/complete` })).status).toBe(
    405,
  );
});
