import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { AuditEvent } from '#contract/audit.ts';
import { auditReceiver, eventsIn } from '#test/desk/audit/receiver.ts';
import { picture } from '#test/support/pictures.ts';
import { teamHost } from '#test/support/team-host.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();
const token = 'Bearer planted-header-2718281828';

/** The secret that is shown this once. */
const shownSecret = async (page: Page): Promise<string> => {
  const secret = (await page.getByRole('region', { name: 'the signing secret' }).textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  return secret;
};

it('adds a stream, shows its secret once, tests, pauses, changes, rotates and removes it', async () => {
  const receiver = await auditReceiver();
  const host = await testHost();
  const page = await openUi(browser(), host, { path: '/settings/audit', expected: /status of 400/ });
  await page.getByRole('heading', { name: 'No audit streams yet' }).waitFor();
  await picture(page, 'audit-none');
  await page.getByRole('button', { name: 'Add stream' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add audit stream' });
  await dialog.getByLabel(/^Name/).first().fill('siem');
  await dialog.getByLabel(/^URL/).fill('http://siem.example.com/events');
  await dialog.getByRole('button', { name: 'Add header' }).click();
  await dialog.getByLabel('Name of header 1').fill('Authorization');
  await dialog.getByRole('textbox', { name: 'Value of header 1' }).fill(token);
  await picture(page, 'audit-add');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add stream' }).click();
  await dialog.getByText('must begin with https://').waitFor();
  await dialog.getByLabel(/^URL/).fill(`${receiver.url}/events`);
  await dialog.getByRole('button', { name: 'Add stream' }).click();
  await page.getByRole('dialog', { name: 'Signing secret of siem' }).waitFor();
  await picture(page, 'audit-secret');
  await expectAccessible(page);
  const secret = await shownSecret(page);
  await receiver.until(() => receiver.taken.some(({ kind }) => kind === 'audit.streamAdded'));
  expect(receiver.seen[0]?.headers.authorization).toBe(token);

  const stream = page.getByRole('region', { name: 'siem' });
  await stream.getByText('Current', { exact: true }).waitFor();
  await stream.getByText('1 event, last').waitFor();
  await page.getByRole('button', { name: 'Send test event to siem' }).click();
  await stream.getByText('Test event delivered').waitFor();
  await stream.getByText(/^Status 200 after \d/).waitFor();
  await picture(page, 'audit-current');
  await expectAccessible(page, true);

  receiver.answers((_request, response) => void response.writeHead(503).end('disk full'));
  await page.getByRole('button', { name: 'Send test event to siem' }).click();
  await stream.getByText('Test event not delivered').waitFor();
  const created = await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme' });
  expect(created.status).toBe(200);
  await stream.getByText('Failing', { exact: true }).waitFor();
  await stream.getByText(/\d attempts? since .*, next at/).waitFor();
  await stream.getByText(/of the journal, since/).waitFor();
  await picture(page, 'audit-failing');
  await expectAccessible(page, true);

  receiver.answers((_request, response) => void response.end());
  await page.getByRole('button', { name: 'Pause siem' }).click();
  await stream.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume siem' }).click();
  await stream.getByText('Current', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Edit siem' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit siem' });
  await editing.getByText('No changes').waitFor();
  await editing.getByText('Another server needs its headers again').waitFor();
  await editing.getByLabel('Facts', { exact: true }).check();
  await picture(page, 'audit-edit');
  await expectAccessible(page);
  await editing.getByRole('button', { name: 'Save stream' }).click();
  await editing.waitFor({ state: 'detached' });
  await stream.getByText('Facts', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Rotate secret of siem' }).click();
  await page.getByRole('dialog').getByText('signed with both secrets').waitFor();
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click();
  await page.getByText('The former secret signs, too, until').waitFor();
  expect(await shownSecret(page)).not.toBe(secret);
  await stream.getByText('Signs, too, until').waitFor();
  expect(await page.evaluate<string>('JSON.stringify({ ...localStorage, ...sessionStorage })')).not.toMatch(
    /whsec_|planted-header/,
  );

  await page.getByRole('button', { name: 'Remove siem' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove siem?' });
  await picture(page, 'audit-remove');
  await expectAccessible(page);
  await removing.getByRole('button', { name: 'Remove stream' }).click();
  await page.getByText('Audit stream siem removed. Its last event was delivered.').waitFor();
  await page.getByRole('heading', { name: 'No audit streams yet' }).waitFor();
  expect(receiver.taken.at(-1)?.kind).toBe('audit.streamRemoved');
});

it('says what a stream that was paused did not deliver when it is removed', async () => {
  const receiver = await auditReceiver();
  const host = await testHost();
  const request = { name: 'logs', url: receiver.url, format: 'otlp' };
  expect((await host.desk('POST', '/api/audit/streams', request)).status).toBe(200);
  const page = await openUi(browser(), host, { path: '/settings/audit' });
  await page.getByRole('button', { name: 'Pause logs' }).click();
  await page.getByText('Audit stream logs paused.').waitFor();
  expect(await page.getByRole('button', { name: 'Rotate secret of logs' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Remove logs' }).click();
  await page.getByRole('dialog').getByText('what waits is never sent').waitFor();
  await page.getByRole('button', { name: 'Remove stream' }).click();
  await page.getByText('logs removed, its last event not delivered').waitFor();
  await page.getByText(/entr(y|ies) of the journal not delivered\. It was paused\./).waitFor();
});

it('exports what was recorded as a file', async () => {
  const host = await testHost();
  await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme' });
  const page = await openUi(browser(), host, { path: '/settings/audit' });
  const part = page.getByRole('region', { name: 'Export' });
  await part.getByLabel('Facts', { exact: true }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    part.getByRole('button', { name: 'Export events…' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.ndjson$/);
  const events: AuditEvent[] = eventsIn(readFileSync(await download.path(), 'utf8'));
  expect(events.map(({ kind }) => kind)).toContain('case.opened');
  expect(events.filter(({ words }) => words !== undefined)).toEqual([]);

  await part.getByLabel('Recorded from').fill('2026-11-02 10:00');
  await part.getByLabel('Recorded from').press('Enter');
  await part.getByLabel('Recorded before').fill('2026-11-01 10:00');
  await part.getByLabel('Recorded before').press('Enter');
  await part.getByText('The period ends before it begins.').first().waitFor();
});

it('tells whoever is no admin that streams are for admins, and asks the desk for none', async () => {
  const host = await teamHost();
  const jo = await host.person('Jo Baker', ['engineer', 'desk']);
  const asked: string[] = [];
  const page = await openUi(browser(), host, {
    as: await host.tokenOf(jo),
    path: '/settings/audit',
    alone: true,
    before: async (opened) => opened.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  });
  await untilLive(page);
  await page.getByText('Needs the role admin on the desk.').waitFor();
  await picture(page, 'audit-no-admin');
  expect(asked.filter((path) => path.startsWith('/api/audit'))).toEqual([]);
});
