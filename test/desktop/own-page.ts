import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { Bridge, HostState, Opening } from '#contract/bridge.ts';
import {
  type DesktopApp,
  type DesktopBrowser,
  type LaunchOptions,
  launchDesktop,
  startDesktopBrowser,
} from '#test/support/desktop-app.ts';

/** What the page below keeps for the test to look at. */
interface PageWindow {
  readonly carryover: Bridge;
  readonly openings: Opening[];
  readonly states: HostState[];
  readonly inlineRan?: boolean;
  readonly location: { href: string };
  open(url: string): unknown;
}

/**
 * For the tests of a file: a browser, and the built app with a page of our own in it, so that the shell is tested whatever
 * the screens are like.
 */
export const shellOfFile = () => {
  const own = appWithOwnPage();
  let desktop: DesktopBrowser;
  beforeAll(async () => {
    desktop = await startDesktopBrowser();
  });
  afterAll(async () => {
    await desktop.close();
    own.remove();
  });
  return {
    desktop: () => desktop,
    launch: ({ system, ...options }: LaunchOptions = {}): Promise<DesktopApp> =>
      launchDesktop(desktop, { ...options, system: { appPath: own.path, ...system } }),
  };
};

const appWithOwnPage = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'carryover-page-'));
  mkdirSync(join(path, 'out/renderer/assets'), { recursive: true });
  for (const shared of ['package.json', 'resources', 'out/main', 'out/preload']) {
    symlinkSync(join(packageRoot(), shared), join(path, shared));
  }
  writeFileSync(
    join(path, 'out/renderer/index.html'),
    `<!doctype html><title>Own page</title><script>window.inlineRan = true</script>
<script type="module" src="/assets/page.js"></script><a href="https://example.com/" target="_blank">Out</a>`,
  );
  writeFileSync(
    join(path, 'out/renderer/assets/page.js'),
    `window.openings = [];
window.states = [];
carryover.onOpening((opening) => openings.push(opening));
carryover.onHostState((state) => states.push(state));
carryover.ready();`,
  );
  writeFileSync(join(path, 'secret.txt'), 'not for the page');
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** Runs in the page; answers what it answers. */
export const inPage = <T, A = undefined>(
  page: Page,
  work: (own: PageWindow, argument: A) => T | Promise<T>,
  argument?: A,
): Promise<T> => page.evaluate(`(${work})(window, ${JSON.stringify(argument)})`) as Promise<T>;
