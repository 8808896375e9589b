import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
const path = '/local-api/scenarios';

const playFile = async (page: Page, file: string): Promise<void> => {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Play file…' }).click();
  await (await choosing).setFiles(file);
};

it('plays what comes with the product, and a file of one’s own, and tells what came of it', {
  timeout: 90_000,
}, async () => {
  const host = await testHost();
  const page = await openUi(browser(), host, { path, expected: /status of 400/ });
  const own = page.getByRole('region', { name: 'Scenarios' }).last();
  await own.getByRole('row').filter({ hasText: 'A rotation race' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play: A rotation race' }).click();
  const steps = page.getByRole('region', { name: 'Steps' });
  await page.getByText('As expected').waitFor();
  await page.getByText('26 of 26 steps done. Seed 7').waitFor();
  await steps.getByText('invoices of ada: AuthError').waitFor();
  await expectAccessible(page);
  expect((await host.api('GET', '/companies')).body.results).toEqual([]);

  // What came of it is still there after a visit elsewhere.
  await page
    .getByRole('navigation', { name: 'Parts of the local API' })
    .getByRole('link', { name: 'Keys' })
    .click();
  await page.getByText('At least one key is required').waitFor();
  await page
    .getByRole('navigation', { name: 'Parts of the local API' })
    .getByRole('link', { name: 'Scenarios' })
    .click();
  await page.getByText('26 of 26 steps done. Seed 7').waitFor();

  const file = join(temporaryFolder(), 'short.scenario.json');
  const write = (steps: readonly object[]): void =>
    writeFileSync(file, JSON.stringify({ name: 'Short', steps }));
  write([{ do: 'note' }, { do: 'explode' }]);
  await playFile(page, file);
  await page.getByText('step 2, do: do must be one of', { exact: false }).first().waitFor();
  await expectAccessible(page);
  // The same file again, once it is mended: it does not come out.
  write([
    { do: 'company', as: 'ada', name: 'Ada Ltd' },
    { at: 'PT2H', do: 'expectMessages', count: 7 },
  ]);
  await page.getByLabel('Seed').fill('12');
  await playFile(page, file);
  await page.getByText('Not as expected').waitFor();
  await page.getByText('1 of 2 steps done. Seed 12').waitFor();
  await page.getByText('step 2 (expectMessages at PT2H)').waitFor();
  await page.getByText('count: Expected exactly 7', { exact: false }).waitFor();
  await expectAccessible(page);
  writeFileSync(file, 'none');
  await playFile(page, file);
  await page.getByText('short.scenario.json is not JSON', { exact: false }).waitFor();
});

it('cancels one that plays, after a question; no other can be played meanwhile', {
  timeout: 90_000,
}, async () => {
  const host = await testHost();
  const page = await openUi(browser(), host, { path });
  const file = join(temporaryFolder(), 'long.scenario.json');
  // Attempts that get no response take 15 s of system time each.
  const steps = [
    { do: 'consumer', as: 'app' },
    { do: 'respond', consumer: 'app', connection: 'silent' },
    { do: 'endpoint', consumer: 'app' },
    { do: 'publish', eventType: 'company.created' },
    { do: 'expectReceived', consumer: 'app', at: 'P30D' },
  ];
  writeFileSync(file, JSON.stringify({ name: 'Long', steps }));
  await playFile(page, file);
  await page.getByText('3 of 5 steps').waitFor();
  expect(await page.getByRole('button', { name: 'Play: A rotation race' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel scenario…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel scenario' }).click();
  await page.getByRole('button', { name: 'Play: A rotation race' }).and(page.locator(':enabled')).waitFor();
  expect((await host.desk('GET', '/api/jobs')).body.results).toMatchObject([
    { kind: 'scenario', state: 'cancelled' },
  ]);
});
