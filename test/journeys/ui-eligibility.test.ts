import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { keyboardOf } from '#test/support/keyboard.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
/** For a machine that has much else to do; all that is waited for is a condition. */
const patience = { timeout: 60_000 };

const handler = `app.post('/hooks', async (request, response) => {
  const { RuleId, RuleType, CompanyId, Data } = request.body;
  if (RuleId === process.env.SYNC_RULE) await recordPayment(CompanyId, Data.dataType);
  else if (RuleType === 'Sync Failed') await warnOperator(CompanyId);
  response.sendStatus(200);
});
`;
const fixedHandler = handler
  .replace('{ RuleId, ', '{ ')
  .replace('RuleId === process.env.SYNC_RULE', "RuleType === 'Data sync completed'");
const poller = `const base = process.env.SERVICE_URL;

export const missedAlerts = async (key) =>
  (await fetch(base + '/rules/alerts', { headers: { authorization: key } })).json();
`;

/** The integrator's application, in a folder of its name. */
const application = (files: Readonly<Record<string, string>>): string => {
  const folder = join(temporaryFolder(), 'acme-app');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

/** Eight days of its calls, none of them to what will be gone. */
const trafficLog = (): string => {
  const calls = Array.from({ length: 8 * 24 }, (_, hour) =>
    JSON.stringify({
      time: new Date(Date.UTC(2026, 2, 2, hour)).toISOString(),
      method: 'GET',
      path: hour % 3 === 0 ? '/integrations' : '/companies?page=1',
      status: 200,
    }),
  );
  const path = join(temporaryFolder(), 'calls.jsonl');
  writeFileSync(path, `${calls.join('\n')}\n`);
  return path;
};

it('blocked, fixed, eligible: from an empty data folder, by the keyboard alone', async () => {
  const host = await testHost();
  const page = await openUi(browser(), host);
  page.setDefaultTimeout(patience.timeout);
  let loads = 0;
  page.on('load', () => loads++);
  const { press, type, reach, choose, palette, keys, focus } = keyboardOf(page);

  // Home has nothing yet; a case is opened in its dialog, which takes the focus.
  await page.getByRole('heading', { name: 'Start a migration' }).waitFor();
  await press('button', 'New case');
  await page.getByRole('dialog', { name: 'New case' }).waitFor();
  await type(/^Case name/, 'Acme hooks');
  await type(/^Integrator/, 'Acme Ltd');
  await keys('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await palette('Acme elig', 'Acme hooks: Eligibility');

  // The first check reads their code.
  await page.getByRole('heading', { name: /^Drop the integrator/ }).waitFor();
  const hooks = 'src/hooks.js';
  await choose('Choose folder…', application({ [hooks]: handler, 'src/poller.js': poller }));
  await page.getByRole('dialog', { name: 'Check eligibility' }).getByText('acme-app').waitFor();
  await press('button', 'Start check');
  await page.getByText('Blocked: 2 checks failed').waitFor();

  // From the verdict to the row, from the row to the line; and back to where one was.
  await press('button', 'Logic that uses RuleId');
  await expect.poll(focus, patience).toBe('button Logic that uses RuleId');
  await press('button', `${hooks}:2`);
  const drawer = page.getByRole('dialog');
  const line = drawer.locator('[aria-current]');
  await line.waitFor();
  expect(await line.textContent()).toContain('const { RuleId, RuleType, CompanyId, Data } = request.body;');
  await keys('Escape');
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(focus, patience).toBe(`button ${hooks}:2`);

  // What no file shows is asked, and the answer put on record.
  await press('button', /^Auth header set in the portal/);
  await press('button', 'Answer manually…');
  await reach('radio', 'Not found');
  await keys('ArrowUp');
  expect(await page.getByRole('radio', { name: 'Found', exact: true }).isChecked()).toBe(true);
  await keys('ArrowDown');
  await type(/^Stated by/, 'Mia of Acme');
  await type(/^Source of the answer/, 'She looked it up in the portal.');
  await press('button', 'Save answer');
  await page.getByText('Answered: not found', { exact: true }).waitFor();

  // The fixed code comes with a log of what it calls.
  await press('button', 'Check eligibility…');
  await choose('Choose folder…', application({ [hooks]: fixedHandler }));
  await choose('Choose files…', trafficLog());
  expect(await page.getByLabel('Type of calls.jsonl').inputValue()).toBe('traffic');
  expect(await page.getByRole('combobox', { name: 'Code base' }).inputValue()).toBe('acme-app');
  await press('button', 'Start check');
  await page.getByText('Eligible: the migration can be requested').waitFor();

  // What changed: in sight at once, and kept in the history, which the parts come round to.
  await page.getByText('Verdict: Blocked → Eligible').waitFor();
  await page.getByText(/^No longer found: src\/hooks.js:2/).waitFor();
  await page.getByText(/^No longer found: src\/poller.js:4/).waitFor();
  await reach('radio', 'Checks');
  await keys('ArrowLeft');
  await page.getByText('First verdict.').waitFor();
  await press('link', 'Open cutover');
  await page.getByRole('button', { name: 'Plan cutover' }).waitFor();

  // By the way home the case says what is next, and for whom.
  await palette('home', 'Home');
  const row = page.getByRole('row', { name: /Acme hooks/ });
  await row.getByText('Eligible', { exact: true }).waitFor();
  expect(loads).toBe(0);
}, 120_000);
