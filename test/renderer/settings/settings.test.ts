import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { minisignKey } from '#base/minisign.ts';
import { keyFingerprint } from '#base/signing.ts';
import type { IdentityView } from '#contract/identity.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { newSigner } from '#test/support/journal-rows.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();

const goTo = (page: Page, part: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link', { name: part }).click();

describe('settings', () => {
  it('keeps the choices of a person, and acts under their name', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, { path: '/settings', timezoneId: 'Asia/Tokyo' });
    await page.getByText('Local (Asia/Tokyo)').waitFor();
    await page.getByText('UTC', { exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Åsa Berg');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Your name is now Åsa Berg.').waitFor();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByText('Dark', { exact: true }).click();
    await page.reload();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
    await goTo(page, 'Targets');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Test local' }).click();
    expect(decodeURIComponent((await sent).headers()['x-carryover-actor'] ?? '')).toBe('Åsa Berg');
  });

  it('adds, tests, changes and removes a target, whose secrets are nowhere kept', async () => {
    const [host, { ready: remote }] = [await testHost(), await testHost()];
    const page = await openUi(browser(), host, { path: '/settings/targets', expected: /400/ });
    await page.getByRole('button', { name: 'Add target' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('staging');
    await dialog.getByLabel('Base URL').fill('ftp://example.com');
    await dialog.getByRole('textbox', { name: 'API key' }).fill(remote.apiKey);
    await dialog.getByRole('button', { name: 'Add target' }).click();
    await dialog.getByText('Target not added').waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('ftp://example.com');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(remote.apiKey);
    await dialog.getByLabel('Base URL').fill(remote.apiUrl);
    await dialog.getByRole('button', { name: 'Add target' }).click();
    await page.getByRole('button', { name: 'Test staging' }).click();
    await page.getByText('Reachable, with read access').waitFor();
    await page.getByRole('cell', { name: 'GET /companies', exact: true }).waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Edit staging' }).click();
    await dialog.getByRole('textbox', { name: 'Proxy' }).fill('http://user:pass-word@127.0.0.1:3128');
    await dialog.getByLabel('Calls per second').fill('7');
    await dialog.getByRole('button', { name: 'Save target' }).click();
    await dialog.getByText('Target not changed').waitFor();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('pass-word');
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Proxy' }).fill('');
    await dialog.getByRole('button', { name: 'Save target' }).click();
    await page.getByText('5 concurrent calls, 7 calls per second').waitFor();
    await page.getByRole('button', { name: 'Remove staging' }).click();
    await dialog.getByRole('button', { name: 'Remove target' }).click();
    await page.getByText('Target staging removed.').waitFor();
    expect((await host.desk('GET', '/api/targets')).body.results).toHaveLength(1);
  });

  it('restores a backup under the open page, changes retention with a way back, and empties the sandbox', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, {
      path: '/settings/data',
      expected: /503|ERR_|Failed to load/,
    });
    await page.getByRole('button', { name: 'Create backup' }).click();
    const asked = page
      .getByRole('row')
      .filter({ hasText: 'Manual' })
      .filter({ hasText: 'Cases and targets' });
    await asked.waitFor();
    await host.desk('POST', '/api/cases', { name: 'Later', parts: ['webhooks'], targetId: 'local' });
    await page.getByRole('navigation', { name: 'Screens' }).getByText('Later').waitFor();
    await asked.getByRole('button').click();
    await page.getByText('The current state is backed up first').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Restore backup', exact: true }).click();
    await page.getByText('Backup restored').waitFor();
    await page.getByRole('cell', { name: 'Before a restore' }).waitFor();
    await page.getByText('No cases yet.').waitFor();

    await page.getByLabel('Messages and alerts (days)').fill('7');
    await page.getByRole('status').getByText('Unsaved changes').waitFor();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('Settings saved.').waitFor();
    expect((await host.desk('GET', '/api/settings')).body.retention.messageDays).toBe(7);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(async () => (await host.desk('GET', '/api/settings')).body.retention.messageDays)
      .toBe(30);

    await host.api('POST', '/companies', { name: 'Bakery' });
    await page.getByRole('button', { name: 'Empty sandbox…' }).click();
    await page.getByRole('button', { name: 'Empty sandbox', exact: true }).click();
    await page.getByText('Sandbox emptied.').waitFor();
    expect((await host.api('GET', '/companies')).body.totalResults).toBe(0);
    await expectAccessible(page);
  });

  it('says where the key is, gives diagnostics without secrets, and lists licences', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, { path: '/settings/security' });
    await page.getByText('In a file', { exact: true }).waitFor();
    await page.getByText('To move it to the keychain', { exact: false }).waitFor();
    await goTo(page, 'Diagnostics');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export diagnostics…' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^carryover-diagnostics-.*\.zip$/);
    expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
    await expectAccessible(page);
    await goTo(page, 'About');
    await page.getByLabel('Search packages').fill('fastify');
    await page.getByRole('button', { name: 'Read licence of fastify', exact: true }).click();
    await page.getByRole('dialog', { name: /^fastify / }).waitFor();
    await expectAccessible(page);
  });

  it('shows the signing identity, and adds, revokes and trusts again a colleague', async () => {
    const host = await testHost();
    const [jo, other] = [newSigner().publicKey, newSigner().publicKey];
    await host.desk('POST', '/api/identity/rotate');
    await host.desk('POST', '/api/identity/sealing/rotate');
    const { signing, former, sealing } = (await host.desk('GET', '/api/identity')).body as IdentityView;
    const page = await openUi(browser(), host, { path: '/settings/signing', expected: /400/ });
    await page.getByText(signing.publicKey, { exact: true }).waitFor();
    await page.getByText(signing.minisign, { exact: true }).waitFor();
    await page.getByText(groupedFingerprint(signing.fingerprint)).waitFor();
    await page.getByText(groupedFingerprint(former[0]?.fingerprint ?? '')).waitFor();
    await page.getByText(sealing.recipient, { exact: true }).waitFor();
    await page.getByText(sealing.former[0]?.recipient ?? '', { exact: true }).waitFor();
    await page.getByText(`age -r ${sealing.recipient} -o FILE.age FILE`).waitFor();
    await page.getByText('No colleagues yet').waitFor();
    await page.getByRole('button', { name: 'Add colleague' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Jo');
    await dialog.getByLabel('Public key').fill('no key');
    await dialog.getByRole('button', { name: 'Show fingerprint' }).click();
    await dialog.getByText('Key not read').waitFor();
    await dialog.getByLabel('Public key').fill(other);
    await dialog.getByRole('button', { name: 'Show fingerprint' }).click();
    await dialog.getByText(groupedFingerprint(keyFingerprint(other))).waitFor();
    // Another key after the fingerprint was shown: that one is shown before it is trusted.
    await dialog.getByLabel('Public key').fill(minisignKey(jo));
    await dialog.getByRole('button', { name: 'Show fingerprint' }).click();
    await dialog.getByText(groupedFingerprint(keyFingerprint(jo))).waitFor();
    await expectAccessible(page, true);
    await dialog.getByRole('button', { name: 'Fingerprint matches: trust key' }).click();
    await page.getByText('Key of Jo trusted.').waitFor();
    const colleagues = async () => (await host.desk('GET', '/api/identity')).body.colleagues;
    expect(await colleagues()).toMatchObject([{ name: 'Jo', publicKey: jo, standing: 'trusted' }]);

    await page.getByRole('button', { name: 'Revoke key of Jo' }).click();
    await dialog.getByLabel('Reason').fill('Left the team');
    await dialog.getByRole('button', { name: 'Revoke key' }).click();
    await page.getByText('Left the team').waitFor();
    await expectAccessible(page, true);
    expect(await colleagues()).toMatchObject([{ standing: 'revoked', reason: 'Left the team' }]);
    await page.getByRole('button', { name: 'Trust again: key of Jo' }).click();
    await dialog.getByRole('button', { name: 'Fingerprint matches: trust key' }).click();
    await page.getByRole('button', { name: 'Revoke key of Jo' }).waitFor();
    expect(await colleagues()).toMatchObject([{ name: 'Jo', standing: 'trusted' }]);
  });

  it('in the app, moves the key into the keychain, or says plainly that there is none', async () => {
    const host = await testHost();
    const page = await openUi(browser(), host, { path: '/settings/security', alone: true });
    await page.getByText('In a file', { exact: true }).waitFor();
    await page.addInitScript(`
      let kept = 'key-file';
      const keychain = !location.search.includes('locked');
      const why = 'The system offers no keychain, or keeps it locked.';
      const now = () => ({ kept, keychain, ...(keychain ? {} : { why }) });
      window.carryover = {
        platform: 'linux',
        keyProtection: async () => now(),
        protectKey: async () => { kept = 'keychain'; return now(); },
        desks: async () => ({ teams: [] }),
        onDesks: () => () => {},
        hostState: async () => ({ state: 'running' }),
        onHostState: () => () => {},
        onOpening: () => () => {},
        ready: () => {},
      };
    `);
    await page.goto(`${host.ready.deskUrl}/settings/security?locked`);
    await page.getByText('The system offers no keychain, or keeps it locked.').waitFor();
    await expectAccessible(page);
    await page.goto(`${host.ready.deskUrl}/settings/security`);
    await page.getByRole('button', { name: 'Move key to keychain' }).click();
    await page.getByText('In the keychain', { exact: true }).waitFor();
  });
});
