import { hash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newSealingSecret, sealingKeyOf } from '#base/age/recipient.ts';
import { createHostClient } from '#cli/host-peer.ts';
import type { CaseEntries, CaseView } from '#contract/case.ts';
import type { AnswerImportResult, ExchangeForm } from '#contract/exchange.ts';
import type { RunbookView } from '#contract/runbook.ts';
import type { TokenImportResult, TokenRowCounts } from '#contract/token-rows.ts';
import { pipeHere, runHere } from '#test/support/cli-here.ts';
import { answerTo, formIn, listOf, sealedAnswer } from '#test/support/exchange-form.ts';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const planted = {
  clientSecret: 'PlantedFormSecret-27182818',
  accessToken: 'plantedAccess-4rT8wQz1Lm6PxV',
  refreshToken: 'plantedRefresh-9sD2fGh7Jk3Zb',
};
const columns = 'ref,name,accessToken,refreshToken,businessId';

/** A case with an opened runbook, and its form. */
const start = async () => {
  const dir = temporaryFolder();
  const files = temporaryFolder();
  const { record } = await testHost({ dataDir: dir });
  const desk = createHostClient(record);
  const outputs: string[] = [];
  const run = async (code: number, ...args: string[]) => {
    const ended = await runHere(...args, '--data', dir);
    outputs.push(ended.stdout, ended.stderr);
    expect([args, ended.code, ended]).toEqual([args, code, expect.anything()]);
    return ended;
  };
  const { id } = await desk.post<CaseView>('/api/cases', {
    name: 'acme',
    integrator: 'Acme',
    parts: ['tokens'],
  });
  await run(0, 'runbook', 'open', 'acme', 'pbtz');
  const out = join(files, 'form.html');
  const exported = await run(0, 'exchange', 'form', 'acme', '--out', out);
  const html = readFileSync(out, 'utf8');
  const form = formIn(html);
  const save = (name: string, bytes: Uint8Array): string => {
    const path = join(files, name);
    writeFileSync(path, bytes);
    return path;
  };
  const entries = async () => (await desk.get<CaseEntries>(`/api/cases/${id}/entries?limit=1000`)).results;
  const importing = async (code: number, path: string, ...more: string[]): Promise<AnswerImportResult> =>
    JSON.parse((await run(code, 'exchange', 'import', 'acme', path, '--json', ...more)).stdout);
  const runbook = () => desk.get<RunbookView>(`/api/cases/${id}/runbook`);
  return { dir, id, desk, run, form, html, exported, save, entries, importing, runbook, outputs };
};

const detailsOf = ({ fields }: ExchangeForm): Record<string, string> =>
  Object.fromEntries(
    fields.map(({ name, example }) => [name, name === 'clientSecret' ? planted.clientSecret : example]),
  );

const outcomes = ({ parts }: AnswerImportResult) =>
  Object.fromEntries(parts.map(({ part, outcome }) => [part, outcome]));

test('a form is exported, and what comes back is put on record as given by the integrator, once', async () => {
  const { dir, id, desk, run, form, html, exported, save, entries, importing, runbook, outputs } =
    await start();
  expect(exported.stderr).toContain(form.fingerprint);
  expect(exported.stderr).toContain(hash('sha256', html));
  expect(await entries()).toContainEqual(
    expect.objectContaining({
      kind: 'exchange.formExported',
      content: { formId: form.formId, digest: hash('sha256', html), recipient: form.recipient },
    }),
  );

  const list = `${columns}\nacme-1,Acme One,${planted.accessToken},${planted.refreshToken},QnVzaW5lc3M6MQ==\nacme-2,Acme Two,a-other-token,r-other-token,QnVzaW5lc3M6Mg==\n`;
  const answer = answerTo(form, {
    fields: detailsOf(form),
    window: { proposed: { zone: 'Europe/Berlin', start: '2098-03-29T22:00', end: '2098-03-31T06:00' } },
    callbackUrls: `https://other.example/\n${form.callbackUrl}`,
    tokens: listOf(list, 'customers.csv', 2),
    syncing: { refs: [], list: true },
  });
  const bytes = await sealedAnswer(form.recipient, answer, list);
  const file = save('acme.age', bytes);
  const before = (await entries()).length;
  const dry = await importing(0, file, '--dry-run');
  expect(outcomes(dry)).toEqual({
    details: 'ready',
    window: 'ready',
    callback: 'ready',
    tokens: 'ready',
    syncing: 'ready',
  });
  expect(dry.tokens).toMatchObject({ rows: 2, ready: 2, invalid: 0 });
  expect((await entries()).length).toBe(before);

  // Step 2 needs support's agreement and an estimate: what comes after it waits.
  const first = await importing(3, file);
  expect(first).toMatchObject({ digest: hash('sha256', bytes), by: { name: 'Kim Larsen' }, leftOut: [] });
  expect(outcomes(first)).toEqual({
    details: 'recorded',
    window: 'recorded',
    callback: 'waiting',
    tokens: 'recorded',
    syncing: 'waiting',
  });
  const windowId = (await runbook()).window?.id;
  await run(
    0,
    'runbook',
    'schedule',
    'acme',
    '--estimate',
    '--agree',
    'support',
    '--by',
    'Ada',
    '--quote',
    'Fine',
  );
  const second = await importing(0, file);
  expect(outcomes(second)).toEqual({
    details: 'already',
    window: 'already',
    callback: 'recorded',
    tokens: 'already',
    syncing: 'recorded',
  });
  const recorded = await entries();
  const third = await run(0, 'exchange', 'import', 'acme', file);
  expect(third.stdout).toMatch(
    /The same file was imported on .*No change: everything in this file is on record\.\n$/s,
  );
  expect((await entries()).length).toBe(recorded.length);

  const view = await runbook();
  expect(view.window?.id).toBe(windowId);
  expect(view.steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'open', 'open']);
  const given = {
    formId: form.formId,
    digest: hash('sha256', bytes),
    name: 'Kim Larsen',
    role: 'Head of Engineering',
  };
  const kinds = recorded.flatMap(({ kind, content }) =>
    (content as { given?: unknown }).given === undefined ? [] : [kind],
  );
  expect(kinds).toEqual([
    ...[
      'exchange.answerReceived',
      'runbook.detailsSupplied',
      'runbook.windowProposed',
      'runbook.windowAgreed',
    ],
    ...['tokens.imported', 'runbook.callbackChecked', 'runbook.syncingConfirmed'],
  ]);
  for (const { content } of recorded) {
    const { given: by } = content as { given?: unknown };
    if (by !== undefined) expect(by).toEqual(given);
  }
  const revealed = await desk.post<{ fields: Record<string, string> }>(
    `/api/cases/${id}/runbook/details/reveal`,
  );
  expect(revealed.fields.clientSecret).toBe(planted.clientSecret);
  expect(foundIn(planted, outputs.join('\n'))).toEqual([]);
  for (const { path, content } of filesIn(dir)) {
    expect([path, foundIn(planted, content)]).toEqual([path, []]);
  }
});

test('whatever is wrong with a file is said, and nothing of it is recorded', async () => {
  const { run, form, save, entries, desk } = await start();
  const other = await desk.post<CaseView>('/api/cases', {
    name: 'other',
    integrator: 'Other',
    parts: ['tokens'],
  });
  const sealed = (changes: Parameters<typeof answerTo>[1], list?: string) =>
    sealedAnswer(form.recipient, answerTo(form, changes), list);
  // What reading the file itself finds wrong: see `read-answer.test.ts`.
  const cases: [string, Uint8Array, RegExp][] = [
    ['plain', Buffer.from('{"format":"carryover-answer"}\n'), /is not sealed/],
    ['other case', await sealed({ caseId: other.id }), /answers a form of another case/],
    ['unknown form', await sealed({ formId: other.id }), /was not exported from this case/],
    [
      'bad list',
      await sealed({ tokens: listOf('x,y\n1,2\n'), fields: detailsOf(form) }, 'x,y\n1,2\n'),
      /columns of "tokens.csv" could not be detected/,
    ],
    [
      'bad detail',
      await sealed({ fields: { clientId: 'a' } }),
      /clientId \(OAuth client id\) has the wrong format\. Example/,
    ],
    ['unknown detail', await sealed({ fields: { nonsense: 'a' } }), /nonsense is not a field of this form/],
    [
      'bad window',
      await sealed({
        window: { proposed: { zone: 'Mars/Base', start: '2098-01-01T10:00', end: '2098-01-01T11:00' } },
      }),
      /zone must be an IANA time zone/,
    ],
  ];
  const before = (await entries()).length;
  for (const [name, bytes, message] of cases) {
    const { stderr } = await run(1, 'exchange', 'import', 'acme', save(`${name}.age`, bytes));
    expect([name, stderr]).toEqual([name, expect.stringMatching(message)]);
  }
  expect((await entries()).length).toBe(before);
});

test('what changed on record after a file was received is not undone by it', async () => {
  const { run, form, save, desk, id, importing } = await start();
  const fields = detailsOf(form);
  const file = save('a.age', await sealedAnswer(form.recipient, answerTo(form, { fields })));
  expect(outcomes(await importing(0, file))).toEqual({ details: 'recorded' });
  await desk.put(`/api/cases/${id}/runbook/details`, { fields: { clientId: 'corrected-1' } });
  expect(outcomes(await importing(0, file))).toEqual({ details: 'already' });
  const shown = JSON.parse((await run(0, 'runbook', 'details', 'acme', '--json')).stdout);
  expect(shown).toContainEqual(expect.objectContaining({ name: 'clientId', value: 'corrected-1' }));
  // A second answer to the same form is another file, and says what it replaces.
  const again = save(
    'b.age',
    await sealedAnswer(form.recipient, answerTo(form, { fields: { clientId: 'second-1' } })),
  );
  const result = await importing(0, again);
  expect(result.remarks.join()).toMatch(/Changed on record after the form was exported.*clientId/);
});

const listed = (rows = 2): string =>
  [
    columns,
    `acme-1,Acme One,${planted.accessToken},${planted.refreshToken},QnVzaW5lc3M6MQ==`,
    'acme-2,Acme Two,a-other-token,r-other-token,QnVzaW5lc3M6Mg==',
  ]
    .slice(0, rows + 1)
    .map((line) => `${line}\n`)
    .join('');

/** With everything that needs no earlier step. */
const wholeAnswer = (form: ExchangeForm) => {
  const list = listed();
  const answer = answerTo(form, {
    fields: detailsOf(form),
    window: { proposed: { zone: 'Europe/Berlin', start: '2098-03-29T22:00', end: '2098-03-31T06:00' } },
    tokens: listOf(list, 'customers.csv', 2),
  });
  return sealedAnswer(form.recipient, answer, list);
};

test('the token list of a form is imported alone; what else it holds is said, and recorded by its own import', async () => {
  const { dir, run, form, save, entries, importing, desk, id, outputs } = await start();
  const bytes = await wholeAnswer(form);
  const file = save('acme.age', bytes);
  const digest = hash('sha256', bytes);
  const before = (await entries()).length;
  const validated = await run(0, 'tokens', 'validate', 'acme', '--file', file);
  expect(validated.stdout).toContain('2 rows: 2 ready');
  expect(validated.stderr).toContain(`SHA-256 of acme.age: ${digest}`);
  expect(validated.stderr).toMatch(/Filled in by Kim Larsen \(Head of Engineering\)/);
  expect(validated.stderr).toMatch(/Details +not on record.*clientSecret/);
  expect(validated.stderr).toMatch(/Migration window +not on record +Proposed migration window: 2098-03-29/);
  expect(validated.stderr).toMatch(/exchange import acme \S*acme\.age'?` puts the rest on record/);
  expect((await entries()).length).toBe(before);

  const imported: TokenImportResult = JSON.parse(
    (await run(0, 'tokens', 'import', 'acme', '--file', file, '--json')).stdout,
  );
  expect(imported).toMatchObject({ name: 'customers.csv', ready: 2, remarks: [], form: { digest } });
  const given = { formId: form.formId, digest, name: 'Kim Larsen', role: 'Head of Engineering' };
  const newest = (await entries()).slice(before).filter(({ kind }) => kind !== 'step.changed');
  expect(newest).toMatchObject([
    { kind: 'exchange.answerReceived', content: { given } },
    { kind: 'tokens.imported', content: { given, name: 'customers.csv', ready: 2 } },
  ]);

  const rows = async () => (await desk.get<TokenRowCounts>(`/api/cases/${id}/tokens/counts`)).rows;
  expect(await rows()).toBe(2);
  expect(outcomes(await importing(0, file))).toEqual({
    details: 'recorded',
    window: 'recorded',
    tokens: 'already',
  });
  const again = await run(0, 'tokens', 'import', 'acme', '--file', file);
  expect(again.stderr).toMatch(/All of that is on record\.\nThe same file was imported on/);
  expect(await rows()).toBe(2);
  expect(outcomes(await importing(0, file))).toEqual({
    details: 'already',
    window: 'already',
    tokens: 'already',
  });
  expect(foundIn(planted, outputs.join('\n'))).toEqual([]);
  for (const { path, content } of filesIn(dir)) {
    expect([path, foundIn(planted, content)]).toEqual([path, []]);
  }
});

test('a form that is on record whole has its list imported again, and no row twice; by a pipe, too', async () => {
  const { dir, run, form, save, importing, desk, id } = await start();
  const bytes = await wholeAnswer(form);
  await importing(0, save('acme.age', bytes));
  const piped = await pipeHere(bytes, 'tokens', 'import', 'acme', '--file', '-', '--json', '--data', dir);
  expect([piped.code, piped.stderr]).toEqual([0, expect.anything()]);
  const result: TokenImportResult = JSON.parse(piped.stdout);
  // As of the file itself, which the pipe had to make text of.
  expect(result.form?.digest).toBe(hash('sha256', bytes));
  expect(result).toMatchObject({ rows: 2, ready: 2, replaced: 2, same: 2 });
  expect(result.form?.parts.map(({ outcome }) => outcome)).toEqual(['already', 'already']);
  expect(result.remarks.join()).toContain('The same file was imported on');
  const counts = await desk.get<TokenRowCounts>(`/api/cases/${id}/tokens/counts`);
  expect(counts.rows).toBe(2);
  await run(0, 'verify', 'acme');
});

test('what is wrong with a form is said by the import of its list, and nothing is recorded', async () => {
  const { run, form, save, entries, desk } = await start();
  const other = await desk.post<CaseView>('/api/cases', {
    name: 'other',
    integrator: 'Other',
    parts: ['tokens'],
  });
  const list = listed();
  const sealed = (changes: Parameters<typeof answerTo>[1], content = list) =>
    sealedAnswer(form.recipient, answerTo(form, { tokens: listOf(content), ...changes }), content);
  const stranger = sealingKeyOf(newSealingSecret()).recipient;
  const cases: [string, Uint8Array, RegExp][] = [
    ['stranger', await sealedAnswer(stranger, answerTo(form)), /does not open with the sealing key/],
    ['other case', await sealed({ caseId: other.id }), /answers a form of another case/],
    ['other list', await sealed({ tokens: listOf('a,b\n') }), /token list is not the one/],
    ['bad list', await sealed({}, 'x,y\n1,2\n'), /columns of "tokens.csv" could not be detected/],
    [
      'no list',
      await sealedAnswer(form.recipient, answerTo(form, { fields: detailsOf(form) })),
      /without a token list; it holds: Details\. Nothing was imported/,
    ],
  ];
  const before = (await entries()).length;
  for (const [name, bytes, message] of cases) {
    const { stderr } = await run(1, 'tokens', 'import', 'acme', '--file', save(`${name}.age`, bytes));
    expect([name, stderr]).toEqual([name, expect.stringMatching(message)]);
  }
  expect((await entries()).length).toBe(before);
});

test('a form is in the language that is asked for, or in that of the last mail', async () => {
  const { run, save, dir, desk, id } = await start();
  const exported = async (...args: string[]) => {
    const out = save('other.html', Buffer.alloc(0));
    rmSync(out);
    const told = JSON.parse(
      (await run(0, 'exchange', 'form', 'acme', '--out', out, '--json', ...args)).stdout,
    );
    const page = readFileSync(out, 'utf8');
    expect([told.language, /<html lang="(..)">/.exec(page)?.[1]]).toEqual([
      formIn(page).language,
      formIn(page).language,
    ]);
    return { form: formIn(page), page };
  };
  const german = await exported('--language', 'de');
  expect(german.page).toContain('<noscript>Dieses Formular braucht JavaScript');
  expect(german.form.fields.find(({ name }) => name === 'clientSecret')).toMatchObject({
    label: 'OAuth-Client-Secret',
    help: expect.stringContaining('Wird verschlüsselt gespeichert'),
  });
  expect((await exported()).form.language).toBe('en');
  const wrong = await runHere('exchange', 'form', 'acme', '--language', 'fr', '--data', dir);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Allowed choices are en, de')]);
  await desk.post(`/api/cases/${id}/contacts`, { party: 'integrator', name: 'Jo', email: 'jo@acme.example' });
  const text = save('mail.txt', Buffer.from('Subject: Umstellung\n\nGuten Tag'));
  await run(
    0,
    'mail',
    'write',
    'acme',
    'intake',
    '--language',
    'de',
    '--text',
    text,
    '--form',
    'md',
    '--out',
    `${text}.md`,
  );
  expect((await exported()).form.language).toBe('de');
  expect((await exported('--language', 'en')).form.fields[0]?.label).toBe('Name of the application');
});
