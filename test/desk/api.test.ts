import { request } from 'node:http';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { ErrorBody } from '#contract/common.ts';
import { CatalogueError } from '#contract/errors.ts';
import { companyId, endpointId } from '#test/support/fake-control.ts';
import { startDesk } from '#test/support/start-desk.ts';

const endpoint = `/api/endpoints/${endpointId}`;

/** Method, path, body, expected status, and what reaches the control. */
const routes: [string, string, unknown, number, unknown[]?][] = [
  ['GET', '/api/clock', undefined, 200, ['show']],
  ['POST', '/api/clock/advance', { by: 'PT28H' }, 200, ['advance', { by: 'PT28H' }]],
  ['POST', '/api/clock/advance', { to: '2026-02-01T00:00:00Z' }, 200],
  ['POST', '/api/clock/advance/cancel', undefined, 200, ['cancelAdvance']],
  ['POST', '/api/clock/pause', undefined, 200, ['pause']],
  ['POST', '/api/clock/resume', undefined, 200, ['resume']],
  ['GET', '/api/clock/upcoming?limit=7', undefined, 200, ['upcoming', { limit: 7 }]],
  [
    'GET',
    '/api/clock/upcoming?until=2026-02-01T00:00:00Z',
    undefined,
    200,
    ['upcoming', { until: '2026-02-01T00:00:00Z' }],
  ],
  ['GET', '/api/endpoints', undefined, 200, ['list']],
  [
    'POST',
    '/api/endpoints',
    { url: 'http://127.0.0.1:9/hook', eventTypes: ['company.created'] },
    200,
    ['create', { url: 'http://127.0.0.1:9/hook', eventTypes: ['company.created'] }],
  ],
  ['DELETE', endpoint, undefined, 204, ['remove', endpointId]],
  ['GET', `${endpoint}/statistics?buckets=7`, undefined, 200, ['statistics', endpointId, { buckets: 7 }]],
  ['GET', '/api/messages/msg_1/attempts/5/signature', undefined, 200, ['signature', 'msg_1', '5']],
  [
    'GET',
    '/api/messages/msg_1/attempts/5/curl?reveal=true',
    undefined,
    200,
    ['request', 'msg_1', '5', { reveal: true, signAnew: false }],
  ],
  ['GET', endpoint, undefined, 200],
  ['PATCH', endpoint, { messagesPerSecond: null }, 200, ['change', endpointId, { messagesPerSecond: null }]],
  ['GET', `${endpoint}/headers`, undefined, 200, ['headers', endpointId, false]],
  ['GET', `${endpoint}/headers?reveal=true`, undefined, 200, ['headers', endpointId, true]],
  ['PUT', `${endpoint}/headers`, { headers: [] }, 200, ['setHeaders', endpointId, { headers: [] }]],
  ['GET', `${endpoint}/secret`, undefined, 200, ['secret', endpointId]],
  ['POST', `${endpoint}/secret/rotate`, undefined, 200, ['rotateSecret', endpointId]],
  ['POST', `${endpoint}/test`, undefined, 200, ['test', endpointId, undefined]],
  ['POST', `${endpoint}/test`, { eventType: 'read.completed' }, 200, ['test', endpointId, 'read.completed']],
  ['POST', `${endpoint}/recover`, { since: '2026-01-01T00:00:00Z' }, 200],
  ['POST', `${endpoint}/replay`, { since: '2026-01-01T00:00:00Z' }, 200],
  ['GET', `/api/messages?endpoint=${endpointId}&status=Failed&limit=5`, undefined, 200],
  ['GET', '/api/messages/msg_1', undefined, 200, ['message', 'msg_1']],
  ['POST', '/api/messages/msg_1/resend', undefined, 200, ['resend', 'msg_1', undefined]],
  ['POST', '/api/messages/msg_1/resend', { endpoint: endpointId }, 200, ['resend', 'msg_1', endpointId]],
  ['POST', '/api/events', { eventType: 'company.created', companyId }, 200],
  ['GET', '/api/requests?deprecated=true', undefined, 200, ['requests', { deprecated: true }]],
  ['POST', '/api/simulator/tokens', { platformKey: 'gbol', count: 2 }, 200],
  ['GET', '/api/faults', undefined, 200, ['faults']],
  ['PUT', '/api/faults', { faults: [{ route: '*', answer: '503' }] }, 200],
  ['GET', '/api/settings', undefined, 200, ['settings']],
  ['PUT', '/api/settings', { rateLimit: true, retention: { messageDays: 1, requests: 100 } }, 200],
  ['POST', '/api/seed', { companies: [] }, 200, ['seed', { companies: [] }]],
  ['GET', '/api/cutover', undefined, 200, ['cutoverState']],
  ['POST', '/api/cutover', undefined, 200, ['cutover', {}]],
  ['POST', '/api/cutover/undo', undefined, 204, ['undoCutover']],
  ['POST', '/api/reset', undefined, 204, ['reset']],
  ['GET', '/api/keys', undefined, 200, ['apiKeys']],
  ['GET', `/api/keys/${companyId}`, undefined, 200, ['apiKeys']],
  ['GET', '/api/receiver', undefined, 200],
  ['POST', '/api/receiver', undefined, 200],
  ['POST', '/api/receiver', { newPort: true }, 200],
  ['PUT', '/api/receiver/answer', { statusCode: 500, delayMs: 0 }, 200],
  ['GET', '/api/receiver/received?after=3', undefined, 200],
  ['DELETE', '/api/receiver', undefined, 200],
  ['POST', '/api/keys', { name: 'second' }, 200, ['createKey', { name: 'second' }]],
  ['DELETE', `/api/keys/${companyId}`, undefined, 204, ['removeKey', companyId]],
];

test('every route reaches the control and answers what its schema promises', async () => {
  const { call, calls } = await startDesk();
  for (const [method, path, body, status, reached] of routes) {
    calls.length = 0;
    const answer = await call(method, path, body);
    expect([method, path, answer.status, answer.body?.error]).toEqual([method, path, status, undefined]);
    if (reached !== undefined) expect(calls).toEqual([reached]);
  }
});

const shout = (text: string): string =>
  text.replaceAll(endpointId, endpointId.toUpperCase()).replaceAll(companyId, companyId.toUpperCase());
const snapshot = {
  companies: [{ id: companyId, name: 'A', connections: [{ id: endpointId, platformKey: 'gbol' }] }],
  rules: [
    { id: endpointId, type: 'Sync Failed', companyId, notifiers: { webhook: `https://x.test/${companyId}` } },
  ],
};
const seeded = JSON.parse(JSON.stringify(snapshot).replace(/x.test\/[^"]*/, (url) => shout(url)));

const anyCase: [string, string, object | undefined, unknown[]][] = [
  ['GET', `${endpoint}/secret`, undefined, ['secret', endpointId]],
  ['PATCH', endpoint, { channels: [companyId] }, ['change', endpointId, { channels: [companyId] }]],
  ['POST', '/api/messages/msg_1/resend', { endpoint: endpointId }, ['resend', 'msg_1', endpointId]],
  ['POST', '/api/events', { eventType: 'x', companyId }, ['publishExample', { eventType: 'x', companyId }]],
  [
    'GET',
    `/api/messages?endpoint=${endpointId}&company=${companyId}`,
    undefined,
    ['messages', { endpoint: endpointId, company: companyId }],
  ],
  ['POST', '/api/seed', snapshot, ['seed', seeded]],
];

test('a UUID in upper case is the same UUID, and nothing else is changed', async () => {
  const { call, calls } = await startDesk();
  for (const [method, path, body, reached] of anyCase) {
    calls.length = 0;
    const answer = await call(method, shout(path), body && shout(JSON.stringify(body)));
    expect([method, path, answer.status, answer.body?.error]).toEqual([method, path, 200, undefined]);
    expect(calls).toMatchObject([reached]);
  }
});

test('the OpenAPI document is 3.1 and describes every route', async () => {
  const { deskUrl } = await startDesk();
  const response = await fetch(`${deskUrl}/api/openapi.json`);
  const document = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { summary?: string }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  for (const [method, path] of routes) {
    const template = path
      .replace(/\?.*/, '')
      .replace(endpointId, '{id}')
      .replace('msg_1', '{id}')
      .replace('attempts/5', 'attempts/{attemptId}')
      .replace(`keys/${companyId}`, 'keys/{id}');
    expect(document.paths[template]?.[method.toLowerCase()]?.summary, `${method} ${template}`).toBeTruthy();
  }
  const page = await fetch(`${deskUrl}/api/docs`);
  expect(page.status).toBe(200);
  expect(await page.text()).not.toMatch(/(src|href)="https?:/);
});

test('no token, a wrong one and an API key are refused', async () => {
  const { deskUrl, calls } = await startDesk();
  for (const authorization of [undefined, 'Bearer wrong', 'Basic dGhlLWtleQ==']) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const response = await fetch(`${deskUrl}/api/keys`, { headers });
    expect([authorization, response.status]).toEqual([authorization, 401]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(Value.Check(ErrorBody, await response.json())).toBe(true);
  }
  expect(calls).toEqual([]);
});

test('a foreign host is refused, an allowed one is not', async () => {
  const { deskUrl, authorization } = await startDesk({ allowHosts: ['desk.test'] });
  const statusFor = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      request(`${deskUrl}/api/clock`, { headers: { host, authorization }, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
  expect(await statusFor('evil.test')).toBe(403);
  expect(await statusFor('127.0.0.1.evil.test:4411')).toBe(403);
  expect(await statusFor('desk.test:4411')).toBe(200);
  expect(await statusFor('LOCALHOST')).toBe(200);
  expect(await statusFor('[::1]:4411')).toBe(200);
});

const wrong: [string, string, unknown, number, number, RegExp][] = [
  ['POST', '/api/clock/advance', {}, 400, 40001, /The body must be either { "by"/],
  ['POST', '/api/clock/advance', { to: 'soon' }, 400, 40001, /to must be an instant/],
  ['POST', '/api/clock/advance', '{"by":', 400, 40002, /not valid JSON/],
  ['GET', '/api/messages/%', undefined, 404, 40411, /\/api\/messages\/%/],
  ['PATCH', endpoint, { messagesPerSecond: 0 }, 400, 40001, /messagesPerSecond/],
  ['GET', '/api/endpoints/nonsense', undefined, 400, 40001, /id must be a UUID/],
  ['GET', `/api/endpoints/${companyId}`, undefined, 404, 40405, new RegExp(companyId)],
  ['GET', '/api/nothing', undefined, 404, 40413, /GET \/api\/nothing/],
  ['POST', '/api/events', { eventType: 'x'.repeat(1_100_000) }, 413, 41301, /1048576/],
  ['PUT', '/api/settings', { rateLimit: 'yes' }, 400, 40001, /rateLimit/],
];

test('what is wrong is said in the error shape', async () => {
  const { call } = await startDesk();
  for (const [method, path, body, status, code, text] of wrong) {
    const answer = await call(method, path, body);
    expect([path, answer.status, answer.body.detailedErrorCode]).toEqual([path, status, code]);
    expect(answer.body.error).toMatch(text);
    expect(Value.Check(ErrorBody, answer.body)).toBe(true);
  }
});

test('API keys are listed masked on request, and one by one in clear text', async () => {
  const { call } = await startDesk();
  const { results } = (await call('GET', '/api/keys?masked=true')).body;
  expect(results).toEqual([{ id: companyId, name: 'first', apiKey: '••••' }]);
  expect((await call('GET', `/api/keys/${companyId.toUpperCase()}`)).body.apiKey).toBe('the-key');
  const missing = await call('GET', `/api/keys/${endpointId}`);
  expect([missing.status, missing.body.detailedErrorCode]).toEqual([404, 40408]);
});

test('answers are never cached', async () => {
  const { call } = await startDesk();
  expect((await call('GET', '/api/keys')).headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['backlog.full', { waiting: '5', counted: '5', limit: '5' }, '10'],
  ['disk.low', { free: '1 B', limit: '2 B' }, '30'],
] as const)(
  'what the local service can not take is refused like its own API does: %s',
  async (code, of, seconds) => {
    const { call, control } = await startDesk();
    Object.assign(control.endpoints, {
      replay: async () => {
        throw new CatalogueError(code, of as never);
      },
    });
    const refused = await call('POST', `${endpoint}/replay`, { since: '2026-01-01T00:00:00Z' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, seconds]);
    expect(refused.body.error).toContain('Reads and deletions still work.');
  },
);
