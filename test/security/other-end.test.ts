import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isFolderLocked, lockFolder } from '#base/folder-lock.ts';
import { packageRoot } from '#base/package-root.ts';
import type { HostRecord } from '#contract/desk.ts';
import { readHostRecord } from '#host/discovery.ts';
import { createDeskFetch } from '#main/desk-fetch.ts';
import { serve } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { listen, listenAs, relayTo } from '#test/support/listener.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** Who listens where the host should, and what of a command gets there. How the proofs themselves go: `hello.test.ts`. */

const apiKey = 'production-key-27182818284590';

/** Commands that have something to give away, each with what it ends with where no host can be called. */
const commandsIn = (dataDir: string): [string[], number][] => {
  const keyFile = join(temporaryFolder(), 'key.txt');
  writeFileSync(keyFile, apiKey);
  const url = 'https://api.example.com';
  return [
    [['open', '--print'], 1],
    [['targets', 'add', 'production', '--url', url, '--key-file', keyFile], 0],
    [['keys'], 0],
    [['keys', 'create', 'another'], 0],
    [['case', 'list'], 0],
    [['reset', '--yes'], 0],
  ].map(([args, code]) => [[...(args as string[]), '--data', dataDir], code as number]);
};

const portOf = (url: string): number => Number(new URL(url).port);
const isRoot = process.getuid?.() === 0;

test.for([
  ['this user', undefined],
  ['another user', 65_534],
] as const)('after a SIGKILL, %s on the freed ports hears nothing', async ([who, uid], { skip }) => {
  skip(who === 'another user' && !isRoot, 'only root can start a process of another user');
  const dataDir = temporaryFolder();
  const host = await serve('--data', dataDir);
  host.process.kill('SIGKILL');
  await host.ended;
  expect(existsSync(join(dataDir, 'host.json'))).toBe(true);
  const heard = await listenAs(uid, [host.ready.deskUrl, host.ready.apiUrl].map(portOf));
  for (const [args, code] of commandsIn(dataDir)) {
    // The first host of a command's own would take what the killed one left away.
    const left = readFileSync(join(dataDir, 'host.json'));
    const ended = await runHere(...args);
    expect([args, ended.code, ended.stderr]).toEqual([args, code, expect.any(String)]);
    writeFileSync(join(dataDir, 'host.json'), left, { mode: 0o600 });
  }
  expect(heard()).toBe('');
});

test('a host whose folder is held, and another program on its port: no command says anything but hello', async () => {
  const dataDir = temporaryFolder();
  const lock = lockFolder(dataDir);
  onTestFinished(() => lock?.release());
  const yes = await listen((socket) =>
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"results":[]}')),
  );
  const record: HostRecord = {
    pid: process.pid,
    apiUrl: `http://127.0.0.1:${yes.port}`,
    deskUrl: `http://127.0.0.1:${yes.port}`,
    deskToken: 'the-desk-token',
    secret: 'the-secret',
    version: '0',
  };
  writeFileSync(join(dataDir, 'host.json'), JSON.stringify(record), { mode: 0o600 });
  for (const [args] of commandsIn(dataDir)) {
    const { code, stdout, stderr } = await runHere(...args);
    expect([args, code, stdout]).toEqual([args, 1, '']);
    expect(stderr).toContain('could not be verified as this data folder');
  }
  expect(yes.received()).toMatch(onlyHellos);
});

const onlyHellos =
  /^(GET \/api\/hello HTTP\/1\.1\r\nhost: [\w.:]+\r\ncarryover-nonce: [\w-]{43}\r\ncontent-length: 0\r\n\r\n)+$/;

test('a relay of the same user, which the discovery file points to, is passed by nothing', async () => {
  const dataDir = temporaryFolder();
  const { record } = await testHost({ dataDir });
  const relay = await relayTo(portOf(record.deskUrl));
  const told = { ...record, deskUrl: `http://127.0.0.1:${relay.port}` };
  writeFileSync(join(dataDir, 'host.json'), JSON.stringify(told), { mode: 0o600 });
  for (const [args] of commandsIn(dataDir)) {
    const { code, stderr } = await runHere(...args);
    expect([args, code, stderr]).toEqual([
      args,
      1,
      expect.stringContaining('could not be verified as this data folder'),
    ]);
  }
  expect(relay.received()).toMatch(onlyHellos);

  // The same by the true address goes through, so it was the relay that was refused.
  writeFileSync(join(dataDir, 'host.json'), JSON.stringify(record), { mode: 0o600 });
  expect((await runHere('keys', '--data', dataDir)).code).toBe(0);
});

test('commands carry neither the desk token nor an API key, and need none', async () => {
  const dataDir = temporaryFolder();
  const { record, ready } = await testHost({ dataDir });
  const withoutToken = { ...record, deskToken: 'unknown' };
  writeFileSync(join(dataDir, 'host.json'), JSON.stringify(withoutToken), { mode: 0o600 });
  const { code, stdout } = await runHere('keys', '--data', dataDir);
  expect([code, stdout]).toEqual([0, expect.stringContaining(ready.apiKey)]);
});

test('the ready line has the token and not the secret, and the token is taken over plain TCP', async () => {
  const dataDir = temporaryFolder();
  const host = await serve('--data', dataDir);
  const record = readHostRecord(dataDir) as HostRecord;
  expect(record.secret).toMatch(/^[\w-]{43}$/);
  expect(host.out.stdout + host.out.stderr).not.toContain(record.secret);
  const headers = { authorization: `Bearer ${host.ready.deskToken}` };
  expect((await fetch(`${host.ready.deskUrl}/api/keys`, { headers })).status).toBe(200);
  const wrong = { authorization: `Bearer ${record.secret}` };
  expect((await fetch(`${host.ready.deskUrl}/api/keys`, { headers: wrong })).status).toBe(401);
});

test('the app sends nothing to the port of a host that died', async () => {
  const { record, ready } = await testHost();
  let address = { ...ready, secret: record.secret };
  const deskFetch = createDeskFetch(async () => address);
  const asked = { method: 'POST', path: '/api/targets', body: apiKey } as const;
  expect((await deskFetch({ method: 'GET', path: '/api/clock' })).status).toBe(200);

  const fake = await listen((socket) => socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
  const relay = await relayTo(portOf(record.deskUrl));
  for (const { port, received } of [fake, relay]) {
    address = { ...address, deskUrl: `http://127.0.0.1:${port}` };
    await expect(deskFetch(asked)).rejects.toThrow();
    expect(received()).toMatch(onlyHellos);
  }
  // A new host on the very port of the one before: what was open to that one is not used for it.
  address = { ...ready, secret: 'that of another host' };
  await expect(deskFetch(asked)).rejects.toThrow();
});

test.skipIf(process.platform === 'win32')(
  'a discovery file that others can read, or have written, proves nothing',
  async () => {
    const dataDir = temporaryFolder();
    const { record } = await testHost({ dataDir });
    const path = join(dataDir, 'host.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readHostRecord(dataDir)).toEqual(record);
    for (const mode of [0o640, 0o604, 0o620, 0o666]) {
      chmodSync(path, mode);
      expect([mode, readHostRecord(dataDir)]).toEqual([mode, undefined]);
    }
  },
);

test('looking whether a folder is held never keeps a host from taking it', async () => {
  const dataDir = temporaryFolder();
  const module = join(packageRoot(), 'electron/base/folder-lock.ts');
  const code = `
    const { isFolderLocked } = await import(${JSON.stringify(module)});
    process.stdout.write('looking');
    for (;;) isFolderLocked(${JSON.stringify(dataDir)});
  `;
  lockFolder(dataDir)?.release();
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  await once(child.stdout, 'data');
  for (let n = 0; n < 200; n += 1) {
    expect(isFolderLocked(dataDir)).toBe(false);
    const lock = lockFolder(dataDir);
    expect([n, lock]).toEqual([n, expect.anything()]);
    expect(isFolderLocked(dataDir)).toBe(true);
    lock?.release();
  }
});
