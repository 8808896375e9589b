import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where the children of an element are, and itself, last. */
const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluate((element: { children: Iterable<unknown> }) =>
    [...element.children, element].map((one) => {
      const it = one as { textContent: string; getBoundingClientRect(): Omit<Box, 'text'> };
      const { left, right, top, bottom } = it.getBoundingClientRect();
      return { text: it.textContent, left, right, top, bottom };
    }),
  );

/** Those that are shown in part. */
const cut = (boxes: Box[]): string[] => {
  const frame = boxes.at(-1) as Box;
  return boxes
    .slice(0, -1)
    .filter(({ top, left, right }) => top < frame.bottom - 1 && right > left)
    .filter(
      ({ bottom, left, right }) =>
        bottom > frame.bottom + 1 || right > frame.right + 1 || left < frame.left - 1,
    )
    .map(({ text }) => text);
};

it('leaves out what has no room below the message log, and prints whole cells under their headings', async () => {
  const host = await testHost();
  for (const path of ['first', 'second'])
    await host.desk('POST', '/api/endpoints', {
      url: `http://127.0.0.1:9/a-path-that-is-rather-long/${path}`,
      eventTypes: ['company.created'],
    });
  for (let n = 0; n < 8; n++) await host.desk('POST', '/api/events', { eventType: 'company.created' });
  const page = await openUi(browser(), host, { path: '/messages' });
  await page.route('**/api/health', async (route) => {
    const health = await (await route.fetch()).json();
    const endpoints = { ...health.endpoints, total: 44, failing: 44 };
    await route.fulfill({
      json: { ...health, endpoints, waiting: 1_234_567, deliveriesPerMinute: 123_456 },
    });
  });
  await page.reload();
  await untilLive(page);
  await page.getByTestId('log-rows').getByText('company.created').first().waitFor();
  for (const width of [800, 960, 1100, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 700 });
    await page.getByRole('contentinfo').getByText('44 need attention').waitFor();
    const strip = await boxesOf(page, 'footer > div');
    expect([width, cut(strip)]).toEqual([width, []]);
    expect(
      strip.some(({ text }) => text.includes('UTC')),
      `${width} px`,
    ).toBe(true);
    expect([width, cut(await boxesOf(page, 'div:has(> [aria-hidden] > kbd)'))]).toEqual([width, []]);
  }

  await page.setViewportSize({ width: 700, height: 990 });
  await page.emulateMedia({ media: 'print' });
  const heads = (await boxesOf(page, '[role="row"]:has(> [role="columnheader"])')).slice(0, -1);
  const cells = (await boxesOf(page, '[data-index="0"]')).slice(0, -1);
  const shown = (boxes: Box[]): Box[] => boxes.filter(({ left, right }) => right > left);
  expect(shown(heads).map(({ text }) => text)).toEqual([
    'Status',
    'Time',
    'Event type',
    'Endpoint',
    'Company',
    'Attempts',
  ]);
  const lefts = shown(heads).map(({ left }) => Math.round(left));
  expect(new Set(lefts).size).toBe(lefts.length);
  expect(shown(cells).map(({ left }) => Math.round(left))).toEqual(lefts);
  const narrow = await page
    .locator('[data-index="0"] > [role="cell"]')
    .evaluateAll((all: unknown[]) =>
      (all as { textContent: string; scrollWidth: number; clientWidth: number }[])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
  expect(narrow).toEqual([]);
});
