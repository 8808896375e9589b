import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';
import { copyDesk } from '#test/support/verify-desk.ts';

const browser = browserOfFile();

it('says on every screen that an older database was put in place, until a person accepts it', async () => {
  const dataDir = temporaryFolder();
  const older = temporaryFolder();
  for (const name of ['first', 'second']) {
    const host = await testHost({ dataDir });
    await host.desk('POST', '/api/cases', { name });
    await host.stop(0);
    if (name === 'first') copyDesk(dataDir, older);
  }
  copyDesk(older, dataDir);
  const host = await testHost({ dataDir });
  const page = await openUi(browser(), host, { path: '/' });
  await page.getByText('The desk database was changed outside Carryover').waitFor();
  await page.getByRole('link', { name: 'Open Integrity' }).click();
  await page.getByRole('button', { name: 'Verify database' }).click();
  await page.getByText('Data was changed, removed or replaced outside Carryover').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept database…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The disk died.');
  await dialog.getByRole('button', { name: 'Accept database' }).click();
  await page.getByText('Database verified').waitFor();
  await page.getByText('The desk database was changed outside Carryover').waitFor({ state: 'detached' });
  await expectAccessible(page);
});

it('names the row that was changed by hand', async () => {
  const host = await testHost();
  const { id } = (await host.desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  await host.desk('POST', '/api/targets', {
    name: 'staging',
    baseUrl: 'https://a.example',
    apiKey: 'k'.repeat(40),
  });
  const sqlite = new Database(join(host.ready.dataDir, 'desk.db'));
  sqlite.exec("update targets set base_url = 'https://evil.example'");
  sqlite.prepare('delete from case_heads where case_id = ?').run(id);
  sqlite.close();
  const page = await openUi(browser(), host, { path: '/settings/integrity' });
  await page.getByText('Not verified since the last start.').waitFor();
  await page.getByRole('button', { name: 'Verify database' }).click();
  await page.getByText('The base URL of the target "staging" was changed.').first().waitFor();
  expect(await page.getByText('The head of its chain is missing.').count()).toBeGreaterThan(0);
});
