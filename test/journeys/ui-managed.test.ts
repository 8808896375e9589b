import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
/** For a machine that has much else to do; all that is waited for is a condition. */
const patience = { timeout: 60_000 };

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });
const follow = (page: Page, list: string, name: string | RegExp) =>
  page.getByRole('navigation', { name: list }).getByRole('link', { name }).click();

/** Does something that saves a file, and reads that. */
const saved = async (page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
};

/** The label says too that a detail is missing, until one is chosen. */
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: new RegExp(`^${label}( Missing)?$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** Simulated tokens from the screen of the local API: rows of `accessToken,refreshToken,realmId`. */
const issue = async (page: Page, count: number, behaviour: string): Promise<string[]> => {
  await page.getByLabel('Number of token sets').fill(String(count));
  await choose(page, 'Behaviour', behaviour);
  await press(page, 'Issue tokens');
  await page
    .getByRole('heading', { name: `${count} token ${count === 1 ? 'set' : 'sets'} issued` })
    .waitFor();
  const { text } = await saved(page, () => press(page, 'Export CSV'));
  const [head = '', ...rows] = text.trim().split('\r\n');
  expect(head).toBe('id,platformKey,behaviour,issued,accessToken,refreshToken,realmId');
  return rows.map((row) => row.split(',').slice(4).join(','));
};

/** The integrator's list; its rows are numbered from `first`. */
const listOf = (tokens: readonly string[], first: number): string => {
  const rows = tokens.map((row, at) => `B-${first + at},Bakery ${first + at},${row}`);
  const path = join(temporaryFolder(), 'customers.csv');
  writeFileSync(
    path,
    `${['Customer ref,Company name,accessToken,refreshToken,realmId', ...rows].join('\n')}\n`,
  );
  return path;
};

const importList = async (page: Page, path: string, rows: string): Promise<void> => {
  await choose(page, 'Platform of all rows', 'QuickBooks Online (qhyg)');
  await page.getByLabel('List of tokens').setInputFiles(path);
  await press(page, `Import ${rows}`);
  await page.getByText(`Imported: ${rows} ready`).waitFor();
};

/** Such as 2026-03-29; `days` after the present one. */
const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it('50 companies, from the first step to the exported report: from an empty data folder, without a reload', async () => {
  const host = await testHost({ clock: 'virtual' });
  const page = await openUi(browser(), host);
  page.setDefaultTimeout(patience.timeout);
  let loads = 0;
  page.on('load', () => loads++);
  const gate = (number: number) => page.getByRole('region', { name: `Step ${number}: ` });
  const done = (number: number) => gate(number).getByText('Done', { exact: true }).waitFor();
  const toStep = (title: string) => follow(page, 'Steps of the migration', title);
  const toCase = (part: string) => follow(page, 'Parts of the case', part);
  const say = async (name: string, words: string, action: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Name' }).fill(name);
    await field(page, 'Quoted message').fill(words);
    await press(page, action);
    await page.getByText(new RegExp(`^${name} \\(`)).waitFor();
  };
  const ended = (words: string) =>
    until(async () => {
      await host.desk('POST', '/api/clock/advance', { by: 'PT5M' });
      return page
        .getByText(words, { exact: true })
        .first()
        .waitFor({ timeout: 500 })
        .then(
          () => true,
          () => undefined,
        );
    });

  await page
    .getByRole('region', { name: 'Start a migration' })
    .getByRole('button', { name: 'New case' })
    .click();
  await field(page, /^Case name/).fill('bakeries');
  await page.getByLabel('OAuth tokens').check();
  await page.getByLabel('Webhooks').uncheck();
  await press(page, 'Create case');

  // What the integrator has: tokens of 50 customers, two of which another application has used up.
  await follow(page, 'Screens', 'Local API');
  await follow(page, 'Parts of the local API', 'Tokens');
  await choose(page, 'Platform', 'QuickBooks Online (qhyg)');
  const good = await issue(page, 49, 'Valid');
  const used = await issue(page, 2, 'Refresh token used');
  const [newest = '', ...others] = good;

  // Step 1: the runbook, the details, the companies.
  await follow(page, 'Screens', 'bakeries');
  await toCase('Managed');
  await page.getByRole('radio', { name: /^QuickBooks Online/ }).check();
  await press(page, 'Open runbook for QuickBooks Online');
  await gate(1).waitFor();
  for (const [label, value] of Object.entries({
    'Name of the application': 'Bakery Books',
    'OAuth client id': 'AB12cd34',
    'OAuth client secret': 'hush-hush-of-the-application',
    'Current token refresh': 'a nightly job',
  })) {
    await field(page, label).fill(value);
  }
  await page.getByRole('combobox', { name: 'Data types' }).click();
  await page.getByRole('option', { name: 'all', exact: true }).click();
  await page.getByRole('combobox', { name: 'Scopes' }).fill('com.intuit.quickbooks.accounting');
  await page.keyboard.press('Enter');
  await choose(page, 'Environment', 'production');
  await press(page, 'Save details');
  await page.getByRole('link', { name: 'Open tokens' }).click();
  await page.getByRole('link', { name: 'Import tokens' }).click();
  await importList(page, listOf([...others, ...used], 1), '50 rows');
  await toCase('Managed');
  await toStep('Supply');
  await done(1);

  // Step 2: an estimate, and a window that both parties agree to.
  await page.getByRole('link', { name: /^step 2/ }).click();
  await press(page, 'Create estimate');
  await page.getByText('QuickBooks Online: 50 companies, ').waitFor();
  // It has begun already: runs within it ask for no override.
  await field(page, 'Start date').fill(dayFrom(0));
  await page.getByLabel('Start hours').fill('00');
  await field(page, 'End date').fill(dayFrom(1));
  await press(page, 'Propose window');
  await say('Mia', 'That suits us.', "Record integrator's agreement");
  await say('Sam', 'Fine.', "Record support's agreement");
  await done(2);

  // Step 3: the callback URL, as the integrator registered it.
  await page.getByRole('link', { name: /^step 3/ }).click();
  const callback = await page.getByRole('region', { name: 'callback URL', exact: true }).textContent();
  await field(page, 'Registered URLs').fill(`https://bakery.example/oauth\n${callback}`);
  await press(page, 'Check list');
  await done(3);

  // Step 4: syncing is off in their old application.
  await page.getByRole('link', { name: /^step 4/ }).click();
  await page.getByRole('checkbox', { name: 'Select all 50 rows in the table' }).check();
  await page.getByRole('combobox', { name: 'Confirmed by' }).fill('Mia');
  await press(page, 'Confirm 50 companies');
  await done(4);

  // Step 5: one goes first. Its syncs wait for the clock, which is advanced where one is led to.
  await page.getByRole('link', { name: /^step 5/ }).click();
  await page.getByRole('combobox', { name: 'First company' }).fill('Bakery 7');
  await page.getByRole('option', { name: 'B-7, Bakery 7' }).click();
  await press(page, 'Show plan');
  await page.getByText('1 company to migrate. Nothing sent yet.').waitFor();
  await press(page, 'Migrate first company');
  await page.getByRole('link', { name: 'Open clock' }).click();
  await press(page, '1 hour');
  await press(page, 'Advance clock…');
  await press(page, 'Advance clock');
  await page.getByText('All due work is done.').waitFor();
  await follow(page, 'Screens', 'bakeries');
  await toCase('Managed');
  await ended('1 of 1 company done');
  await toStep('Migrate');
  await done(5);

  // Step 6: the others. Two fail; for one of them the integrator has the newest token, and it is retried.
  await page.getByRole('link', { name: /^step 6/ }).click();
  await press(page, 'Migrate 49 remaining companies');
  await ended('47 of 49 companies done, 2 failed');
  await page.getByRole('link', { name: '2 failed: Token replaced' }).waitFor();
  await toCase('Tokens');
  await page.getByRole('link', { name: 'Import tokens' }).click();
  await importList(page, listOf([newest], 49), '1 row');
  await toCase('Managed');
  await toStep('Complete');
  await press(page, 'Retry 2 failed companies');
  await ended('1 of 2 companies done, 1 failed');

  // The failure of the one that is left is accepted with a reason; then the handover is made and signed.
  expect(await page.getByRole('button', { name: 'Create document' }).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: /^Select all undecided/ }).check();
  await press(page, 'Accept failure…');
  await field(page, /^Reason/).fill('It connects again by itself.');
  await press(page, 'Accept failure');
  await page.getByText('Accepted', { exact: true }).waitFor();
  await press(page, 'Create document');
  for (const [name, party] of [
    ['Mia', 'integrator'],
    ['Sam', 'support'],
  ] as const) {
    await say(name, 'Bakery 50 will connect again by itself.', `Record ${party}'s sign-off`);
  }
  await done(6);

  // The report, as it was exported: every company, what failed and who signed.
  const save = async (format: RegExp) => {
    await press(page, 'Export report');
    return saved(page, () => page.getByRole('menuitem', { name: format }).click());
  };
  const report = await save(/^Markdown/);
  expect(report.name).toMatch(/^bakeries-managed-\d+\.md$/);
  expect(report.text).toContain('49 of 50 companies migrated; 1 failed. Causes: Token replaced \\(1\\).');
  for (const title of [
    'Supply migration and platform details',
    'Migrate first company',
    'Complete migration',
  ]) {
    expect(report.text).toMatch(
      new RegExp(`^### Step \\d: ${title}\n\n- Responsible: .*\n- State: done$`, 'm'),
    );
  }
  expect(report.text).toMatch(/Support.*signed off.*Sam.*Bakery 50 will connect again by itself/);
  const table = (await save(/^CSV/)).text;
  const secrets = [...good, ...used].flatMap((row) => row.split(',').slice(0, 2));
  expect(secrets.filter((secret) => report.text.includes(secret) || table.includes(secret))).toEqual([]);
  expect(loads).toBe(0);
}, 120_000);
