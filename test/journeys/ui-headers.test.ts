import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
/** For a machine that has much else to do; all that is waited for is a condition. */
const patience = { timeout: 60_000 };
const token = 'pl4nted.consumer.token';

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, list: string, name: string) =>
  page.getByRole('navigation', { name: list }).getByRole('link', { name, exact: true }).click();

/** Neither what is shown nor what the page keeps holds the token. */
const expectMasked = async (page: Page): Promise<void> => {
  // The field is emptied once the answer is there.
  await expect.poll(() => page.content()).not.toContain(token);
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toContain(token);
};

it('an endpoint gets its headers, and a test event brings them: from an empty data folder, without a reload', async () => {
  const host = await testHost();
  const page = await openUi(browser(), host);
  page.setDefaultTimeout(patience.timeout);
  let loads = 0;
  page.on('load', () => loads++);
  await page
    .getByRole('region', { name: 'Start a migration' })
    .getByRole('button', { name: 'New case' })
    .click();
  await field(page, /^Case name/).fill('acme');
  await press(page, 'Create case');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await follow(page, 'Parts of the case', 'Endpoints');

  // The endpoint, at the receiver that the host has built in.
  await press(page, 'Create endpoint…');
  await press(page, 'Use built-in receiver');
  await expect
    .poll(() => field(page, 'URL').inputValue(), patience)
    .toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks$/);
  await press(page, 'All except writes (14)');
  await press(page, 'Create endpoint');

  // The guided setup, in its order.
  const part = (title: string) => page.getByRole('region', { name: title });
  await part('1. Legacy headers').waitFor();
  const set = part('2. Set headers');
  await set.getByText('Bearer token').click();
  await field(page, 'Token').fill(token);
  await set.getByLabel('Send X-Service-ClientId').check();
  await press(page, 'Set headers');
  await page.getByRole('button', { name: 'Remove Authorization' }).waitFor();
  await expectMasked(page);
  const check = part('3. Check headers');
  await check.getByRole('button', { name: 'Send test event' }).click();
  await check.getByText('All headers correct').waitFor();

  // What the receiver got: both headers, masked, and a signature that holds.
  const received = check.getByRole('table', { name: 'Received headers' });
  const value = (name: string) =>
    received.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await value('Authorization').waitFor();
  const { body: about } = await host.desk('GET', '/api/about');
  expect(await value('X-Service-ClientId').textContent()).toContain(`••••${about.client.id.slice(-3)}`);
  expect(await value('Authorization').textContent()).toContain('Bearer ••••ken');
  await check.getByText('Signature valid').waitFor();
  await expectMasked(page);

  // The message of the test in full: sent once and so without a schedule, masked, signed right; as a curl command, too.
  await check.getByRole('link', { name: 'Open message' }).click();
  await page.getByRole('link', { name: 'Back to messages' }).waitFor();
  await page.getByText('Signature valid').waitFor();
  const schedule = page.getByRole('list', { name: '28-hour schedule' }).getByRole('listitem');
  expect(await schedule.count()).toBe(0);
  await press(page, 'Show curl command');
  await page.getByText(/^curl --request POST/).waitFor();
  await expectMasked(page);

  // A real event brings the headers as well, and stands in the log as it happens, on its schedule.
  await follow(page, 'Screens', 'Messages');
  const rows = page.getByRole('row').filter({ hasText: 'company.created' });
  await expect.poll(() => rows.count(), patience).toBe(1);
  await host.api('POST', '/companies', { name: 'Acme Bakery' });
  // Rows stand still: what is newer waits above them until one asks for it.
  await press(page, '1 newer message');
  await expect.poll(() => rows.count(), patience).toBe(2);
  await rows.first().getByText('Delivered').waitFor();
  await expectMasked(page);
  await rows.first().click();
  const selected = page.getByRole('region', { name: 'Selected message' });
  await selected.getByRole('heading', { name: 'company.created' }).waitFor();
  await expect.poll(() => schedule.count(), patience).toBe(8);
  expect(await schedule.first().textContent()).toMatch(/^0 s200/);
  expect((await schedule.nth(1).textContent())?.trim()).toBe('+5 sNot needed');
  await selected.getByText('Signature valid').waitFor();
  await expectMasked(page);

  // At home the case goes on; its timeline tells who set which header, never its value.
  await follow(page, 'Screens', 'Home');
  await page.getByRole('row', { name: /acme/ }).getByText('acme', { exact: true }).first().click();
  await follow(page, 'Parts of the case', 'Timeline');
  await page
    .getByText(/^Set on the endpoint .*: Authorization \(Bearer ••••ken\) and X-Service-ClientId/)
    .waitFor();
  await page.getByText(/^Checked the headers of the endpoint .*: passed\.$/).waitFor();
  expect(loads).toBe(0);
}, 120_000);
