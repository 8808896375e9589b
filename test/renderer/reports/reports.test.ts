import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

it('offers what the case has, shows it as of an entry, and saves it with what it can be checked by', async () => {
  const host = await testHost();
  const { desk } = host;
  const { id } = (
    await desk('POST', '/api/cases', {
      name: 'acme books',
      integrator: 'Acme Ltd',
      parts: ['webhooks', 'tokens'],
    })
  ).body;
  const path = `/api/cases/${id}`;
  const before = (await desk('GET', path)).body;
  await desk('POST', `${path}/notes`, { text: '<img src=x onerror=alert(1)> said *Kim*' });
  const page = await openUi(browser(), host, { path: `/cases/${id}/reports` });
  await page.getByRole('article', { name: /Token migration/ }).waitFor();
  // No runbook is opened, so there is nothing to tell of one.
  expect(await page.getByRole('radio', { name: /^(Case|Eligibility|Tokens|Managed)/ }).count()).toBe(3);
  await page.getByRole('radio', { name: /^Case/ }).click();
  const report = page.getByRole('article', { name: /acme books|Acme Ltd/ });
  await report.getByText('<img src=x onerror=alert(1)> said *Kim*').first().waitFor();
  const { digest, revision } = (await desk('GET', path)).body;
  await page.getByText(`carryover verify 'acme books' --expect ${digest}`).waitFor();
  await expectAccessible(page);

  await page.getByRole('radio', { name: 'Markdown' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export Markdown' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`acme-books-case-${revision}.md`);
  expect(readFileSync(await saved.path(), 'utf8')).toContain(digest);

  const [bundle] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export signed bundle' }).click(),
  ]);
  expect(bundle.suggestedFilename()).toBe(`acme-books-bundle-${revision}.zip`);

  // It follows the case, and can be told as of an entry.
  await desk('POST', `${path}/runbook`, { platformKey: 'pbtz' });
  await page.getByRole('radio', { name: /^Managed migration/ }).waitFor();
  await page.getByRole('textbox', { name: 'As of entry' }).fill(String(before.revision));
  await page.getByText(`--expect ${before.digest}`).waitFor();
  await page.getByRole('button', { name: 'Use latest entry' }).click();
  await page.getByText(`--expect ${(await desk('GET', path)).body.digest}`).waitFor();
});

it('says so when a report can not be made, and makes it once it can', async () => {
  const host = await testHost();
  const { id } = (await host.desk('POST', '/api/cases', { name: 'acme', parts: ['webhooks'] })).body;
  const page = await openUi(browser(), host, { expected: /503/ });
  // Before it is signed in, another address would cut that off.
  await untilLive(page);
  await page.route('**/reports/case*', (route) => route.fulfill({ status: 503 }));
  await page.goto(`${host.ready.deskUrl}/cases/${id}/reports?kind=case`);
  await page.getByText('The response has status 503 and no reason').waitFor();
  // By itself: nobody presses Retry.
  await page.unroute('**/reports/case*');
  await page.getByRole('article').waitFor();
});
