import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startConsumer } from '#test/support/consumer.ts';
import { type Call, testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, visit } from '#test/support/ui.ts';

const browser = browserOfFile();
const patience = { timeout: 60_000 };

const profileValue = 'Bearer planted-profile-7B2';
const portalValue = 'Bearer planted-portal-F04';

/** Four rules, a profile header and another one in the portal; eligible. */
const integrator = async (api: Call, desk: Call, hook: string) => {
  const { body: company } = await api('POST', '/companies', { name: 'Harbour & Vine Ltd' });
  const rule = (type: string, change: object = {}) =>
    api('POST', '/rules', { type, notifiers: { webhook: `${hook}/service` }, ...change });
  await rule('DataConnectionStatusChanged');
  await rule('Dataset data changed');
  await rule('Push Operation Status Changed', {
    notifiers: { webhook: `${hook}/service`, emails: ['ops@acme.example'] },
  });
  await rule('New company synchronized', {
    companyId: company.id,
    notifiers: { webhook: `${hook}/harbour` },
  });
  const profile = { name: 'Acme', redirectUrl: 'https://acme.example/done', alertAuthHeader: profileValue };
  await api('PUT', '/profile', profile);
  const { body: found } = await desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  const path = `/api/cases/${found.id}`;
  for (const row of ['alerts-endpoints', 'rule-id']) {
    const override = { state: 'absent', by: 'Jo', reason: 'Shown elsewhere.' };
    await desk('PUT', `${path}/rows/${row}/overrule`, override);
  }
  const answer = { state: 'present', by: 'Jo', note: 'Asked.' };
  await desk('PUT', `${path}/rows/auth-header-portal/answer`, answer);
  await desk('PUT', `${path}/portal-header`, { by: 'Jo', value: portalValue });
  return found.id as string;
};

const person = (page: Page) => {
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Tells what the dialog says if it stays. */
  const isClosed = async () => {
    try {
      await dialog.waitFor({ state: 'detached' });
    } catch (cause) {
      throw new Error(`The dialog stayed open: ${await dialog.textContent()}`, { cause });
    }
  };
  return {
    dialog,
    press,
    isClosed,
    sees: (text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor(),
    goOn: (to: string) => page.getByRole('link', { name: `Next: ${to}`, exact: true }).click(),
    stage: (name: string) =>
      page
        .getByRole('list', { name: 'Stages of the cutover' })
        .getByRole('link', { name: new RegExp(name) })
        .click(),
    /** Opens a dialog, fills it in and confirms it. */
    async confirm(name: string, fields: Readonly<Record<string, string>>, action = name.replace('…', '')) {
      await press(name);
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
      await dialog.getByRole('button', { name: action, exact: true }).click();
      await isClosed();
    },
  };
};

it('leads by clicks from the conflict of the plan to the end of the soak, back, and through a second cutover', {
  timeout: 120_000,
}, async () => {
  const host = await testHost({ clock: 'virtual' });
  const consumer = await startConsumer();
  const caseId = await integrator(host.api, host.desk, new URL(consumer.url).origin);
  const page = await openUi(browser(), host, { path: `/cases/${caseId}/eligibility` });
  page.setDefaultTimeout(patience.timeout);
  const { press, sees, goOn, stage, confirm, dialog, isClosed } = person(page);

  // Planned, with a conflict that keeps it from being frozen.
  await page.getByRole('link', { name: 'Open cutover' }).click();
  await press('Plan cutover');
  await page.getByRole('heading', { name: 'Conflict: two values for Authorization' }).waitFor();
  await sees('Bearer ••••F04');
  expect(await page.getByRole('button', { name: 'Freeze plan' }).isDisabled()).toBe(true);
  await sees('1 conflict to decide');
  await page.getByLabel('Decided by').fill('Jo');
  await press('Use portal value');
  await page.getByRole('cell', { name: 'Bearer ••••F04' }).first().waitFor();
  await press('Freeze plan');
  await sees('Plan, frozen');

  // Rehearsed: the conditions that are lost explain what the new mechanism sends alone.
  await goOn('rehearse');
  await press('Rehearse…');
  await dialog.getByRole('button', { name: 'Start rehearsal' }).click();
  await sees('Parity holds');
  await page.getByRole('region', { name: 'Differences by property' }).getByText('Expected').first().waitFor();
  expect(await page.getByRole('main').getByText('Unexplained', { exact: true }).count()).toBe(1);

  // Requested and applied.
  await goOn('request');
  await press('Draft request');
  await confirm('Mark as sent…', { 'Sent by': 'Jo' });
  await goOn('grant');
  await sees('What applying does');
  await confirm('Apply plan…', { 'Granted by': 'Sam' });
  await sees('Granted: 2 endpoints created');
  await goOn('verify');
  await press('Verify cutover');
  await sees('Cutover complete: everything expected was found.');

  // In soak a dropped header is noticed, and mended.
  await goOn('soak');
  await confirm('Start soak…', { 'Agreed by': 'Jo' });
  await sees(/^No problems, as of/);
  const [{ id: webhookId }] = (await host.desk('GET', '/api/endpoints')).body.results;
  await visit(page, `/endpoints/${webhookId}?tab=headers`);
  await press('Remove Authorization');
  await dialog.getByRole('button', { name: /^Remove/ }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Remove Authorization' }).count()).toBe(0);
  await visit(page, `/cases/${caseId}/cutover?stage=soak`);
  await press('Check now');
  await sees('1 problem noticed');
  await sees('Header lost');
  await expectAccessible(page);
  await visit(page, `/endpoints/${webhookId}?tab=headers`);
  await page.getByText('Bearer token').click();
  await page.getByRole('textbox', { name: 'Token' }).fill(portalValue.replace('Bearer ', ''));
  await press('Set headers');
  await page.getByRole('button', { name: 'Remove Authorization' }).waitFor();
  await visit(page, `/cases/${caseId}/cutover?stage=verified`);
  await press('Verify cutover');
  await sees('Cutover complete: everything expected was found.');
  await stage('In soak');
  await press('Check now');
  await sees(/^No problems, as of/);

  // The agreed time goes by, and both parties complete it.
  await host.desk('POST', '/api/clock/advance', { by: 'P8D' });
  await expect.poll(async () => (await host.desk('GET', '/api/clock')).body.advancing, patience).toBeFalsy();
  await press('Check now');
  await goOn('complete');
  await confirm('Complete cutover…', { 'Agreed by': 'Jo and Sam' });
  await sees('Cutover completed');

  // Back: what is undone is shown first.
  await press('Roll back…');
  await dialog.getByText('is disabled, not deleted').first().waitFor();
  await dialog.getByText(/^4 rules fire again/).waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Rolled back by').fill('Jo');
  await dialog.getByLabel('Reason').fill('The consumer was not ready.');
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
  await isClosed();
  await sees('Rolled back');
  expect(
    (await host.api('GET', '/webhooks')).body.results.map(({ disabled }: { disabled: boolean }) => disabled),
  ).toEqual([true, true]);

  // And once more.
  await stage('Planned');
  await press('Refresh snapshot');
  await press('Freeze plan');
  await sees('Plan, frozen');
  await stage('Requested');
  await press('Redraft request');
  await confirm('Mark as sent…', { 'Sent by': 'Jo' });
  await stage('Granted');
  await confirm('Apply plan…', { 'Granted by': 'Sam' });
  await sees(/^Granted: 2 endpoints/);
  expect(
    (await host.api('GET', '/webhooks')).body.results.map(({ disabled }: { disabled: boolean }) => disabled),
  ).toEqual([false, false]);
});
