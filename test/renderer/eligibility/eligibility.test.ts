import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dropFiles } from '#test/support/drop-files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();

/** A host with a case, and its screen. */
const opened = async (alone = false) => {
  const dataDir = temporaryFolder();
  const host = await testHost({ dataDir });
  const hook = 'http://127.0.0.1:9/hook';
  const emails = ['ops@example.com'];
  await host.api('POST', '/rules', { type: 'Sync Failed', notifiers: { webhook: hook, emails } });
  const { body } = await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  const path = `/cases/${body.id}/eligibility`;
  const page = await openUi(browser(), host, { path, alone });
  await page.getByRole('heading', { name: /^Drop the integrator/ }).waitFor();
  const seen = async () => (await host.desk('GET', `/api${path}`)).body;
  return { host, dataDir, page, path, seen };
};

const blocking = [
  "app.post('/hooks', ({ body }) => {",
  '  if (body.RuleId === wanted) book(body);',
  '});',
  "const alerts = await fetch(base + '/rules/alerts');",
];
const fixed = [
  "app.post('/hooks', ({ body }) => {",
  "  if (body.RuleType === 'Sync Failed') book(body);",
  '});',
];

const application = (lines: readonly string[]): string => {
  const folder = join(temporaryFolder(), 'acme-app');
  for (const [file, text] of [
    ['app/hooks.js', lines.join('\n')],
    ['.gitignore', 'dist/'],
    ['dist/bundle.js', 'body.RuleId'],
    ['node_modules/x/index.js', 'body.RuleId'],
  ] as const) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
};

const part = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Part of eligibility' }).getByText(name, { exact: true }).click();

const check = async (page: Page, ...paths: string[]) => {
  await dropFiles(page, ...paths);
  await page.getByRole('button', { name: 'Start check' }).click();
};

it('leads from blocked to eligible, and from the request to the verified cutover, without a reload', async () => {
  const { host, dataDir, page } = await opened();
  await check(page, application(blocking));
  await page.getByText('Blocked: 2 checks failed').waitFor();
  await page.getByText('Check finished').waitFor();
  await page.getByRole('button', { name: 'Logic that uses RuleId', exact: true }).first().click();
  await page.getByRole('button', { name: 'app/hooks.js:2', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('acme-app.zip').waitFor();
  expect(await drawer.locator('[aria-current]').textContent()).toContain('2if (body.RuleId === wanted)');
  expect(await drawer.getByRole('rowheader').allTextContents()).toEqual(['2', '4']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  // One that finishes above what is in sight says so where one looks.
  const scrolled = Promise.withResolvers<void>();
  await page.route('**/api/jobs', async (route) => {
    const response = await route.fetch();
    const { results } = await response.json();
    if (results.every(({ state }: { state: string }) => state !== 'running')) await scrolled.promise;
    await route.fulfill({ response });
  });
  await check(page, application(fixed));
  await page.getByText('Check running').first().waitFor();
  await page.setViewportSize({ width: 1280, height: 400 });
  // Whichever of the elements scrolls.
  await page.evaluate(`for (const one of document.querySelectorAll('#main, #main div')) one.scrollTop = 1e9`);
  scrolled.resolve();
  await page.getByRole('button', { name: 'Show result' }).click();
  const notice = page.getByRole('region', { name: 'Check finished' });
  await expect.poll(async () => (await notice.boundingBox())?.y).toBeGreaterThan(100);
  await page.unrouteAll({ behavior: 'wait' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByText('Eligible: the migration can be requested').waitFor();
  await page.getByText('Verdict: Blocked → Eligible').waitFor();
  await page.getByText(/^No longer found: app\/hooks.js:4: const alerts/).waitFor();
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual([]);

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const next = (to: string) => page.getByRole('link', { name: `Next: ${to}` }).click();
  await page.getByRole('link', { name: 'Open cutover' }).click();
  await press('Plan cutover');
  await press('Freeze plan');
  await page.getByText('Plan, frozen').waitFor();
  await page.getByRole('link', { name: /Requested/ }).click();
  await press('Draft request');
  await press('Mark as sent…');
  await page.getByLabel('Sent by').fill('Jo');
  await press('Mark as sent');
  await page.getByRole('button', { name: 'Mark as confirmed…' }).waitFor();
  await expectAccessible(page);
  await next('grant');
  await press('Apply plan…');
  await page.getByLabel('Granted by').fill('Sam');
  await press('Apply plan');
  await page.getByText('Granted: 1 endpoint created').waitFor();
  await next('verify');
  await press('Verify cutover');
  await page.getByText('Cutover complete: everything expected was found.').waitFor();
  expect((await host.api('GET', '/webhooks')).body.results).toHaveLength(1);

  // From now on nothing is requested any more: badge, verdict, to-dos and the panel of a check say so.
  await page.getByTitle('Webhook migration').getByText('Migrated', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Eligibility', exact: true }).click();
  await page.getByText('Migrated: the cutover is confirmed').waitFor();
  await page.locator('[data-row="company-agnostic"] button').first().click();
  await page.getByText('Nothing to request: the cutover is confirmed.').waitFor();
  const text = await page.locator('main').textContent();
  expect(text).not.toMatch(/can be requested|Request the migration/);
}, 60_000);

it('keeps what people say on record, and takes each back by an undo', async () => {
  const { page, seen } = await opened();
  await check(page, application(blocking));
  const chosen = page.getByRole('button', { name: 'Logic that uses RuleId', exact: true }).first();
  await chosen.click();
  await expect.poll(() => chosen.getAttribute('aria-current')).toBe('true');
  const panel = page.locator(`#${await chosen.getAttribute('aria-controls')}`);
  await panel.getByRole('region', { name: 'Logic that uses RuleId' }).waitFor();
  const stateOf = async (row: string) =>
    (await seen()).verdict.rows.find((one: { row: string }) => one.row === row).state;

  await page.getByRole('button', { name: 'Dismiss app/hooks.js:2' }).click();
  await page.getByLabel('Reason').fill(' ');
  await page.getByRole('button', { name: 'Dismiss finding' }).click();
  await page.getByText('Enter text, not only spaces.').waitFor();
  await page.getByLabel('Reason').fill('Of another API');
  await page.getByRole('button', { name: 'Dismiss finding' }).click();
  await page.getByText('Dismissed: 1 finding').waitFor();
  expect((await seen()).dismissals[0].reason).toBe('Of another API');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Evidence: 1 finding').waitFor();

  // The same for the selected ones.
  const bar = page.getByRole('region', { name: 'Selection' });
  await page.getByRole('checkbox', { name: 'Select app/hooks.js:2' }).check();
  await bar.getByRole('button', { name: 'Dismiss…' }).click();
  await page.getByLabel('Reason').fill('Of another product');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss 1 finding' }).click();
  await page.getByText('Dismissed: 1 finding').waitFor();
  await bar.waitFor({ state: 'detached' });
  expect((await seen()).dismissals[0].reason).toBe('Of another product');
  await page.getByRole('checkbox', { name: 'Select app/hooks.js:2' }).check();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('1 finding restored.').waitFor();
  await page.getByText('Evidence: 1 finding').waitFor();

  await page.getByRole('button', { name: 'Answer manually…' }).click();
  expect(await page.getByRole('radio', { name: 'Not found' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Override result…' }).click();
  await page.getByLabel('Stated by').fill('Jo');
  await page.getByLabel('Reason').fill('Dead code');
  await page.getByRole('button', { name: 'Override result', exact: true }).click();
  await page.getByText('Overridden: not found', { exact: true }).waitFor();
  await expectAccessible(page);
  expect(await stateOf('rule-id')).toBe('absent');
  await page.getByRole('button', { name: 'Withdraw override' }).click();
  await page.getByText('Overridden: not found', { exact: true }).waitFor({ state: 'detached' });
  expect(await stateOf('rule-id')).toBe('present');

  await page.getByRole('button', { name: /^Auth header set in the portal/ }).click();
  await page.getByRole('button', { name: 'Answer manually…' }).click();
  await page.getByRole('radio', { name: 'Not found' }).check();
  await page.getByLabel('Stated by').fill('Jo');
  await page.getByLabel('Source of the answer').fill('Looked it up');
  await page.getByRole('button', { name: 'Save answer' }).click();
  await page.getByText('Answered: not found', { exact: true }).waitFor();
  expect(await stateOf('auth-header-portal')).toBe('absent');

  await part(page, 'History');
  await page.getByText('First verdict.').waitFor();
  await expectAccessible(page);
}, 60_000);

it('watches the local service, reads logs that are chosen, and shows recipes for mails', async () => {
  const { host, page } = await opened();
  await part(page, 'Observation');
  await page.getByLabel('Observation name').fill('staging');
  await page.getByRole('button', { name: 'Start observation' }).click();
  await page.getByRole('heading', { name: 'staging' }).waitFor();
  await host.api('GET', '/rules/alerts');
  await page.getByRole('cell', { name: 'GET /rules/alerts' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End observation staging' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End observation' }).click();
  await page.getByText('Ended', { exact: true }).waitFor();

  await part(page, 'Email recipes');
  await page.getByText('expenses.sync.unsuccessful').waitFor();
  await expectAccessible(page);

  const log = join(temporaryFolder(), 'access.log');
  writeFileSync(log, 'this is\nno log\n');
  await page.getByRole('button', { name: 'Check eligibility…' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files…' }).click();
  await (await choosing).setFiles(log);
  expect(await page.getByLabel('Type of access.log').inputValue()).toBe('traffic');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start check' }).click();
  await page.getByText('The log format of').waitFor();

  writeFileSync(
    log,
    '10.0.0.7 - - [02/Mar/2026:10:00:00 +0000] "GET /rules/alerts HTTP/1.1" 200 2 "-" "acme/1"\n',
  );
  await page.getByRole('button', { name: 'Edit check…' }).click();
  await page.getByRole('button', { name: 'Remove access.log' }).click();
  // The next element is entered before the last one is left.
  const overlay = page.getByText('Drop to check');
  const dataTransfer = await page.evaluateHandle(
    `(() => { const files = new DataTransfer(); files.items.add(new File([''], 'a.log')); return files; })()`,
  );
  await page.locator('body').dispatchEvent('dragenter', { dataTransfer });
  await overlay.waitFor();
  await overlay.dispatchEvent('dragenter', { dataTransfer });
  await page.locator('body').dispatchEvent('dragleave', { dataTransfer });
  expect(await overlay.isVisible()).toBe(true);
  await overlay.dispatchEvent('dragleave', { dataTransfer });
  await overlay.waitFor({ state: 'detached' });
  await dropFiles(page, log);
  await page.getByRole('button', { name: 'Start check' }).click();
  await part(page, 'Evidence');
  await page.getByRole('row', { name: /Traffic log/ }).click();
  await page.getByRole('dialog').getByText('Results').waitFor();
  await expectAccessible(page);
}, 60_000);

it('can be cancelled while it sends, and sends nothing in the app, where paths are known', async () => {
  const { host, page, path } = await opened(true);
  const folder = application(fixed);
  await page.route('**/api/uploads*', () => {});
  await check(page, folder);
  await page.getByText('Uploading acme-app').waitFor();
  await page.getByRole('button', { name: 'Cancel check' }).click();
  await page.getByText('Preparing check').waitFor({ state: 'detached' });
  expect((await host.desk('GET', '/api/jobs')).body.results).toEqual([]);

  await page.addInitScript((chosen) => {
    const running = { state: 'running' };
    const bridge = {
      platform: 'linux',
      pathOf: () => '',
      chooseFolder: async () => chosen,
      hostState: async () => running,
      onHostState: () => () => {},
      desks: async () => ({ teams: [] }),
      onDesks: () => () => {},
      onOpening: () => () => {},
      ready: () => {},
    };
    Object.assign(globalThis, { carryover: bridge });
  }, folder);
  // Main lets the page in, which may name paths then.
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${host.ready.deskToken}` });
  await page.goto(host.ready.deskUrl + path);
  await page.getByRole('button', { name: 'Choose folder…' }).click();
  await page.getByRole('button', { name: 'Start check' }).click();
  await page.getByText('Eligible: the migration can be requested').waitFor();
}, 60_000);

it('leads from a check to the mentions to review, which are dismissed by group with a reason and restored', async () => {
  const { page, seen } = await opened();
  const folder = join(temporaryFolder(), 'acme-app');
  mkdirSync(folder);
  // In a language that nobody knows: 60 lines of one file, and one of another.
  writeFileSync(join(folder, 'old.qqq'), 'once Retry-After goes\n'.repeat(60));
  writeFileSync(join(folder, 'new.qqq'), 'once Retry-After goes\n');
  await check(page, folder);
  await page.getByRole('button', { name: '61 mentions to review' }).click();
  const group = page.getByRole('region', { name: 'Retry-After in acme-app' });
  const table = group.getByRole('region', { name: 'Mentions: Retry-After' });
  await table.getByText('new.qqq:1').waitFor();
  // Only those in sight are drawn.
  expect(await table.getByRole('row').count()).toBeLessThan(50);
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  // A range, and all that are dismissed, by the bar.
  const bar = page.getByRole('region', { name: 'Selection' });
  const box = (where: string) => table.getByRole('checkbox', { name: `Select ${where}`, exact: true });
  await box('new.qqq:1').check();
  await box('old.qqq:3').click({ modifiers: ['Shift'] });
  await bar.getByText('4 selected').waitFor();
  await bar.getByRole('button', { name: 'Dismiss…' }).click();
  await dialog.getByLabel('Reason').fill('Of our own tests');
  await dialog.getByRole('button', { name: 'Dismiss 4 mentions' }).click();
  await page.getByText('4 mentions dismissed.').waitFor();
  await group.getByText('Dismissed 4').click();
  await box('new.qqq:1').check();
  await page.keyboard.press('Control+A');
  await bar.getByText('4 selected').waitFor();
  await bar.getByRole('button', { name: 'Restore' }).click();
  await group.getByText('No dismissed mentions.').waitFor();
  expect((await seen()).mentionDismissals).toEqual([]);
  await group.getByText('To review 61').click();

  await group.getByRole('button', { name: 'Dismiss old.qqq:1', exact: true }).click();
  await dialog.getByRole('radio', { name: 'All 60 in old.qqq' }).check();
  await dialog.getByLabel('Reason').fill('Of our own queue');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Dismiss 60 mentions' }).click();
  await group.getByText('Dismissed 60').click();
  await group.getByText('Of our own queue').first().waitFor();
  expect((await seen()).mentionDismissals).toMatchObject([{ reason: 'Of our own queue' }]);
  await group.getByRole('button', { name: 'Restore old.qqq:1', exact: true }).click();
  await group.getByText('Dismissed 59').waitFor();

  await group.getByRole('button', { name: 'Dismiss all 2…' }).click();
  await dialog.getByLabel('Reason').fill('The same');
  await dialog.getByRole('button', { name: 'Dismiss 2 mentions' }).click();
  await group.getByText('Dismissed 61').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await part(page, 'Checks');
  await expect.poll(() => page.getByRole('button', { name: /to review$/ }).count()).toBe(0);

  // A log whose hosts nobody named asks which of them are this API's.
  const log = join(temporaryFolder(), 'calls.jsonl');
  const calls = ['https://api.example.com/companies', 'https://alarms.example.net/rules/alerts'];
  const entries = Array.from({ length: 20 }, (_, at) => ({
    time: `2026-03-${String(at + 1).padStart(2, '0')}T10:00:00Z`,
    method: 'GET',
    url: calls[at % 2],
  }));
  writeFileSync(log, entries.map((entry) => JSON.stringify(entry)).join('\n'));
  await check(page, log);
  await page.getByText('Question', { exact: true }).waitFor();
  await page.getByRole('row', { name: /^Calls to the alerts endpoints .*Question/ }).click();
  const hosts = page.getByRole('group', { name: "Which hosts are this API's?" });
  await hosts.getByText('10 calls, 10 to possible alerts endpoints').waitFor();
  await hosts.getByRole('checkbox', { name: 'api.example.com' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save hosts' }).click();
  await hosts.waitFor({ state: 'detached' });
  const traffic = (await seen()).evidence.findLast(
    ({ collector }: { collector: string }) => collector === 'traffic',
  );
  expect(traffic.traffic).toMatchObject({ isOpen: false, named: ['api.example.com'] });
}, 60_000);
