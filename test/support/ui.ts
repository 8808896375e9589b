import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type axe from 'axe-core';
import type { Browser, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium, shortLived } from './browser.ts';
import type { Call } from './test-host.ts';

/** One Chromium for all files that a worker process runs: contexts keep them apart. It ends with the process. */
let shared: Promise<Browser> | undefined;

const sharedBrowser = async (): Promise<Browser> => {
  shared ??= launchChromium([shortLived]);
  const browser = await shared;
  if (browser.isConnected()) return browser;
  // A file before this one has brought it down.
  shared = launchChromium([shortLived]);
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
  /** What is set up in the page before it is loaded, such as what answers in the place of the desk. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** For tests that change what cannot be changed back, such as what runs before the page, or that open tabs themselves. */
  readonly alone?: boolean;
  /** An access token of the person who is signed in; `nobody` opens the page without a session. */
  readonly as?: string;
}

const usualTimeoutMs = 20_000;
const usualViewport = { width: 1280, height: 800 };
const usualMedia = { reducedMotion: 'reduce', colorScheme: 'light' } as const;

/**
 * The page of the last test, emptied: on a desk at the same port it finds its scripts compiled, and loads in a third of
 * the processor time. Nothing else of the last test is left in it.
 */
let emptied: Page | undefined;

/** Takes out of a page all that a test may have left: what was loaded, kept, routed and set. */
const empty = async (page: Page): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const { origin } = new URL(page.url());
  // Of the same origin: only it can clear what is kept.
  const blank = `${origin}/blank-between-tests`;
  // With the policies of the screens: a page of others gets a process of its own, which compiles all scripts again.
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' };
  await page.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', headers, body: '<!doctype html>' }),
  );
  await page.goto(blank);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  page.setDefaultTimeout(usualTimeoutMs);
  await page.context().clearCookies();
  await page.mouse.move(0, 0);
  await page.setViewportSize(usualViewport);
  await page.emulateMedia({ media: null, ...usualMedia });
};

/** The page of the last test, if it can be used, or one of its own. */
const pageFor = async (browser: Browser, alone: boolean, context: BrowserContextOptions): Promise<Page> => {
  if (!alone) {
    const before = emptied;
    emptied = undefined;
    if (before?.context().browser()?.isConnected() && !before.isClosed()) return before;
  }
  const opened = await browser.newContext({ viewport: usualViewport, ...usualMedia, ...context });
  // Shorter than a test's own limit, so that what was waited for is named.
  opened.setDefaultTimeout(usualTimeoutMs);
  return opened.newPage();
};

/**
 * The screens in a page of their own, signed in as a person is: by a one-time address. The test fails on any error in
 * the page and on any in its console. After it, the page is emptied for the next one, or closed.
 */
export const openUi = async (browser: Browser, host: UiHost, options: OpenOptions = {}): Promise<Page> => {
  const { path = '/', expected, before, alone: isAsked = false, as, ...context } = options;
  const alone = isAsked || Object.keys(context).length > 0;
  const { deskUrl } = host.ready;
  const ticket = as === undefined ? (await host.desk('POST', '/api/session/tickets')).body.ticket : undefined;
  const page = await pageFor(browser, alone, context);
  const problems: string[] = [];
  const onError = (error: Error): unknown => problems.push(String(error));
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() !== 'error' || expected?.test(message.text())) return;
    problems.push(`${message.text()} (${message.location().url})`);
  };
  page.on('pageerror', onError).on('console', onConsole);
  onTestFinished(async ({ task }) => {
    const isOneTab = !page.isClosed() && page.context().pages().length === 1;
    const isThere = isOneTab && new URL(page.url()).origin === new URL(deskUrl).origin;
    if (!alone && isThere && task.result?.state === 'pass' && emptied === undefined) {
      await empty(page);
      page.off('pageerror', onError).off('console', onConsole);
      emptied = page;
    } else await page.context().close();
    expect(problems).toEqual([]);
  });
  await before?.(page);
  if (as !== undefined && as !== nobody) await signInAs(page, deskUrl, as);
  await page.goto(`${deskUrl}${path}${ticket === undefined ? '' : `#ticket=${ticket}`}`);
  return page;
};

export const nobody = 'nobody';

/** As the sign-in page does it, before the page is loaded. */
const signInAs = async (page: Page, deskUrl: string, token: string): Promise<void> => {
  const response = await fetch(`${deskUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { session } = (await response.json()) as { session: string };
  const blank = `${deskUrl}/blank-before-tests`;
  await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(blank);
  await page.unroute(blank);
  await page.evaluate(`localStorage.setItem('carryover-session', ${JSON.stringify(session)})`);
};

/** The status strip says that the page follows the desk. */
export const untilLive = (page: Page): Promise<void> =>
  page.getByText(/^Local service (running|paused)$/).waitFor();

/** Opens a screen as a link does: reloading the page for each would take longer than looking at it. */
export const visit = async (page: Page, path: string): Promise<void> => {
  // By way of a screen that is like no other, so that the one before is not taken for the one that comes.
  const nowhere = page.getByRole('heading', { name: 'Page not found' });
  await follow(page, '/nowhere');
  await nowhere.waitFor();
  await follow(page, path);
  await nowhere.waitFor({ state: 'detached' });
  await settled(page);
};

/** Goes to an address within the app. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
  );

/** What the screen reads has been read. */
export const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilLive(page);
  await page.locator('[data-loading]').first().waitFor({ state: 'detached' });
};

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
 * No serious finding of axe on the present screen; or in a dialog that is open, alone and in the dark colours, too: what it
 * lies over can't be reached, and was looked at without it. `both`: in either theme, which `screens.test.ts` asks of every
 * screen; a state of one has the same colours.
 */
export const expectAccessible = async (page: Page, both = false): Promise<void> => {
  const dialog = '[role="dialog"]:not([aria-hidden="true"])';
  const isDialog = await page.locator(dialog).first().isVisible();
  const within = isDialog ? dialog : 'html';
  const looks = [
    { theme: 'light', rules: allRules },
    ...(both || isDialog ? [{ theme: 'dark', rules: colourRules } as const] : []),
  ] as const;
  for (const { theme, rules } of looks) {
    await showIn(page, theme);
    // One that was about to close when the light look began.
    if (theme === 'dark' && isDialog && !(await page.locator(dialog).first().isVisible())) break;
    const violations = await findings(page, rules, within);
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      serious.map(({ id, help, nodes }) => ({ id, help, theme, where: nodes.map(({ html }) => html) })),
    ).toEqual([]);
  }
  if (isDialog) await showIn(page, 'light');
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

/** No finding of axe at all on a page that is not a screen of the app. */
export const expectAxe = async (page: Page): Promise<void> => {
  const violations = await findings(page, allRules);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
};

/** The same program as `axe.source`, of less than half the size: each document reads it anew. */
let axeSource: string | undefined;
const smallAxe = (): string => {
  axeSource ??= readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
  return axeSource;
};

/**
 * What axe finds. Its source is brought once a document and no page of its own is opened: that costs more than looking. It
 * loads no style sheet and no film again, of which no rule here needs one.
 */
const findings = async (page: Page, runOnly: axe.RunOnly, within = 'html'): Promise<axe.Result[]> => {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(smallAxe());
  const builder = new AxeBuilder({ page, axeSource: 'undefined' }).setLegacyMode().include(within);
  return (await builder.options({ runOnly, resultTypes: ['violations'], preload: false }).analyze())
    .violations;
};
