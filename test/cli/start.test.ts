import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { whyNoBrowser } from '#cli/browser.ts';
import { runDesktop, whyNoWindow } from '#cli/desktop-window.ts';
import { electronBinary } from '#cli/electron-binary.ts';
import { openAddress } from '#cli/open-address.ts';
import { type Run, serve, startCliIn } from '#test/support/cli.ts';
import { runHereIn } from '#test/support/cli-here.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** A desk of its own, without what would tell that this is CI, or a remote session. */
const person = { CI: undefined, SSH_CONNECTION: undefined, SSH_TTY: undefined };
const noDisplay = { ...person, DISPLAY: undefined, WAYLAND_DISPLAY: undefined };

/** A program of the name in a folder that comes first on the path; it writes what it was given to a file. */
const standIn = (name: string, exitCode = 0): { PATH: string; given: () => string; file: string } => {
  const folder = temporaryFolder();
  const given = join(folder, 'given');
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "$@" >> '${given}'\necho last words >&2\nexit ${exitCode}\n`);
  chmodSync(file, 0o755);
  return {
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    given: () => (existsSync(given) ? readFileSync(given, 'utf8').trim() : ''),
    file,
  };
};

const redeem = (address: string): Promise<Response> => {
  const { origin, hash } = new URL(address);
  return fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ ticket: hash.replace('#ticket=', '') }),
  });
};

/** What a page of the data folder, which only its owner can read, leads the browser on to. */
const addressBehind = (opened: string, dataDir: string): string => {
  const path = fileURLToPath(opened);
  expect(path.startsWith(join(dataDir, 'open-'))).toBe(true);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  return (/url=([^"]+)/.exec(readFileSync(path, 'utf8')) as unknown as [string, string])[1];
};

const addressIn = ({ out }: Run): string =>
  (/http:\/\/\S+\/#ticket=[\w-]+/.exec(out.stdout) as unknown as [string])[0];

test('without a display: one line says so, and the address that is printed lets a browser in, once', async () => {
  const data = temporaryFolder();
  const run = startCliIn(noDisplay, 'start', ...freePorts, '--data', data);
  await run.saw('Ctrl+C stops it');
  expect(run.out.stderr).toBe('No desktop window: no display. Opening the browser instead.\n');
  expect(run.out.stdout).toMatch(/works once; for another: carryover open --data/);
  const first = await redeem(addressIn(run));
  expect([first.status, first.headers.get('set-cookie')]).toEqual([200, null]);
  expect((await redeem(addressIn(run))).status).toBe(401);
  run.process.kill('SIGTERM');
  expect((await run.ended).code).toBe(0);
});

test('an option that is for serving alone is served, and said', async () => {
  const noFolder = ['--data', import.meta.filename];
  const { code, stderr } = await runHereIn(noDisplay, 'start', '--clock', 'virtual', ...noFolder);
  expect(stderr).toMatch(/^No desktop window: it does not take --clock\. .*\nThe data folder /);
  expect(code).toBe(1);
});

test('--browser opens the page in the browser, at an address that works once and is on no command line', async () => {
  const data = temporaryFolder();
  const { PATH, given } = standIn('xdg-open');
  const env = { ...person, PATH, DISPLAY: ':99' };
  const run = startCliIn(env, 'start', '--browser', ...freePorts, '--data', data);
  await run.saw('open in your browser; if nothing appears: carryover open');
  expect(run.out.stderr).toBe('');
  expect(run.out.stdout).not.toContain('#ticket=');
  expect((await redeem(addressBehind(given(), data))).status).toBe(200);
});

test('open: opens the page of the running host, or prints the address and says why', async () => {
  const data = temporaryFolder();
  const none = await runHereIn(noDisplay, 'open', '--data', data);
  expect([none.code, none.stdout]).toEqual([1, '']);
  expect(none.stderr).toMatch(/^No host runs on .*Start it: carryover serve/);

  const { ready } = await testHost({ dataDir: data });
  const printed = startCliIn(noDisplay, 'open', '--data', data);
  expect((await printed.ended).code).toBe(0);
  expect(printed.out.stderr).toMatch(/^No browser was opened: no display\.\nWorks once/);
  expect(new URL(addressIn(printed)).origin).toBe(ready.deskUrl);
  expect((await redeem(addressIn(printed))).status).toBe(200);

  const { PATH, given } = standIn('xdg-open');
  const opened = await startCliIn({ ...person, PATH, DISPLAY: ':99' }, 'open', '--data', data).ended;
  expect([opened.code, opened.stdout, opened.stderr]).toEqual([
    0,
    '',
    `Opened ${ready.deskUrl} in your browser. If nothing appears: carryover open --print.\n`,
  ]);
  expect((await redeem(addressBehind(given(), data))).status).toBe(200);

  const failing = standIn('xdg-open', 3);
  const env = { ...person, PATH: failing.PATH, DISPLAY: ':99' };
  const without = await runHereIn(env, 'open', '--data', data);
  expect(without.stderr).toMatch(/^No browser was opened: no browser found/);
  const json = JSON.parse((await runHereIn(noDisplay, 'open', '--json', '--data', data)).stdout);
  expect(Object.keys(json).sort()).toEqual(['expires', 'ticket', 'url']);
});

test.skipIf(process.platform !== 'linux')(
  'open: a host that ends after it made the address is not looked for in a browser',
  async () => {
    const data = temporaryFolder();
    const host = await serve('--data', data);
    const opener = standIn('xdg-open');
    // Asked for after the address was made, and before a browser is opened.
    const settings = standIn('xdg-settings');
    writeFileSync(settings.file, `#!/bin/sh\nkill -9 ${host.process.pid}\n`);
    const PATH = `${settings.PATH.split(delimiter)[0]}${delimiter}${opener.PATH}`;
    const { code, stderr } = await runHereIn({ ...person, PATH, DISPLAY: ':99' }, 'open', '--data', data);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^No host runs on /)]);
    expect(opener.given()).toBe('');
  },
);

test('only an address of this machine is given to a browser, and none to one that could not read it', async () => {
  const data = temporaryFolder();
  const open = (url: string) =>
    openAddress(data, { url, ticket: 't', expires: new Date(Date.now() + 600_000).toISOString() });
  const pages = () => readdirSync(data).filter((name) => name.startsWith('open-'));
  for (const address of ['https://127.0.0.1:1/', 'http://example.com/', 'file:///etc/passwd']) {
    expect(await open(address), address).toBe(false);
  }
  if (process.platform !== 'linux') return;
  const opener = standIn('xdg-open');
  vi.stubEnv('PATH', opener.PATH);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await open('http://127.0.0.1:1/#ticket=one')).toBe(true);
  const [first] = pages() as [string];
  expect(first).toBeDefined();

  // What earlier commands left goes once its address can't work any more.
  utimesSync(join(data, first), 1, 1);
  const settings = standIn('xdg-settings');
  writeFileSync(settings.file, '#!/bin/sh\necho firefox_firefox.desktop\n');
  vi.stubEnv('PATH', `${settings.PATH.split(delimiter)[0]}${delimiter}${opener.PATH}`);
  expect(await open('http://127.0.0.1:1/#ticket=two')).toBe(false);
  expect(pages()).toEqual([]);
});

test('a window or a browser is not tried where it would be of no use', () => {
  expect(whyNoWindow({}, 'linux', 1000)).toBe('no display');
  expect(whyNoWindow({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 0)).toBe('Electron does not run as root');
  expect(whyNoWindow({ DISPLAY: ':0' }, 'linux', 1000)).toBeUndefined();
  expect(whyNoWindow({}, 'darwin', 501)).toBeUndefined();
  expect(whyNoBrowser({ DISPLAY: ':0', CI: 'true' }, 'linux')).toBe('CI environment');
  expect(whyNoBrowser({ SSH_CONNECTION: 'from' }, 'win32')).toBe('remote session');
  expect(whyNoBrowser({}, 'linux')).toBe('no display');
  expect(whyNoBrowser({}, 'win32')).toBeUndefined();
});

test('the app is given its folder and the options; one that ends badly at once never had a window', async () => {
  const root = temporaryFolder();
  const good = standIn('electron');
  expect(await runDesktop(good.file, root, ['--data', './x'])).toEqual({ opened: true, code: 0 });
  expect(good.given()).toBe(`${root} --data ./x`);
  expect(await runDesktop(standIn('electron', 127).file, root, [])).toEqual({
    opened: false,
    why: 'last words',
  });
  expect(await runDesktop(join(root, 'none'), root, [])).toMatchObject({
    opened: false,
    why: expect.stringContaining('ENOENT'),
  });
});

/** A checkout whose Electron was never used, and a place to download it from. */
const undownloaded = async (answer: 'nothing' | 'never'): Promise<string> => {
  const root = temporaryFolder();
  const electron = join(root, 'node_modules', 'electron');
  mkdirSync(electron, { recursive: true });
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(electron, 'package.json'), '{"name":"electron","version":"45.4.1"}');
  writeFileSync(join(electron, 'checksums.json'), '{}');
  mkdirSync(join(root, 'node_modules', '@electron', 'get'), { recursive: true });
  writeFileSync(
    join(root, 'node_modules', '@electron', 'get', 'package.json'),
    `{"name":"@electron/get","type":"module","exports":"./index.js"}`,
  );
  writeFileSync(
    join(root, 'node_modules', '@electron', 'get', 'index.js'),
    `export { downloadArtifact } from ${JSON.stringify(import.meta.resolve('@electron/get'))};`,
  );
  const server = createServer((_request, response) => {
    if (answer === 'nothing') response.writeHead(404).end();
    else response.writeHead(200, { 'content-length': '1000000' }).write('x'.repeat(250_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  });
  vi.stubEnv('ELECTRON_MIRROR', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  vi.stubEnv('electron_config_cache', join(root, 'cache'));
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '');
  return root;
};

test("Electron's binary: where it is, or why it could not be brought, within the time that it is given", async () => {
  const missing = await undownloaded('nothing');
  await expect(electronBinary(missing, () => undefined)).rejects.toThrow(
    /^Electron could not be downloaded \(.*404/,
  );

  const stalled = await undownloaded('never');
  const told: number[] = [];
  await expect(electronBinary(stalled, (fraction) => told.push(fraction), 700)).rejects.toThrow(
    'Electron could not be downloaded (not within 0.7 s; `npx install-electron` waits for it)',
  );
  expect(told.some((fraction) => fraction > 0 && fraction <= 0.25)).toBe(true);

  mkdirSync(join(stalled, 'node_modules/electron/dist'));
  writeFileSync(join(stalled, 'node_modules/electron/path.txt'), 'electron');
  writeFileSync(join(stalled, 'node_modules/electron/dist/electron'), '');
  expect(await electronBinary(stalled, () => undefined)).toBe(
    join(stalled, 'node_modules/electron/dist/electron'),
  );
  await expect(electronBinary(temporaryFolder(), () => undefined)).rejects.toThrow('not installed here');
});
