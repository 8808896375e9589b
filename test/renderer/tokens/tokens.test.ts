import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { sealedTo } from '#base/age/seal.ts';
import type { TokenBehaviour, TokenSet } from '#contract/sandbox.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
// Each goes through several screens, and has axe look at them in both themes.
vi.setConfig({ testTimeout: 60_000 });

/** Rows as an integrator would list them, with headers that are not all known. */
const listOf = (sets: readonly TokenSet[], ...more: string[]): string => {
  const lines = sets.map(({ credentials: { accessToken, refreshToken, tenantId } }, n) =>
    [`acme-${n + 1}`, `Customer ${n + 1}`, accessToken, refreshToken, tenantId].join(','),
  );
  return ['Our key,Customer name,Secret one,refreshToken,tenantId', ...lines, ...more].join('\n');
};

const tokens = async (
  desk: Call,
  behaviours: Partial<Record<TokenBehaviour, number>>,
): Promise<TokenSet[]> => {
  const sets: TokenSet[] = [];
  for (const [behaviour, count] of Object.entries(behaviours)) {
    const { body } = await desk('POST', '/api/simulator/tokens', { platformKey: 'gbol', behaviour, count });
    sets.push(...body.results);
  }
  return sets;
};

/** A case on a service whose clock is virtual, so that a run waits for who advances it. */
const start = async (behaviours: Partial<Record<TokenBehaviour, number>>) => {
  const dataDir = temporaryFolder();
  const host = await testHost({ dataDir, clock: 'virtual' });
  const { desk } = host;
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  const sets = await tokens(desk, behaviours);
  return { ...host, dataDir, id, at: `/cases/${id}/tokens`, sets };
};

/** The same, with the rows taken in. */
const imported = async (behaviours: Partial<Record<TokenBehaviour, number>>) => {
  const started = await start(behaviours);
  const { desk, id, sets } = started;
  const mapping = { ref: 'Our key', accessToken: 'Secret one' };
  const request = { content: listOf(sets), platformKey: 'gbol', mapping };
  const { body } = await desk('POST', `/api/cases/${id}/tokens/imports`, request);
  const job = async () => (await desk('GET', `/api/jobs/${body.id}`)).body;
  // A long list is read in a thread, which starts from the sources here: seconds, on a machine that is busy.
  await until(async () => (await job()).state !== 'running');
  expect(await job()).toMatchObject({ state: 'done' });
  return started;
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const follow = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).click();

test('a list is checked cell by cell, mapped and taken in, and its tokens show up nowhere', async () => {
  const { id, at, sets, dataDir, desk, ready } = await start({ good: 3 });
  const page = await openUi(browser(), { desk, ready }, { path: at });
  await page.getByText('No tokens imported').waitFor();
  await follow(page, 'Import tokens');

  const { recipient } = (await desk('GET', '/api/identity')).body.sealing;
  await page.getByText(`carryover seal FILE --to ${recipient}`).waitFor();
  // A check that has ended before the page knows that it began.
  await page.route('**/tokens/imports', async (route) => {
    const response = await route.fetch();
    const { id: jobId } = await response.json();
    await until(async () => (await desk('GET', `/api/jobs/${jobId}`)).body.state !== 'running');
    await page.title();
    await route.fulfill({ response });
  });
  const list = listOf(sets, 'acme-9,Broken,,planted-refresh-token,no-uuid');
  const sealed: Uint8Array[] = [];
  for await (const part of sealedTo(recipient, Readable.from([Buffer.from(list)]))) sealed.push(part);
  const buffer = Buffer.concat(sealed);
  await page.getByLabel('List of tokens').setInputFiles({
    name: 'customers.csv.age',
    mimeType: 'application/octet-stream',
    buffer,
  });
  await page.getByText('Platform not found').waitFor();
  const platform = page.getByRole('combobox', { name: 'Platform of all rows' });
  // It has the focus, and its list does not cover the alert that says why.
  await expect.poll(() => platform.and(page.locator(':focus')).count()).toBe(1);
  expect(await page.getByRole('option').count()).toBe(0);
  await platform.fill('Xero');
  await page.getByRole('option', { name: /Xero/ }).click();
  await page
    .getByText(/accessToken/)
    .first()
    .waitFor();
  await button(page, 'Column mapping').click();
  const column = page.getByRole('combobox', { name: 'Access token' });
  await column.fill('Secret one');
  await column.blur();
  await button(page, 'Import 3 rows').waitFor();
  const key = page.getByRole('combobox', { name: 'Company reference' });
  await key.fill('Our key');
  await key.blur();
  const problems = page.getByRole('region', { name: 'Problems by row and column' });
  await problems.getByRole('row', { name: /5 acme-9 Secret one/ }).waitFor();
  await expectAccessible(page);
  await button(page, 'Import 3 rows').click();
  await page.getByText('Imported: 3 rows ready').waitFor();
  await page.getByText(hash('sha256', buffer)).waitFor();

  const { body } = await desk('GET', `/api/cases/${id}/tokens/rows`);
  expect(body.results.map(({ ref, state }: Record<string, string>) => `${ref} ${state}`)).toEqual([
    'acme-1 ready',
    'acme-2 ready',
    'acme-3 ready',
    'acme-9 invalid',
  ]);
  const shown = `${await page.content()} ${await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))}`;
  expect(shown).not.toContain(sets[0]?.credentials.accessToken);
  expect(shown).not.toContain('planted-refresh-token');
  await expect.poll(() => readdirSync(join(dataDir, 'uploads'))).toEqual([]);
});

test('what was rehearsed is run, followed as it goes, and its failures are told by cause', async () => {
  const { at, desk, ready } = await imported({ good: 3, revoked: 2 });
  const page = await openUi(browser(), { desk, ready }, { path: `${at}/rehearse` });
  await page.getByLabel('Revoked').fill('1');
  await page.getByText('5 rows: 1 with a problem, 4 valid').waitFor();
  await button(page, 'Start rehearsal').click();
  await page
    .getByRole('region', { name: 'Rows by behaviour' })
    .getByText('1 Needs reauthorization')
    .waitFor();

  await follow(page, 'Plan run');
  await button(page, 'Show plan').click();
  await page.getByText('5 rows to migrate.').waitFor();
  await expectAccessible(page);
  await button(page, 'Start run').click();
  await page.getByText('0 of 5 rows done, 5 syncing').waitFor();
  await page.getByText(/wait for the virtual clock/).waitFor();
  await button(page, 'Pause run').click();
  await page.getByText(/Nothing is sent until the run is resumed/).waitFor();
  await desk('POST', '/api/clock/advance', { by: 'PT10M' });
  await button(page, 'Resume run').click();
  await page.getByText('3 of 5 rows done, 2 failed').first().waitFor();
  const comparison = page.getByRole('region', { name: 'Rehearsal and run' });
  await comparison
    .getByRole('columnheader', { name: /^Rehearsal, / })
    .locator('time')
    .waitFor();
  await comparison
    .getByRole('columnheader', { name: /^Run, / })
    .locator('time')
    .waitFor();
  await page.getByRole('region', { name: 'Results by company' }).getByText('acme-5').waitFor();
  await expectAccessible(page);

  await page.getByRole('table', { name: 'Failures by cause' }).getByRole('link').click();
  await page.waitForURL('**/tokens?cause=needs-reauthorization');
  const rows = page.getByRole('region', { name: 'Rows', exact: true }).last();
  await expect.poll(() => rows.getByRole('row').count()).toBe(3);
  await rows.getByRole('row', { name: /acme-5/ }).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Ask the customer to connect again').last().waitFor();
  await drawer.getByText(/\d+ calls from the ledger/).waitFor();
  await expectAccessible(page);
  await drawer.getByRole('link', { name: 'Retry row' }).click();
  await button(page, 'Show plan').click();
  await page.getByText('1 row to retry.').waitFor();
});

test('calls to a remote target are looked at before they are sent, and an undo after its plan', async () => {
  const { id, at, desk, api, ready } = await imported({ good: 2 });
  const target = { name: 'Production', baseUrl: ready.apiUrl, apiKey: ready.apiKey };
  const { body: added } = await desk('POST', '/api/targets', target);
  const { revision } = (await desk('GET', `/api/cases/${id}`)).body;
  await desk('PATCH', `/api/cases/${id}`, { revision, changes: { targetId: added.id } });
  const companies = async () => (await api('GET', '/companies')).body.totalResults;

  const page = await openUi(browser(), { desk, ready }, { path: `${at}/run?kind=pilot`, expected: /409/ });
  await page.getByLabel('Reference').fill('acme-2');
  await button(page, 'Start pilot').click();
  const asked = page.getByRole('dialog', { name: 'This changes “Production”' });
  await asked.getByText('POST /companies', { exact: true }).waitFor();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Send nothing' }).click();
  await asked.waitFor({ state: 'hidden' });
  expect(await companies()).toBe(0);
  await button(page, 'Start pilot').click();
  await asked.getByRole('button', { name: 'Start pilot' }).click();
  await page.getByText('0 of 1 row done, 1 syncing').waitFor();
  expect(await companies()).toBe(1);
  await button(page, 'Cancel pilot…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel pilot' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();

  await follow(page, 'Undo…');
  expect(await button(page, 'Start undo').isDisabled()).toBe(true);
  await button(page, 'Show plan').click();
  await page.getByText('1 row to undo.').waitFor();
  await button(page, 'Start undo').click();
  await asked.getByRole('button', { name: 'Start undo' }).click();
  await page.getByText('1 of 1 row undone').waitFor();
  expect(await companies()).toBe(0);
  await follow(page, 'Runs');
  await page
    .getByRole('region', { name: 'Runs' })
    .last()
    .getByRole('row', { name: /Undo Done “Production”/ })
    .waitFor();
});

test('thousands of rows are scrolled, searched and filtered, and the address keeps the filters', async () => {
  const { at, desk, ready } = await imported({ good: 1300 });
  const page = await openUi(browser(), { desk, ready }, { path: at });
  const rows = page.getByRole('region', { name: 'Rows', exact: true }).last();
  await rows.getByText('acme-1', { exact: true }).waitFor();
  await expect
    .poll(async () => {
      await rows.evaluate((element: { scrollTop: number; scrollHeight: number }) => {
        element.scrollTop = element.scrollHeight;
      });
      return rows.getByText('acme-1300').count();
    })
    .toBe(1);
  expect(await rows.getByRole('row').count()).toBeLessThan(60);

  await page.getByLabel('Search rows').fill('CUSTOMER 130');
  await page.waitForURL('**/tokens?q=CUSTOMER+130');
  await page.getByText('2 of 1,300 rows').waitFor();
  await page.reload();
  await page.getByText('2 of 1,300 rows').waitFor();
  await page.getByLabel('Search rows').fill('x'.repeat(300));
  expect(await page.getByLabel('Search rows').inputValue()).toHaveLength(200);
  await button(page, 'Clear search').click();
  expect(await page.getByLabel('Search rows').inputValue()).toBe('');
  // Once the list is whole again, there are no filters to clear, and no button for it.
  await rows.getByText('acme-1', { exact: true }).waitFor();
  await page.getByLabel('Search rows').fill('none of them');
  await page.getByText('No matching rows').waitFor();
  await button(page, 'Clear filters').last().click();
  await rows.getByText('acme-1', { exact: true }).waitFor();
  await page.getByText('Ready 1,300').click();
  await page.waitForURL('**/tokens?state=ready');
  await expectAccessible(page);
});

test('starts a run for selected rows from the bar below them, and watches it', async () => {
  const host = await imported({ good: 8 });
  const page = await openUi(browser(), host, { path: `${host.at}` });
  const table = page.getByRole('region', { name: 'Rows', exact: true });
  await table.getByRole('row', { name: /acme-8/ }).waitFor();
  // A click selects, and rows have the keys from then on.
  await table.getByRole('checkbox', { name: 'Select acme-2' }).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByText('1 selected').waitFor();
  for (let n = 0; n < 4; n += 1) await page.keyboard.press('Shift+ArrowDown');
  await bar.getByText('5 selected').waitFor();
  await expectAccessible(page, true);
  expect(await table.locator('[aria-selected="true"]').count()).toBe(5);
  // The bar covers no row: it is below what scrolls.
  const [content, docked] = [await page.locator('#main').boundingBox(), await bar.boundingBox()];
  expect(docked?.y).toBeGreaterThanOrEqual((content?.y ?? 0) + (content?.height ?? 0) - 1);
  await page.getByRole('status').filter({ hasText: '5 selected' }).waitFor({ state: 'attached' });

  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Run: selected rows' });
  await dialog.getByText('5 rows to migrate. Nothing sent yet.').waitFor();
  await expectAccessible(page, true);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/tokens\/runs\//);
  const { results } = (await host.desk('GET', `/api/cases/${host.id}/tokens/runs`)).body;
  expect(results).toMatchObject([{ kind: 'run', counts: { rows: 5 } }]);

  // The control room has the thresholds that the start offered, and changes them while it runs.
  await page.getByRole('heading', { name: 'Throughput' }).waitFor();
  await page.getByText('10 % failed after 20 rows · 10 failed in a row').waitFor();
  await expectAccessible(page, true);
  await page.getByRole('button', { name: 'Thresholds…' }).click();
  await page.getByRole('textbox', { name: 'Pause at failures in a row' }).fill('3');
  await page.getByRole('button', { name: 'Save thresholds' }).click();
  await page.getByText('10 % failed after 20 rows · 3 failed in a row').waitFor();
  await host.desk('POST', `/api/cases/${host.id}/tokens/runs/cancel`);

  // Back returns to the selection; Ctrl+A takes all of the filter, Esc none.
  await page.goBack();
  await bar.getByText('5 selected').waitFor();
  await table.getByRole('row', { name: /acme-3/ }).focus();
  await page.keyboard.press('Control+a');
  await bar.getByText('8 selected').waitFor();
  await page.keyboard.press('x');
  await bar.getByText('7 selected').waitFor();
  await bar.getByRole('button', { name: 'Select all 8 rows' }).waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
});

test('a sample of the migrated companies is read back, and its result stays on record', async () => {
  const host = await imported({ good: 3 });
  const { desk, id } = host;
  const run = (await desk('POST', `/api/cases/${id}/tokens/runs`, {})).body;
  const state = async () => (await desk('GET', `/api/cases/${id}/tokens/runs/${run.id}`)).body.state;
  await until(async () => {
    await desk('POST', '/api/clock/advance', { by: 'PT1M' });
    return (await state()) !== 'running';
  });
  expect(await state()).toBe('done');
  const page = await openUi(browser(), host, { path: `${host.at}/runs` });
  await page.getByText('No sample read back yet.').waitFor();
  await page.getByRole('textbox', { name: 'Companies' }).fill('2');
  await page.getByRole('textbox', { name: 'Seed' }).fill('spring');
  await button(page, 'Read back').click();
  await page.getByText('2 of 3 migrated').waitFor();
  // A figure, and a row for each.
  expect(await page.getByText('As expected', { exact: true }).count()).toBe(3);
  await expectAccessible(page);
  expect((await desk('GET', `/api/cases/${id}/tokens/samples`)).body.results).toMatchObject([
    { seed: 'spring', of: 3, rows: [{ outcome: 'as-expected' }, { outcome: 'as-expected' }] },
  ]);
});

test('selected rows are excluded with who approved it and why, shown so, and included again', async () => {
  const host = await imported({ good: 4 });
  const page = await openUi(browser(), host, { path: host.at });
  const table = page.getByRole('region', { name: 'Rows', exact: true });
  await table.getByRole('checkbox', { name: 'Select acme-2' }).click();
  await table.getByRole('checkbox', { name: 'Select acme-3' }).click();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Exclude…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exclude 2 rows from the migration' });
  await dialog.getByLabel('Approved by').fill('Kim Park');
  await dialog.getByLabel('Reason').fill('Sold to another group');
  await expectAccessible(page, true);
  await dialog.getByRole('button', { name: 'Exclude', exact: true }).click();
  const excluded = table.getByRole('row', { name: /acme-2/ });
  await excluded.getByText('Kim Park: Sold to another group').waitFor();
  await excluded.getByText('Excluded', { exact: true }).waitFor();
  await page.getByText('Excluded 2').click();
  await page.waitForURL('**/tokens?state=excluded');
  await table.getByText('acme-1', { exact: true }).waitFor({ state: 'detached' });
  await expectAccessible(page);
  expect((await host.desk('GET', `/api/cases/${host.id}/tokens/counts`)).body.states).toEqual({
    ready: 2,
    excluded: 2,
  });

  await table.getByRole('checkbox', { name: 'Select acme-3' }).click();
  await bar.getByRole('button', { name: 'Include again…' }).click();
  const again = page.getByRole('dialog', { name: 'Include 1 row again' });
  await again.getByLabel('Reason').fill('They stay');
  await again.getByRole('button', { name: 'Include again' }).click();
  await page.getByText('Excluded 1').waitFor();
  await table.getByText('acme-3', { exact: true }).waitFor({ state: 'detached' });
});
