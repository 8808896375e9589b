import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fileHash, minisignature, minisignKeyFile } from '#base/minisign.ts';
import { createSigner, newSigningKey } from '#base/signing.ts';
import { until } from '#test/support/host-process.ts';
import { type Call, testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();
const wave = 'pbtz';
const both = ['integrator', 'support'] as const;

/** A case with companies that are imported. */
const caseWith = async (desk: Call, companies: number, more: object = {}): Promise<string> => {
  const { id } = (
    await desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd', parts: ['tokens'], ...more })
  ).body;
  const issue = { platformKey: wave, count: companies, behaviour: 'good' };
  const sets = (await desk('POST', '/api/simulator/tokens', issue)).body.results;
  const rows = sets.map(({ credentials }: { credentials: object }, at: number) => ({
    ref: `B-${at + 1}`,
    name: `Bakery ${at + 1}`,
    ...credentials,
  }));
  const job = await desk('POST', `/api/cases/${id}/tokens/imports`, {
    content: JSON.stringify(rows),
    name: 'companies.json',
    format: 'json',
    platformKey: wave,
  });
  await until(async () =>
    (await desk('GET', `/api/jobs/${job.body.id}`)).body.state === 'running' ? undefined : true,
  );
  return id;
};

/** The window is decades away: what writes asks for a reason first. */
const overrideWindow = async (page: Page, reason: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Outside the migration window' });
  await dialog.getByText(/^Nothing was sent: the \w+ would start/).waitFor();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: 'Override window' }).click();
  await dialog.waitFor({ state: 'hidden' });
};

/** The first steps, as support does them; `callbackUrl` is answered. */
const prepared = async (desk: Call, id: string, steps: 1 | 3): Promise<string> => {
  const path = `/api/cases/${id}/runbook`;
  const { body } = await desk('POST', path, { platformKey: wave });
  const fields = Object.fromEntries(
    body.details.map(({ name, example }: { name: string; example: string }) => [name, example]),
  );
  await desk('PUT', `${path}/details`, { fields });
  if (steps === 1) return body.callbackUrl;
  await desk('POST', `${path}/estimate`, {});
  await desk('PUT', `${path}/window`, {
    zone: 'Europe/Berlin',
    start: '2098-03-29T22:00',
    end: '2098-03-30T08:00',
  });
  for (const party of both) {
    await desk('POST', `${path}/window/agreements`, { party, name: 'Kim', quote: 'Fine' });
  }
  await desk('POST', `${path}/callback`, { urls: body.callbackUrl });
  return body.callbackUrl;
};

const toStep = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Steps of the migration' }).getByRole('link', { name: title }).click();
const requirement = (page: Page, number: number) => page.getByRole('region', { name: `Step ${number}: ` });
const partyRow = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Status by party' }).getByRole('row', { name: new RegExp(`^${name} `) });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
/** The colours in which a text is drawn on the page. */
const coloursOf = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`[...new Set([...document.querySelectorAll('#main *')]
    .filter((one) => one.children.length === 0 && one.textContent === ${JSON.stringify(text)})
    .map((one) => getComputedStyle(one).color))]`);

it('opens a runbook, and takes details with secrets sealed', async () => {
  const host = await testHost();
  const { desk } = host;
  const id = await caseWith(desk, 1);
  const page = await openUi(browser(), host, { path: `/cases/${id}/managed`, expected: /400/ });
  await page.getByRole('radio', { name: /Wave.*companies imported/ }).waitFor();
  await expectAccessible(page);
  await press(page, 'Open runbook for Wave');
  await requirement(page, 1).getByText('0 of 6 required details supplied', { exact: true }).waitFor();
  await partyRow(page, 'Integrator').getByText('Next to act').waitFor();
  await partyRow(page, 'Integrator').getByRole('link', { name: '1. Supply 6 details' }).waitFor();
  await partyRow(page, 'Support').getByText('Waiting on integrator').waitFor();
  // What is missing is said once, beside its field, in plain colour; its number is marked once.
  expect(await page.getByText('Missing', { exact: true }).count()).toBe(6);
  const [plain, marked] = [
    await coloursOf(page, 'Missing'),
    await coloursOf(page, '0 of 6 required details supplied'),
  ];
  expect([plain, marked]).toEqual([[expect.any(String)], [expect.any(String)]]);
  expect(plain).not.toEqual(marked);
  expect(await page.locator('.mantine-InputWrapper-required').count()).toBe(0);
  const secret = 'hush-hush-of-the-application';
  const typed = {
    'Name of the application': 'Acme Books',
    'OAuth client id': 'AB12cd34',
    'OAuth client secret': secret,
    'Current token refresh': 'a nightly job',
  };
  for (const [label, value] of Object.entries(typed)) {
    await page.getByRole('textbox', { name: label }).fill(value);
  }
  const dataTypes = page.getByRole('combobox', { name: 'Data types' });
  await dataTypes.click();
  for (const name of ['invoices', 'bills']) await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  // Enter takes a scope, and saves nothing.
  const scopes = page.getByRole('combobox', { name: 'Scopes' });
  await scopes.fill('Business');
  await scopes.press('Enter');
  await page.getByText(/^Wrong format. Example: business:read/).waitFor();
  await press(page, 'Save details');
  await page.getByRole('alert').getByText('Details not saved').waitFor();
  await page.locator('input[aria-invalid="true"]:focus').waitFor();
  await scopes.press('Backspace');
  await scopes.fill('business:read invoice:read');
  await press(page, 'Save details');
  await requirement(page, 1).getByText('Done', { exact: true }).waitFor();
  await partyRow(page, 'Support').getByText('Next to act').waitFor();
  const { body: supplied } = await desk('GET', `/api/cases/${id}/runbook`);
  expect(
    Object.fromEntries(supplied.details.map(({ name, value }: Record<string, string>) => [name, value])),
  ).toMatchObject({ dataTypes: 'invoices, bills', scopes: 'business:read invoice:read' });
  await press(page, 'Show OAuth client secret in full');
  await page.getByText(secret).waitFor();
  await press(page, 'Hide OAuth client secret');
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toMatch(
    /hush/,
  );
  expect(await page.content()).not.toContain(secret);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Timeline' }).click();
  await page.getByText(/^Supplied Name of the application, .* and OAuth client secret\.$/).waitFor();
  await page.getByText('Revealed OAuth client secret.').waitFor();
});

it('says what is late, overrides a requirement with a reason, and restores it', async () => {
  const host = await testHost();
  const { desk } = host;
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  await desk('POST', `/api/cases/${id}/runbook`, { platformKey: wave });
  const page = await openUi(browser(), host, { path: `/cases/${id}/managed` });
  await requirement(page, 1).waitFor();
  await desk('PUT', `/api/cases/${id}/runbook/steps/schedule/due`, { due: '2026-01-01T00:00:00Z' });
  await partyRow(page, 'Support')
    .getByText(/^Step 2 was due \d+ months ago/)
    .waitFor();
  await toStep(page, 'Schedule the migration');
  await requirement(page, 2).waitFor();
  await press(page, 'Override requirement…');
  await page.getByRole('textbox', { name: 'Reason' }).fill('   ');
  await press(page, 'Override requirement');
  await page.getByRole('textbox', { name: 'Reason', description: /Enter text, not only spaces/ }).waitFor();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Agreed on the phone.');
  await press(page, 'Override requirement');
  await requirement(page, 2).getByText('“Agreed on the phone.”').waitFor();
  await press(page, 'Restore requirement');
  await requirement(page, 2).getByText('No migration window is proposed.').waitFor();
  await page
    .locator('.mantine-Notification-root', { hasText: 'Requirement restored.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await requirement(page, 2).getByText('“Agreed on the phone.”').waitFor();
  await press(page, 'Restore requirement');

  // A date like the one that the field shows is one that it accepts.
  await press(page, /^(Set|Change) due date$/);
  const due = page.getByRole('textbox', { name: 'Due' });
  const example = { YYYY: '2031', MM: '03', DD: '29', HH: '17', mm: '30' };
  const shown = (await due.getAttribute('placeholder')) ?? '';
  const typed = Object.entries(example).reduce((text, [part, value]) => text.replace(part, value), shown);
  await due.fill(typed);
  await due.press('Enter');
  expect(await due.inputValue()).toBe(typed);
  await page.getByRole('button', { name: 'Save due date' }).press('Enter');
  await page.getByText('Due date saved.').waitFor();
  const { steps } = (await desk('GET', `/api/cases/${id}/runbook`)).body;
  expect(steps.find((one: { id: string }) => one.id === 'schedule').due).toMatch(/^2031-03-29T\d\d:30:00/);
});

it('agrees on a window by the clocks of both parties, and checks the callback list', async () => {
  const host = await testHost();
  const { desk } = host;
  const id = await caseWith(desk, 12);
  const callbackUrl = await prepared(desk, id, 1);
  const page = await openUi(browser(), host, { path: `/cases/${id}/managed` });
  await press(page, 'Create estimate');
  await page.getByText('Wave: 12 companies, ').waitFor();
  await page.getByRole('textbox', { name: 'Start date' }).fill('2031-03-29');
  await page.getByRole('button', { name: 'Previous month' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'End date' }).fill('2031-03-30');
  for (const [label, zone] of [
    ['Time zone', 'Europe/Berlin'],
    ["Other party's time zone", 'America/New_York'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).fill(zone);
    await page.getByRole('option', { name: zone }).click();
  }
  await page.getByRole('textbox', { name: 'End date' }).press('Enter');
  expect((await desk('GET', `/api/cases/${id}/runbook`)).body.window).toBeUndefined();
  await press(page, 'Propose window');
  await page.getByRole('cell', { name: '2031-03-29 17:00 -04:00' }).waitFor();
  const [calendar] = await Promise.all([page.waitForEvent('download'), press(page, 'Export calendar file')]);
  expect(readFileSync(await calendar.path(), 'utf8')).toContain('BEGIN:VEVENT');
  for (const party of both) {
    await page.getByRole('combobox', { name: 'Name' }).fill('Kim');
    await page.getByRole('textbox', { name: 'Quoted message' }).fill('That suits us.');
    await page.getByRole('textbox', { name: 'Date', exact: true }).press('Enter');
    await page.keyboard.press('Escape');
    expect((await desk('GET', `/api/cases/${id}/runbook`)).body.window.agreements).toHaveLength(
      both.indexOf(party),
    );
    await press(page, `Record ${party}'s agreement`);
    await page.getByText(`(${party}) agreed`).waitFor();
  }
  await expectAccessible(page);

  // Enter in a date field changes nothing; the button says first what becomes void.
  await press(page, 'Propose new window');
  for (const [name, day] of [
    ['Start date', '2031-04-05'],
    ['End date', '2031-04-06'],
  ] as const) {
    await page.getByRole('textbox', { name }).fill(day);
    await page.getByRole('textbox', { name }).press('Enter');
  }
  await press(page, 'Propose new window…');
  const dialog = page.getByRole('dialog', { name: 'Replace agreed window?' });
  await dialog.getByText('Void: agreement of Kim (integrator) and Kim (support)').waitFor();
  await dialog.getByText('Reopened: Schedule the migration').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  const { window } = (await desk('GET', `/api/cases/${id}/runbook`)).body;
  expect([window.start, window.agreements.length]).toEqual(['2031-03-29T21:00:00.000Z', 2]);
  await press(page, 'Keep current window');

  await toStep(page, 'Update application details');
  await page.getByRole('textbox', { name: 'Registered URLs' }).fill(`${callbackUrl}/`);
  await press(page, 'Check list');
  await page.getByRole('cell', { name: 'It has an extra slash at its end.' }).waitFor();
  await page.getByRole('textbox', { name: 'Registered URLs' }).fill(callbackUrl);
  await press(page, 'Check list');
  await page.getByText('Registered (1 URL checked)').waitFor();

  // What becomes void opens its step again, visibly.
  await toStep(page, 'Schedule the migration');
  await press(page, 'Propose new window');
  await page.getByRole('textbox', { name: 'End date' }).fill('2031-03-31');
  await press(page, 'Propose new window…');
  await press(page, 'Replace window');
  await requirement(page, 2).getByText('reopened').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  const row = page.getByRole('row', { name: /^Schedule the migration/ });
  await row.getByText('Reopened:').waitFor();
});

it('confirms companies by choice and by a list, withdraws, and shows what is held', async () => {
  const host = await testHost();
  const { desk } = host;
  const id = await caseWith(desk, 12);
  await prepared(desk, id, 3);
  const page = await openUi(browser(), host, { path: `/cases/${id}/managed` });
  await page.getByRole('textbox', { name: 'Find companies' }).fill('bakery 1');
  await page.getByRole('checkbox', { name: 'Select all 4 rows in the table' }).check();
  await page.getByRole('combobox', { name: 'Confirmed by' }).fill('Jo of Acme');
  // Enter in the date field takes the date, and confirms nothing yet.
  const confirmed = () =>
    desk('GET', `/api/cases/${id}/runbook`).then(({ body }) => body.syncing.confirmed ?? body.syncing);
  const before = await confirmed();
  const at = page.getByRole('textbox', { name: 'Confirmed at' });
  await at.fill('2026-01-02 10:00');
  await at.press('Enter');
  expect(await at.inputValue()).toBe('2026-01-02 10:00');
  await page.keyboard.press('Escape');
  expect(await confirmed()).toEqual(before);
  await press(page, 'Confirm 4 companies');
  await requirement(page, 4).getByText('confirmed for 8 of 12 companies. They are held.').waitFor();
  await page.getByRole('region', { name: 'Selection' }).waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Find companies' }).fill('B-5');
  await page.getByRole('checkbox', { name: 'Select B-5, Bakery 5' }).check();
  await page.getByText('Companies of a list', { exact: true }).click();
  await page.getByRole('textbox', { name: 'List of companies' }).fill('B-2\nBakery 3\nnobody');
  await press(page, 'Confirm listed companies');
  await page.getByText('No company of this case has this ref or name.').waitFor();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByText('1 selected').waitFor();
  await page.getByRole('textbox', { name: 'Find companies' }).fill('B-2');
  await page.getByRole('checkbox', { name: 'Select B-2, Bakery 2' }).check();
  await press(page, 'Withdraw confirmation of 1 company…');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Switched on again.');
  await press(page, 'Withdraw confirmation');
  await requirement(page, 4).getByText('confirmed for 7 of 12 companies. They are held.').waitFor();
  await page.getByRole('checkbox', { name: 'Select B-2, Bakery 2' }).check();
  await page.getByText('Selected companies', { exact: true }).click();
  await press(page, 'Confirm 1 company');
  await requirement(page, 4).getByText('confirmed for 6 of 12 companies. They are held.').waitFor();
  await page.getByText('No company of this case has this ref or name.').waitFor();
  await expectAccessible(page);
});

it('migrates a first company, the others, and hands over with both sign-offs and a report', async () => {
  const host = await testHost({ clock: 'virtual' });
  const { desk } = host;
  const id = await caseWith(desk, 5);
  await prepared(desk, id, 3);
  const refs = ['B-1', 'B-2', 'B-3', 'B-4', 'B-5'];
  await desk('POST', `/api/cases/${id}/runbook/syncing`, { refs, by: 'Jo' });
  const page = await openUi(browser(), host, { path: `/cases/${id}/managed`, expected: /400|409|503/ });
  const ended = (words: string) =>
    until(async () => {
      await desk('POST', '/api/clock/advance', { by: 'PT5M' });
      return page
        .getByText(words, { exact: true })
        .first()
        .waitFor({ timeout: 500 })
        .then(
          () => true,
          () => undefined,
        );
    });
  await page.getByRole('combobox', { name: 'First company' }).fill('Bakery 4');
  await page.getByRole('option', { name: 'B-4, Bakery 4' }).click();
  await press(page, 'Show plan');
  await page.getByText('1 company to migrate. Nothing sent yet.').waitFor();
  await page.getByText(/It would begin \d\d years before the agreed window \(\d+ Mar 2098/).waitFor();
  await press(page, 'Migrate first company');
  await page.getByRole('dialog').waitFor();
  await page.route('**/tokens/runs', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await overrideWindow(page, 'Kim asked for it.');
  await page.getByText('Not started').waitFor();
  await page.reload();
  await page.getByRole('combobox', { name: 'First company' }).fill('Bakery 4');
  await page.getByRole('option', { name: 'B-4, Bakery 4' }).click();
  await press(page, 'Migrate first company');
  expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('Kim asked for it.');
  await overrideWindow(page, 'Kim asked for it.');
  await ended('1 of 1 company done');
  await page.getByRole('cell', { name: 'Bakery 4 B-4' }).waitFor();
  await requirement(page, 5).getByText('Done', { exact: true }).waitFor();

  await toStep(page, 'Complete migration');
  await press(page, 'Migrate 4 remaining companies');
  await overrideWindow(page, 'The rest, too.');
  await ended('4 of 4 companies done');
  await page.getByText('No company ready').waitFor();
  await press(page, 'Create document');
  await press(page, 'Open document');
  const document = page.getByRole('article', { name: 'Handover document' });
  await document.getByText('Pilot on local: B-4 migrated').waitFor();
  await page.keyboard.press('Escape');
  // The first signs elsewhere: what does not verify is refused, and what does is shown as verified.
  const made = (await desk('GET', `/api/cases/${id}/runbook`)).body.handover.attachmentId;
  const { deskUrl, deskToken } = host.ready;
  const authorization = `Bearer ${deskToken}`;
  const got = await fetch(`${deskUrl}/api/cases/${id}/attachments/${made}`, { headers: { authorization } });
  const signer = createSigner(newSigningKey());
  const signature = (content: Uint8Array) => ({
    name: 'handover.md.minisig',
    mimeType: 'text/plain',
    buffer: Buffer.from(minisignature(signer, fileHash(content), 'handover')),
  });
  const buffer = Buffer.from(minisignKeyFile(signer.publicKey));
  const choose = async (label: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: label, exact: true }).click(),
    ]);
    await chooser.setFiles(file);
  };
  await page.getByRole('combobox', { name: 'Name' }).fill('Kim');
  const [first, second] = both;
  for (const content of [Buffer.from('another'), Buffer.from(await got.arrayBuffer())]) {
    await choose('Signature made outside', signature(content));
    await choose('Public key', { name: 'kim.pub', mimeType: 'text/plain', buffer });
    await expectAccessible(page);
    await press(page, `Record ${first}'s sign-off`);
    await page.getByText(content.length < 10 ? /does not verify/ : `(${first}) signed off`).waitFor();
  }
  await page.getByText(/handover\.md\.minisig, made outside, verified: minisign key [0-9A-F]{16}/).waitFor();
  await page.getByRole('combobox', { name: 'Name' }).fill('Kim');
  await page.getByRole('textbox', { name: 'Quoted message' }).fill('All fine.');
  await press(page, `Record ${second}'s sign-off`);
  await page.getByText(`(${second}) signed off`).waitFor();
  await requirement(page, 6).getByText('Done', { exact: true }).waitFor();
  await expectAccessible(page);
  await press(page, 'Export report');
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Markdown/ }).click(),
  ]);
  expect(report.suggestedFilename()).toMatch(/^acme-managed-\d+\.md$/);
  expect(readFileSync(await report.path(), 'utf8')).toContain('All fine');
});

it('asks to have the calls looked at that change a remote target, and sends none of them unconfirmed', async () => {
  const host = await testHost();
  const { desk, api, ready } = host;
  const target = (
    await desk('POST', '/api/targets', {
      name: 'production',
      baseUrl: ready.apiUrl,
      apiKey: ready.apiKey,
      callbackUrl: 'https://service.example/callback',
    })
  ).body;
  const id = await caseWith(desk, 1, { targetId: target.id });
  await prepared(desk, id, 3);
  await desk('POST', `/api/cases/${id}/runbook/syncing`, { refs: ['B-1'], by: 'Jo' });
  const page = await openUi(browser(), host, { path: `/cases/${id}/managed`, expected: /409/ });
  await page.getByRole('combobox', { name: 'First company' }).fill('B-1');
  await page.getByRole('option', { name: 'B-1, Bakery 1' }).click();
  await press(page, 'Migrate first company');
  await overrideWindow(page, 'Kim asked for it.');
  await page.getByRole('dialog').getByText('POST /companies', { exact: true }).waitFor();
  await expectAccessible(page);
  await press(page, 'Send nothing');
  expect((await api('GET', '/companies')).body.totalResults).toBe(0);
});
