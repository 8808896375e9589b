import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { whyNoWindow } from '#cli/desktop-window.ts';
import type { HostRecord } from '#contract/desk.ts';
import { personInBrowser } from '#test/support/browser-sign-in.ts';
import { until } from '#test/support/host-process.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { startTlsProxy } from '#test/support/tls-proxy.ts';
import { inPage } from './own-page.ts';

/** The journeys of `app.test.ts` and `host.test.ts`, where the real thing can run. */

const folder = join(packageRoot(), 'node_modules/electron');
const named = join(folder, 'path.txt');
const binary = existsSync(named) ? join(folder, 'dist', readFileSync(named, 'utf8')) : undefined;
const why = binary === undefined ? "Electron's binary is not there" : whyNoWindow();

const launch = async (dataDir: string): Promise<{ app: ElectronApplication; page: Page }> => {
  const app = await _electron.launch({
    executablePath: binary ?? '',
    args: [packageRoot(), '--data', dataDir, '--api-port', '0', '--desk-port', '0'],
  });
  onTestFinished(() => app.close());
  return { app, page: await app.firstWindow() };
};
const desk = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (where) => (await fetch(where)).status, path);
const hostOf = (dataDir: string): HostRecord => JSON.parse(readFileSync(join(dataDir, 'host.json'), 'utf8'));

// Where a workflow has brought Electron, skipping would hide that it could not run.
if (process.env.CARRYOVER_REQUIRE_ELECTRON === '1') {
  test('Electron can open a window here', () => expect(why).toBeUndefined());
}

describe.skipIf(why !== undefined)(
  `on the real Electron${why === undefined ? '' : ` (skipped: ${why})`}`,
  () => {
    test('the page is the app’s own, sees the desk through it, and nothing else', async () => {
      const { app, page } = await launch(temporaryFolder());
      expect(page.url()).toMatch(/^app:\/\/carryover\//);
      expect(await desk(page, '/api/clock')).toBe(200);
      expect(
        await inPage(page, (it) => ['require', 'process', 'module'].filter((name) => name in it)),
      ).toEqual([]);
      expect(await inPage(page, (it) => typeof it.carryover.saveFile)).toBe('function');
      expect(
        await inPage(page, () => fetch('https://example.com/').then(String, (error: Error) => error.name)),
      ).toBe('TypeError');
      await inPage(page, (it) => {
        it.location.href = 'https://example.com/';
      });
      await inPage(page, (it) => void it.open('http://example.com/'));
      expect(page.url()).toMatch(/^app:\/\/carryover\//);
      expect(app.windows()).toHaveLength(1);
    });

    test('a host that is killed is started again', async () => {
      const dataDir = temporaryFolder();
      const { page } = await launch(dataDir);
      expect(await desk(page, '/api/clock')).toBe(200);
      const { pid } = hostOf(dataDir);
      process.kill(pid, 'SIGKILL');
      await until(() => inPage(page, async (it) => (await it.carryover.hostState()).state === 'restarting'));
      expect(await desk(page, '/api/clock')).toBe(200);
      expect(hostOf(dataDir).pid).not.toBe(pid);
    });

    test('what is saved is where the person said, and quitting drains the host', async () => {
      const dataDir = temporaryFolder();
      const { app, page } = await launch(dataDir);
      const path = join(temporaryFolder(), 'report.html');
      await app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      }, path);
      expect(await inPage(page, (it) => it.carryover.saveFile('report.html', Uint8Array.of(1, 2)))).toBe(
        path,
      );
      expect([...readFileSync(path)]).toEqual([1, 2]);
      expect(await desk(page, '/api/clock')).toBe(200);
      await app.evaluate(({ app: electron }) => electron.quit());
      await until(async () => !existsSync(join(dataDir, 'host.json')));
    });

    test('the desk of a team: signed in by the browser, reached by Chromium, and refused with a wrong certificate', async () => {
      const desk = await startDesk();
      const { agree } = await personInBrowser(desk);
      const { app, page } = await launch(temporaryFolder());
      await app.evaluate(({ shell }) => {
        shell.openExternal = async (url) => void Object.assign(globalThis, { opened: url });
      });
      const connected = inPage(page, (it, to) => it.carryover.connectTeam(to), desk.deskUrl);
      const opened = (): Promise<string> =>
        app.evaluate(() => String((globalThis as { opened?: string }).opened ?? ''));
      await until(async () => (await opened()) !== '');
      expect(await agree(await opened())).toContain('You can close this window');
      const id = (await connected) ?? '';
      await inPage(page, (it, to) => void it.carryover.showDesk(to), id);
      await page.waitForURL(`app://${id}.team/**`);
      expect(await inPage(page, async () => (await fetch('/api/session')).text())).toContain(
        'ada@desk.example',
      );
      // By a stream, and more than is sent at once.
      const sent = await inPage(page, async () => {
        const { body } = await fetch('/api/stream');
        await body?.cancel();
        const file = { method: 'POST', headers: { 'content-type': 'application/octet-stream' } };
        const whole = { ...file, body: new Uint8Array(3 * 1_048_576) };
        return (await fetch('/api/uploads?name=big.csv', whole)).status;
      });
      expect(sent).toBe(200);

      const proxy = await startTlsProxy('localhost');
      proxy.to(desk.deskUrl);
      const address = `https://localhost:${proxy.port}`;
      await expect(inPage(page, (it, to) => it.carryover.connectTeam(to), address)).rejects.toThrow(
        'it is self-signed',
      );
    });
  },
);
