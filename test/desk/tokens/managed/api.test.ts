import { expect, test } from 'vitest';
import type { RunbookView } from '#contract/runbook.ts';
import { testHost } from '#test/support/test-host.ts';

test('the managed migration over the API: shown, refused, done, and as files', async () => {
  const { desk, ready } = await testHost();
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  const base = `/api/cases/${id}/runbook`;
  const file = async (path: string) => {
    const response = await fetch(ready.deskUrl + path, {
      headers: { authorization: `Bearer ${ready.deskToken}` },
    });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };
  expect((await desk('GET', base)).body).toMatchObject({ caseId: id, steps: [], routes: [] });
  expect(await desk('PUT', `${base}/details`, { fields: { clientId: 'x' } })).toMatchObject({
    status: 404,
    body: { detailedErrorCode: 41030 },
  });
  expect(await desk('POST', base, { platformKey: 'ltpp' })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('no standard migration process') },
  });
  const opened = await desk('POST', base, { platformKey: 'fbrh' });
  const view = opened.body as RunbookView;
  expect([opened.status, view.platformName, view.steps.length]).toEqual([200, 'FreeAgent', 6]);
  expect(view.callbackUrl).toBe(`${ready.apiUrl}/callback`);

  const malformed = await desk('PUT', `${base}/details`, { fields: { environment: 'moon', clientId: '' } });
  expect([
    malformed.status,
    malformed.body.validation.errors.map((one: { itemId: string }) => one.itemId),
  ]).toEqual([400, ['fields.environment', 'fields.clientId']]);
  const fields = Object.fromEntries(view.details.map(({ name, example }) => [name, example]));
  expect((await desk('PUT', `${base}/details`, { fields })).body.steps[0].state).toBe('done');
  expect((await desk('POST', `${base}/details/reveal`)).body.fields).toEqual(fields);
  expect((await desk('POST', `${base}/estimate`)).status).toBe(409);
  expect((await desk('POST', `${base}/estimate`, { companies: 20 })).body.estimate.companies).toBe(20);
  const early = await desk('POST', `${base}/callback`, { urls: view.callbackUrl });
  expect([early.status, early.body.error]).toEqual([409, expect.stringContaining('runbook override')]);
  const window = { zone: 'Asia/Kathmandu', start: '2098-01-10 22:00', end: '2098-01-12 06:00' };
  expect((await desk('PUT', `${base}/window`, { ...window, colour: 1 })).status).toBe(400);
  expect((await desk('PUT', `${base}/window`, window)).status).toBe(200);
  for (const party of ['integrator', 'support']) {
    const agreement = { party, name: 'Kim', quote: 'Fine' };
    expect((await desk('POST', `${base}/window/agreements`, agreement)).status).toBe(200);
  }
  // What the virtual clock could come to: the window, as both have agreed to it.
  const start = '2098-01-10T16:15:00.000Z';
  const opening = { kind: 'migration-window', what: 'migration window', at: start, count: 1 };
  expect((await desk('GET', '/api/clock/next')).body.results).toContainEqual(
    expect.objectContaining({ ...opening, caseId: id, caseName: 'acme' }),
  );
  const after = async (instant: string) =>
    (await desk('GET', `/api/cases?windowAfter=${instant}&sort=window&limit=10`)).body.total;
  expect([await after('2098-01-12T00:14:00Z'), await after('2098-01-12T00:15:00Z')]).toEqual([1, 0]);
  const checked = await desk('POST', `${base}/callback`, { urls: `${view.callbackUrl}/` });
  expect(checked.body.callbackCheck).toMatchObject({
    found: false,
    near: [{ differences: [expect.any(String)] }],
  });
  expect((await desk('PUT', `${base}/steps/nothing/overrule`, { reason: 'x' })).status).toBe(400);
  expect((await desk('PUT', `${base}/steps/update-application/overrule`, { reason: ' ' })).status).toBe(400);
  const overruled = await desk('PUT', `${base}/steps/update-application/overrule`, {
    reason: 'Known',
    by: 'Jo',
  });
  expect(overruled.body.steps[2]).toMatchObject({ state: 'overruled', overrule: { by: 'Jo' } });
  expect((await desk('DELETE', `${base}/steps/update-application/overrule`)).body.steps[2].state).toBe(
    'open',
  );
  expect((await desk('POST', `${base}/callback`, { urls: view.callbackUrl })).body.steps[2].state).toBe(
    'done',
  );
  const due = await desk('PUT', `${base}/steps/complete/due`, { due: '2098-02-01T00:00:00Z' });
  expect(due.body.steps[5].due).toBe('2098-02-01T00:00:00.000Z');
  const list = { name: 'off.txt', content: 'nobody\n' };
  expect((await desk('POST', `${base}/syncing`, { list, by: 'Kim' })).body).toMatchObject({
    confirmed: 0,
    unknown: [{ line: 1, text: 'nobody' }],
  });
  expect((await desk('POST', `${base}/syncing/revocations`, { refs: ['a'], reason: 'x' })).status).toBe(400);
  expect((await desk('POST', `${base}/handover`)).body.error).toMatch(
    /"Disable data syncing" and "Migrate first company"/,
  );
  expect(
    (await desk('POST', `${base}/handover/sign-offs`, { party: 'support', name: 'Jo', quote: 'x' })).status,
  ).toBe(409);

  expect(await file(`${base}/window.ics`)).toMatchObject({
    status: 200,
    type: 'text/calendar; charset=utf-8',
    text: expect.stringContaining('DTSTART:20980110T161500Z'),
  });
  const documents = [`${base}/checklist.md`, `${base}/handover.md`, '/api/platforms/ltpp/migration.md'];
  for (const path of documents) {
    const { status, type, text } = await file(path);
    expect([path, status, type, text.startsWith('# ')]).toEqual([
      path,
      200,
      'text/markdown; charset=utf-8',
      true,
    ]);
  }
  expect((await desk('GET', '/api/platforms/gbol/migration')).body).toMatchObject({
    selfService: true,
    managed: false,
  });
  expect((await desk('GET', '/api/platforms/zzzz/migration')).status).toBe(404);
});

test('a target has a callback URL, kept character by character', async () => {
  const { desk } = await testHost();
  const there = { name: 'far', baseUrl: 'https://api.example.com', apiKey: 'key-of-the-target' };
  for (const callbackUrl of [
    'api.example.com/cb',
    'http://api.example.com/cb',
    'https://a.example/cb#x',
    'https://a.example/ cb',
  ]) {
    const refused = await desk('POST', '/api/targets', { ...there, callbackUrl });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('callbackUrl must')]);
  }
  const callbackUrl = 'https://API.example.com/cb/';
  expect((await desk('POST', '/api/targets', { ...there, callbackUrl })).body.callbackUrl).toBe(callbackUrl);
  expect((await desk('PATCH', '/api/targets/far', { callbackUrl: null })).body.callbackUrl).toBeUndefined();
  expect((await desk('PATCH', '/api/targets/far', { callbackUrl })).body.callbackUrl).toBe(callbackUrl);
});

test('a virtual clock that stands within the migration window opens it for no run', async () => {
  const { desk } = await testHost({ clock: 'virtual' });
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  const base = `/api/cases/${id}/runbook`;
  const { details } = (await desk('POST', base, { platformKey: 'fbrh' })).body as RunbookView;
  const fields = Object.fromEntries(details.map(({ name, example }) => [name, example]));
  await desk('PUT', `${base}/details`, { fields });
  await desk('POST', `${base}/estimate`, { companies: 20 });
  const { now } = (await desk('GET', '/api/clock')).body;
  const local = (hours: number): string =>
    new Date(Date.parse(now) + hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  const window = { zone: 'UTC', start: local(48), end: local(96) };
  expect((await desk('PUT', `${base}/window`, window)).status).toBe(200);
  for (const party of ['integrator', 'support']) {
    await desk('POST', `${base}/window/agreements`, { party, name: 'Kim', quote: 'Fine' });
  }
  expect((await desk('POST', '/api/clock/advance', { by: 'PT72H' })).status).toBe(200);
  for (const { id: step } of (await desk('GET', base)).body.steps.slice(2, 5)) {
    await desk('PUT', `${base}/steps/${step}/overrule`, { reason: 'Known' });
  }
  const { body } = await desk('POST', `/api/cases/${id}/tokens/runs/dry`, {});
  expect(body.remark).toMatch(/^It would begin 1 d .* before the agreed window .*, by system time\./);
});
