import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { AuditEvent } from '#contract/audit.ts';
import { auditReceiver, eventsIn } from '#test/desk/audit/receiver.ts';
import { picture } from '#test/support/pictures.ts';
import { teamHost } from '#test/support/team-host.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, openUi, untilLive } from '#test/support/ui.ts';

const browser = browserOfFile();

it('says what a stream that was paused did not deliver when it is removed', async () => {
  const receiver = await auditReceiver();
  const host = await testHost();
  const request = { name: 'logs', url: receiver.url, format: 'otlp' };
  expect((await host.desk('POST', '/api/audit/streams', request)).status).toBe(200);
  const page = await openUi(browser(), host, { path: '/settings/audit' });
  await page.getByRole('button', { name: 'Pause logs' }).click();
  await page.getByText('Audit stream logs paused.').waitFor();
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
