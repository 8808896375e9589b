import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { asked } from '#contract/bridge.ts';
import { contentSecurityPolicy } from '#contract/content-security.ts';
import type { HostRecord, RevealedKeys } from '#contract/desk.ts';
import { runCli } from '#test/support/cli.ts';
import { type DesktopApp, type DialogShown, launchDesktop } from '#test/support/desktop-app.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { inPage, shellOfFile } from './own-page.ts';

/** The built main process and preload script on the stand-in for Electron, with the real host and real Chromium. */

const { desktop, launch } = shellOfFile();

const recordOf = (dataDir: string): HostRecord =>
  JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8'));

test('the page, the desk behind it, nothing that it should not see, and each line of security', async () => {
  const app = await launch();
  const { page } = app;
  const about = await page.evaluate(async () => {
    const answer = await fetch('/api/clock');
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() };
  });
  expect(about).toMatchObject({ status: 200, body: { mode: 'system' } });
  expect(about.headers).not.toHaveProperty('set-cookie');
  const { deskToken } = recordOf(app.dataDir);
  expect(JSON.stringify(about)).not.toContain(deskToken);

  // Streams are streams, in both directions, and end with the page's interest in them.
  const opened = await page.evaluate(async () => {
    const ending = new AbortController();
    const answer = await fetch('/api/stream', { signal: ending.signal });
    const reader = answer.body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    const made = await fetch('/api/cases', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'acme' }),
    });
    const next = new TextDecoder().decode((await reader?.read())?.value);
    ending.abort();
    return { first, next, made: ((await made.json()) as { name: string }).name };
  });
  expect(opened.first).toContain('retry: 1000');
  expect(opened).toMatchObject({ next: expect.stringContaining('"type":"case"'), made: 'acme' });

  const files = await page.evaluate(async () => {
    const look = async (path: string) => {
      const answer = await fetch(path);
      return [answer.status, answer.headers.get('content-type'), (await answer.text()).split('\n')[0]];
    };
    const route = await fetch('/cases/some/where');
    return {
      script: await look('/assets/page.js'),
      route: [route.status, Object.fromEntries(route.headers)],
      missing: await look('/assets/gone.js'),
      up: await look('/%2e%2e%2f%2e%2e%2fsecret.txt'),
      upAgain: await look('/assets/..%2f..%2f..%2fsecret.txt'),
      backwards: await look('/..%5c..%5csecret.txt'),
    };
  });
  expect(files.script).toEqual([200, 'text/javascript; charset=utf-8', 'window.openings = [];']);
  expect(files.route).toEqual([
    200,
    expect.objectContaining({
      'content-security-policy': contentSecurityPolicy,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    }),
  ]);
  expect(files.missing[0]).toBe(404);
  for (const answer of [files.up, files.upAgain, files.backwards]) {
    expect(answer[2]).not.toContain('not for the page');
    expect(answer[0]).toBe(400);
  }

  expect(app.out.stderr).toBe('');
  await eachLineOfSecurity(app);

  expect(await app.quit()).toBe(0);
  expect(existsSync(join(app.dataDir, 'host.json'))).toBe(false);
});

test('the real page under its policy: nothing of it is refused', async () => {
  const app = await launchDesktop(desktop(), { shows: false });
  const messages: string[] = [];
  desktop()
    .browser.contexts()[0]
    ?.on('console', (message) => {
      if (message.type() === 'error') messages.push(message.text());
    });
  const { origin } = new URL(await app.next<string>('page'));
  const page = await until(async () =>
    desktop()
      .browser.contexts()[0]
      ?.pages()
      .find((each) => each.url().startsWith(origin)),
  );
  await page.reload();
  await until(() => page.evaluate("(document.querySelector('main')?.textContent ?? '') !== ''"));
  expect(messages.filter((text) => /Content Security Policy|Refused/.test(text))).toEqual([]);
});

const eachLineOfSecurity = async (app: DesktopApp): Promise<void> => {
  const { page } = app;

  // The page: no Node, no inline script, nothing of main but the short list.
  expect((await app.window())?.options.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
  });
  expect(
    await inPage(page, (it) => ({
      inline: it.inlineRan ?? false,
      node: ['require', 'process', 'module'].filter((name) => name in it),
      bridge: Object.keys(it.carryover).sort(),
      frozen: Object.isFrozen(it.carryover),
    })),
  ).toEqual({
    inline: false,
    node: [],
    frozen: true,
    bridge: [
      'cancelTeamSignIn',
      'chooseFolder',
      'connectTeam',
      'desks',
      'hostState',
      'keyProtection',
      'notificationSettings',
      'onDesks',
      'onHostState',
      'onOpening',
      'openDataFolder',
      'openExternal',
      'pathOf',
      'platform',
      'protectKey',
      'ready',
      'removeTeam',
      'saveFile',
      'setNotificationSettings',
      'showDesk',
      'signInTeam',
      'signOutTeam',
    ],
  });

  // Nothing remote: neither by the policy of the page nor past it.
  const fetched = await inPage(page, () => fetch('https://example.com/').then(String, (error) => error.name));
  expect(fetched).toBe('TypeError');

  // It stays where it is, in one window.
  const here = page.url();
  for (const url of ['https://example.com/', '/api/keys']) {
    await inPage(
      page,
      (it, given) => {
        it.location.href = given as string;
      },
      url,
    );
  }
  expect(page.url()).toBe(here);
  for (const [event, url] of [
    ['will-navigate', 'https://example.com/'],
    ['will-navigate', 'file:///etc/passwd'],
    ['will-navigate', 'app://elsewhere/'],
    ['will-navigate', 'app://carryover/api/keys'],
    ['will-redirect', 'https://example.com/'],
    ['will-attach-webview', ''],
  ]) {
    expect([event, url, await app.call('wouldRefuse', event, { url, isMainFrame: true })]).toEqual([
      event,
      url,
      true,
    ]);
  }
  // A frame shows what the page has made, such as a report, and nothing else.
  const inFrame = (url: string) =>
    app.call('wouldRefuse', 'will-frame-navigate', { url, isMainFrame: false });
  expect(await inFrame('app://carryover/')).toBe(true);
  expect(await inFrame('blob:https://example.com/1b9d6bcd')).toBe(true);
  expect(await inFrame('blob:app://elsewhere/1b9d6bcd')).toBe(true);
  expect(await inFrame('blob:app://carryover/1b9d6bcd')).toBe(false);
  expect(await app.call('wouldRefuse', 'will-navigate', { url: 'app://carryover/cases' })).toBe(false);

  // The way out is https, by one function.
  // A host that was not opened before is asked about, and one question is enough at a time.
  await page.click('a');
  const question = await app.next<DialogShown>('dialog');
  expect(question).toMatchObject({
    kind: 'message',
    options: { message: 'Open example.com in your browser?', defaultId: 0, cancelId: 0 },
  });
  expect(question.options.detail).toContain('https://example.com/');
  expect(await inPage(page, (it) => it.carryover.openExternal('https://other.example/'))).toBe(false);
  expect(app.seen('dialog')).toHaveLength(1);
  await app.answerDialog({ response: 0 });
  // Refused, it is asked about again; granted, it is not.
  await page.click('a');
  await app.next('dialog');
  expect(app.seen('external')).toEqual([]);
  await app.answerDialog({ response: 1 });
  expect(await app.next('external')).toBe('https://example.com/');
  const hostsFile = join(app.dataDir, 'app/opened-hosts.json');
  expect(JSON.parse(readFileSync(hostsFile, 'utf8'))).toEqual({ hosts: ['example.com'] });
  expect(statSync(hostsFile).mode & 0o777).toBe(0o600);
  await inPage(page, (it) => void it.open('https://example.com/help'));
  expect(await app.next('external')).toBe('https://example.com/help');
  for (const url of [
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:',
    'https://user:word@example.com/',
    'nonsense',
    '',
  ]) {
    expect([url, await inPage(page, (it, given) => it.carryover.openExternal(given as string), url)]).toEqual(
      [url, false],
    );
    await inPage(page, (it, given) => void it.open(given as string), url);
  }
  expect(await inPage(page, (it) => it.carryover.openExternal('https://example.com/last'))).toBe(true);
  expect(app.seen('external')).toHaveLength(3);
  expect(app.seen('dialog')).toHaveLength(2);

  // Nothing is downloaded: what the app saves goes through its own dialog.
  for (const url of [
    'https://example.com/a.exe',
    'app://carryover/api/keys',
    'blob:app://carryover/1',
    'data:,x',
  ]) {
    expect([url, await app.call('wouldRefuseDownload', url)]).toEqual([url, true]);
  }
  expect(
    desktop()
      .browser.contexts()[0]
      ?.pages()
      .filter((each) => each.url().includes('example')),
  ).toEqual([]);

  // Permissions: only copying, and only from the app's own page.
  for (const permission of [
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'openExternal',
    'usb',
    'fileSystem',
  ]) {
    expect(await app.call('askPermission', permission)).toEqual({
      asked: false,
      checked: false,
      device: false,
      shared: null,
    });
  }
  const copying = 'clipboard-sanitized-write';
  expect(await app.call('askPermission', copying)).toMatchObject({ asked: true, checked: true });
  expect(await app.call('askPermission', copying, 'https://example.com/')).toMatchObject({
    asked: false,
    checked: false,
  });

  // Main answers its own page alone, and not a frame in it.
  for (const [url, parent] of [
    ['https://example.com/', null],
    ['app://elsewhere/', null],
    ['http://carryover/', null],
    ['app://carryover/api/reports', null],
    ['app://carryover/', {}],
  ] as const) {
    for (const channel of Object.values(asked)) {
      const { value } = await app.call<{ value: { ok: boolean } }>('askAs', channel, { url, parent }, []);
      expect([url, channel, value.ok]).toEqual([url, channel, false]);
    }
  }
  expect(await app.call('askAs', asked.hostState, null, [])).toMatchObject({ value: { ok: false } });
  expect(
    await app.call('askAs', asked.hostState, { url: 'app://carryover/x', parent: null }, []),
  ).toMatchObject({
    value: { ok: true },
  });
  expect(await app.call('askAs', 'anything', null, [])).toHaveProperty('error');
};

describe('the window', () => {
  test('is where it was, and one instance serves a data folder', async () => {
    const dataDir = temporaryFolder();
    const first = await launch({ dataDir });
    expect(await first.window()).toMatchObject({ visible: true, bounds: { width: 1280, height: 840 } });
    await first.call('placeWindow', { x: 300, y: 200, width: 1000, height: 700, maximized: true });
    await first.call('minimizeWindow');

    // A second start brings the first one forward, and hands over what it was to open.
    const caseId = '0b8e2f6a-1f0c-4c5e-9a59-5d0b1c7d2e3f';
    const second = await launch({ dataDir, args: [`carryover://case/${caseId}`], shows: false });
    expect(await second.ended).toBe(0);
    expect(second.seen('page')).toEqual([]);
    await until(() => inPage(first.page, (it) => it.openings.length > 0));
    expect(await inPage(first.page, (it) => it.openings)).toEqual([{ type: 'case', caseId }]);
    expect(await first.window()).toMatchObject({ minimized: false, focused: true });

    // Closing the window quits; the state is written whole.
    await first.call('closeWindow');
    expect(await first.ended).toBe(0);
    const kept = JSON.parse(readFileSync(join(dataDir, 'app/window.json'), 'utf8'));
    expect(kept).toEqual({ bounds: { x: 300, y: 200, width: 1000, height: 700 }, maximized: true });
    // Whatever main writes is for its owner alone, as what the host writes is.
    const openToOthers = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (path) => (statSync(join(dataDir, path)).mode & 0o077) !== 0,
    );
    expect(openToOthers).toEqual([]);

    const again = await launch({ dataDir });
    expect(await again.window()).toMatchObject({
      maximized: true,
      bounds: { x: 300, y: 200, width: 1000, height: 700 },
    });
  });
});

test('dialogs, the menu, links, files and notifications', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const caseFile = join(folder, 'acme.carryover');
  writeFileSync(caseFile, '{"format":"carryover-case"}');
  const app = await launch({ args: [caseFile] });
  const { page } = app;
  const openings = () => inPage(page, (it) => it.openings.splice(0));
  const nextOpening = () => until(async () => (await openings())[0]);

  // A case file on the command line waits for the page; one of the system's, and one that the person chooses, come too.
  const opened = { type: 'case-file', name: 'acme.carryover', text: '{"format":"carryover-case"}' };
  expect(await nextOpening()).toEqual(opened);
  await app.emit('open-file', caseFile);
  expect(await nextOpening()).toEqual(opened);
  await app.clickMenu('File', 'Open case file…');
  expect(await app.next<DialogShown>('dialog')).toMatchObject({ kind: 'open' });
  await app.answerDialog({ canceled: false, filePaths: [caseFile] });
  expect(await nextOpening()).toEqual(opened);
  await app.emit('open-file', join(folder, 'gone.carryover'));
  expect((await app.next<DialogShown>('dialog')).options.message).toMatch(
    /^"gone.carryover" can't be opened: there is no such file or folder/,
  );
  await app.answerDialog({ response: 0 });

  // Links lead to a case, and nowhere else.
  const caseId = '0b8e2f6a-1f0c-4c5e-9a59-5d0b1c7d2e3f';
  await app.emit('open-url', `carryover://case/${caseId}`);
  expect(await nextOpening()).toEqual({ type: 'case', caseId });
  await app.emit('open-url', 'carryover://case/../../api/keys');
  expect((await app.next<DialogShown>('dialog')).options.message).toContain(
    'is invalid. Copy the link of the case again',
  );
  await app.answerDialog({ response: 0 });

  await app.clickMenu('File', 'Settings…');
  expect(await nextOpening()).toEqual({ type: 'page', page: 'settings' });
  await app.clickMenu('help', 'Documentation');
  expect(await nextOpening()).toEqual({ type: 'page', page: 'documentation' });
  await app.clickMenu('help', 'Open data folder…');
  expect(await app.next('path')).toBe(app.dataDir);

  // Saving: whole, where the person says, or not at all.
  const path = join(folder, 'report.html');
  const save = (bytes: number[]) =>
    inPage(
      page,
      (it, given) =>
        it.carryover.saveFile('../re:port.html', Uint8Array.from(given)).then(
          (p) => p ?? 'cancelled',
          (e) => e.message,
        ),
      bytes,
    );
  await app.answerDialog({ canceled: false, filePath: path });
  expect(await save([1, 2, 255])).toBe(path);
  const saved = await app.next<DialogShown>('dialog');
  expect(saved.kind).toBe('save');
  expect(saved.options.defaultPath).toMatch(/[/\\]re_port\.html$/);
  expect([...readFileSync(path)]).toEqual([1, 2, 255]);
  await app.answerDialog({ canceled: true, filePath: '' });
  expect(await save([9])).toBe('cancelled');
  await app.answerDialog({ canceled: false, filePath: join(folder, 'no/such/folder.html') });
  expect(await save([9])).toMatch(
    /^Not saved to .*there is no such file or folder.*Choose another location\.$/,
  );
  expect(
    await inPage(page, (it) => it.carryover.saveFile('a', 'text' as never).catch((e) => e.message)),
  ).toBe('A file needs a name and bytes.');
  await app.answerDialog({ canceled: false, filePaths: [folder] });
  expect(await inPage(page, (it) => it.carryover.chooseFolder())).toBe(folder);
  await app.call('fileIsAt', 'access.log', join(folder, 'access.log'));
  expect(await inPage(page, (it) => it.carryover.pathOf(new File([], 'access.log')))).toBe(
    join(folder, 'access.log'),
  );

  // A person who looks elsewhere is told of an endpoint that was disabled; one who looks at the window is not.
  const gone = createServer((_request, response) => void response.writeHead(410).end()).listen(
    0,
    '127.0.0.1',
  );
  onTestFinished(() => void gone.close());
  const revealed = await page.evaluate(async () => (await fetch('/api/keys')).json());
  const authorization = `Basic ${btoa((revealed as RevealedKeys).results[0]?.apiKey ?? '')}`;
  const { apiUrl } = recordOf(app.dataDir);
  const call = async <T>(where: string, body?: object): Promise<T> => {
    const answer = await fetch(apiUrl + where, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await answer.json()) as T;
  };
  const disable = async (): Promise<string> => {
    const url = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/`;
    const { id } = await call<{ id: string }>('/webhooks', { url, eventTypes: ['company.created'] });
    await call('/companies', { name: 'Acme' });
    await until(async () => {
      const { results } = await call<{ results: { id: string; disabled: boolean }[] }>('/webhooks');
      return results.find((each) => each.id === id)?.disabled;
    });
    return id;
  };
  await disable();
  await app.call('lookAtWindow', false);
  const endpointId = await disable();
  expect(await app.next('notification')).toMatchObject({ title: 'An endpoint was disabled' });
  expect(app.seen('notification')).toHaveLength(1);
  await app.clickNotification(0);
  expect(await nextOpening()).toEqual({ type: 'endpoint', endpointId });

  expect(await app.window()).toMatchObject({ focused: true });

  // The tray says what is next; what is chosen in it, the page reads.
  expect(await app.next('trayMenu')).toContain('No migration window agreed');
  await app.call('clickTray', 'Quiet: no notifications');
  expect(await inPage(app.page, (it) => it.carryover.notificationSettings())).toMatchObject({ quiet: true });
  await inPage(app.page, (it) =>
    it.carryover.setNotificationSettings({ quiet: false, off: ['endpointDisabled'], minutesBefore: 5 }),
  );
  await app.call('lookAtWindow', false);
  await disable();
  await app.call('clickTray', 'Open Carryover');
  await app.call('lookAtWindow', false);
  await inPage(app.page, (it) =>
    it.carryover.setNotificationSettings({ quiet: false, off: [], minutesBefore: 5 }),
  );
  const later = await disable();
  await app.next('notification');
  expect(app.seen('notification')).toHaveLength(2);
  await app.clickNotification(1);
  expect(await nextOpening()).toEqual({ type: 'endpoint', endpointId: later });
});

describe('the data key', () => {
  const files = (dataDir: string) =>
    ['carryover.key', 'carryover.key.wrapped'].map((name) => existsSync(join(dataDir, name)));

  test('goes into the keychain of a new folder, opens there only, and no host without the app gets at it', async () => {
    const dataDir = temporaryFolder();
    const app = await launch({ dataDir });
    expect(await app.page.evaluate(async () => (await fetch('/api/clock')).status)).toBe(200);
    expect(files(dataDir)).toEqual([false, true]);
    if (process.platform !== 'win32') {
      expect(statSync(join(dataDir, 'carryover.key.wrapped')).mode & 0o777).toBe(0o600);
    }
    expect(await inPage(app.page, (it) => it.carryover.keyProtection())).toEqual({
      kept: 'keychain',
      keychain: true,
    });
    await app.quit();

    const headless = await runCli('case', 'list', '--data', dataDir);
    expect(headless.code).toBe(1);
    expect(headless.stderr).toContain("is in the system's keychain, which only the Carryover app can open");
    expect(headless.stderr).toContain('Start the app: commands then talk to it.');

    // Another user of the system: said on main's own page, and nothing is made anew over what is there.
    const other = await launch({ dataDir, system: { user: 'sam' } });
    await other.page.getByText("can't be opened by this system's keychain").waitFor();
    await other.page.getByRole('button', { name: 'Quit Carryover' }).click();
    expect(await other.ended).toBe(0);
  });

  test('stays in its file without a keychain, and moves when the person says so', async () => {
    const dataDir = temporaryFolder();
    const bare = await launch({ dataDir, system: { keychain: 'basic_text' } });
    expect(await bare.page.evaluate(async () => (await fetch('/api/clock')).status)).toBe(200);
    expect(files(dataDir)).toEqual([true, false]);
    expect(await inPage(bare.page, (it) => it.carryover.keyProtection())).toEqual({
      kept: 'key-file',
      keychain: false,
      why: expect.stringContaining('no password store'),
    });
    expect(
      await inPage(bare.page, (it) => it.carryover.protectKey().catch((error) => error.message)),
    ).toContain('The key stays in its file.');
    await bare.quit();
    const key = readFileSync(join(dataDir, 'carryover.key'));

    const app = await launch({ dataDir });
    expect(await inPage(app.page, (it) => it.carryover.keyProtection())).toEqual({
      kept: 'key-file',
      keychain: true,
    });
    expect(await inPage(app.page, (it) => it.carryover.protectKey())).toEqual({
      kept: 'keychain',
      keychain: true,
    });
    expect(files(dataDir)).toEqual([false, true]);
    expect(readFileSync(join(dataDir, 'carryover.key.wrapped')).includes(key)).toBe(false);
    // The host that starts with it opens what was sealed before.
    await app.killHost();
    await until(() => inPage(app.page, async (it) => (await it.carryover.hostState()).state === 'running'));
    expect(await app.page.evaluate(async () => (await fetch('/api/keys')).status)).toBe(200);
  });
});
