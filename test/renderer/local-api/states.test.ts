import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, expectMenuAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
const path = '/local-api/states';

const names = async (api: Call): Promise<string[]> =>
  (await api('GET', '/companies')).body.results.map(({ name }: { name: string }) => name).sort();

const openFile = async (page: Page, file: string): Promise<void> => {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open file…' }).click();
  await (await choosing).setFiles(file);
};

const goTo = (page: Page, tab: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Parts of the local API' }).getByRole('link', { name: tab }).click();

const endpoint = { url: 'https://consumer.example.com/hook', eventTypes: ['company.created'] };

it('saves, restores, exports, adds and deletes states', { timeout: 90_000 }, async () => {
  const host = await testHost();
  const { api, desk } = host;
  await api('POST', '/companies', { name: 'Kept' });
  const page = await openUi(browser(), host, { path });
  await page.getByText('No states yet').waitFor();

  // Begun in the palette; a name that no state can have is said so.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('save state');
  await page.getByRole('option', { name: /^Save state/ }).click();
  const saving = page.getByRole('dialog', { name: 'Save state' });
  await saving.getByText('Enter a name.').waitFor();
  await saving.getByLabel('Name').fill('../up');
  await saving.getByText('Use letters, digits', { exact: false }).waitFor();
  await saving.getByLabel('Name').fill('Before cutover');
  await saving.getByLabel('Note').fill('Two endpoints to go');
  await saving.getByRole('textbox', { name: 'Passphrase' }).fill('together-9876');
  await expectAccessible(page);
  expect(
    await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }])),
  ).not.toContain('together-9876');
  await saving.getByRole('button', { name: 'Save state' }).click();
  await page.getByText('State "Before cutover" saved.').waitFor();
  const table = page.getByRole('region', { name: 'Saved states' }).last();
  const row = table.getByRole('row').filter({ hasText: 'Before cutover' });
  await row.getByText('Two endpoints to go').waitFor();
  await row.getByText('System time').waitFor();
  await row.getByText('Here, or passphrase').waitFor();
  expect((await desk('GET', '/api/states')).body.results).toMatchObject([
    { name: 'Before cutover', note: 'Two endpoints to go', passphrase: true, secrets: 'sealed' },
  ]);

  // A name that is taken is replaced only on request.
  await page.getByRole('button', { name: 'Save state…' }).click();
  await saving.getByLabel('Name').fill('before Cutover');
  await saving.getByText('Change the name, or replace the state.').waitFor();
  await saving.getByLabel('Name').fill('Bare');
  await saving.getByLabel('Without secrets').check();
  expect(await saving.getByRole('textbox', { name: 'Passphrase' }).count()).toBe(0);
  await saving.getByRole('button', { name: 'Save state' }).click();
  await page.getByText('State "Bare" saved.').waitFor();
  expect((await desk('GET', '/api/states')).body.results[0]).toMatchObject({ name: 'Bare', secrets: 'none' });

  // Restoring says what is replaced and what stays.
  await api('POST', '/companies', { name: 'Gone' });
  await page.getByRole('button', { name: 'Restore state Before cutover' }).click();
  const restoring = page.getByRole('dialog', { name: 'Restore state "Before cutover"' });
  await restoring.getByText('1 company, 0 endpoints', { exact: false }).waitFor();
  await restoring.getByText('Unchanged: address, current API keys', { exact: false }).waitFor();
  expect(await restoring.getByLabel('Passphrase').count()).toBe(0);
  await expectAccessible(page);
  await restoring.getByRole('button', { name: 'Cancel' }).click();
  expect(await names(api)).toEqual(['Gone', 'Kept']);
  await page.getByRole('button', { name: 'Restore state Before cutover' }).click();
  await restoring.getByRole('button', { name: 'Restore state' }).click();
  await page.getByText('State "Before cutover" restored').waitFor();
  expect(await names(api)).toEqual(['Kept']);

  // Its file is exported, and comes back under another name.
  await page.getByRole('button', { name: 'Actions for "Before cutover"' }).click();
  await expectMenuAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^Export file/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Before cutover.carryover-state');
  const file = join(temporaryFolder(), 'from a colleague.carryover-state');
  writeFileSync(file, readFileSync(await download.path()));
  await openFile(page, file);
  const adding = page.getByRole('dialog', { name: 'Add state' });
  await expect.poll(() => adding.getByLabel('Name').inputValue()).toBe('from a colleague');
  await expectAccessible(page);
  await adding.getByRole('button', { name: 'Add state' }).click();
  await page.getByText('State "from a colleague" added.').waitFor();
  await table.getByText('from a colleague').waitFor();

  await page.getByRole('button', { name: 'Actions for "Bare"' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete state' });
  await expectAccessible(page);
  await deleting.getByRole('button', { name: 'Delete state' }).click();
  await page.getByText('State "Bare" deleted.').waitFor();
  await table.getByRole('row').filter({ hasText: 'Bare' }).waitFor({ state: 'detached' });
  expect((await desk('GET', '/api/states')).body.results).toHaveLength(2);

  // What is saved elsewhere is there at the next look.
  await desk('POST', '/api/states', { name: 'From the shell' });
  await goTo(page, 'Clock');
  await goTo(page, 'States');
  await table.getByText('From the shell').waitFor();
});

it('opens secrets of another data folder by their passphrase, or lists what is missing; shows files that cannot be read', {
  timeout: 90_000,
}, async () => {
  const other = await testHost({ clock: 'virtual' });
  await other.desk('POST', '/api/endpoints', endpoint);
  await other.desk('POST', '/api/states', { name: 'Sealed', passphrase: 'together' });
  await other.desk('POST', '/api/states', { name: 'Closed' });
  const host = await testHost();
  const folder = join(host.ready.dataDir, 'states');
  mkdirSync(folder, { recursive: true });
  const fileOf = (name: string): string => join(other.ready.dataDir, 'states', `${name}.carryover-state`);
  writeFileSync(join(folder, 'torn.carryover-state'), readFileSync(fileOf('Sealed')).subarray(0, -200));
  const page = await openUi(browser(), host, { path, expected: /status of 400/ });
  await page.getByText("1 file can't be read").waitFor();
  await page.getByText('its end is missing', { exact: false }).waitFor();
  await expectAccessible(page);

  // What is no state is refused before it is sent.
  const none = join(temporaryFolder(), 'notes.carryover-state');
  writeFileSync(none, 'not a state');
  await openFile(page, none);
  const adding = page.getByRole('dialog', { name: 'Add state' });
  await adding.getByRole('button', { name: 'Add state' }).click();
  await adding.getByText('is not a state that Carryover saved', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  for (const name of ['Sealed', 'Closed']) {
    await openFile(page, fileOf(name));
    await adding.getByRole('button', { name: 'Add state' }).click();
    await page.getByText(`State "${name}" added.`).waitFor();
  }

  // A state of virtual time needs the virtual sandbox.
  await page.getByRole('button', { name: 'Restore state Sealed' }).click();
  const restoring = page.getByRole('dialog', { name: /^Restore state/ });
  await restoring.getByText('Needs the virtual sandbox.').waitFor();
  await restoring.getByRole('link', { name: 'Open the virtual sandbox' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open virtual sandbox' }).click();
  await page.getByRole('link', { name: /^Virtual time/ }).waitFor();

  await goTo(page, 'States');
  await page.getByRole('button', { name: 'Restore state Sealed' }).click();
  await restoring.getByText('Enter the passphrase, or restore without secrets.').waitFor();
  const passphrase = restoring.getByRole('textbox', { name: 'Passphrase' });
  await passphrase.fill('wrong');
  await restoring.getByRole('button', { name: 'Restore state' }).click();
  await restoring.getByText('The passphrase does not open the secrets', { exact: false }).waitFor();
  await expectAccessible(page);
  await passphrase.fill('together');
  await restoring.getByRole('button', { name: 'Restore state' }).click();
  await page.getByText('State "Sealed" restored').waitFor();
  expect(await page.getByRole('list', { name: 'Missing secrets' }).count()).toBe(0);
  expect((await host.desk('GET', '/api/endpoints')).body.results).toMatchObject([{ url: endpoint.url }]);

  await page.getByRole('button', { name: 'Restore state Closed' }).click();
  await restoring.getByText('Select to restore without secrets.').waitFor();
  expect(await restoring.getByRole('textbox', { name: 'Passphrase' }).count()).toBe(0);
  await restoring.getByLabel('Restore without secrets').check();
  await restoring.getByRole('button', { name: 'Restore state' }).click();
  await page.getByText('State "Closed" restored').waitFor();
  const missing = page.getByRole('listitem').filter({ hasText: 'Signing secrets (1)' });
  await missing.getByText('keep their secret', { exact: false }).waitFor();
  await missing.getByRole('link', { name: endpoint.url }).waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Delete state torn' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete state' }).click();
  await page.getByText("1 file can't be read").waitFor({ state: 'detached' });
});

it('forks a state into a data folder, and says how to serve it and what is missing', {
  timeout: 90_000,
}, async () => {
  const other = await testHost();
  await other.desk('POST', '/api/endpoints', endpoint);
  await other.desk('POST', '/api/states', { name: 'Sealed', passphrase: 'together' });
  const host = await testHost();
  const { desk, ready } = host;
  await host.api('POST', '/companies', { name: 'Kept' });
  await desk('POST', '/api/states', { name: 'Own' });
  const file = join('states', 'Sealed.carryover-state');
  writeFileSync(join(ready.dataDir, file), readFileSync(join(other.ready.dataDir, file)));
  const page = await openUi(browser(), host, { path, alone: true, expected: /status of 40[09]/ });
  const forking = page.getByRole('dialog', { name: /^Fork state/ });
  const fork = forking.getByRole('button', { name: 'Fork state' });
  const command = forking.getByRole('region', { name: 'the command' });

  // A page of a browser names no path.
  await page.getByRole('button', { name: 'Fork state Own' }).click();
  await forking.getByText('forks/Own', { exact: true }).waitFor();
  expect(await forking.getByRole('button', { name: 'Choose folder…' }).count()).toBe(0);
  expect(await forking.getByLabel('Passphrase').count()).toBe(0);
  await expectAccessible(page);
  await fork.click();
  const made = join(ready.dataDir, 'forks', 'Own');
  await forking.getByText(`Created ${made}.`).waitFor();
  expect(await command.textContent()).toBe(`carryover serve --data ${made} --api-port 0 --desk-port 0`);
  expect(await forking.getByRole('list', { name: 'Missing secrets' }).count()).toBe(0);
  await forking.getByRole('button', { name: 'Copy the command' }).waitFor();
  await expectAccessible(page);
  // The focus is in the dialog still, for the keyboard.
  await page.keyboard.press('Enter');
  await forking.waitFor({ state: 'detached' });
  expect(await names((await testHost({ dataDir: made })).api)).toEqual(['Kept']);

  // The app names any folder.
  const folder = temporaryFolder();
  const taken = join(folder, 'taken');
  const empty = join(folder, "it's empty");
  for (const one of [taken, empty]) mkdirSync(one);
  writeFileSync(join(taken, 'notes'), 'mine');
  await page.addInitScript(
    (chosen) => {
      const running = { state: 'running' };
      const bridge = {
        platform: 'linux',
        pathOf: () => '',
        chooseFolder: async () => chosen.shift(),
        hostState: async () => running,
        onHostState: () => () => {},
        desks: async () => ({ teams: [] }),
        onDesks: () => () => {},
        onOpening: () => () => {},
        ready: () => {},
      };
      Object.assign(globalThis, { carryover: bridge });
    },
    [taken, empty],
  );
  await page.setExtraHTTPHeaders({ authorization: `Bearer ${ready.deskToken}` });
  await page.goto(ready.deskUrl + path);
  await page.getByRole('button', { name: 'Fork state Sealed' }).click();
  await forking.getByText('Enter the passphrase, or fork without secrets.').waitFor();
  const passphrase = forking.getByRole('textbox', { name: 'Passphrase' });
  await passphrase.fill('wrong');
  await forking.getByRole('button', { name: 'Choose folder…' }).click();
  await forking.getByText(taken, { exact: true }).waitFor();
  await fork.click();
  await forking.getByText('is not empty. Nothing was created.', { exact: false }).waitFor();
  await expectAccessible(page);
  await forking.getByRole('button', { name: 'Choose folder…' }).click();
  await forking.getByText(empty, { exact: true }).waitFor();
  await fork.click();
  await forking.getByText('The passphrase does not open the secrets', { exact: false }).waitFor();
  await forking.getByLabel('Fork without secrets').check();
  expect(await passphrase.count()).toBe(0);
  await fork.click();
  await forking.getByText(`Created ${empty}.`).waitFor();
  expect(await command.textContent()).toBe(
    `carryover serve --data '${empty.replace("'", "'\\''")}' --api-port 0 --desk-port 0`,
  );
  await forking.getByText('Signing secrets (1)', { exact: false }).waitFor();
  await expectAccessible(page);
  await forking.getByRole('button', { name: 'Close', exact: true }).last().click();
  expect((await desk('GET', '/api/companies')).body.results).toMatchObject([{ name: 'Kept' }]);
});
