import { AxeBuilder } from '@axe-core/playwright';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from './browser.ts';
import type { Call } from './test-host.ts';

/** One Chromium for all files that a worker process runs: contexts keep them apart. It ends with the process. */
let shared: Promise<Browser> | undefined;

const sharedBrowser = async (): Promise<Browser> => {
  shared ??= launchChromium();
  const browser = await shared;
  if (browser.isConnected()) return browser;
  // A file before this one has brought it down.
  shared = launchChromium();
  return shared;
};

/** The browser of the worker process, for the tests of a file. */
export const browserOfFile = (): (() => Browser) => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await sharedBrowser();
  }, 60_000);
  return () => {
    if (browser === undefined) throw new Error('There is no browser before the tests begin.');
    return browser;
  };
};

interface UiHost {
  readonly ready: { readonly deskUrl: string };
  readonly desk: Call;
}

interface OpenOptions extends BrowserContextOptions {
  /** The screen to open. */
  readonly path?: string;
  /** Errors in the page's console that the test brings about itself. */
  readonly expected?: RegExp;
}

/**
 * The screens in a browser of their own, signed in as a person is: by a one-time address. The test fails on any error in
 * the page and on any in its console.
 */
export const openUi = async (browser: Browser, host: UiHost, options: OpenOptions = {}): Promise<Page> => {
  const { path = '/', expected, ...context } = options;
  const { body } = await host.desk('POST', '/api/session/tickets');
  const opened = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...context,
  });
  // Shorter than a test's own limit, so that what was waited for is named.
  opened.setDefaultTimeout(20_000);
  const page = await opened.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected?.test(message.text())) problems.push(message.text());
  });
  onTestFinished(async () => {
    await opened.close();
    expect(problems).toEqual([]);
  });
  await page.goto(`${host.ready.deskUrl}${path}#ticket=${body.ticket}`);
  return page;
};

/** The status strip says that the page follows the desk. */
export const untilLive = (page: Page): Promise<void> =>
  page.getByText(/^Local service (running|paused)$/).waitFor();

/** Shows the page in a theme, with no colour on its way to another. */
export const showIn = async (page: Page, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' });
  await page.evaluate(
    'for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()',
  );
};

const allRules: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] };
/** Of what a theme changes, colours are all that axe looks at. */
const colourRules: axe.RunOnly = { type: 'rule', values: ['color-contrast'] };

/**
 * No serious finding of axe on the present screen. `both`: in either theme, which `screens.test.ts` asks of every screen;
 * a dialog or a state of one has the same colours.
 */
export const expectAccessible = async (page: Page, both = false): Promise<void> => {
  for (const colorScheme of both ? (['light', 'dark'] as const) : (['light'] as const)) {
    await showIn(page, colorScheme);
    const violations = await findings(page, colorScheme === 'light' ? allRules : colourRules);
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      serious.map(({ id, help, nodes }) => ({
        id,
        help,
        theme: colorScheme,
        where: nodes.map(({ html }) => html),
      })),
    ).toEqual([]);
  }
};

/** The same of the menu that is open, alone: what is around it was looked at when it was closed. */
export const expectMenuAccessible = async (page: Page): Promise<void> => {
  await page.getByRole('menu').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme);
    const violations = await findings(
      page,
      colorScheme === 'light' ? allRules : colourRules,
      '[role="menu"]',
    );
    expect(violations.map(({ id, nodes }) => [id, colorScheme, nodes.map(({ html }) => html)])).toEqual([]);
  }
};

/** What axe finds. Its source is brought once a document and no page of its own is opened: that costs more than looking. */
const findings = async (page: Page, runOnly: axe.RunOnly, within = 'html'): Promise<axe.Result[]> => {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source);
  const builder = new AxeBuilder({ page, axeSource: 'undefined' }).setLegacyMode().include(within);
  return (await builder.options({ runOnly, resultTypes: ['violations'] }).analyze()).violations;
};
