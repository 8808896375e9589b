import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#test/support/browser.ts';
import type { BenchHost } from './processes.ts';
import { median, type Result, result } from './results.ts';

const scrollMs = 5000;

/** An address that lets a browser in, once. */
export const addressOf = async (
  { ready: { deskUrl, deskToken } }: BenchHost,
  path = '/',
): Promise<string> => {
  const response = await fetch(`${deskUrl}/api/session/tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${deskToken}` },
  });
  const { ticket } = (await response.json()) as { ticket: string };
  return `${deskUrl}${path}#ticket=${ticket}`;
};

/** Runs the work with a page of a Chromium of its own. */
export const withPage = async <T>(work: (page: Page, browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    return await work(page, browser);
  } finally {
    await browser.close();
  }
};

/** The status strip says that the page follows the desk. */
export const untilLive = (page: Page): Promise<void> =>
  page.getByText('Local service running', { exact: true }).waitFor();

/**
 * From the click on a screen's name to rows that can be read, ms, by the page's own clock.
 * @param rows what holds the rows, for CSS
 */
export const firstRows = async (page: Page, path: string, rows: string): Promise<number> => {
  // Those of the visit before may still be drawn.
  await page.locator(rows).waitFor({ state: 'detached' });
  return page.evaluate(`new Promise((resolve) => {
    const startedAt = performance.now();
    const look = () => {
      const row = document.querySelector(${JSON.stringify(`${rows} [data-index]`)});
      if (row === null) requestAnimationFrame(look);
      else resolve(performance.now() - startedAt);
    };
    document.querySelector('nav a[href="${path}"]').click();
    look();
  })`);
};

/** How long a person waits for what is on the screen. @param waits ms, in each round @param from what */
export const waiting = (what: string, from: string, waits: readonly number[]): Result =>
  result(
    what,
    median([...waits]),
    '<',
    300,
    ' ms',
    `${from}; median of ${waits.length}, slowest ${Math.max(...waits).toFixed(0)} ms`,
  );

/** Lengths of the frames while a list scrolls like a wheel that is turned all the time. */
export const scrolling = async (page: Page, rows: string): Promise<Result> => {
  const { frames, scrolled } = await page.evaluate<{
    frames: number[];
    scrolled: number;
  }>(`new Promise((resolve) => {
    const rows = document.querySelector(${JSON.stringify(rows)});
    const frames = [];
    const startedAt = performance.now();
    let before = startedAt;
    const frame = (now) => {
      frames.push(now - before);
      before = now;
      rows.scrollTop += 120;
      if (now - startedAt < ${scrollMs}) requestAnimationFrame(frame);
      else resolve({ frames: frames.slice(1), scrolled: Math.round(rows.scrollTop / 40) });
    };
    requestAnimationFrame(frame);
  })`);
  frames.sort((a, b) => a - b);
  return result(
    'frames while it scrolls for 5 s, 95th percentile',
    frames[Math.ceil(frames.length * 0.95) - 1] as number,
    '<',
    50,
    ' ms',
    `${frames.length} frames over ${scrolled} rows; slowest ${frames.at(-1)?.toFixed(0)} ms`,
  );
};
