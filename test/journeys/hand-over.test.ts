import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { manifestName, publicKeyName, signatureName } from '#contract/bundle.ts';
import type { CaseView } from '#contract/case.ts';
import type { MappingDocument } from '#contract/mapping.ts';
import type { RunbookView } from '#contract/runbook.ts';
import type { TokenSet } from '#contract/sandbox.ts';
import type { Run } from '#contract/token-runs.ts';
import { readZip } from '#desk/reports/bundle/read-bundle.ts';
import { runHere } from '#test/support/cli-here.ts';
import { formIn } from '#test/support/exchange-form.ts';
import { startHostHere } from '#test/support/host-here.ts';
import { type Desk, deskOf, hasEnded, pump } from '#test/support/migrating.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { browserOfFile } from '#test/support/ui.ts';

const browser = browserOfFile();
const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

/** Local time of a form, hours from now, in UTC. */
const hoursFromNow = (hours: number): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);

/** The integrator, who has the form on a disk and no network. Answers the sealed file. */
const fillIn = async (form: string, list: string): Promise<string> => {
  const context = await browser().newContext({ offline: true, acceptDownloads: true, timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.goto(pathToFileURL(form).href);
  await page.getByLabel('Your name').fill('Jo of Acme');
  await page.getByLabel('Your role').fill('Head of Engineering');
  await page.getByLabel(/^I compared this fingerprint/).check();
  const { fields, callbackUrl } = formIn(readFileSync(form, 'utf8'));
  for (const { name, example } of fields) await answer(page, `#detail-${name}`, example);
  await page.getByLabel(/^Propose (another|a) window/).check();
  await page.getByLabel('Start', { exact: true }).fill(hoursFromNow(-2));
  await page.getByLabel('End', { exact: true }).fill(hoursFromNow(20));
  await page.getByLabel('Callback URLs registered').fill(callbackUrl ?? '');
  await page.getByLabel('Token list file').setInputFiles(list);
  await page.getByText('companies.json: 9 rows').waitFor();
  await page.getByLabel('Syncing is disabled for every company of the token list').check();
  await page.getByRole('button', { name: 'Seal file' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save sealed file' }).click();
  const sealed = join(temporaryFolder(), 'answer.age');
  await (await downloading).saveAs(sealed);
  await context.close();
  return sealed;
};

const answer = async (page: Page, at: string, value: string): Promise<void> => {
  const isChoice = (await page.locator(`select${at}`).count()) > 0;
  if (isChoice) await page.locator(at).selectOption(value);
  else await page.locator(at).fill(value);
};

/** Nine companies, three of which have lost their consent. */
const tokenList = async (desk: Desk): Promise<{ path: string; secrets: string[] }> => {
  const issue = async (count: number, behaviour: string): Promise<TokenSet[]> =>
    (
      await desk.post<{ results: TokenSet[] }>('/api/simulator/tokens', {
        platformKey: 'qhyg',
        count,
        behaviour,
      })
    ).results;
  const sets = [...(await issue(6, 'good')), ...(await issue(3, 'revoked'))];
  const rows = sets.map(({ credentials }, n) => ({
    ref: `C-${n + 1}`,
    name: `Bakery ${n + 1}`,
    ...credentials,
  }));
  const path = join(temporaryFolder(), 'companies.json');
  writeFileSync(path, JSON.stringify(rows));
  return {
    path,
    secrets: sets.flatMap(({ credentials }) =>
      [credentials.accessToken ?? [], credentials.refreshToken ?? []].flat(),
    ),
  };
};

test('a form is filled in offline, its answer imported, the migration run and handed over, and the bundle verified by others', async () => {
  const data = temporaryFolder();
  const host = await startHostHere({ dataDir: data, clock: 'virtual' });
  const desk = deskOf(host);
  const ended = async (code: number, ...args: string[]) => {
    const result = await runHere(...args, '--data', data);
    expect([args, result.code], result.stdout + result.stderr).toEqual([args, code]);
    return result;
  };
  const run = (...args: string[]) => ended(0, ...args);
  const { id } = await desk.post<{ id: string }>('/api/cases', {
    name: 'acme',
    integrator: 'Ácme 株式会社',
    parts: ['tokens'],
  });
  const base = `/api/cases/${id}`;
  await desk.post(`${base}/contacts`, { name: 'Jo', party: 'integrator', email: 'jo@acme.example' });
  await run('runbook', 'open', 'acme', 'qhyg');
  const form = join(temporaryFolder(), 'form.html');
  await run('exchange', 'form', 'acme', '--out', form);
  const { path, secrets } = await tokenList(desk);
  const sealed = await fillIn(form, path);
  // Steps 3 and 4 are not due before both have agreed to the window.
  await ended(3, 'exchange', 'import', 'acme', sealed);
  await desk.post(`${base}/runbook/estimate`, {});
  await desk.post(`${base}/runbook/window/agreements`, { party: 'support', name: 'Sam', quote: 'Suits us.' });
  await run('exchange', 'import', 'acme', sealed);
  const before = await desk.get<RunbookView>(`${base}/runbook`);
  expect(before.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'open', 'open']);
  expect(before.window?.agreements.map(({ party }) => party).sort()).toEqual(['integrator', 'support']);

  const pilot = await desk.post<Run>(`${base}/tokens/runs`, { kind: 'pilot', refs: ['C-1'] });
  expect((await pump(desk, id, pilot.id, hasEnded)).counts).toMatchObject({ rows: 1, done: 1 });
  await desk.post(`${base}/runbook/exclusions`, {
    refs: ['C-6'],
    reason: 'Closed its business.',
    by: 'Jo of Acme',
  });
  const rest = await desk.post<Run>(`${base}/tokens/runs`, {});
  expect((await pump(desk, id, rest.id, hasEnded)).counts).toMatchObject({ done: 4, failed: 3 });
  await desk.post(`${base}/runbook/failures/acceptances`, {
    refs: ['C-7', 'C-8', 'C-9'],
    reason: 'They connect again.',
    by: 'Jo of Acme',
  });
  const mails = await run('mail', 'show', 'acme', 'failed', '--sender', 'Sam');
  for (const ref of ['C-7', 'C-8', 'C-9']) expect(mails.stdout).toContain(`- ${ref} Bakery`);

  await desk.post(`${base}/runbook/handover`);
  await desk.post(`${base}/runbook/handover/sign-offs`, {
    party: 'support',
    name: 'Sam',
    quote: 'Complete.',
  });
  // Signed outside, and kept with the case.
  const signature = join(temporaryFolder(), 'signed.pdf');
  writeFileSync(signature, '%PDF-1.7 signed by Jo');
  const signing = ['--sign', 'integrator', '--by', 'Jo of Acme', '--signature', signature];
  const signed = await run('runbook', 'handover', 'acme', ...signing);
  expect(signed.stderr).toMatch(/^SHA-256 of the document: [0-9a-f]{64}\./);
  const { attachments } = await desk.get<CaseView>(base);
  const kept = attachments.find(({ name }) => name === 'signed.pdf');
  const digest = hash('sha256', readFileSync(signature));
  expect(kept).toMatchObject({ digest, note: expect.stringContaining('Signature of the integrator') });
  const { handover } = await desk.get<RunbookView>(`${base}/runbook`);
  expect(handover?.signOffs).toContainEqual(
    expect.objectContaining({ party: 'integrator', name: 'Jo of Acme', attachmentId: kept?.id }),
  );
  const { steps } = await desk.get<RunbookView>(`${base}/runbook`);
  expect(steps.map(({ state }) => state)).toEqual(Array(6).fill('done'));

  const zip = join(temporaryFolder(), 'acme.zip');
  await run('report', 'acme', '--kind', 'bundle', '--out', zip);
  const { files } = await readZip('acme.zip', readFileSync(zip));
  const unpacked = join(temporaryFolder(), 'unpacked');
  mkdirSync(unpacked);
  for (const [name, content] of files) writeFileSync(join(unpacked, name), content);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(['managed.pdf', 'managed.html', 'managed.json', 'managed.csv', 'mapping.csv']),
  );
  const mapping = JSON.parse(String(files.get('mapping.json'))) as MappingDocument;
  expect(mapping.counts).toMatchObject({ source: 9, migrated: 5, failed: 3, excluded: 1 });
  const all = Buffer.concat([...files.values()]).toString('latin1');
  for (const secret of secrets) expect(all).not.toContain(secret);
  const managed = String(files.get('managed.html'));
  for (const told of ['Jo of Acme', 'Sam', 'Closed its business.', 'They connect again.', digest]) {
    expect(managed).toContain(told);
  }
  const { pages } = await readPdf(files.get('managed.pdf') as Buffer);
  const first = pages[0]?.text ?? '';
  for (const told of ['Needs reauthorization', 'Closed its business.', 'Run by', 'Jo of Acme', 'Sam']) {
    expect(first).toContain(told);
  }
  expect(pages.at(-1)?.text).toMatch(/Signed off by Jo of Acme on [\s\S]*Signed off by Sam on /);

  const key = join(unpacked, publicKeyName);
  expect((await run('report', 'verify', zip, '--key', key)).stdout).toContain('is as it was signed');
  const guide = readFileSync(join(packageRoot(), 'docs/guides/verify-a-report.md'), 'utf8');
  const script = join(temporaryFolder(), 'verify.py');
  writeFileSync(script, /```python\n([\s\S]*?)```/.exec(guide)?.[1] ?? '');
  if (isInstalled('python3')) {
    const { status, stdout } = spawnSync('python3', ['-X', 'utf8', script, unpacked], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^whole: /)]);
  }
  if (isInstalled('minisign')) {
    const { status } = spawnSync('minisign', ['-Vm', join(unpacked, manifestName), '-p', key]);
    expect(status).toBe(0);
  }
  expect(files.has(signatureName)).toBe(true);
}, 120_000);
