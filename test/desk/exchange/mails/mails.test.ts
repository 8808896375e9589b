import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { type MailKind, mailIdHeader, mailKinds } from '#contract/mail.ts';
import { causeLabels } from '#contract/token-causes.ts';
import { createCases } from '#desk/cases/index.ts';
import { createMails, createTemplates } from '#desk/exchange/mails/index.ts';
import type { MakeAttachment } from '#desk/exchange/mails/mails.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { companyNumber, putRun, unsent } from '#test/support/run-on-record.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';

type Desk = Pick<Awaited<ReturnType<typeof startDesk>>, 'deskUrl' | 'authorization'> & {
  readonly call: Call;
};

const contact = { name: 'Jo "J" Smith', party: 'integrator', email: 'jo@acme.example' };

const setUp = async (fields: object = {}) => {
  const dataDir = temporaryFolder();
  const { desk: call, ready } = await testHost({ dataDir });
  const desk: Desk & { dataDir: string } = {
    call,
    deskUrl: ready.deskUrl,
    authorization: `Bearer ${ready.deskToken}`,
    dataDir,
  };
  const made = await call('POST', '/api/cases', {
    name: 'acme',
    integrator: 'Ácme & Söhne',
    parts: ['webhooks', 'tokens'],
    ...fields,
  });
  const base = `/api/cases/${made.body.id}`;
  await call('POST', `${base}/contacts`, contact);
  return { ...desk, id: made.body.id as string, base };
};

const write = async ({ deskUrl, authorization }: Desk, base: string, kind: MailKind, body: object) => {
  const response = await fetch(`${deskUrl}${base}/mails/${kind}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ form: 'eml', sender: 'Ada', ...body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
};

const soon = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
const later = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);

test('a mail is written from what is on record, with its files, and put on record with its digest', async () => {
  const desk = await setUp();
  const { call, base } = desk;
  const { details } = (await call('POST', `${base}/runbook`, { platformKey: 'qhyg' })).body;
  const fields = Object.fromEntries(
    details.map((one: { name: string; example: string }) => [one.name, one.example]),
  );
  await call('PUT', `${base}/runbook/details`, { fields });
  await call('POST', `${base}/runbook/estimate`, { companies: 40 });
  const proposed = await call('PUT', `${base}/runbook/window`, {
    start: soon(),
    end: later(),
    zone: 'Europe/Berlin',
    otherZone: 'America/New_York',
  });
  expect(proposed).toMatchObject({ status: 200 });
  const draft = (await call('GET', `${base}/mails/schedule?language=de&sender=Ada`)).body;
  expect(draft.unfilled.map(({ field }: { field: string }) => field)).toEqual(['companies']);
  const refused = await write(desk, base, 'schedule', { language: 'de' });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('{{companies}}')]);

  const text = draft.text.replace('{{companies}}', '40');
  const written = await write(desk, base, 'schedule', { language: 'de', text });
  expect([written.status, written.headers.get('content-type')]).toEqual([200, 'message/rfc822']);
  const mail = await PostalMime.parse(written.bytes);
  expect(mail).toMatchObject({
    subject: 'Ácme & Söhne: Vorschlag für das Zeitfenster der Umstellung von QuickBooks Online',
    to: [{ name: contact.name, address: contact.email }],
    text: expect.stringMatching(/\(Europe\/Berlin\)\n- .*\(America\/New_York\)[\s\S]*voraussichtlich/),
    attachments: [{ filename: 'migration-window.ics', mimeType: 'text/calendar' }],
  });
  expect(mail.headers.find(({ key }) => key === 'x-unsent')?.value).toBe('1');
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toContain('BEGIN:VEVENT');

  const id = written.headers.get(mailIdHeader);
  const sent = await call('POST', `${base}/mails/sent/${id}`, { by: 'Ada', note: 'by Outlook' });
  expect(sent.body.written).toMatchObject([
    {
      id,
      mail: 'schedule',
      language: 'de',
      digest: createHash('sha256').update(written.bytes).digest('hex'),
      attachments: [{ name: 'calendar', file: 'migration-window.ics' }],
      sent: { by: 'Ada', note: 'by Outlook' },
    },
  ]);
  const told = (await call('GET', `${base}/entries`)).body.results.map(
    ({ words }: { words: string }) => words,
  );
  expect(told.slice(-2)).toEqual([
    expect.stringMatching(/^Wrote the mail "schedule" \(de\) to Jo "J" Smith: .*migration-window\.ics/),
    'Ada sent a mail. by Outlook',
  ]);
  expect((await call('POST', `${base}/mails/sent/${crypto.randomUUID()}`, { by: 'Ada' })).status).toBe(404);
  // The next one is in the language of the last.
  expect((await call('GET', `${base}/mails/intake`)).body.language).toBe('de');
});

test('what failed and what to do about it, by company', async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const { id } = await cases.create({ name: 'acme', parts: ['tokens'] }, 'Ada');
  const mails = createMails({
    cases,
    runbooks: { show: async () => ({ ...noRunbook, caseId: id }) },
    templates: createTemplates(join(packageRoot(), 'resources/mails'), context.dataDir),
    attachments: {} as MakeAttachment,
    sealing: () => 'age1recipient',
    newId: context.newId,
  });
  expect((await mails.draft(id, 'failed')).unfilled.map(({ field }) => field)).toContain('failures');
  const failed = {
    ...unsent(1, {}),
    state: 'failed',
    cause: 'needs-reauthorization',
    message: 'invalid_grant',
  } as const;
  await putRun(cases, id, { companies: [companyNumber(0), failed] });
  const { text, unfilled } = await mails.draft(id, 'failed', { sender: 'Ada' });
  expect(unfilled.map(({ field }) => field)).toEqual(['recipients']);
  expect(text).toContain('1 companies could not be migrated');
  expect(text).toMatch(
    new RegExp(`- ${failed.ref}.*: ${causeLabels['needs-reauthorization'].title}\\. .*\\(invalid_grant\\)`),
  );
  expect(text).toMatch(/age1recipient\n {4}\(SHA-256 [0-9a-f]{4} [0-9a-f]{4}/);
});

const noRunbook = {
  revision: 1,
  steps: [],
  details: [],
  companyFields: [],
  syncing: { companies: 0, confirmed: 0, heldBack: [], heldBackCount: 0 },
  notMigrated: { accepted: 0, excluded: 0, open: 0 },
  routes: [],
};

test('a secret in a mail is refused: one that the case keeps, and what looks like a token', async () => {
  const desk = await setUp();
  const { call, base } = desk;
  await call('POST', `${base}/runbook`, { platformKey: 'qhyg' });
  const { text } = (await call('GET', `${base}/mails/intake?sender=Ada`)).body;
  const kept = 'correct-horse-battery-staple';
  const supplied = await call('PUT', `${base}/runbook/details`, { fields: { clientSecret: kept } });
  expect(supplied.status).toBe(200);
  for (const [where, secret] of [
    ['text', 'ya29.a0AfH6SMBx7Qk2Lw9ZpR3tVuYs8dFgHjK'],
    ['text', 'Bearer 0123456789abcdef0123'],
    ['subject', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['text', kept],
  ] as const) {
    const body = where === 'text' ? { text: `${text}\n${secret}` } : { subject: secret };
    const { status, text: told } = await write(desk, base, 'intake', body);
    expect([status, told], secret).toEqual([409, expect.stringContaining('holds a secret')]);
    expect(told).not.toContain(secret);
  }
  expect((await write(desk, base, 'intake', { text: `${text}\nSee you on Monday.` })).status).toBe(200);
  expect((await call('GET', `${base}/mails`)).body.written).toHaveLength(1);
});

test('without a recipient nothing is written, and with a file that can not be made', async () => {
  const desk = await startDesk();
  const { id } = (await desk.call('POST', '/api/cases', { name: 'acme' })).body;
  const base = `/api/cases/${id}`;
  const mail = { subject: 'Hello', text: 'Hello' };
  expect(await write(desk, base, 'intake', mail)).toMatchObject({
    status: 409,
    text: expect.stringContaining('no contact of the integrator has an address'),
  });
  const to = [{ name: 'Jo', email: 'jo@acme.example' }];
  const without = await write(desk, base, 'schedule', { ...mail, to });
  expect(without).toMatchObject({
    status: 409,
    text: expect.stringContaining('calendar can not go along yet'),
  });
  expect(await write(desk, base, 'schedule', { ...mail, to, attachments: [] })).toMatchObject({
    status: 200,
  });
  const forged = [{ name: 'Jo', email: 'jo@acme.example>\r\nBcc: eve@evil.example' }];
  expect((await write(desk, base, 'intake', { ...mail, to: forged })).status).toBe(400);
});

test('names and texts of others are text: no header, recipient or field comes from them', async () => {
  const desk = await startDesk();
  const evil = fc.oneof(
    fc.string({ minLength: 1, maxLength: 60 }),
    fc.constantFrom('{{sender}}', 'a\u202Eb', '=?UTF-8?Q?x?=', '"<eve@evil.example>', 'a, eve@evil.example'),
  );
  const visibleName = evil.filter((name) => /^\s*[^\s\p{C}]\P{Cc}*$/u.test(name));
  await fc.assert(
    fc.asyncProperty(visibleName, visibleName, async (integrator, name) => {
      const made = await desk.call('POST', '/api/cases', { name: `case ${crypto.randomUUID()}`, integrator });
      const base = `/api/cases/${made.body.id}`;
      await desk.call('POST', `${base}/contacts`, { ...contact, name });
      const template = { subject: '{{integrator}}', text: 'Hello {{recipients}}' };
      await desk.call('PUT', `${base}/mails/rollback/template`, { language: 'en', template });
      const { bytes, status } = await write(desk, base, 'rollback', { attachments: [] });
      expect([status, String(bytes).slice(0, 600)]).toEqual([200, expect.anything()]);
      const mail = await PostalMime.parse(bytes);
      expect(mail.to).toHaveLength(1);
      expect(mail.to?.[0]).toMatchObject({ address: contact.email });
      expect([mail.cc, mail.bcc, mail.from]).toEqual([undefined, undefined, undefined]);
      expect(mail.headers.map(({ key }) => key).sort()).toEqual([
        ...['content-transfer-encoding', 'content-type', 'date', 'message-id', 'mime-version'],
        ...['subject', 'to', 'x-unsent'],
      ]);
    }),
    { numRuns: 40 },
  );
});

test("a template is the case's own, the data folder's or the program's, in this order", async () => {
  const { call, base, dataDir } = await setUp();
  const template = async (language = 'en') =>
    (await call('GET', `${base}/mails/intake?language=${language}`)).body.template;
  expect(await template()).toMatchObject({ from: 'carryover' });
  mkdirSync(join(dataDir, 'mails', 'fr'), { recursive: true });
  mkdirSync(join(dataDir, 'mails', 'en'));
  writeFileSync(
    join(dataDir, 'mails/en/intake.txt'),
    'Subject: Ours\r\nAttach: report\r\n\r\nText {{sender}}\r\n',
  );
  expect(await template()).toEqual({ from: 'data-folder', subject: 'Ours', text: 'Text {{sender}}' });
  // A language of one's own has what it lacks in English.
  expect(await template('fr')).toMatchObject({ subject: 'Ours' });
  const own = { subject: 'For acme', text: 'Hello' };
  await call('PUT', `${base}/mails/intake/template`, { language: 'en', template: own });
  expect(await template()).toEqual({ ...own, from: 'case' });
  await call('PUT', `${base}/mails/intake/template`, { language: 'en', template: null });
  expect(await template()).toMatchObject({ from: 'data-folder' });

  writeFileSync(join(dataDir, 'mails/en/intake.txt'), 'Hello');
  const bad = await call('GET', `${base}/mails/intake?language=en`);
  expect([bad.status, bad.body.error]).toEqual([409, expect.stringContaining('intake.txt')]);
  const none = await call('GET', `${base}/mails/intake?language=xx`);
  expect([none.status, none.body.error]).toEqual([404, expect.stringContaining('de, en, fr')]);
});

test('a mail to paste is Markdown, in which names of others are text and files are named only', async () => {
  const desk = await setUp({ parts: ['tokens'] });
  const { call, base } = desk;
  await call('POST', `${base}/runbook`, { platformKey: 'qhyg' });
  const written = await write(desk, base, 'intake', {
    form: 'md',
    subject: '*Hello*',
    text: 'Hello **you**',
  });
  expect([written.status, written.headers.get('content-type')]).toEqual([
    200,
    'text/markdown; charset=utf-8',
  ]);
  expect(written.text).toBe('**\\*Hello\\***\n\n*Jo "J" Smith jo\\@acme.example*\n\nHello **you**\n');
  const { status, text } = await write(desk, base, 'failed', {
    form: 'md',
    subject: 'Failed',
    text: 'See the report.',
    attachments: ['report'],
  });
  expect([status, text]).toEqual([
    200,
    expect.stringMatching(/See the report\.\n\n- acme\\?-managed\\?-\d+\.pdf\n$/),
  ]);
});

test('a file with words that are no JSON, or lacks some, is said by its path; other folders are no languages', async () => {
  const { call, base, dataDir } = await setUp();
  mkdirSync(join(dataDir, 'mails', 'fr'), { recursive: true });
  mkdirSync(join(dataDir, 'mails', 'Old templates'));
  const read = () => call('GET', `${base}/mails/intake?language=fr`);
  writeFileSync(join(dataDir, 'mails/fr/fields.json'), '{');
  expect((await read()).body.error).toMatch(/fr.fields\.json.*it is not JSON/);
  writeFileSync(join(dataDir, 'mails/fr/fields.json'), '{"name":"Français"}');
  const bad = await read();
  expect([bad.status, bad.body.error]).toEqual([409, expect.stringMatching(/fr.fields\.json.*required/)]);
  rmSync(join(dataDir, 'mails/fr/fields.json'));
  const { languages } = (await call('GET', `${base}/mails`)).body;
  expect(languages.map(({ language }: { language: string }) => language)).toEqual(['de', 'en', 'fr']);
});

test('every language has every mail, and the same fields and words as English', () => {
  const folder = join(packageRoot(), 'resources', 'mails');
  const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
  const fields = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  const shape = (value: object): unknown =>
    Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, typeof part === 'string' ? '' : shape(part)]),
    );
  const english = JSON.parse(read('en', 'fields.json'));
  for (const language of readdirSync(folder)) {
    expect(shape(JSON.parse(read(language, 'fields.json')))).toEqual(shape(english));
    expect(readdirSync(join(folder, language)).sort()).toEqual(
      ['fields.json', ...mailKinds.map((kind) => `${kind}.txt`)].sort(),
    );
    for (const kind of mailKinds) {
      const text = read(language, `${kind}.txt`);
      expect(fields(text), `${language} ${kind}`).toEqual(fields(read('en', `${kind}.txt`)));
      for (const field of fields(text)) expect(Object.keys(english.fields)).toContain(field);
      expect(/^Attach: .*$/m.exec(text)?.[0]).toBe(/^Attach: .*$/m.exec(read('en', `${kind}.txt`))?.[0]);
    }
  }
});
