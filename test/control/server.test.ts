import { readdirSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openKit } from '#kit/index.ts';
import { kitOptions, startTestKit } from '#test/support/test-kit.ts';

test('the control API is for whoever has its token, and names no page that could be read without it', async () => {
  const { kit } = await startTestKit();
  const statusOf = async (path: string, authorization?: string): Promise<number> => {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(kit.controlUrl + path, { headers });
    await response.text();
    return response.status;
  };
  expect(await statusOf('/keys')).toBe(401);
  expect(await statusOf('/keys', 'Bearer wrong')).toBe(401);
  expect(await statusOf('/keys', `Basic ${btoa(kit.apiKey)}`)).toBe(401);
  expect(await statusOf('/nothing')).toBe(401);
  expect(await statusOf('/%6beys')).toBe(401);
  expect(await statusOf('/keys', `Bearer ${kit.controlToken}`)).toBe(200);
  expect(await statusOf('/nothing', `Bearer ${kit.controlToken}`)).toBe(404);
  expect(await statusOf('/alive')).toBe(204);
});

test('a request for another host is refused, with the token too: a page can bend a name to this machine', async () => {
  const { kit } = await startTestKit();
  const { port, pathname } = new URL(kit.controlUrl);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: 'evil.example', authorization: `Bearer ${kit.controlToken}` };
    request({ port, host: '127.0.0.1', path: `${pathname}/keys`, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

test('it tells where it is, on which clock, and from which seed', async () => {
  const { kit, control } = await startTestKit({
    clock: 'skipping',
    seed: 42,
    apiKey: 'given-key-0123456789',
  });
  expect(await control('GET', '')).toMatchObject({
    apiUrl: kit.apiUrl,
    apiKey: 'given-key-0123456789',
    clock: 'skipping',
    seed: 42,
    pid: process.pid,
  });
  const headers = { authorization: `Basic ${btoa('given-key-0123456789')}` };
  expect((await fetch(`${kit.apiUrl}/companies`, { headers })).status).toBe(200);
});

test('its OpenAPI document has every route, with the errors that all have', async () => {
  const { control } = await startTestKit();
  const { openapi, paths } = await control('GET', '/openapi.json');
  expect(openapi).toBe('3.1.0');
  const listed = Object.keys(paths);
  for (const path of [
    '/wait',
    '/clock/until',
    '/clock/advance',
    '/consumers/{id}/response',
    '/events',
    '/reset',
  ]) {
    expect(listed).toContain(`/control/v1${path}`);
  }
  for (const [path, methods] of Object.entries<Record<string, { summary?: string; responses: object }>>(
    paths,
  )) {
    for (const [method, { summary, responses }] of Object.entries(methods)) {
      expect(summary, `${method} ${path}`).toBeTruthy();
      if (path.endsWith('/stream')) continue;
      expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(['4XX', '5XX']));
    }
  }
});

test('fields that it does not know are refused, not passed over', async () => {
  const { call } = await startTestKit();
  const response = await call('POST', '/wait', { for: 'delivery', timeout: 5 });
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain('timeout');
});

test('the same seed gives the same ids, another seed others', async () => {
  const idOf = async (seed: number): Promise<string> => {
    const { control } = await startTestKit({ seed });
    return (await control('POST', '/events', { eventType: 'read.completed' })).messageId;
  };
  const first = await idOf(7);
  expect(await idOf(7)).toBe(first);
  expect(await idOf(8)).not.toBe(first);
});

test('a stopped service leaves neither its folder nor its ports', async () => {
  const own = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`carryover-kit-${process.pid}-`));
  const before = own();
  const kit = await openKit(kitOptions);
  expect(own().length).toBe(before.length + 1);
  await kit.stop(0);
  expect(own()).toEqual(before);
  await expect(fetch(`${kit.apiUrl}/companies`)).rejects.toThrow();
  await expect(fetch(`${kit.controlUrl}/alive`)).rejects.toThrow();
});
