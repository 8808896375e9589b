import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCatalogue } from '#contract/errors.ts';
import { errorHelp } from '#contract/help-anchor.ts';
import { fileOf, helpContents, sectionsOf, textOf } from '#packaging/help/pages.ts';
import { snippetOf, splitAtTerms } from '#renderer/features/help/snippet.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

it('has every page once, and each can be read', () => {
  const paths = helpContents().flatMap(({ pages }) => pages.map(({ path }) => path));
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toEqual(
    expect.arrayContaining([
      'guides/webhook-migration',
      'reference/errors',
      'reference/rules/delivery',
      'security',
    ]),
  );
  for (const path of paths) expect(existsSync(fileOf(path)), path).toBe(true);
});

it('explains every error of the catalogue at the address that errors lead to', () => {
  const places = new Set(sectionsOf('reference/errors', textOf('reference/errors')).map(({ id }) => id));
  for (const [name, { detailedErrorCode }] of Object.entries(errorCatalogue)) {
    expect(places, name).toContain(errorHelp(detailedErrorCode));
  }
});

it('shows of a long text the part that fits, with the terms marked', () => {
  const text = `${'before '.repeat(40)}the retry schedule${' after'.repeat(60)}`;
  expect(snippetOf(text, ['retry'])).toMatch(/^…before .*retry schedule.*…$/);
  expect(splitAtTerms('Retry, then retry.', ['retry'])).toEqual(['', 'Retry', ', then ', 'retry', '.']);
  expect(splitAtTerms('a(b', ['('])).toEqual(['a', '(', 'b']);
});

it('is searched and read offline, and tells what an error means', async () => {
  const host = await testHost();
  const page = await openUi(browser(), host, { path: '/help', expected: /503/ });
  await untilLive(page);
  await page.getByRole('textbox', { name: 'Search Help' }).fill('retry schedule');
  const results = page.getByRole('region', { name: 'Results' });
  await results.locator('mark').first().waitFor();
  await results.getByRole('link').first().click();
  await page.getByRole('article').waitFor();
  await page.goto(`${host.ready.deskUrl}/help/guides/webhook-migration`);
  await page.getByRole('heading', { level: 2, name: 'Migrate webhooks' }).waitFor();
  await expectAccessible(page, true);

  await page.route('**/api/endpoints*', (route) =>
    route.fulfill({
      status: 503,
      json: {
        statusCode: 503,
        error: 'Alert a not found.',
        correlationId: 'a'.repeat(32),
        canBeRetried: 'No',
        detailedErrorCode: errorCatalogue['alert.notFound'].detailedErrorCode,
      },
    }),
  );
  await page.getByRole('link', { name: 'Endpoints', exact: true }).click();
  await page.getByRole('link', { name: 'Help on this screen' }).click();
  await page.getByRole('dialog', { name: 'Help' }).getByText('Webhook endpoints').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('What does this mean?').first().click();
  const panel = page.getByRole('dialog', { name: 'Help' });
  const row = panel.locator('[data-shown]');
  await row.getByText('alert.notFound').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});
