import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { testHost } from '#test/support/test-host.ts';
import {
  browserOfFile,
  expectAccessible,
  expectMenuAccessible,
  openUi,
  untilLive,
} from '#test/support/ui.ts';

const browser = browserOfFile();

const goTo = (page: Page, tab: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Parts of the local API' }).getByRole('link', { name: tab }).click();

const keptIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));

describe('the local API', () => {
  it('shows requests live with their bodies, filters, replays, edits and sends them, and saves them as fixtures', {
    timeout: 120_000,
  }, async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, { path: '/local-api' });
    await page.getByText('No requests yet').waitFor();
    await untilLive(page);
    await host.api('POST', '/companies', { name: 'Bakery', tags: { accessToken: 'tok-secret-1234567890' } });
    const rows = page.getByTestId('log-rows').getByRole('row');
    await rows.filter({ hasText: '/companies' }).waitFor();
    // Nothing moves by itself: what comes waits above.
    await host.api('GET', '/rules/alerts');
    await page.getByRole('button', { name: '1 newer request' }).waitFor();
    expect(await rows.filter({ hasText: 'Deprecated' }).count()).toBe(0);
    await host.api('GET', '/profile');
    await page.getByRole('button', { name: '2 newer requests' }).click();
    await rows.filter({ hasText: 'Deprecated' }).waitFor();
    await rows.filter({ hasText: '/profile' }).waitFor();

    // Filters are in the address; what is typed is known by its form.
    await page.getByText('Deprecated calls').click();
    await page.waitForURL('**/local-api?show=deprecated');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Search requests').fill('post 2xx comp');
    await page.keyboard.press('Enter');
    await page.waitForURL(/method=POST.*status=2xx|status=2xx.*method=POST/);
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => rows.count()).toBe(3);

    // The keyboard alone: J chooses the newest, the arrows move, Back returns.
    await page.keyboard.press('j');
    const shown = page.getByRole('region', { name: 'Selected request' });
    await shown.getByRole('heading', { name: 'GET /profile' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await shown.getByText('call of an alerts endpoint', { exact: false }).waitFor();
    await page.keyboard.press('ArrowDown');
    await shown.getByRole('heading', { name: 'POST /companies' }).waitFor();
    await shown.getByText('Bakery').first().waitFor();
    expect(await page.content()).not.toContain('tok-secret');
    await expectAccessible(page);
    // A masked secret can't be replayed, and is not copied.
    expect(await shown.getByRole('button', { name: 'Replay' }).isDisabled()).toBe(true);
    await shown.getByRole('button', { name: 'Copy as' }).click();
    await page.getByRole('menuitem', { name: 'Python' }).click();
    await page.getByText('Copied as Python').waitFor();

    // Edited and sent: filled from the request, complete only without the mask, checked by the schema.
    await shown.getByRole('button', { name: 'Edit and send' }).click();
    await page.getByText('Filled from request', { exact: false }).waitFor();
    await page.getByText('Replace the masked secrets', { exact: false }).waitFor();
    const body = page.getByRole('textbox', { name: 'Request body' });
    const write = async (text: string): Promise<void> => {
      await body.click();
      await page.keyboard.press('Control+A');
      await page.keyboard.press('Delete');
      await page.keyboard.insertText(text);
    };
    await write('{"name":7}');
    await page.getByRole('button', { name: 'Send request' }).click();
    await page.getByText('Not sent: the API will refuse it.').waitFor();
    expect((await host.desk('GET', '/api/requests?sentBy=runner')).body.results).toHaveLength(0);
    await write('{"name":"Brewery"}');
    await page.getByRole('button', { name: 'Send request' }).click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await response.getByText('Brewery').first().waitFor();
    await expectAccessible(page);
    await response.getByRole('link', { name: 'Show in log' }).click();
    await shown.getByText('as a replay of', { exact: false }).waitFor();

    // Replayed as it is, by its key.
    await page.keyboard.press('r');
    await page.getByText(/^Replayed: 200 in/).waitFor();
    const names = async (): Promise<string[]> =>
      (await host.api('GET', '/companies')).body.results.map(({ name }: { name: string }) => name);
    expect((await names()).filter((name) => name === 'Brewery')).toHaveLength(2);

    // Its response becomes a fixture, which is switched off and on again.
    await shown.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Save as fixture…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as fixture' });
    await dialog.getByLabel('Response body').fill('{"id":"from-fixture"}');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save fixture' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const made = async (): Promise<string> => (await host.api('POST', '/companies', { name: 'A' })).body.id;
    expect(await made()).toBe('from-fixture');
    await page.getByRole('link', { name: '1 active fault' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export JSON' }).click();
    const file = await (await saving).path();
    await page.getByRole('switch', { name: 'On: POST /companies' }).click({ force: true });
    await page.getByText('Fault switched off.').waitFor();
    expect(await made()).not.toBe('from-fixture');
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByText('None: all calls succeed normally.').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import JSON' }).click();
    await (await choosing).setFiles(file);
    await page.getByRole('cell', { name: 'Fixture: 200 response' }).waitFor();
    expect(await made()).toBe('from-fixture');

    // What has no such path can't be made a fault, which would never happen.
    await host.api('GET', '/nowhere');
    await page.goto(`${host.ready.deskUrl}/local-api`);
    await page.getByRole('cell', { name: '/nowhere' }).waitFor();
    await page.keyboard.press('j');
    await shown.getByRole('heading', { name: 'GET /nowhere' }).waitFor();
    await shown.getByRole('button', { name: 'More actions' }).click();
    for (const name of ['Save as fault…', 'Save as fixture…']) {
      expect(await page.getByRole('menuitem', { name }).isDisabled()).toBe(true);
    }
    await page.keyboard.press('Escape');

    // Recording is switched off and what is recorded deleted; the entries stay.
    await page.getByRole('button', { name: 'Recording on' }).click();
    const recording = page.getByRole('dialog', { name: 'Recording' });
    await recording.getByText('Kept: the newest 10,000 requests', { exact: false }).waitFor();
    await recording.getByLabel('Record headers and bodies').click({ force: true });
    await page.getByRole('button', { name: 'Recording off' }).waitFor();
    await recording.getByRole('button', { name: 'Delete recorded bodies…' }).click();
    await page.getByRole('button', { name: 'Delete bodies' }).click();
    await page.getByText('Recorded headers and bodies deleted.').waitFor();
    await page.keyboard.press('j');
    await shown.getByText('Headers and bodies were removed', { exact: false }).waitFor();
    expect((await host.desk('GET', '/api/recording')).body).toMatchObject({ on: false, count: 0 });
  });

  it('creates a key that works, inserts it into a snippet only on request, and removes it', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, { path: '/local-api/keys' });
    await page.getByText('At least one key is required').waitFor();
    await page.getByLabel('Name').fill('Load test');
    await page.getByRole('button', { name: 'Create key' }).click();
    const apiKey = (await page.getByRole('status').locator('code').textContent()) ?? '';
    const asked = (): Promise<number> =>
      fetch(`${host.ready.apiUrl}/companies`, {
        headers: { authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` },
      }).then(({ status }) => status);
    expect(await asked()).toBe(200);
    await page.getByRole('cell', { name: `••••${apiKey.slice(-3)}` }).waitFor();
    await expectAccessible(page);

    await goTo(page, 'Snippets');
    const snippet = page.getByRole('region', { name: 'snippet', exact: true });
    await snippet.getByText(`'${host.ready.apiUrl}/companies?`, { exact: false }).waitFor();
    expect(await snippet.textContent()).toContain("API_KEY='YOUR_API_KEY'");
    await page.getByRole('combobox', { name: 'Key' }).click();
    await page.getByRole('option', { name: 'Load test' }).click();
    await page.getByRole('button', { name: 'Insert key' }).click();
    for (const language of ['JavaScript', 'Python', 'C#', 'curl']) {
      await page.getByText(language, { exact: true }).click();
      await expect.poll(() => snippet.textContent()).toContain(apiKey);
    }
    expect(`${await keptIn(page)} ${page.url()}`).not.toContain(apiKey);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Hide key' }).click();
    expect(await snippet.textContent()).not.toContain(apiKey);

    await goTo(page, 'Keys');
    await page.getByRole('button', { name: 'Remove key Load test' }).click();
    await page.getByRole('button', { name: 'Remove key', exact: true }).click();
    await page.getByText('At least one key is required').waitFor();
    expect(await asked()).toBe(401);

    // What is written in the runner waits for each operation while other screens are visited, in memory alone.
    const choose = async (operation: RegExp): Promise<void> => {
      await page.getByRole('combobox', { name: 'Operation' }).click();
      await page.getByRole('option', { name: operation }).click();
    };
    const headers = page.getByLabel('Further headers');
    const part = page.getByRole('textbox', { name: 'companyId' });
    const body = page.getByRole('textbox', { name: 'Request body' });
    await goTo(page, 'Runner');
    await choose(/^POST \/companies ·/);
    await body.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"name":"planted-body"}');
    await headers.fill('X-Note: planted-header');
    await choose(/^GET \/companies\/\{companyId\} ·/);
    await expect.poll(() => headers.inputValue()).toBe('');
    await part.fill('planted-part');
    await goTo(page, 'Keys');
    await goTo(page, 'Runner');
    await choose(/^POST \/companies ·/);
    await expect.poll(() => body.textContent()).toContain('planted-body');
    expect(await headers.inputValue()).toBe('X-Note: planted-header');
    await choose(/^GET \/companies\/\{companyId\} ·/);
    await expect.poll(() => part.inputValue()).toBe('planted-part');
    expect(`${await keptIn(page)} ${page.url()}`).not.toContain('planted');
    await page.getByRole('button', { name: 'Reset to example' }).click();
    expect(await part.inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => body.textContent()).toContain('planted-body');
    await page.reload();
    await body.waitFor();
    expect([await body.textContent(), await headers.inputValue()]).toEqual([
      expect.not.stringContaining('planted'),
      '',
    ]);
  });

  it('previews due work before the clock is advanced, and simulates API errors', async () => {
    const host = await testHost({ clock: 'virtual' });
    let held: Promise<void> | undefined;
    const consumer = await startConsumer(() => ({ status: 500, ...(held && { after: held }) }));
    await host.desk('POST', '/api/endpoints', { url: consumer.url, eventTypes: ['company.created'] });
    await host.api('POST', '/companies', { name: 'Bakery' });
    const page = await openUi(browser(), host, { path: '/local-api/clock', expected: /409/ });
    await page.getByText('Due by then: 1 delivery attempt, and what they cause, such as retries.').waitFor();
    await page.getByRole('button', { name: 'Advance to next…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Advance clock' });
    await dialog.getByText('5 s later', { exact: false }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Advance clock' }).click();
    await page.getByText('All due work is done.').waitFor();
    await page.getByRole('cell', { name: 'in 5 min' }).waitFor();

    const hold = Promise.withResolvers<void>();
    held = hold.promise;
    await page.getByRole('button', { name: 'Next in 5 min' }).click();
    await page.getByRole('menuitem', { name: /^1 delivery attempt in 5 min/ }).waitFor();
    await expectMenuAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '28-hour schedule' }).click();
    await page.getByRole('button', { name: 'Advance clock…' }).click();
    await dialog.getByRole('button', { name: 'Advance clock' }).click();
    const strip = page.getByRole('contentinfo');
    await strip.getByText(/^Advancing to /).waitFor();
    await consumer.receivedAtLeast(3);
    await dialog.waitFor({ state: 'hidden' });
    await expectAccessible(page);
    await strip.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/^Cancelling: waiting for work under way/).waitFor();
    hold.resolve();
    await page.getByText(/^Cancelled at .*: 0 delivered, 0 failed for good, 1 waiting\.$/).waitFor();
    await page.getByRole('button', { name: 'Continue…' }).click();
    await dialog.getByText(/ 1 d 3 h(?: 55 min)? later/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '28-hour schedule' }).click();
    await page.getByRole('button', { name: 'Advance clock…' }).click();
    await dialog.getByRole('button', { name: 'Advance clock' }).click();
    await page.getByText(/^1 d 4 h to .*: 0 delivered, 1 failed for good, 0 waiting\.$/).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect((await host.desk('GET', '/api/messages?status=Failed')).body.results).toHaveLength(1);
    await page.getByRole('button', { name: 'Pause clock' }).click();
    await page.getByText('Clock paused: resume it first.').waitFor();
    await page.getByText('Clock paused', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Advance to next…' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Resume clock' }).click();

    await goTo(page, 'Faults');
    await page.getByRole('button', { name: 'Next 3 calls fail' }).click();
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.getByRole('cell', { name: '503 response' }).waitFor();
    await expectAccessible(page);
    expect((await host.api('GET', '/companies')).status).toBe(503);
    await page.getByRole('button', { name: 'Remove fault: All calls' }).click();
    await page.getByText('None: all calls succeed normally.').waitFor();
    expect((await host.api('GET', '/companies')).status).toBe(200);
  });

  it('issues tokens, receives webhooks, and cuts over and back', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, { path: '/local-api/tokens' });
    await page.getByRole('combobox', { name: 'Platform' }).fill('Xero');
    await page.getByRole('option', { name: 'Xero (gbol)' }).click();
    await page.getByLabel('Number of token sets').fill('3');
    await page.getByRole('button', { name: 'Issue tokens' }).click();
    await page.getByRole('heading', { name: '3 token sets issued' }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export JSON' }).click();
    const saved = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
    expect(saved).toHaveLength(3);
    const { refreshToken } = saved[0].credentials;
    expect(await page.content()).not.toContain(refreshToken);
    await page.getByRole('button', { name: `Show token set ${saved[0].id}` }).click();
    await page.getByText(refreshToken).waitFor();
    expect(await keptIn(page)).not.toContain(refreshToken);
    await page.keyboard.press('Escape');
    await expectAccessible(page);

    await goTo(page, 'Receiver');
    await page.getByRole('button', { name: 'Start receiver' }).click();
    await page.getByRole('button', { name: 'Stop receiver' }).waitFor();
    const { url } = (await host.desk('GET', '/api/receiver')).body;
    await host.api('POST', '/rules', { type: 'Sync Failed', notifiers: { webhook: `${url}/legacy` } });
    await host.api('POST', '/rules', { type: 'Sync Failed', notifiers: { emails: ['a@example.com'] } });

    await goTo(page, 'Cutover');
    await page.getByText('No open case has the local service as its target.').waitFor();
    await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
    await page.getByRole('main').getByRole('link', { name: 'acme' }).waitFor();
    await expectAccessible(page);
    await host.desk('POST', '/api/cutover', { portalAuthHeader: 'Bearer portal-secret-12345' });
    await page.getByText('Cut over', { exact: true }).waitFor();
    await expectAccessible(page);
    const [{ id }] = (await host.desk('GET', '/api/endpoints')).body.results;
    await host.desk('POST', `/api/endpoints/${id}/test`, {});

    await goTo(page, 'Receiver');
    const row = page.getByRole('row').filter({ hasText: 'POST /legacy' });
    await row.getByText('Signature valid').waitFor();
    await row.getByRole('button').click();
    const received = page.getByRole('dialog', { name: 'POST /legacy' });
    await received.getByRole('cell', { name: 'Bearer ••••345' }).waitFor();
    await received.getByRole('button', { name: 'Show values' }).click();
    await received.getByRole('cell', { name: 'Bearer portal-secret-12345' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await goTo(page, 'Cutover');
    await page.getByRole('button', { name: 'Undo cutover…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo cutover' }).click();
    await page.getByText('Not cut over').waitFor();
    expect((await host.desk('GET', '/api/endpoints')).body.results).toMatchObject([{ id, disabled: true }]);
    await goTo(page, 'Clock');
    await page.getByText('Only virtual time can be advanced.').waitFor();
    await page.getByRole('button', { name: 'Rehearse in virtual time…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rehearse in virtual time' });
    await dialog.getByRole('radio', { name: 'Copy the present state' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Open virtual sandbox' }).click();
    await page.getByRole('link', { name: /^Virtual time/ }).waitFor();
    await page.getByRole('button', { name: 'Return to system time…' }).click();
    await page.getByRole('button', { name: 'Open system sandbox' }).click();
    await page.getByRole('link', { name: /^System time/ }).waitFor();
  });
});
