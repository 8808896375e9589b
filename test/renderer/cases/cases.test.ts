import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { keyFingerprint } from '#base/signing.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
/** A page that is loaded anew takes longer than a second on a busy machine. */

describe('home and cases', () => {
  it('opens a case from nothing, keeps what people put in, and takes things back', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, { expected: /400/ });
    await page.getByRole('heading', { name: 'Try a sample' }).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'New case' }).first().click();
    await page.getByLabel('Case name').fill('acme');
    await page.getByLabel('Integrator').fill('Acme Ltd');
    await page.getByLabel('OAuth tokens').check();
    await page.getByRole('button', { name: 'Create case' }).click();
    await page.getByText('Next for webhooks: Check whether the integrator can migrate').waitFor();
    const next = page.getByRole('list', { name: 'Next steps' });
    await next.getByText('Check whether the integrator can migrate').waitFor();
    await next.getByRole('link', { name: 'Migrate tokens' }).click();
    await page.waitForURL(/\/tokens$/);
    await page.getByRole('link', { name: 'Overview' }).click();

    // Where the integrator seals token lists to, to compare by phone.
    const { sealing } = (await host.desk('GET', '/api/identity')).body;
    await page.getByText(groupedFingerprint(sealing.fingerprint)).waitFor();
    await page.getByRole('button', { name: 'Copy the recipient' }).waitFor();

    await page.getByRole('button', { name: 'Add contact' }).click();
    const contact = page.getByRole('dialog');
    await contact.getByLabel('Name').fill('Jo Baker');
    await contact.getByLabel('Email').fill('jo@acme.example');
    await contact.getByRole('button', { name: 'Save contact' }).click();
    await page.getByRole('link', { name: 'jo@acme.example' }).waitFor();
    await page.getByRole('button', { name: 'Remove Jo Baker' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'jo@acme.example' }).waitFor();

    // The desk's error reaches the field, although the body nests it.
    await page.getByRole('button', { name: 'Edit Jo Baker' }).click();
    await contact.getByLabel('Name').fill('Jo\u0007');
    await contact.getByLabel('Email').focus();
    await contact.getByRole('button', { name: 'Save contact' }).click();
    await contact.getByText('Check the marked fields.').waitFor();
    await contact.locator('[data-path="name"]:focus').waitFor();
    await contact.getByLabel('Name').fill('   ');
    await contact.getByRole('button', { name: 'Save contact' }).click();
    await contact.getByText('Enter text, not only spaces.').waitFor();
    await contact.getByRole('button', { name: 'Cancel' }).click();

    // Facts alone complete it; a person may skip it.
    await page
      .getByText(/^Checks without a result: Calls to the alerts/)
      .first()
      .waitFor();
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 1024, height });
    await next.getByRole('link', { name: 'Migrate tokens' }).waitFor();
    await page.setViewportSize({ width: 480, height });
    await page.getByRole('button', { name: 'Show more' }).first().click();
    await page.getByRole('button', { name: 'Show less' }).click();
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: 'Actions for "Check whether' }).click();
    expect(await page.getByRole('menuitem', { name: 'Mark as done' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Skip' }).click();
    await page.getByText('Next for webhooks: Remove the blockers').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.getByText('Created the case "acme" of Acme Ltd.').waitFor();
    await page.getByText('Step "Check whether the integrator can migrate": skipped.').waitFor();
    await page.getByLabel('Search entries').fill('removed');
    await page.getByText('Removed a contact.').waitFor();
    await expect.poll(() => page.getByText('Created the case').count()).toBe(0);
    const picture = page.getByRole('region', { name: /Timeline picture, 1 event/ });
    await picture.getByText('Check whether the integrator can migrate', { exact: true }).waitFor();
    const ticks = async (): Promise<string[]> => picture.locator('svg text').allTextContents();
    const before = await ticks();
    await picture.focus();
    await page.keyboard.press('-');
    expect(await ticks()).toEqual(before);
    await expectAccessible(page);
    await page.getByText('Table', { exact: true }).click();
    const events = page.getByRole('region', { name: 'Events of the timeline' });
    await events.getByRole('link', { name: 'Check whether the integrator can migrate' }).waitFor();
    await events.getByText('skipped', { exact: true }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('row').getByText('Acme Ltd', { exact: true }).waitFor();
  });

  it('keeps a note that is being written through a look at another screen and a reload', async () => {
    const host = await testHost();
    const { body } = await host.desk('POST', '/api/cases', { name: 'acme' });
    const page = await openUi(browser(), host, { path: `/cases/${body.id}` });
    await page.getByLabel('New note').fill('Call Sam on Monday');
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('table', { name: 'Cases', exact: true }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByLabel('New note').inputValue()).toBe('Call Sam on Monday');
    await page.reload();
    await expect.poll(() => page.getByLabel('New note').inputValue()).toBe('Call Sam on Monday');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect.poll(() => page.getByLabel('New note').inputValue()).toBe('');

    await page.getByRole('button', { name: 'Edit note' }).click();
    const edited = page.getByRole('textbox', { name: 'Note', exact: true });
    await edited.fill(' ');
    await page.getByText('Enter a note first.').waitFor();
    expect(await page.getByRole('button', { name: 'Save note' }).isDisabled()).toBe(true);
    await edited.fill('Called Sam');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('edited').waitFor();
    await page.getByText('Called Sam').waitFor();
  });

  it('says what an address names that is not there, and leads out', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, { path: '/cases/nothing', expected: /40[04]/ });
    await page.getByText('Case not found').waitFor();
    const { deskUrl } = host.ready;
    for (const [path, kind, out] of [
      ['/cases/6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11', 'Case', 'Show cases'],
      ['/messages/nothing', 'Message', 'Show messages'],
      ['/endpoints/nothing', 'Endpoint', 'Show endpoints'],
    ] as const) {
      await page.goto(deskUrl + path);
      await page.getByText(`${kind} not found`).waitFor();
      await page.getByRole('link', { name: out }).waitFor();
    }
    await page.goto(`${deskUrl}/cases/nothing`);
    await page.getByRole('link', { name: 'Show cases' }).click();
    await page.getByRole('heading', { name: 'Try a sample' }).waitFor();
  });

  it('has the guide of the sample at hand on each of its screens', async () => {
    const page = await openUi(browser(), await testHost());
    await page.getByRole('button', { name: 'Open sample case' }).click();
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByRole('button', { name: 'Sample guide' }).click();
    await page.getByRole('dialog').getByText('This case is a sample').waitFor();
    await expectAccessible(page);
  });

  it('shows a change that somebody else makes, and refuses to overwrite it unseen', async () => {
    const host = await testHost();
    const { body } = await host.desk('POST', '/api/cases', { name: 'acme' });
    const page = await openUi(browser(), host, { path: `/cases/${body.id}`, expected: /409/ });
    await page.getByRole('button', { name: 'Case actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit case…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Integrator').fill('Acme Holding');
    await host.desk('POST', `/api/cases/${body.id}/notes`, { text: 'From the command line' });
    await page.getByText('From the command line').waitFor();
    expect(await dialog.getByLabel('Integrator').inputValue()).toBe('Acme Holding');
  });

  it('carries a case to another desk by a file, and verifies its chain there', async () => {
    const host = await testHost();
    const target = { name: 'live', baseUrl: 'https://api.example.com', apiKey: 'planted-key' };
    const { body: added } = await host.desk('POST', '/api/targets', target);
    const { body } = await host.desk('POST', '/api/cases', { name: 'acme', targetId: added.id });
    const page = await openUi(browser(), host, { path: `/cases/${body.id}` });
    await page.getByRole('button', { name: 'Case actions' }).click();
    await page.getByRole('menuitem', { name: 'Export case…' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export case', exact: true }).click();
    const path = await (await download).path();
    expect((await download).suggestedFilename()).toBe('acme.carryover');

    const elsewhere = await openUi(browser(), await testHost(), { expected: /409/ });
    await elsewhere.getByRole('button', { name: 'Import case…' }).click();
    await elsewhere.locator('input[type=file]').setInputFiles({
      name: 'acme.carryover',
      mimeType: 'application/json',
      buffer: readFileSync(path),
    });
    const take = elsewhere.getByRole('button', { name: 'Import case', exact: true });
    await take.click();
    await elsewhere.getByText('Unknown signing key').waitFor();
    const { exporter } = JSON.parse(readFileSync(path, 'utf8'));
    await elsewhere.getByText(groupedFingerprint(keyFingerprint(exporter.signer))).waitFor();
    await expectAccessible(elsewhere);
    await expect.poll(() => take.isDisabled()).toBe(true);
    await elsewhere.getByLabel('Trust this key').check();
    await elsewhere.getByLabel('Key owner').fill('Ada');
    await take.click();
    await elsewhere.getByText('Remarks').waitFor();
    await elsewhere.getByText('Signed by a trusted colleague (Ada)').waitFor();
    await expectAccessible(elsewhere);
    await elsewhere.getByRole('button', { name: 'Open case' }).click();
    await elsewhere.getByRole('heading', { level: 1, name: 'acme' }).waitFor();
    await elsewhere.getByRole('button', { name: 'Case actions' }).click();
    await elsewhere.getByRole('menuitem', { name: 'Verify audit chain…' }).click();
    await elsewhere.getByRole('button', { name: 'Verify chain' }).click();
    await elsewhere.getByText('Audit chain verified').waitFor();
    await elsewhere.getByText('Signed by a trusted colleague (Ada)').waitFor();
    await expectAccessible(elsewhere);
    await elsewhere.keyboard.press('Escape');
    await elsewhere.getByRole('link', { name: 'Timeline' }).click();
    await elsewhere.getByText('Signed by a trusted colleague (Ada)').first().waitFor();
  });

  it('exports a damaged case as far as it is sound, and says where it was cut', async () => {
    const dataDir = temporaryFolder();
    const host = await testHost({ dataDir });
    const { body } = await host.desk('POST', '/api/cases', { name: 'acme' });
    await host.desk('POST', `/api/cases/${body.id}/notes`, { text: 'agreed' });
    await host.desk('POST', `/api/cases/${body.id}/notes`, { text: 'more' });
    const page = await openUi(browser(), host, { path: `/cases/${body.id}`, expected: /409/ });
    const sqlite = new Database(join(dataDir, 'desk.db'));
    sqlite.prepare(`update case_entries set actor = 'Eve' where seq = 2`).run();
    sqlite.close();
    await page.getByRole('button', { name: 'Case actions' }).click();
    await page.getByRole('menuitem', { name: 'Export case…' }).click();
    await page.getByRole('button', { name: 'Export case', exact: true }).click();
    await page.getByText('The audit chain of case').waitFor();
    await expectAccessible(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export sound part' }).click();
    const path = await (await download).path();
    expect((await download).suggestedFilename()).toBe('acme.carryover');
    await page.getByText('Cut after entry 1 of 3 entries. Entries 2 to 3 are not in the file.').waitFor();
    expect(JSON.parse(readFileSync(path, 'utf8')).cut).toMatchObject({ after: 1, of: 3 });

    const elsewhere = await openUi(browser(), await testHost(), { expected: /409/ });
    await elsewhere.getByRole('button', { name: 'Import case…' }).click();
    await elsewhere.locator('input[type=file]').setInputFiles(path);
    const take = elsewhere.getByRole('button', { name: 'Import case', exact: true });
    await take.click();
    await elsewhere.getByLabel('Accept this file only').check();
    await take.click();
    await elsewhere.getByText('The file holds only the sound part of a damaged case.').waitFor();
    await elsewhere.getByText('Cut after entry 1 of 3 entries.').waitFor();
  });

  it('says that a chain is whole and yet signed by nobody who is known', async () => {
    const [here, there] = [await testHost(), await testHost()];
    const { body } = await here.desk('POST', '/api/cases', { name: 'acme' });
    const file = JSON.stringify((await here.desk('POST', `/api/cases/${body.id}/export`)).body);
    const asked = await there.desk('POST', '/api/cases/import', { file });
    const signers = asked.body.signers.map(({ fingerprint }: { fingerprint: string }) => ({
      fingerprint,
      decision: 'accept',
    }));
    await there.desk('POST', '/api/cases/import', { file, signers });
    const page = await openUi(browser(), there, { path: `/cases/${body.id}` });
    await page.getByRole('button', { name: 'Case actions' }).click();
    await page.getByRole('menuitem', { name: 'Verify audit chain…' }).click();
    await page.getByRole('button', { name: 'Verify chain' }).click();
    await page.getByText('not all entries are signed by a known key').waitFor();
    await page.getByText('Signed by an unknown key').waitFor();
    await page.getByText(groupedFingerprint(signers[0].fingerprint)).waitFor();
    await expectAccessible(page);
  });

  it('erases personal data after listing it', async () => {
    const host = await testHost();
    const { body } = await host.desk('POST', '/api/cases', { name: 'acme' });
    const contact = { name: 'Jo Baker', party: 'integrator', email: 'jo@acme.example' };
    await host.desk('POST', `/api/cases/${body.id}/contacts`, contact);
    await host.desk('POST', `/api/cases/${body.id}/notes`, { text: 'Jo is on holiday' });
    const page = await openUi(browser(), host, { path: `/cases/${body.id}` });
    await page.getByText('Jo is on holiday').waitFor();
    await page.getByRole('button', { name: 'Case actions' }).click();
    await page.getByRole('menuitem', { name: 'Erase personal data…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('All notes').check();
    await dialog.getByLabel('All contacts').check();
    await dialog.getByLabel('Reason').fill('asked for');
    await dialog.getByRole('button', { name: 'Preview erasure' }).click();
    await dialog.getByText('Entry 2 (contact.added): 2 texts').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Erase data' }).click();
    await page.getByText('Data erased.').waitFor();
    await page.getByText('[erased]').first().waitFor();
    await expect.poll(() => page.getByText('Jo is on holiday').count()).toBe(0);
    await page.getByRole('link', { name: 'Timeline' }).click();
    await page.getByText('Reason: asked for').waitFor();
    const check = await host.desk('POST', `/api/cases/${body.id}/verify`);
    expect(check.body).toMatchObject({ whole: true, erased: [2, 3] });

    const stateNow = async () => (await host.desk('GET', `/api/cases/${body.id}`)).body.state;
    await page.getByRole('button', { name: 'Case actions' }).click();
    await page.getByRole('menuitem', { name: 'Close case…' }).click();
    await dialog.getByText('its credentials are gone').waitFor();
    expect(await stateNow()).toBe('open');
    await dialog.getByRole('button', { name: 'Close case' }).click();
    await page.getByText('Case closed. Its stored credentials were deleted.').waitFor();
    expect(await stateNow()).toBe('closed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Case reopened.').waitFor();
    expect(await stateNow()).toBe('open');
  });
});
