import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerTo, formIn, listOf, sealedAnswer } from '#test/support/exchange-form.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();

test('a form is exported and its answer is imported on the screen, after a look at it', async () => {
  const host = await testHost();
  const { id } = (
    await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme', parts: ['tokens'] })
  ).body;
  await host.desk('POST', `/api/cases/${id}/runbook`, { platformKey: 'pbtz' });
  const page = await openUi(browser(), host, { path: `/cases/${id}/managed`, acceptDownloads: true });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export form' }).click();
  const form = formIn(readFileSync(await (await downloading).path(), 'utf8'));
  const told = page.getByRole('dialog', { name: 'Form exported' });
  await told.getByText(form.fingerprint).waitFor();
  await told.getByText(/\(English\)/).waitFor();
  await page.keyboard.press('Escape');
  const another = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Language of the form' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  expect(readFileSync(await (await another).path(), 'utf8')).toContain('<html lang="de">');
  await told.getByText(/\(Deutsch\)/).waitFor();
  await page.keyboard.press('Escape');

  const file = join(temporaryFolder(), 'acme.age');
  const fields = Object.fromEntries(form.fields.map(({ name, example }) => [name, example]));
  const bytes = await sealedAnswer(form.recipient, answerTo(form, { fields }));
  await page.getByRole('button', { name: 'Import answer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import answer' });
  const choose = async (content: Uint8Array): Promise<void> => {
    writeFileSync(file, content);
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose file…' }).click();
    await (await chooser).setFiles(file);
  };
  await choose(bytes.subarray(0, -1));
  await dialog.getByText(/is incomplete: it ends too early/).waitFor();
  await choose(bytes);
  await dialog.getByRole('cell', { name: 'would be recorded' }).waitFor();
  await expectAccessible(page);
  expect((await host.desk('GET', `/api/cases/${id}/runbook`)).body.steps[0].state).toBe('open');
  await dialog.getByRole('button', { name: 'Import answer' }).click();
  await dialog.getByRole('cell', { name: 'recorded', exact: true }).waitFor();
  expect((await host.desk('GET', `/api/cases/${id}/runbook`)).body.steps[0].state).toBe('done');
});

test('the token list of a form is imported where lists are, which says what else it holds', async () => {
  const host = await testHost();
  const { id } = (
    await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme', parts: ['tokens'] })
  ).body;
  await host.desk('POST', `/api/cases/${id}/runbook`, { platformKey: 'pbtz' });
  const form = formIn((await host.desk('POST', `/api/cases/${id}/exchange/forms`)).body.content);
  const list =
    'ref,accessToken,refreshToken,businessId\na-1,access-token-1,refresh-token-1,QnVzaW5lc3M6MQ==\n';
  const [detail] = form.fields;
  const fields = { [detail?.name ?? '']: detail?.example ?? '' };
  const file = join(temporaryFolder(), 'acme.age');
  const answer = answerTo(form, { fields, tokens: listOf(list, 'customers.csv') });
  writeFileSync(file, await sealedAnswer(form.recipient, answer, list));
  const page = await openUi(browser(), host, { path: `/cases/${id}/tokens/import` });
  await page.getByLabel('List of tokens').setInputFiles(file);
  await page.getByText(/From the form that Kim Larsen \(Head of Engineering\) filled in on/).waitFor();
  await page.getByRole('cell', { name: 'not on record' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('From customers.csv. Tokens are sealed.').waitFor();
  await page.getByRole('link', { name: 'Open managed migration' }).click();
  await page.getByRole('button', { name: 'Import answer…' }).waitFor();
  expect((await host.desk('GET', `/api/cases/${id}/tokens/counts`)).body.rows).toBe(1);
});
