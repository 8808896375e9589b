import { expect, test } from 'vitest';
import { localTargetId } from '#contract/target.ts';
import { json, problem, scriptedServer } from '#test/support/scripted-server.ts';
import { startDesk } from '#test/support/start-desk.ts';

const plantedKey = 'PlantedApiKey-31415926535';
const request = { name: 'production', baseUrl: 'https://api.example.com', apiKey: plantedKey };

test('targets over the desk API, by id and by name; the key is in no answer', async () => {
  const { call, deskUrl, authorization } = await startDesk();
  const added = await call('POST', '/api/targets', request);
  expect([added.status, added.body.apiKey]).toEqual([200, '••••535']);
  const { id } = added.body;
  expect((await call('GET', '/api/targets')).body.results.map((each: { id: string }) => each.id)).toEqual([
    localTargetId,
    id,
  ]);
  expect((await call('GET', '/api/targets/Production')).body).toEqual(added.body);
  const changed = await call('PATCH', `/api/targets/${id}`, { perSecond: 2, clientId: null });
  expect([changed.status, changed.body.perSecond]).toEqual([200, 2]);
  expect((await call('DELETE', '/api/targets/local')).body.error).toMatch(/is built in/);
  expect((await call('DELETE', `/api/targets/${id}`)).status).toBe(204);
  expect((await call('GET', `/api/targets/${id}`)).status).toBe(404);
  const text = await (await fetch(`${deskUrl}/api/openapi.json`, { headers: { authorization } })).text();
  for (const path of ['/api/targets', '/api/targets/{id}', '/api/targets/{id}/test']) {
    expect(Object.keys(JSON.parse(text).paths)).toContain(path);
  }
});

test.each([
  [{ ...request, apiKey: 'with blanks in it' }, 'apiKey'],
  [{ ...request, apiKey: '' }, 'apiKey'],
  [{ ...request, baseUrl: 'http://api.example.com' }, 'baseUrl'],
  [{ ...request, concurrency: 0 }, 'concurrency'],
  [{ ...request, name: 'local' }, 'name'],
  [{ ...request, clientId: 'x' }, 'clientId'],
  [{ ...request, caPem: 'x' }, 'caPem'],
])('what is wrong is named: %j', async (body, field) => {
  const { call } = await startDesk();
  const answer = await call('POST', '/api/targets', body);
  expect([answer.status, answer.body.validation.errors[0].itemId]).toEqual([400, field]);
  expect(JSON.stringify(answer.body)).not.toContain(plantedKey);
});

test('a test says what the key may do', async () => {
  const server = await scriptedServer((seen, response) =>
    seen.url.startsWith('/rules')
      ? json(response, problem(403, 'No.'), 403)
      : json(response, { results: [] }),
  );
  const { call } = await startDesk();
  await call('POST', '/api/targets', { ...request, baseUrl: server.url });
  const { status, body } = await call('POST', '/api/targets/production/test');
  expect([status, body.reached]).toEqual([200, true]);
  expect(body.rights.map(({ result }: { result: string }) => result)).toEqual([
    'allowed',
    'allowed',
    'denied',
    'allowed',
    'allowed',
    'allowed',
    'unknown',
  ]);
});
