import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { httpConsumer } from '#test/support/doctor-consumers/servers.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();

const run = (page: Page) => page.getByRole('button', { name: 'Run doctor' }).click();
const rowOf = (page: Page, check: string) =>
  page.getByRole('region', { name: 'Checks of the doctor' }).getByRole('row').filter({ hasText: check });

it('shows what an endpoint fails with its fix in a chosen language, and what changed in the next run', async () => {
  const host = await testHost();
  let webhook: Webhook | undefined;
  const consumer = await httpConsumer(({ headers, raw }) => {
    try {
      webhook?.verify(raw.toString('utf8'), headers as Record<string, string>);
      return { status: 200 };
    } catch {
      return { status: 401 };
    }
  });
  const created = await host.api('POST', '/webhooks', {
    url: consumer.url,
    eventTypes: ['connection.connected', 'read.completed'],
  });
  const { id } = created.body;
  const { body: found } = await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });

  const page = await openUi(browser(), host, { path: `/endpoints/${id}?tab=doctor` });
  await page.getByText('Not tested yet').waitFor();
  await page.getByText(/^Sends up to \d+ requests to 127\.0\.0\.1/).waitFor();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Record in case' }).click();
  await page.getByRole('option', { name: 'acme' }).click();
  await page.waitForURL(/case=/);
  await run(page);
  await page.getByText(/^\d+ checks failed$/).waitFor();
  // What failed comes first.
  const outcomes = await page
    .getByRole('region', { name: 'Checks of the doctor' })
    .locator('[data-tone]')
    .allTextContents();
  expect(outcomes.indexOf('Pass')).toBeGreaterThan(outcomes.lastIndexOf('Fail'));
  const secretRow = rowOf(page, 'Refuses another secret');
  await secretRow.getByText('Fail', { exact: true }).waitFor();
  await expectAccessible(page);
  await secretRow.getByRole('button', { name: 'Show sample' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('region', { name: 'Node sample' }).waitFor();
  await dialog.getByRole('button', { name: /^Code samples in/ }).click();
  await page.getByRole('menuitem', { name: 'Go' }).click();
  await dialog.getByRole('region', { name: 'Go sample' }).getByText('package').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // The consumer is mended: the case's own screen of endpoints shows what changed.
  const { body: secret } = await host.desk('GET', `/api/endpoints/${id}/secret`);
  webhook = new Webhook(secret.secret);
  await page.goto(`${host.ready.deskUrl}/cases/${found.id}/headers`);
  await page.getByText(/^\d+ checks failed$/).waitFor();
  await run(page);
  await page.getByText('All checks pass').first().waitFor();
  await rowOf(page, 'Refuses another secret').getByText('Was fail').waitFor();
  expect(await rowOf(page, 'Port accepts connections').getByText(/^Was/).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Run', exact: true }).click();
  expect(await page.getByRole('option').count()).toBe(2);
  await page.getByRole('option', { name: /Checks fail$/ }).click();
  await rowOf(page, 'Refuses another secret').getByText('Fail', { exact: true }).waitFor();
  expect((await host.desk('GET', `/api/cases/${found.id}/doctor`)).body.results).toHaveLength(2);
}, 60_000);

it('tells what it sends where, and asks, unless that is this machine', async () => {
  const host = await testHost();
  const url = 'https://consumer.invalid/hooks';
  const { body } = await host.api('POST', '/webhooks', { url, eventTypes: ['connection.connected'] });
  const page = await openUi(browser(), host, { path: `/endpoints/${body.id}?tab=doctor` });
  await run(page);
  const dialog = page.getByRole('dialog', { name: 'Run doctor' });
  await dialog.getByText(/^Sends up to \d+ requests to consumer\.invalid/).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Not tested yet').waitFor();
  await run(page);
  await dialog.getByRole('button', { name: 'Send requests' }).click();
  await page.getByText('1 check failed').waitFor();
  await rowOf(page, 'Host name resolves').getByText('Fail', { exact: true }).waitFor();
}, 60_000);

it('tests the consumer of a planned endpoint before the cutover, with the secret that is given', async () => {
  const host = await testHost();
  const consumer = await httpConsumer(() => ({ status: 200 }));
  await host.api('POST', '/rules', { type: 'Sync Failed', notifiers: { webhook: consumer.url } });
  const { body: found } = await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  await host.desk('POST', `/api/cases/${found.id}/cutover/plan`, {});
  const page = await openUi(browser(), host, { path: `/cases/${found.id}/headers` });
  await page.getByRole('button', { name: 'Test a consumer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test a consumer' });
  await dialog.getByLabel('URL of the consumer').click();
  await page.getByRole('option', { name: consumer.url }).click();
  await dialog.getByRole('button', { name: 'Choose consumer' }).click();
  const secret = `whsec_${Buffer.from('a-secret-of-24-bytes-here').toString('base64')}`;
  await dialog.getByLabel('Signing secret', { exact: true }).fill(secret);
  await expectAccessible(page);
  await run(page);
  await dialog.getByText(/^\d+ checks failed$/).waitFor();
  await rowOf(page, 'Refuses another secret').getByText('Fail', { exact: true }).waitFor();
  await expectAccessible(page);
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept.includes(secret)).toBe(false);
}, 60_000);
