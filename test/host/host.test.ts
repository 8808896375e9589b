import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readHostRecord, writeHostRecord } from '#host/discovery.ts';
import { type Host, type HostOptions, startHost } from '#host/index.ts';
import { FolderInUseError, StartError } from '#local/start-error.ts';
import { startNode } from '#test/support/cli.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostOptions } from '#test/support/test-host.ts';

const optionsFor = (dataDir: string, other: Partial<HostOptions> = {}): HostOptions =>
  hostOptions({ dataDir, ...other });

const start = async (options: HostOptions) => {
  const host = await startHost(options);
  onTestFinished(() => host.stop(0));
  return host;
};

test('a host makes its folder, answers on both ports, and is found by its record until it stops', async () => {
  const dataDir = join(temporaryFolder(), 'deep', 'data');
  const { ready, stop } = await start(optionsFor(dataDir));
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readHostRecord(dataDir)).toMatchObject({
    pid: process.pid,
    apiUrl: ready.apiUrl,
    deskUrl: ready.deskUrl,
  });
  const api = { authorization: `Basic ${Buffer.from(ready.apiKey).toString('base64')}` };
  const desk = { authorization: `Bearer ${ready.deskToken}` };
  expect((await fetch(`${ready.apiUrl}/integrations`, { headers: api })).status).toBe(200);
  expect((await fetch(`${ready.deskUrl}/api/clock`, { headers: desk })).status).toBe(200);
  await stop(1000);
  expect(readHostRecord(dataDir)).toBeUndefined();
  await expect(fetch(`${ready.deskUrl}/api/clock`)).rejects.toThrow();
});

test('a folder that was there keeps its mode', async () => {
  const dataDir = join(temporaryFolder(), 'shared');
  mkdirSync(dataDir, { mode: 0o755 });
  await start(optionsFor(dataDir));
  expect(statSync(dataDir).mode & 0o777).toBe(0o755);
  expect(statSync(join(dataDir, 'carryover.key')).mode & 0o777).toBe(0o600);
});

test('the folder is for one host at a time', async () => {
  const dataDir = temporaryFolder();
  const first = await start(optionsFor(dataDir));
  await expect(startHost(optionsFor(dataDir))).rejects.toThrow(FolderInUseError);
  expect(readHostRecord(dataDir)?.apiUrl).toBe(first.ready.apiUrl);
  await first.stop(0);
  await start(optionsFor(dataDir));
});

test.each(['apiPort', 'deskPort'] as const)(
  'what was started is stopped again when the %s is in use',
  async (port) => {
    const taken = createServer();
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void taken.close());
    const dataDir = temporaryFolder();
    const wanted = { [port]: (taken.address() as AddressInfo).port };
    await expect(startHost(optionsFor(dataDir, wanted))).rejects.toThrow(StartError);
    expect(existsSync(join(dataDir, 'host.json'))).toBe(false);
    await start(optionsFor(dataDir));
  },
);

test('a record that a dead host left is replaced', async () => {
  const dataDir = temporaryFolder();
  const left = {
    pid: 1,
    apiUrl: 'http://127.0.0.1:1',
    deskUrl: 'http://127.0.0.1:1',
    deskToken: 'x',
    secret: 'y',
    version: '0',
  };
  writeHostRecord(dataDir, left);
  const { ready } = await start(optionsFor(dataDir));
  expect(readHostRecord(dataDir)).toMatchObject({ pid: process.pid, deskUrl: ready.deskUrl });
});

test.each(['', '{"pid":', '{"pid":"1"}', '[]', 'null'])('a record that holds %j is none', (text) => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'host.json'), text);
  expect(readHostRecord(dataDir)).toBeUndefined();
});

test('the clock goes on as it was served last, unless asked otherwise', async () => {
  const dataDir = temporaryFolder();
  const first = await start(optionsFor(dataDir, { clock: 'virtual' }));
  await first.stop(0);
  const second = await start(optionsFor(dataDir));
  expect(second.clock).toBe('virtual');
  await second.stop(0);
  const third = await start(optionsFor(dataDir, { clock: 'system' }));
  expect(third.clock).toBe('system');
});

test.each([
  ['a key file of the wrong size', 'carryover.key', 'short', /key file .* should hold 32 bytes/],
  [
    'a file that is no database',
    'desk.db',
    'not a database, but long enough to look at\n'.repeat(30),
    /damaged/,
  ],
])(
  '%s: said in words, nothing overwritten, and the folder is free again',
  async (_what, name, text, words) => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'carryover.key'), Buffer.alloc(32));
    writeFileSync(join(dataDir, name), text);
    for (let i = 0; i < 2; i++) await expect(startHost(optionsFor(dataDir))).rejects.toThrow(words);
    expect(readFileSync(join(dataDir, name), 'utf8')).toBe(text);
  },
);

test('an unhandled rejection is logged and ends the process with 1', async () => {
  const program = `
    import { createLog } from '#base/log.ts';
    import { guardProcess } from '#host/guard-process.ts';
    guardProcess(createLog());
    Promise.reject(new Error('nobody caught this'));
    setInterval(() => {}, 1000);
  `;
  const { code, stdout, stderr } = await startNode('--input-type=module', '--eval', program).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(JSON.parse(stderr)).toMatchObject({ level: 60, err: { message: 'nobody caught this' } });
});

test('a key that is lost is never replaced unasked; asked for, a new one loses the secrets and keeps the cases', async () => {
  const dataDir = temporaryFolder();
  const first = await startHost(hostOptions({ dataDir }));
  const call = async (
    host: Pick<Host, 'ready'>,
    method: string,
    path: string,
    body?: unknown,
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers as clients do
  ): Promise<any> => {
    const response = await fetch(host.ready.deskUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${host.ready.deskToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const target = { name: 'production', baseUrl: 'https://api.example.com', apiKey: 'some-key-0123456789' };
  const { id: targetId } = await call(first, 'POST', '/api/targets', target);
  const { id, digest } = await call(first, 'POST', '/api/cases', { name: 'acme', targetId });
  await first.stop(0);

  rmSync(join(dataDir, 'carryover.key'));
  await expect(startHost(hostOptions({ dataDir }))).rejects.toThrow(/key file .* is missing.*--new-key/s);
  expect(existsSync(join(dataDir, 'carryover.key'))).toBe(false);
  const second = await startHost(hostOptions({ dataDir, newKey: true }));
  onTestFinished(() => second.stop(0));
  expect(await call(second, 'GET', `/api/cases/${id}`)).toMatchObject({ name: 'acme', digest });
  expect(await call(second, 'POST', `/api/cases/${id}/verify`, { expect: digest })).toMatchObject({
    whole: true,
  });
  const { results } = await call(second, 'GET', '/api/targets');
  expect(results).toMatchObject([{ name: 'local' }, { name: 'production', apiKey: 'lost' }]);
  const lost = await call(second, 'POST', `/api/targets/${targetId}/test`);
  expect(JSON.stringify(lost)).toContain('targets change');
  await expect(startHost(hostOptions({ dataDir, newKey: true }))).rejects.toThrow();
});
