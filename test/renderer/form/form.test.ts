import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { splitAnswer } from '#contract/answer-file.ts';
import type { ExchangeAnswer, ExchangeForm } from '#contract/exchange.ts';
import { builtForm, exampleForm, formOnDisk } from '#test/support/exchange-form.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { browserOfFile, expectAxe } from '#test/support/ui.ts';

const browser = browserOfFile();
let identity: string;
let recipient: string;
beforeAll(async () => {
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
});

/** The form as a person opens it: from a disk, without a network. Nothing may be asked for or complained about. */
const open = async (
  changes: Partial<ExchangeForm> = {},
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const url = formOnDisk(exampleForm({ recipient, ...changes }));
  const context = await browser().newContext({
    offline: true,
    acceptDownloads: true,
    timezoneId: 'Europe/Berlin',
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const asked: string[] = [];
  const problems: string[] = [];
  const page = await context.newPage();
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => problems.push(message.text()));
  onTestFinished(async () => {
    await context.close();
    expect(asked.filter((one) => one !== url && !one.startsWith('blob:'))).toEqual([]);
    expect(problems).toEqual([]);
  });
  await page.goto(url);
  return page;
};

const signHere = async (page: Page): Promise<void> => {
  await page.getByLabel('Your name').fill('Kim Larsen');
  await page.getByLabel('Your role').fill('Head of Engineering');
  await page.getByLabel(/^I compared this fingerprint/).check();
};

interface Saved {
  readonly name: string;
  readonly digest: string;
  readonly answer: ExchangeAnswer;
  readonly list: string;
}

/** Seals, saves, and opens what was saved as the desk does. */
const seal = async (
  page: Page,
  names = { button: 'Seal file', link: 'Save sealed file' },
): Promise<Saved> => {
  await page.getByRole('button', { name: names.button }).click();
  const shown = await page.locator('#digest').textContent();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: names.link }).click();
  const download = await downloading;
  const bytes = readFileSync(await download.path());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(shown);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const plain = await decrypter.decrypt(new Uint8Array(bytes));
  const split = await splitAnswer(piecesOf(plain));
  if (typeof split === 'string') throw new Error(split);
  const list: Uint8Array[] = [];
  for await (const piece of split.list) list.push(piece);
  return {
    name: download.suggestedFilename(),
    digest: shown ?? '',
    answer: JSON.parse(split.line) as ExchangeAnswer,
    list: Buffer.concat(list).toString('utf8'),
  };
};

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

const listOnDisk = async (content: string | Uint8Array, name = 'tokens.csv'): Promise<string> => {
  const path = join(temporaryFolder(), name);
  await writeFile(path, content);
  return path;
};
const csv =
  'ref;name;accessToken;refreshToken\nref-1;"Company\n1";access-1;refresh-1\n\nref-2;Company 2;access-2;refresh-2\n';

test('a form is filled in by a person without a network, and comes back sealed', async () => {
  const page = await open();
  await signHere(page);
  await page.getByLabel('OAuth client id').fill('AB12');
  await page.getByLabel('OAuth client secret', { exact: true }).fill('planted-secret');
  await page.getByLabel('Environment').selectOption('production');
  await page.getByLabel('Agree to this window').check();
  await page
    .getByLabel('Callback URLs registered')
    .fill('https://other.example\nhttps://api.example.com/oauth/callback');
  await page.getByLabel('Token list file').setInputFiles(await listOnDisk(csv));
  await page.getByText('tokens.csv: 2 rows').waitFor();
  await page.getByLabel('Company 3 (ref-3)').check();
  await page.getByLabel('Syncing is disabled for every company of the token list').check();
  const { name, answer, list } = await seal(page);
  expect(name).toBe(`acme-books-move-${answer.at.slice(0, 10)}.age`);
  expect(list).toBe(csv);
  const { formId, caseId, window } = exampleForm();
  expect(answer).toEqual({
    format: 'carryover-answer',
    version: 1,
    formId,
    caseId,
    name: 'Kim Larsen',
    role: 'Head of Engineering',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    fields: { clientId: 'AB12', clientSecret: 'planted-secret', environment: 'production' },
    window: { agreed: window?.id },
    callbackUrls: 'https://other.example\nhttps://api.example.com/oauth/callback',
    tokens: {
      name: 'tokens.csv',
      bytes: csv.length,
      digest: createHash('sha256').update(csv).digest('hex'),
      rows: 2,
    },
    syncing: { refs: ['ref-3'], list: true },
  });
  const result = page.getByRole('region', { name: 'File sealed' });
  await expect.poll(() => result.textContent()).toContain('3 application details');
  expect(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
    0,
    0,
    '',
  ]);
  await expectAxe(page);
});

test('what is wrong is said in a list and in its place, in the words of the desk; nothing is sealed', async () => {
  const page = await open();
  await page.getByLabel('OAuth client id').fill('a');
  await page.getByLabel('Propose another window').check();
  await page.getByLabel('Start', { exact: true }).fill('2098-01-02T10:00');
  await page.getByLabel('End', { exact: true }).fill('2098-01-02T09:00');
  await page.getByLabel('Callback URLs registered').fill('https://api.example.com/oauth/callback/');
  await page.getByLabel('Token list file').setInputFiles(await listOnDisk('ref,accessToken\n1,2\n'));
  await page
    .locator('#tokens-problem')
    .getByText('FreeAgent requires columns that were not found: refreshToken (Refresh token).')
    .waitFor();
  await page.getByRole('button', { name: 'Seal file' }).click();
  const summary = page.getByRole('alert').filter({ hasText: '7 answers need attention' });
  expect(await summary.getByRole('link').allTextContents()).toEqual([
    'Your name is missing.',
    'Your role is missing.',
    'clientId (OAuth client id) has the wrong format. Example: AB12cd34.',
    'End must come after start.',
    'The callback URL above is not in this list. Register it and paste the list again, or leave this empty.',
    'FreeAgent requires columns that were not found: refreshToken (Refresh token).',
    'Compare the fingerprint with the one from support.',
  ]);
  expect(await page.evaluate('document.activeElement.textContent')).toContain('7 answers');
  await expectAxe(page);
  await summary.getByRole('link', { name: /^clientId/ }).click();
  expect(await page.evaluate('document.activeElement.id')).toBe('detail-clientId');
  expect(await page.locator('#digest').count()).toBe(0);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAxe(page);
});

test('a time that comes twice is asked about, and one of the two is meant', async () => {
  const page = await open();
  await signHere(page);
  await page.getByLabel('Propose another window').check();
  await page.getByLabel('Start', { exact: true }).fill('2098-10-26T01:00');
  await page.getByLabel('End', { exact: true }).fill('2098-10-26T02:30');
  await page.getByLabel(/^End: this time comes twice/).selectOption('2098-10-26T02:30+01:00');
  const { answer } = await seal(page);
  expect(answer.window).toEqual({
    proposed: { zone: 'Europe/Berlin', start: '2098-10-26T01:00', end: '2098-10-26T02:30+01:00' },
  });
});

test('leaving a page with unsealed answers is asked about; a sealed one is left at once', async () => {
  const page = await open();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await signHere(page);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => dialogs).toEqual(['beforeunload']);
  await seal(page);
  await page.getByLabel('Your name').fill('Kim');
  expect(await page.locator('#digest').count()).toBe(0);
});

const lists: [string, string | Uint8Array, string][] = [
  [
    'a spreadsheet',
    Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0),
    'The file is a spreadsheet. Export it as CSV (UTF-8), then choose that file.',
  ],
  [
    'a sealed file',
    'age-encryption.org/v1\n',
    'The file is sealed already. Choose the list as it was before.',
  ],
  ['an empty file', '', 'The file is empty.'],
  ['only a header', 'ref,accessToken,refreshToken\n', 'The file has no rows.'],
  [
    'an open quote',
    'ref,accessToken,refreshToken\n1,"2,3\n',
    'A quotation mark is opened and never closed. Export the list again.',
  ],
  [
    'no header',
    'AAAA1111,BBBB2222\nCCCC,DDDD\n',
    'No column name is recognised. The first line must name the columns.',
  ],
  ['cut JSON', '[{"ref":"1","accessToken":"a"', 'The file ends too early. Export the list again.'],
];

test('a list is looked at in the page, whatever it is', async () => {
  const page = await open();
  const input = page.getByLabel('Token list file');
  for (const [name, content, problem] of lists) {
    await input.setInputFiles(await listOnDisk(content, 'list'));
    await expect.poll(() => page.locator('#tokens-problem').textContent(), { message: name }).toBe(problem);
  }
  const rows = [
    { ref: '1', credentials: { accessToken: 'a', refreshToken: '{[' } },
    { ref: '2' },
    { ref: '3' },
  ];
  const right: [string, string | Uint8Array][] = [
    ['array', JSON.stringify(rows)],
    ['wrapped', JSON.stringify({ rows })],
    ['lines', rows.map((row) => JSON.stringify(row)).join('\n')],
    [
      'UTF-16',
      Buffer.from('\ufeffref\taccessToken\trefreshToken\r\n1\t2\t3\r\n2\t3\t4\r\n3\t4\t5', 'utf16le'),
    ],
    ['with its delimiter', 'sep=;\nref;accessToken;refreshToken\n1;2;3\n2;3;4\n3;4;5\n'],
  ];
  for (const [name, content] of right) {
    await input.setInputFiles(await listOnDisk(content, `${name}.txt`));
    await expect
      .poll(() => page.locator('#tokens-state').textContent(), { message: name })
      .toContain(`${name}.txt: 3 rows`);
  }
});

test('on a narrow screen nothing is cut off', async () => {
  const page = await open({}, { viewport: { width: 320, height: 700 } });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
});

test('a form of many companies takes them as text', async () => {
  const page = await open({ companies: [], companiesOpen: 4000 });
  await signHere(page);
  await page.getByLabel('Syncing is disabled for', { exact: false }).first().fill('ref-1\n\n ref-2\nref-1');
  const { answer } = await seal(page);
  expect(answer.syncing).toEqual({ refs: ['ref-1', 'ref-2'], list: false });
});

test('what names and texts of a case hold runs nowhere', async () => {
  const evil = '</script><script>document.title="x"</script><!--<script>\u2028<img src=x onerror=alert(1)>';
  const page = await open({ caseName: evil, integrator: evil, platformName: evil });
  await page.getByText('Your name').waitFor();
  expect(await page.title()).toBe(`Migration form: ${evil}`);
  expect(await page.locator('img').count()).toBe(0);
});

test('the page is small, and its policy lets its own script and style run, and nothing else', () => {
  const html = builtForm();
  expect(Buffer.byteLength(html)).toBeLessThan(300_000);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
  const hash = (text = ''): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1];
  const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1];
  expect(policy).toBe(
    `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; form-action 'none'; base-uri 'none'`,
  );
  expect(html.includes('Copyright 2023 The age Authors')).toBe(true);
  expect(script).not.toMatch(/\beval\(|new Function|import\(/);
});

test('a form in German says everything in German, what is wrong too, and makes the same file', async () => {
  const page = await open({ language: 'de' });
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
  expect(await page.title()).toBe('Formular zur Umstellung: Acme Books');
  await page.getByText('28.03.2099 22:00 +01:00 bis 29.03.2099 07:00 +02:00').waitFor();
  await page.getByText('Priya Raman (Support), 20.11.2026 10:00:00 UTC').waitFor();
  await page.getByLabel('OAuth client id').fill('a');
  await page.getByLabel('Ein anderes Zeitfenster vorschlagen').check();
  await page.getByLabel('Beginn', { exact: true }).fill('2098-01-02T10:00');
  await page.getByLabel('Ende', { exact: true }).fill('2098-01-02T09:00');
  await page.getByLabel('Bei FreeAgent eingetragene').fill('https://api.example.com/oauth/callback/');
  const list = page.getByLabel('Datei mit der Token-Liste');
  await list.setInputFiles(await listOnDisk('ref,accessToken\n1,2\n'));
  await page.locator('#tokens-problem').getByText('FreeAgent verlangt Spalten').waitFor();
  await page.getByRole('button', { name: 'Datei versiegeln' }).click();
  const summary = page.getByRole('alert').filter({ hasText: '7 Angaben brauchen Ihre Aufmerksamkeit' });
  expect(await summary.getByRole('link').allTextContents()).toEqual([
    'Ihr Name fehlt.',
    'Ihre Funktion fehlt.',
    'clientId (OAuth client id) hat die falsche Form. Beispiel: AB12cd34.',
    'Ende: Muss nach dem Beginn liegen.',
    'Die Callback-URL oben steht nicht in dieser Liste. Tragen Sie sie ein und fügen Sie die Liste noch einmal ein, oder lassen Sie das Feld leer.',
    'FreeAgent verlangt Spalten, die nicht gefunden wurden: refreshToken (Refresh token).',
    'Vergleichen Sie den Fingerabdruck mit dem des Supports.',
  ]);
  await expectAxe(page);
  await page.getByLabel('Ihr Name').fill('Kim Larsen');
  await page.getByLabel('Ihre Funktion').fill('Leitung Entwicklung');
  await page.getByLabel('OAuth client id').fill('AB12');
  await page.getByLabel('Diesem Zeitfenster zustimmen').check();
  await page.getByLabel('Bei FreeAgent eingetragene').fill('https://api.example.com/oauth/callback');
  await list.setInputFiles(await listOnDisk(csv));
  await page.getByText(/^tokens.csv: 2 Zeilen, \d+ B. Gefundene Spalten: ref, name/).waitFor();
  await page.getByLabel(/^Ich habe diesen Fingerabdruck/).check();
  const { answer, list: sealed } = await seal(page, {
    button: 'Datei versiegeln',
    link: 'Versiegelte Datei speichern',
  });
  expect(sealed).toBe(csv);
  expect(answer).toMatchObject({
    fields: { clientId: 'AB12' },
    window: { agreed: exampleForm().window?.id },
    tokens: { rows: 2 },
  });
  await expectAxe(page);
});

test('a list that is still being read is waited for, not left out', async () => {
  const page = await open();
  await signHere(page);
  // Of a stream that ends when the test says so.
  await page.evaluate(`File.prototype.stream = function () {
    const file = this;
    return new ReadableStream({ async start(controller) {
      await new Promise((resolve) => { window.goOn = resolve; });
      controller.enqueue(new Uint8Array(await file.arrayBuffer()));
      controller.close();
    } });
  }`);
  await page.getByLabel('Token list file').setInputFiles(await listOnDisk(csv));
  await page.getByText('Reading tokens.csv').waitFor();
  await page.getByRole('button', { name: 'Seal file' }).click();
  await page.getByRole('link', { name: 'The token list is still being read.' }).waitFor();
  expect(await page.locator('#digest').count()).toBe(0);
  await page.evaluate('window.goOn()');
  await page.getByText('tokens.csv: 2 rows').waitFor();
});
