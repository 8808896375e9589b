import { expect, it } from 'vitest';
import { addManyCases } from '#test/support/many-cases.ts';
import { coveredByToasts, overlaid } from '#test/support/page-measures.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();
/** More than the page reads at once, by far; ten thousand take the tests a minute. */
const many = 300;
const failure = {
  code: 'CARRYOVER_INTERNAL',
  message: `The list could not be written. ${'It has more to say. '.repeat(8)}`,
};

it('lists many cases: the most overdue is first, and search, filters, views and actions on many work', async () => {
  const dataDir = temporaryFolder();
  const before = await testHost({ dataDir });
  await before.stop(0);
  const mostOverdue = await addManyCases(dataDir, many);
  const host = await testHost({ dataDir });
  // What it fails to bring about below.
  const page = await openUi(browser(), host, { expected: /status of 503|ERR_CONNECTION_REFUSED|net::ERR/ });
  await untilLive(page);
  const table = page.getByRole('table', { name: 'Cases' });
  const first = table.getByRole('row', { name: new RegExp(mostOverdue) });
  await first.waitFor();
  await page.getByRole('link', { name: `All open ${many}` }).waitFor();

  expect(await table.getByRole('row').nth(2).textContent()).toContain(mostOverdue);
  await first.click();
  await page.getByRole('heading', { name: mostOverdue }).waitFor();
  const header = await page.evaluate<number>(
    `document.querySelector('[role="tablist"], nav[aria-label="Parts of the case"]').getBoundingClientRect().bottom - document.querySelector('header').getBoundingClientRect().top`,
  );
  expect(header).toBeLessThanOrEqual(80);
  await page.goBack();
  await first.waitFor();

  // Only what is in sight is drawn; the end is as near as the beginning.
  expect(await table.getByRole('row').count()).toBeLessThan(100);
  const end = async (): Promise<string | null> => {
    // Again, as the list may have grown since.
    await page.evaluate(
      `document.querySelector('[role="table"] [role="rowgroup"]:last-child').scrollTop = 1e9`,
    );
    return table.getByRole('row').last().textContent();
  };
  await expect.poll(end).toMatch(/no due date/);
  await page.evaluate(`document.querySelector('[role="table"] [role="rowgroup"]:last-child').scrollTop = 0`);
  await expectAccessible(page);

  await page.keyboard.press('/');
  // As slowly as searches come back: none takes a letter away that was typed meanwhile.
  await page.keyboard.type('tidewater 2', { delay: 155 });
  expect(await page.getByRole('textbox', { name: 'Find cases' }).inputValue()).toBe('tidewater 2');
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/"query":"tidewater.2"/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Priya Raman' }).click();
  await page.getByRole('button', { name: 'Owner: Priya Raman. Change' }).waitFor();
  // What was typed just before is still part of it.
  expect(decodeURIComponent(page.url())).toMatch(/"query":"tidewater.2"/);
  await page.getByRole('button', { name: 'Save as view' }).click();
  await page.getByLabel('Name').fill('Priya at Tidewater');
  await page.getByRole('button', { name: 'Save view' }).click();
  // Where there is no room for its tab, the menu of the others is named after it.
  const view = page
    .getByRole('navigation', { name: 'Views' })
    .locator('[aria-current="page"]')
    .filter({ visible: true, hasText: /^Priya at Tidewater\s*\d+$/ });
  await view.waitFor();
  await page.reload();
  await view.waitFor();
  const inView = Number(/\d+$/.exec((await view.textContent()) ?? '')?.[0]);

  // All of the view, evaluated by the host, not by the page.
  await table.getByRole('row').nth(2).press('x');
  await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor();
  await page.getByRole('button', { name: `Select all ${inView} cases` }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Owner').first().fill('Zoe Adams');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Assign ${inView} cases` }).click();
  await page.getByText(`Assigned ${inView} cases.`).waitFor();
  const owned = async (owner: string) =>
    (await host.desk('GET', `/api/cases?limit=0&query=tidewater%202&owner=${owner}`)).body.total;
  expect([await owned('Zoe Adams'), await owned('Priya Raman')]).toEqual([inView, 0]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  expect([await owned('Zoe Adams'), await owned('Priya Raman')]).toEqual([0, inView]);

  // As many toasts as there can be stand above the selection bar and below the bars of the screen.
  await page.route('**/api/cases/export', (route) => route.fulfill({ status: 503, json: failure }));
  await page.getByText('Undone.').waitFor({ state: 'detached' });
  const selected = page.getByRole('region', { name: 'Selection' });
  for (let count = 1; count <= 3; count += 1) {
    await selected.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'List as CSV' }).click();
    await expect.poll(() => page.getByText('Cases not exported').count()).toBe(count);
  }
  for (const [width, height] of [
    [800, 800],
    [1280, 800],
    [1920, 1080],
    [800, 480],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(coveredByToasts)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  // At either edge of the window, they would lie over a bar, and are found there.
  for (const edge of ['top', 'bottom']) {
    const moved = await page.addStyleTag({
      content: `.mantine-Notifications-root { inset-block: auto !important; ${edge}: 0 !important; }`,
    });
    await expect.poll(() => page.evaluate(coveredByToasts)).not.toEqual([]);
    await moved.evaluate((style: { remove(): void }) => style.remove());
  }
  await expect.poll(() => page.evaluate(coveredByToasts)).toEqual([]);
  for (let left = 3; left > 0; left -= 1) {
    await page.locator('.mantine-Notification-closeButton').first().click();
    await expect.poll(() => page.getByText('Cases not exported').count()).toBe(left - 1);
  }

  // Of a list that is still being made, the screen says how much is read; an empty part of it is not "no cases".
  const isListed = ({ pathname, searchParams }: URL): boolean =>
    pathname === '/api/cases/counts' || (pathname === '/api/cases' && searchParams.has('partly'));
  await page.route(isListed, async (route) => {
    const { counts, ...list } = await (await route.fetch()).json();
    const empty = counts === undefined ? { results: [], groups: [] } : { counts: counts.map(() => 0) };
    await route.fulfill({ json: { ...list, ...empty, total: 0, reading: { done: 0, total: many } } });
  });
  await page.reload();
  await page.getByText(`0 of ${many} cases read.`).waitFor();
  await page.getByRole('link', { name: `All cases ${many}` }).waitFor();
  expect(await page.getByText('No cases').count()).toBe(0);
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'wait' });
  // It reads again by itself until the list is whole.
  await page.getByText(`0 of ${many} cases read.`).waitFor({ state: 'detached' });
  await table.getByRole('row').nth(2).waitFor();

  // Without the host the strip says so; nothing lies over the screen, and nothing moves.
  const boxes = () =>
    page.evaluate(
      `JSON.stringify([...document.querySelectorAll('#main header, #main nav, #main [role="table"]')].map((one) => one.getBoundingClientRect()))`,
    );
  const settled = await boxes();
  await host.stop(0);
  await page
    .locator('footer')
    .getByText(/^Reconnecting/)
    .waitFor();
  expect([await page.evaluate(overlaid), await boxes()]).toEqual([[], settled]);
}, 180_000);
