import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemTime, toIso } from '#base/clock.ts';
import type { ExecRunEnd } from '#contract/exec-report.ts';
import { junitOf } from '#kit-cli/junit.ts';
import { dropFiles } from '#test/support/drop-files.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi } from '#test/support/ui.ts';

const browser = browserOfFile();

/** The report of a run of the same suite, so many minutes ago. */
const reportOf = (name: string, minutesAgo: number, alerts: number): string => {
  const at = (minutes: number): string => toIso(systemTime.now() - minutes * 60_000);
  const [started, ended] = [at(minutesAgo), at(minutesAgo - 1)];
  const call = { method: 'GET', path: '/rules/alerts', count: alerts, first: started, last: started };
  const end: ExecRunEnd = {
    at: ended,
    exit: { code: 0 },
    serviceTime: { from: started, to: ended },
    calls: { total: alerts + 9, succeeded: 8, alerts, unmatched: 1 },
    alerts: alerts === 0 ? [] : [{ ...call, caller: 'acme-sync/2' }],
    operations: [
      { method: 'GET', path: '/companies', count: 5 },
      { method: 'POST', path: '/companies/{companyId}/data/all', count: 3 },
    ],
  };
  const report = {
    run: randomUUID(),
    carryover: '0.3.0',
    program: 'npm',
    folder: 'acme-app',
    mark: '3f2a',
    clock: 'skipping',
    fromState: false,
    started,
    end,
  } as const;
  const path = join(temporaryFolder(), name);
  writeFileSync(path, junitOf({ observations: [], failOn: [], report }));
  return path;
};

it('takes a test run as evidence, asks what its suite covers, and follows what is confirmed and withdrawn', async () => {
  const host = await testHost();
  const { body } = await host.desk('POST', '/api/cases', { name: 'acme', integrator: 'Acme Ltd' });
  const path = `/cases/${body.id}/eligibility`;
  const page = await openUi(browser(), host, { path });
  const part = (name: string) =>
    page.getByRole('radiogroup', { name: 'Part of eligibility' }).getByText(name, { exact: true }).click();
  const row = page.getByRole('button', { name: /^Calls to the alerts endpoints/ }).first();
  const dialog = page.getByRole('dialog');

  await page.getByRole('heading', { name: /^Drop the integrator/ }).waitFor();
  await dropFiles(page, reportOf('before.xml', 20, 2));
  expect(await page.getByLabel('Type of before.xml').inputValue()).toBe('exec');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start check' }).click();
  await page.getByText('Blocked: 1 check failed').waitFor();

  await dropFiles(page, reportOf('after.xml', 10, 0));
  await page.getByRole('button', { name: 'Start check' }).click();
  await page
    .getByText(/^Undetermined/)
    .first()
    .waitFor();
  await row.click();
  await page.getByText('No coverage stated.').waitFor();
  await page.getByRole('button', { name: 'State coverage…' }).click();
  await dialog
    .getByLabel('The suite covers')
    .fill('The nightly sync and the import job.\nThe portal is mocked.');
  await dialog.getByLabel('Stated by').fill('Mia of Acme');
  await dialog.getByRole('button', { name: 'Save coverage' }).click();
  await page.getByText('Stated, not confirmed').waitFor();

  await page.getByRole('button', { name: 'Change coverage…' }).click();
  await dialog.getByLabel('Stated by').fill('Mia of Acme');
  await dialog.getByLabel('Confirmed: nothing else of the integration calls this API').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm coverage' }).click();
  await page.getByText('Confirmed: covers every call').waitFor();
  await page
    .getByText(/^The suite covers|Mia of Acme confirmed/)
    .first()
    .waitFor();
  const seen = async () => {
    const { verdict, coverages } = (await host.desk('GET', `/api${path}`)).body;
    const found = verdict.rows.find((one: { row: string }) => one.row === 'alerts-endpoints');
    return [found.state, coverages.length];
  };
  expect(await seen()).toEqual(['absent', 1]);

  await part('Evidence');
  await page.getByRole('row', { name: /after.xml/ }).click();
  await dialog.getByText('9 in total · 8 successful', { exact: false }).waitFor();
  await dialog.getByText('POST /companies/{companyId}/data/all').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Withdraw coverage…' }).click();
  const reason = page.getByRole('dialog', { name: 'Withdraw coverage' });
  await reason.getByLabel('Reason').fill('The import job is mocked too.');
  await reason.getByRole('button', { name: 'Withdraw coverage' }).click();
  await dialog.getByText('No coverage stated.').waitFor();
  expect(await seen()).toEqual(['unknown', 0]);
}, 60_000);
