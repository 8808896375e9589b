import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

/** A busy machine takes longer than a second. */

const scrollTo = (rows: Locator, top: number): Promise<void> =>
  rows.evaluate((element: { scrollTop: number }, px) => {
    element.scrollTop = px;
  }, top);

const scrolledTo = (element: Locator): Promise<number> =>
  element.evaluate(({ scrollTop }: { scrollTop: number }) => scrollTop);

describe('the message log', () => {
  it('shows the attempts of a message on its schedule, verifies the signature, and resends it', async () => {
    const host = await testHost({ clock: 'virtual' });
    let up = false;
    const consumer = await startConsumer(() => (up ? 200 : { status: 500, body: 'down for maintenance' }));
    await host.desk('POST', '/api/endpoints', { url: consumer.url, eventTypes: ['company.created'] });
    await host.api('POST', '/companies', { name: 'Acme Bakery' });
    await host.desk('POST', '/api/clock/advance', { by: 'PT10M' });
    const page = await openUi(browser(), host, { path: '/messages?status=Attempting' });
    const row = page.getByRole('row').filter({ hasText: 'company.created' });
    await row.getByText('500').waitFor();
    await expectAccessible(page);

    await row.click();
    const schedule = page.getByRole('list', { name: '28-hour schedule' }).getByRole('listitem');
    await schedule.nth(7).waitFor();
    expect(await schedule.count()).toBe(8);
    expect(await schedule.nth(2).textContent()).toContain('+5 min500');
    expect(await schedule.nth(3).textContent()).toContain('+30 minNext');
    expect(await schedule.nth(7).textContent()).toContain('+10 hScheduled');
    await page.getByText('Signature valid').waitFor();
    await page.getByText('down for maintenance').waitFor();
    const code = await page.getByRole('textbox', { name: 'the response body', exact: true }).boundingBox();
    const copy = await page
      .getByRole('button', { name: 'Copy the response body', exact: true })
      .boundingBox();
    expect((copy?.y ?? 0) + (copy?.height ?? 0)).toBeLessThanOrEqual(code?.y ?? 0);
    await page.getByRole('button', { name: 'Show curl command' }).click();
    await page.getByText(`curl --request POST '${consumer.url}'`).waitFor();
    await expectAccessible(page);

    up = true;
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    await page.getByRole('cell', { name: 'Resent', exact: true }).waitFor();
    expect(await schedule.nth(3).textContent()).toContain('Not needed');
    await schedule.nth(2).getByRole('button', { name: 'Resent: 200' }).waitFor();
  });

  it('says of a test event that it is not retried, and shows no schedule for it', async () => {
    const host = await testHost();
    const consumer = await startConsumer(() => 500);
    const { id } = (
      await host.desk('POST', '/api/endpoints', { url: consumer.url, eventTypes: ['company.created'] })
    ).body;
    const { messageId } = (await host.desk('POST', `/api/endpoints/${id}/test`, {})).body;
    const page = await openUi(browser(), host, { path: `/messages/${messageId}` });
    await page.getByText('Test event: sent once, not retried.').waitFor();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await page.getByRole('cell', { name: 'Resent', exact: true }).waitFor();
    expect(await page.getByRole('list', { name: '28-hour schedule' }).count()).toBe(0);
  });

  it('lists the deliveries to 44 endpoints while they are made, and shows the attempts of one', async () => {
    const host = await testHost();
    const consumer = await startConsumer(({ path }) => (path === '/7' ? 500 : 200));
    for (let n = 0; n < 44; n++) {
      const url = `${consumer.url}/${n}`;
      await host.desk('POST', '/api/endpoints', { url, eventTypes: ['company.created'] });
    }
    await host.api('POST', '/companies', { name: 'Acme Bakery' });
    const { body } = await host.desk('GET', '/api/messages?limit=1');
    const page = await openUi(browser(), host, { path: '/endpoints' });
    const screen = page.locator('#main');
    await page.getByRole('link', { name: /\/30$/ }).waitFor();
    await scrollTo(screen, 600);
    await page.getByRole('link', { name: /\/30$/ }).click();
    await page.getByText('Rate limit').waitFor();
    expect(await scrolledTo(screen)).toBe(0);
    await page.goBack();
    await expect.poll(() => scrolledTo(screen)).toBe(600);

    await page.goto(`${host.ready.deskUrl}/messages/${body.results[0].id}`);
    const list = page.getByRole('region', { name: 'Deliveries' });
    await screen.getByText('44 endpoints', { exact: true }).waitFor();
    await page.getByRole('list', { name: '28-hour schedule' }).waitFor();
    await list.getByRole('button', { name: 'Status' }).click();
    await list.getByRole('button', { name: 'Status' }).click();
    const failed = list.getByRole('row', { name: /\/7 Waiting \d+ 500 / });
    await failed.click();
    await page.getByRole('list', { name: '28-hour schedule' }).getByText('500').first().waitFor();
    expect(await page.getByRole('list', { name: '28-hour schedule' }).count()).toBe(1);
    expect(await failed.getAttribute('aria-current')).toBe('true');

    // Each of them is sent again while they are shown: any error in the console fails the test.
    await host.desk('POST', `/api/messages/${body.results[0].id}/resend`, {});
    for (let n = 0; n < 5; n++) await host.api('POST', '/companies', { name: `Bakery ${n}` });
    await list
      .getByRole('row', { name: / Delivered 2 / })
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  it('does not move while somebody scrolls, and counts newer messages', async () => {
    const host = await testHost();
    const consumer = await startConsumer();
    await host.desk('POST', '/api/endpoints', { url: consumer.url, eventTypes: ['company.created'] });
    for (let n = 0; n < 230; n++) await host.api('POST', '/companies', { name: `Bakery ${n}` });
    const page = await openUi(browser(), host, { path: '/messages' });
    const rows = page.getByTestId('log-rows');
    await rows.getByText('company.created').first().waitFor();
    await untilLive(page);
    await scrollTo(rows, 6400);
    await expect
      .poll(async () => Number(await rows.getByRole('row').first().getAttribute('aria-rowindex')))
      .toBeGreaterThan(100);
    const seen = await rows.getByRole('row').filter({ hasText: 'company.created' }).first().textContent();
    await host.api('POST', '/companies', { name: 'Another' });
    await page.getByRole('button', { name: '1 newer message' }).waitFor();
    expect(await rows.getByRole('row').filter({ hasText: 'company.created' }).first().textContent()).toBe(
      seen,
    );
    await scrollTo(rows, 1_000_000);
    await expect.poll(() => rows.getByRole('row').last().getAttribute('aria-rowindex')).toBe('231');
    await page.getByRole('button', { name: '1 newer message' }).click();
    await expect.poll(() => rows.getByRole('row').first().getAttribute('aria-rowindex')).toBe('2');
    await expect.poll(() => page.getByRole('button', { name: /newer message/ }).count()).toBe(0);

    // Back returns to where it was scrolled to, also where those rows have to be read anew.
    await scrollTo(rows, 6400);
    const row = rows.locator('[aria-rowindex="205"]');
    await row.click();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Back to messages' }).click();
    await row.getByText('company.created').waitFor();
    expect(await scrolledTo(rows)).toBe(6400);
  });

  it('keeps its filters in the address, and says when nothing matches', async () => {
    const page = await openUi(browser(), await testHost(), { path: '/messages' });
    await page.getByText('No messages yet').waitFor();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.waitForURL('**/messages?status=Failed');
    await page.getByText('No matching messages').waitFor();
    await page.getByRole('button', { name: 'Remove filter: Status' }).click();
    await page.waitForURL(/\/messages$/);
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('menuitem', { name: 'From' }).click();
    await page.getByText('Pick a time first.').waitFor();
    expect(await page.getByRole('button', { name: 'Add filter', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'From', exact: true }).click();
    await page.getByRole('button', { name: 'Previous month' }).waitFor();
    await expectAccessible(page);
  });

  it('finds a delivery by a word of its payload, and is brushed by time', async () => {
    const host = await testHost({ clock: 'virtual' });
    const consumer = await startConsumer(({ body }) => (body.includes('Zanzibar') ? 503 : 200));
    await host.desk('POST', '/api/endpoints', { url: consumer.url, eventTypes: ['company.created'] });
    for (let n = 0; n < 30; n++) {
      await host.api('POST', '/companies', { name: n === 3 ? 'Zanzibar Traders' : `Bakery ${n}` });
      if (n % 10 === 9) await host.desk('POST', '/api/clock/advance', { by: 'PT10M' });
    }
    const page = await openUi(browser(), host, { path: '/messages' });
    const rows = page.getByTestId('log-rows');
    await rows.getByText('company.created').first().waitFor();
    const chart = page.getByRole('region', { name: 'Activity' });
    await chart.getByText('29 delivered').waitFor();
    await page.getByText('30 stored · index up to date').waitFor();
    await expectAccessible(page);

    await page.keyboard.press('/');
    await page.keyboard.type('zanzi');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/messages?text=zanzi');
    await rows.locator('mark').getByText('Zanzi').waitFor();
    await chart.getByText('1 waiting', { exact: true }).waitFor();
    await chart.getByText('0 failed', { exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect
      .poll(() =>
        rows
          .getByRole('row')
          .first()
          .evaluate((row: { matches(of: string): boolean }) => row.matches(':focus')),
      )
      .toBe(true);
    expect(await rows.getByText('company.created').count()).toBe(1);

    await page.getByRole('button', { name: 'Remove filter: Payload' }).click();
    await chart.getByText('29 delivered').waitFor();
    const bars = chart.getByRole('slider');
    await bars.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/since=.*until=/);
    await chart.getByText('9 delivered').waitFor();
    await expect.poll(() => rows.getByText('company.created').count()).toBe(10);
    await page.goBack();
    await chart.getByText('29 delivered').waitFor();
  });

  it('shows an error when further rows fail, and does not retry automatically', async () => {
    const host = await testHost();
    const consumer = await startConsumer();
    await host.desk('POST', '/api/endpoints', { url: consumer.url, eventTypes: ['company.created'] });
    for (let n = 0; n < 130; n++) await host.api('POST', '/companies', { name: `Bakery ${n}` });
    const page = await openUi(browser(), host, { expected: /500/ });
    let refused = 0;
    await page.route(/\/api\/messages\?.*cursor=/, (route) => {
      refused += 1;
      // Of Carryover itself: what something in between answers is read again.
      return route.fulfill({
        status: 500,
        json: { error: 'The log was not read.', canBeRetried: 'Unknown', detailedErrorCode: 1 },
      });
    });
    await page.getByRole('link', { name: 'Messages' }).click();
    const rows = page.getByTestId('log-rows');
    await rows.getByText('company.created').first().waitFor();
    await scrollTo(rows, 3600);
    await page.getByText('More rows not loaded').waitFor();
    expect(refused).toBe(1);
    await page.unroute(/\/api\/messages\?.*cursor=/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await scrollTo(rows, 1_000_000);
    await expect.poll(() => rows.getByRole('row').last().getAttribute('aria-rowindex')).toBe('131');
  });
});
