import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#test/support/browser.ts';
import type { BenchHost } from './processes.ts';

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
