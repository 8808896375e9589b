import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readPdf } from '#test/support/read-pdf.ts';
import { testHost } from '#test/support/test-host.ts';
import { browserOfFile, expectAccessible, openUi, untilLive, visit } from '#test/support/ui.ts';

const browser = browserOfFile();

const setUp = async () => {
  const host = await testHost();
  const { desk } = host;
  const given = { name: 'acme books', integrator: 'Acme Ltd', parts: ['webhooks', 'tokens'] };
  const { id } = (await desk('POST', '/api/cases', given)).body;
  const path = `/api/cases/${id}`;
  const revision = async (): Promise<number> => (await desk('GET', path)).body.revision;
  /** What the desk gives at the same point with the same options. */
  const file = async (query: string): Promise<Buffer> => {
    const answer = await fetch(`${host.ready.deskUrl}${path}/reports/${query}`, {
      headers: { authorization: `Bearer ${host.ready.deskToken}` },
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  return { host, desk, id, path, revision, file };
};

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const save = async (page: Page, format: string) => {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export ${format}`, exact: true }).click(),
  ]);
  return { name: saved.suggestedFilename(), content: readFileSync(await saved.path()) };
};

const htmlOf = (page: Page) => page.frameLocator('iframe[title^="Preview of"]');

it('offers what the case has, shows the file, and saves the bytes that it shows', async () => {
  const { host, desk, id, path, revision, file } = await setUp();
  const before = (await desk('GET', path)).body;
  await desk('POST', `${path}/notes`, { text: '<img src=x onerror=alert(1)> said *Kim*' });
  const page = await openUi(browser(), host, { path: `/cases/${id}/reports` });
  await htmlOf(page).getByRole('heading', { level: 1, name: 'Token migration: Acme Ltd' }).waitFor();
  // No runbook is opened, so there is nothing to tell of one.
  expect(await page.getByRole('radio', { name: /^(Case|Eligibility|Tokens|Managed)/ }).count()).toBe(3);
  await page.getByRole('radio', { name: /^Case/ }).click();
  await htmlOf(page).getByText('<img src=x onerror=alert(1)> said *Kim*').first().waitFor();
  // Its links stay in it.
  await htmlOf(page).getByRole('link', { name: 'Notes' }).click();
  await htmlOf(page).locator('#notes:target').waitFor();
  const { digest } = (await desk('GET', path)).body;
  await page.getByText(`carryover verify 'acme books' --expect ${digest}`).waitFor();
  await expectAccessible(page, true);

  const at = await revision();
  await page.getByRole('radio', { name: 'Markdown' }).click();
  const preview = page.getByRole('region', { name: `Preview of acme-books-case-${at}.md` });
  await preview.getByText(digest).first().waitFor();
  const markdown = await save(page, 'Markdown');
  expect(markdown).toEqual({
    name: `acme-books-case-${at}.md`,
    content: await file(`case?format=md&at=${at}`),
  });
  await page.getByText(`SHA-256 ${sha256(markdown.content)}`).waitFor();
  expect(await preview.locator('pre').textContent()).toBe(markdown.content.toString());

  const [bundle] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export signed bundle' }).click(),
  ]);
  expect(bundle.suggestedFilename()).toBe(`acme-books-bundle-${at}.zip`);

  await page.getByRole('radio', { name: /^Tokens/ }).click();
  for (const [label, format] of [
    ['mapping as CSV', 'csv'],
    ['mapping as JSON', 'json'],
  ] as const) {
    const mapping = await save(page, label);
    expect(mapping).toEqual({
      name: expect.stringMatching(new RegExp(`^acme-books-mapping.*\\.${format}$`)),
      content: await file(`../tokens/mapping?format=${format}&at=${at}`),
    });
    expect(mapping.content.length).toBeGreaterThan(20);
  }
  await page.getByRole('radio', { name: /^Case/ }).click();
  await page.getByRole('radio', { name: 'Markdown' }).click();

  // What is looked at stays as it is until the person asks for more.
  await desk('POST', `${path}/runbook`, { platformKey: 'pbtz' });
  await page.getByRole('radio', { name: /^Managed migration/ }).waitFor();
  await page.getByText(`after entry ${at}, which this report ends with`).waitFor();
  expect((await save(page, 'Markdown')).name).toBe(`acme-books-case-${at}.md`);
  await page.getByRole('button', { name: 'Update report' }).click();
  await page.getByRole('region', { name: `Preview of acme-books-case-${await revision()}.md` }).waitFor();
  await page.getByRole('textbox', { name: 'As of entry' }).fill(String(before.revision));
  const command = page.getByRole('region', { name: 'the command' });
  await command.getByText(before.digest).waitFor();
  await page.getByRole('button', { name: 'Use latest entry' }).click();
  await command.getByText((await desk('GET', path)).body.digest).waitFor();
});

it('draws the pages of a PDF as they will be saved, with text to select, in the chosen zone and on the chosen paper', async () => {
  const { host, id, revision, file } = await setUp();
  const page = await openUi(browser(), host, { path: `/cases/${id}/reports?kind=case&format=pdf` });
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  const at = await revision();
  const first = page.getByRole('article', { name: /^Page 1 of \d+$/ });
  await first.getByText('Case: acme books').first().waitFor();
  await expect.poll(() => inkOf(page)).toBeGreaterThan(500);
  await expectAccessible(page, true);
  const a4 = await save(page, 'PDF');
  expect(a4).toEqual({ name: `acme-books-case-${at}.pdf`, content: await file(`case?format=pdf&at=${at}`) });
  await page.getByText(`SHA-256 ${sha256(a4.content)}`).waitFor();
  const shape = async () => {
    const { width, height } = (await first.boundingBox()) ?? { width: 0, height: 0 };
    return height / width;
  };
  expect(await shape()).toBeCloseTo(842 / 595, 1);

  await page.getByRole('combobox', { name: 'Paper' }).click();
  await page.getByRole('option', { name: 'Letter' }).click();
  await expect.poll(shape).toBeCloseTo(792 / 612, 1);
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Kathmandu');
  await page.getByRole('option', { name: 'Asia/Kathmandu' }).click();
  await first
    .getByText(/\+05:45$/)
    .first()
    .waitFor();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await first.getByText('Inhalt').waitFor();
  const letter = await save(page, 'PDF');
  const same = `case?format=pdf&at=${at}&paper=letter&zone=Asia/Kathmandu&language=de`;
  expect(letter.content.equals(await file(same))).toBe(true);

  // A page far below is drawn when it comes into view, and only then.
  const { pages } = await readPdf(letter.content);
  const last = page.getByRole('article', { name: `Page ${pages.length} of ${pages.length}` });
  await last.scrollIntoViewIfNeeded();
  await last.locator('canvas').waitFor();
  for (const worker of workers) expect(new URL(worker).origin).toBe(host.ready.deskUrl);
  expect(workers.length).toBeGreaterThan(0);
});

/** How many pixels of the first page are dark. */
const inkOf = (page: Page): Promise<number> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] < 90 && data[at + 3] > 0) dark += 1;
    return dark;
  })()`);

it('leaves sections out, says so, and keeps what a report always has', async () => {
  const { host, id, file } = await setUp();
  const page = await openUi(browser(), host, { path: `/cases/${id}/reports?kind=tokens` });
  await page.getByRole('checkbox', { name: 'Runs', exact: true }).click();
  await htmlOf(page).getByText('Left out of this report: Runs.').waitFor();
  await page.getByRole('checkbox', { name: 'Imports' }).click();
  await htmlOf(page).getByText('Left out of this report: Imports, Runs.').waitFor();
  expect(await htmlOf(page).getByRole('heading', { name: 'Runs', exact: true }).count()).toBe(0);
  expect(await page.getByRole('checkbox', { name: 'Summary' }).isDisabled()).toBe(true);
  expect((await save(page, 'HTML')).content.equals(await file('tokens?without=imports,runs'))).toBe(true);
  // The address has it, so that a link and Back show the same.
  expect(new URL(page.url()).searchParams.get('without')).toBe('imports,runs');
  await page.getByRole('checkbox', { name: 'Imports' }).click();
  await page.getByRole('radio', { name: 'JSON' }).click();
  await page.getByRole('region', { name: /json$/ }).getByText('"leftOut"').waitFor();
  expect(await page.getByRole('combobox', { name: 'Time zone' }).count()).toBe(0);
  // Of another kind it says nothing.
  await page.getByRole('radio', { name: /^Case/ }).click();
  await page.getByRole('region', { name: /case.*json$/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('without')).toBeNull();
  // What an address can't mean is as if it were not there.
  await visit(page, `/cases/${id}/reports?kind=case&format=doc&zone=Mars/Phobos&without=summary,%3Cb%3E`);
  await htmlOf(page).getByText('All times are UTC.').waitFor();
});

it('stops what is no longer wanted, cuts what is long, and says why a file can not be made until it can', async () => {
  const { host, id } = await setUp();
  const page = await openUi(browser(), host, { expected: /503|500/ });
  // Before it is signed in, another address would cut that off.
  await untilLive(page);
  const reports = (format: string) => (url: URL) =>
    url.pathname.endsWith('/reports/case') && url.searchParams.get('format') === format;
  await page.route(reports('pdf'), () => {});
  const stopped = page.waitForEvent('requestfailed', (request) => reports('pdf')(new URL(request.url())));
  await page.goto(`${host.ready.deskUrl}/cases/${id}/reports?kind=case&format=pdf`);
  await page.getByText('Creating PDF…').waitFor();
  await page.getByRole('radio', { name: 'HTML' }).click();
  await stopped;
  await htmlOf(page).getByRole('heading', { level: 1 }).waitFor();

  await page.unroute(reports('pdf'));
  const said = { error: 'PDF not created: nobody knows.', statusCode: 500, canBeRetried: 'No' };
  const refusal = { ...said, service: 'desk', correlationId: 'a'.repeat(32), detailedErrorCode: 50043 };
  await page.route(reports('pdf'), (route) => route.fulfill({ status: 500, json: refusal }));
  await page.getByRole('radio', { name: 'PDF' }).click();
  await page.getByRole('alert').getByText('PDF not created: nobody knows.').waitFor();
  // A file that is no PDF, or one that is cut.
  await page.unroute(reports('pdf'));
  await page.route(reports('pdf'), (route) => route.fulfill({ body: '%PDF-1.7 and no more' }));
  await page
    .getByRole('button', { name: 'HTML' })
    .or(page.getByRole('radio', { name: 'HTML' }))
    .click();
  await page.getByRole('radio', { name: 'PDF' }).click();
  await page.getByText('Pages not drawn').waitFor();

  await page.route(reports('md'), (route) => route.fulfill({ body: 'x'.repeat(200_001) }));
  await page.getByRole('radio', { name: 'Markdown' }).click();
  await page.getByText('First 200,000 of 200,001 characters; the file has all.').waitFor();
  expect((await save(page, 'Markdown')).content.byteLength).toBe(200_001);
  await page.unroute(reports('md'));

  await page.route('**/reports/case*', (route) => route.fulfill({ status: 503 }));
  await page.goto(`${host.ready.deskUrl}/cases/${id}/reports?kind=case&format=csv`);
  await page.getByText('The response has status 503 and no reason').first().waitFor();
  // By itself: nobody presses Retry.
  await page.unroute('**/reports/case*');
  await page.getByRole('region', { name: /csv$/ }).waitFor();
});
