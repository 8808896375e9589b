import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();

it('a mail is opened, edited, written for a mail client and recorded as sent; what is not known is said', async () => {
  const host = await testHost();
  const { desk } = host;
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  const path = `/api/cases/${id}`;
  await desk('POST', `${path}/contacts`, { name: 'Jo', party: 'integrator', email: 'jo@acme.example' });
  await desk('POST', `${path}/runbook`, { platformKey: 'qhyg' });
  const page = await openUi(browser(), host, { path: `/cases/${id}/mails`, expected: /409/ });

  await page
    .getByRole('row', { name: /What we need from you/ })
    .getByText('Ready')
    .waitFor();
  await page.getByRole('button', { name: 'Open mail: Proposed migration window' }).click();
  await page.getByText('{{window}}: proposed migration window').waitFor();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Write for a mail client' }).click();
  await page.getByRole('alert').filter({ hasText: 'nothing is known for {{companies}}' }).waitFor();

  await page.getByRole('combobox', { name: 'Language of the recipient' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Open mail: Was wir von Ihnen brauchen' }).click();
  await page.getByRole('heading', { name: 'Was wir von Ihnen brauchen' }).waitFor();
  // As it was given for the other mail.
  expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Ada');
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect.poll(() => text.inputValue()).toContain('Guten Tag Jo');
  await text.fill(`${await text.inputValue()}\n\nBis Montag`);
  await expectAccessible(page);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Write for a mail client' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^intake-de-[0-9a-f]{8}\.eml$/);
  expect(readFileSync(await saved.path(), 'utf8')).toMatch(
    /To: Jo <jo@acme\.example>[\s\S]*Ada[\s\S]*Bis Montag/,
  );

  const written = page.getByRole('article', { name: /was wir für die Umstellung/ });
  await written.getByRole('textbox', { name: 'Sent by' }).fill('Ada');
  await written.getByRole('button', { name: 'Record as sent' }).click();
  await written.getByText(/^Sent by Ada/).waitFor();
  // Written as it was, the edit is not kept for the next one.
  await expect.poll(() => text.inputValue()).not.toContain('Bis Montag');
  expect((await desk('GET', `${path}/mails`)).body.written).toMatchObject([
    { mail: 'intake', language: 'de', sent: { by: 'Ada' } },
  ]);
  if (process.env.LOOK) await page.screenshot({ path: process.env.LOOK, fullPage: true });
});
