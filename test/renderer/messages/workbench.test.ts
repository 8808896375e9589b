import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

test('messages are gone through, compared, edited and resent by keyboard, beside their list', async () => {
  const host = await testHost({ clock: 'virtual' });
  let down = true;
  const consumer = await startConsumer(({ path }) => {
    if (path !== '/bad' || !down) return 200;
    return { status: 500, body: `{"error":"down","at":${Math.random()}}` };
  });
  for (const path of ['/good', '/bad']) {
    const url = consumer.url + path;
    await host.desk('POST', '/api/endpoints', { url, eventTypes: ['company.created'] });
  }
  const { body: endpoints } = await host.desk('GET', '/api/endpoints');
  const bad = endpoints.results.find(({ url }: { url: string }) => url.endsWith('/bad')).id;
  for (let n = 0; n < 12; n++) await host.api('POST', '/companies', { name: `Bakery ${n}` });
  await host.desk('POST', '/api/clock/advance', { by: 'PT28H' });
  const page = await openUi(browser(), host, { path: `/messages?endpoint=${bad}&status=Failed` });
  await untilLive(page);
  const rows = page.getByTestId('log-rows').getByRole('row');
  const preview = page.getByRole('region', { name: 'Selected message' });
  const current = (index: number): Promise<void> =>
    page.locator(`[data-index="${index}"][aria-current="true"]`).waitFor();
  const key = (name: string): Promise<void> => page.keyboard.press(name);

  // J and the arrows move; the address holds the choice.
  await rows.nth(11).waitFor();
  // With how long the search took.
  await page.getByText(/^12 messages found · [\d.]+ m?s$/).waitFor();

  // The filters are kept as a view, and chosen again; a deleted one comes back by undo.
  const views = (name: string) => page.getByRole('button', { name, exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await views('Views').click();
  await item('Save as view…').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Failed here');
  await page.getByRole('button', { name: 'Save view' }).click();
  await views('View: Failed here').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await views('Views').click();
  await item('Failed here').click();
  await views('View: Failed here').click();
  await item('Delete view').click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await views('View: Failed here').waitFor();
  await rows.nth(11).waitFor();
  await key('j');
  await preview.getByText('All scheduled attempts failed.').waitFor();
  await key('ArrowDown');
  await key('ArrowDown');
  await current(2);
  await preview.getByRole('textbox', { name: 'the payload', exact: true }).getByText('Bakery 9').waitFor();
  const chosen = new URL(page.url()).searchParams.get('message');
  expect(chosen).toMatch(/^msg_/);

  // The preview is beside the list, and no badge lies over a title.
  const list = await page.getByTestId('log-rows').boundingBox();
  const beside = await preview.boundingBox();
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual((beside?.x ?? 0) + 1);
  await expectAccessible(page, true);

  // C compares the last two attempts.
  await key('c');
  const compared = preview.getByRole('table', { name: 'Compared attempts' });
  await compared.getByRole('row', { name: /^Time / }).waitFor();
  await preview.getByRole('figure', { name: 'Response body differences' }).waitFor();
  expect(await compared.getByRole('row', { name: /^Result / }).count()).toBe(0);
  await preview.getByRole('button', { name: /^Show \d+ equal fields$/ }).click();
  await compared.getByRole('row', { name: /^Result / }).waitFor();
  await preview.getByRole('combobox', { name: 'Attempt A' }).selectOption({ label: 'Attempt 1 · 500' });
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Close comparison' }).click();

  // The payload folds and is searched.
  const payload = preview.getByRole('region', { name: 'Payload' });
  await payload.getByRole('textbox', { name: 'Search the payload' }).fill('bakery');
  await payload.getByText('1 match', { exact: true }).waitFor();
  await key('Enter');
  await payload.getByText('1 of 1 match').waitFor();
  await payload.getByRole('button', { name: 'Fold all' }).click();
  await payload
    .getByText(/^\d+ keys$/)
    .first()
    .waitFor();

  // Enter opens the message, Back returns to the list as it was.
  await rows.nth(2).focus();
  await key('Enter');
  await page.waitForURL(`**/messages/${chosen}`);
  await page.getByRole('link', { name: 'Back to messages' }).waitFor();
  await page.goBack();
  await preview.waitFor();
  await current(2);

  // New rows wait.
  await host.api('POST', '/companies', { name: 'Bakery late' });
  await host.desk('POST', '/api/clock/advance', { by: 'PT28H' });
  await page.getByRole('button', { name: '1 newer message' }).waitFor();
  await current(2);
  await page.getByRole('button', { name: '1 newer message' }).click();
  await current(3);

  // An edited payload is a message of its own, which names the original.
  down = false;
  await rows.nth(3).focus();
  await key('e');
  const dialog = page.getByRole('dialog', { name: 'Edit and resend' });
  const editor = dialog.getByRole('textbox', { name: 'Edited payload' });
  await editor.focus();
  await key('Control+a');
  await page.keyboard.insertText('{"name":');
  await dialog
    .getByText(/^Not valid JSON/)
    .first()
    .waitFor();
  expect(await dialog.getByRole('button', { name: 'Send edited message' }).isDisabled()).toBe(true);
  await page.keyboard.insertText('"Edited by hand"}');
  await expectAccessible(page, true);
  await dialog.getByRole('button', { name: 'Send edited message' }).click();
  await page.getByText('Edited', { exact: true }).waitFor();
  await page.getByText('"Edited by hand"', { exact: true }).waitFor();
  expect(consumer.received.at(-1)?.body.toString()).toBe('{"name":"Edited by hand"}');
  await page.getByRole('link', { name: 'Original' }).click();
  await page.waitForURL(`**/messages/${chosen}`);
  await page.getByRole('list', { name: 'Edited copies' }).getByRole('link').waitFor();

  // All that failed for one endpoint: Ctrl+A, R, Enter.
  await page.goto(`${host.ready.deskUrl}/messages?endpoint=${bad}&status=Failed`);
  await rows.nth(11).waitFor();
  await rows.nth(0).focus();
  await key('Control+a');
  const [har] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export HAR' }).click(),
  ]);
  const { log } = JSON.parse(await readFile(await har.path(), 'utf8'));
  expect(log.entries).toHaveLength(13 * 8);
  await rows.nth(0).focus();
  await key('r');
  const bulk = page.getByRole('dialog', { name: 'Resend deliveries' });
  await bulk.getByText('13 deliveries of 13 messages to 1 endpoint').waitFor();
  await expectAccessible(page, true);
  await key('Enter');
  await bulk.getByText('Done: 13 delivered of 13.').waitFor();
  // The address names it: a reload shows it again, and the list of bulk resends has it.
  await page.reload();
  await bulk.getByText('Done: 13 delivered of 13.').waitFor();
  await expect.poll(() => bulk.getByRole('row').filter({ hasText: 'Delivered' }).count()).toBe(13);
  await bulk.getByRole('button', { name: 'Done' }).click();
  await page.getByText('No matching messages').waitFor();
  await page.getByRole('button', { name: 'Bulk resends' }).click();
  const resends = page.getByRole('dialog', { name: 'Bulk resends' });
  await resends.getByText('Done: 13 delivered of 13.').waitFor();
  await key('Escape');

  // One that waits is in Home's list, which leads to it and cancels it.
  await host.desk('POST', '/api/clock/pause');
  const request = { selection: { filter: { endpoint: bad } } };
  const { body: waiting } = await host.desk('POST', '/api/resends', request);
  await page.goto(host.ready.deskUrl);
  const running = page.getByRole('region', { name: 'Running' });
  await running.getByText(`0 of ${waiting.total} deliveries`).waitFor();
  await running.getByText('Paused').waitFor();
  await expectAccessible(page);
  await running.getByRole('link', { name: 'Bulk resend' }).click();
  await bulk.getByText('Paused: the clock of the local service is paused.').waitFor();
  await page.goto(host.ready.deskUrl);
  await running.getByRole('button', { name: 'Cancel bulk resend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel bulk resend' }).click();
  await running.waitFor({ state: 'detached' });
  expect((await host.desk('GET', `/api/resends/${waiting.id}`)).body).toMatchObject({
    state: 'cancelled',
    counts: { cancelled: waiting.total },
  });
  await host.desk('POST', '/api/clock/resume');

  // In a small window the preview replaces the list.
  await page.setViewportSize({ width: 800, height: 800 });
  await page.goto(`${host.ready.deskUrl}/messages?message=${chosen}`);
  await preview.waitFor();
  expect(await page.getByTestId('log-rows').isVisible()).toBe(false);
  await key('Escape');
  await page.getByTestId('log-rows').waitFor();
  await page.getByRole('columnheader', { name: 'Status' }).waitFor();
});
