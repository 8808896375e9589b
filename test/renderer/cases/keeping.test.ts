import { expect, it } from 'vitest';
import { picture } from '#test/support/pictures.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();
const reason = 'Claim 2026-17 of Acme, as counsel asked';

it('a case is placed under legal hold, kept from being deleted, and released; its rule is its own', async () => {
  const host = await testHost();
  const { id } = (await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme' })).body;
  const { revision } = (await host.desk('GET', `/api/cases/${id}`)).body;
  const page = await openUi(browser(), host, { path: `/cases/${id}`, expected: /status of 409/ });
  await untilLive(page);
  const fromMenu = async (name: string) => {
    await page.getByRole('button', { name: 'Case actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await fromMenu('Legal hold and retention…');
  const dialog = page.getByRole('dialog', { name: 'Legal hold and retention' });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Place under hold' }).click();
  await dialog.getByText(reason).waitFor();
  await expectAccessible(page, true);
  await picture(page, 'held');
  await page.keyboard.press('Escape');
  await page.getByText('Legal hold', { exact: true }).waitFor();

  await fromMenu('Delete case…');
  await page.getByRole('button', { name: 'Delete case' }).click();
  await page.getByText(/is under legal hold since .* An admin can release the hold first/).waitFor();
  await page.keyboard.press('Escape');

  await fromMenu('Legal hold and retention…');
  await dialog.getByText('Delete after some days').click();
  await dialog.getByLabel('Days after the last entry').fill('30');
  await dialog.getByRole('button', { name: 'Save retention' }).click();
  await page.getByText('Retention saved.').waitFor();
  await dialog.getByLabel('Reason').fill('settled');
  await dialog.getByRole('button', { name: 'Release hold' }).click();
  await page.getByText('Legal hold released.').waitFor();
  await host.desk('POST', `/api/cases/${id}/close`, { revision });
  await dialog.getByText(/Will be deleted on/).waitFor();
  await picture(page, 'due');
  expect((await host.desk('GET', `/api/cases/${id}/retention`)).body).toMatchObject({ rule: 30, of: 'case' });

  await page.goto(new URL('/settings/data', page.url()).href);
  await page
    .getByRole('table', { name: /^Cases under hold/ })
    .getByText('acme')
    .waitFor();
  await expectAccessible(page, true);
  await picture(page, 'cases');
});
