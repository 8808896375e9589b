import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvedFileVersion, type CaseAction } from '#contract/case.ts';
import { createCases } from '#desk/cases/index.ts';
import { insertTarget } from '#desk/store/targets.ts';
import { targetRow } from '#desk/targets/target-row.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { importTrusting } from '#test/support/importing.ts';
import { runs } from '#test/support/runs.ts';
import { asUnsigned } from '#test/support/unsigned-chains.ts';
import { actions, caseWith } from './arbitrary-actions.ts';

const desk = async () => {
  const context = await testDeskContext();
  return { context, cases: createCases(context) };
};
const note = (n: number): CaseAction => ({
  kind: 'note.added',
  content: { id: `00000000-0000-4000-8000-00000000000${n}`, text: `note ${n}` },
});

test('exported and imported elsewhere, it is the same case with the same digest', async () => {
  const [here, there] = [await desk(), await desk()];
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { maxLength: 10 }), async (entries) => {
      const caseId = await caseWith(here.cases, entries);
      const { outcome } = await importTrusting(there.cases, await here.cases.exportFile(caseId), 'Grace');
      expect(outcome).toBe('new');
      expect(await there.cases.state(caseId)).toEqual(await here.cases.state(caseId));
      const check = await there.cases.verify(caseId, (await here.cases.view(caseId)).digest);
      expect(check).toMatchObject({
        whole: true,
        imported: [{ from: 1, upTo: entries.length + 1, by: 'Grace' }],
      });
    }),
    { numRuns: runs(15) },
  );
});

test('a colleague carries on and sends it back; what both continued is a conflict that shows both', async () => {
  const [here, there] = [await desk(), await desk()];
  const caseId = await caseWith(here.cases, [note(1)]);
  await importTrusting(there.cases, await here.cases.exportFile(caseId), 'Grace');
  await there.cases.act(caseId, 'Grace', note(2));
  const back = await importTrusting(here.cases, await there.cases.exportFile(caseId), 'Ada');
  expect(back).toMatchObject({ outcome: 'continued', case: { revision: 3 } });
  expect(await here.cases.importFile(await there.cases.exportFile(caseId), 'Ada')).toMatchObject({
    outcome: 'nothing-new',
  });
  expect((await here.cases.verify(caseId)).whole).toBe(true);

  await here.cases.act(caseId, 'Ada', note(3));
  await there.cases.act(caseId, 'Grace', note(4));
  const file = await there.cases.exportFile(caseId);
  await expect(here.cases.importFile(file, 'Ada')).rejects.toMatchObject({
    code: 'caseFile.diverged',
    info: {
      conflict: {
        yours: [{ seq: 4, actor: 'Ada', content: { text: 'note 3' } }],
        theirs: [{ seq: 4, actor: 'Grace', content: { text: 'note 4' } }],
      },
    },
  });
  expect((await here.cases.view(caseId)).revision).toBe(4);
});

const apiKey = 'sk-planted-Key-0123456789';
const targetId = '11111111-1111-4111-8111-111111111111';

const withSecrets = async () => {
  const here = await desk();
  const { context, cases } = here;
  const target = { name: 'production', baseUrl: 'https://api.example.com', apiKey };
  await context.store.write((tx) => insertTarget(tx, targetRow(context.sealer, targetId, target, 0)));
  const { id } = await cases.create({ name: 'acme', targetId }, 'Ada');
  await cases.act(id, 'Ada', () => [], { secrets: [{ name: 'header:x', value: 'planted-header-value' }] });
  const content = (text: string) => Buffer.from(text).toString('base64');
  await cases.attach(id, { name: 'plain.txt', content: content('nothing special') }, 'Ada');
  await cases.attach(id, { name: 'log.txt', content: content(`curl -u ${apiKey}`) }, 'Ada');
  return { ...here, id };
};

test('secrets stay out of the file, also those in attachments', async () => {
  const { cases, id } = await withSecrets();
  const { attachments } = await cases.view(id);
  expect(attachments.map(({ name, secret }) => [name, secret])).toEqual([
    ['plain.txt', false],
    ['log.txt', true],
  ]);
  const text = await cases.exportFile(id);
  for (const secret of [apiKey, 'planted-header-value']) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 20));
  }
  const there = await desk();
  const { remarks } = await importTrusting(there.cases, text, 'Grace');
  expect(remarks.join(' ')).toContain('targets add');
  expect(remarks.join(' ')).toContain('log.txt');
  expect((await there.cases.verify(id)).whole).toBe(true);
});

test('under a passphrase they go along, sealed, and only the passphrase opens them', async () => {
  const { cases, id } = await withSecrets();
  const text = await cases.exportFile(id, 'correct horse battery');
  expect(text).not.toContain(apiKey);
  expect(text).not.toContain('planted-header-value');
  const there = await desk();
  await expect(there.cases.importFile(text, 'Grace', { passphrase: 'wrong' })).rejects.toMatchObject({
    code: 'caseFile.passphrase',
  });
  expect(await there.cases.list()).toEqual([]);

  const result = await importTrusting(there.cases, text, 'Grace', 'correct horse battery');
  expect(result).toMatchObject({ outcome: 'new', secrets: 2 });
  expect(await there.cases.secret(id, 'header:x')).toBe('planted-header-value');
  const log = (await there.cases.view(id)).attachments[1];
  expect((await there.cases.attachment(id, log?.id as string)).toString()).toBe(`curl -u ${apiKey}`);
  expect((await there.cases.verify(id)).whole).toBe(true);
});

test('a file that is newer, cut off, changed or no case file is refused, and nothing is taken in', async () => {
  const { cases, id } = await withSecrets();
  const text = await cases.exportFile(id);
  const there = await desk();
  const change = (edit: (file: Record<string, unknown>) => void): string => {
    const file = JSON.parse(text) as Record<string, unknown>;
    edit(file);
    return JSON.stringify(file);
  };
  const entriesOf = (file: Record<string, unknown>) => file.entries as Record<string, unknown>[];
  const cases_: [string, string][] = [
    [change((file) => void Object.assign(file, { version: approvedFileVersion + 1 })), 'caseFile.newer'],
    [text.slice(0, text.length / 2), 'caseFile.unreadable'],
    ['not json', 'caseFile.unreadable'],
    ['{"format":"something else"}', 'caseFile.unreadable'],
    [change((file) => void delete file.digest), 'caseFile.unreadable'],
    [change((file) => void entriesOf(file).pop()), 'caseFile.damaged'],
    [change((file) => void entriesOf(file).splice(1, 1)), 'caseFile.damaged'],
    [change((file) => void Object.assign(entriesOf(file)[1] ?? {}, { actor: 'Eve' })), 'caseFile.damaged'],
    [change((file) => void Object.assign(entriesOf(file)[1] ?? {}, { kind: 'no.such' })), 'caseFile.damaged'],
    [
      change((file) => void Object.assign((file.attachments as object[])[0] ?? {}, { content: 'AAAA' })),
      'caseFile.damaged',
    ],
  ];
  for (const [file, code] of cases_) {
    await expect(there.cases.importFile(file, 'Grace'), code).rejects.toMatchObject({ code });
  }
  expect(await there.cases.list()).toEqual([]);
});

test('files of the versions before signatures are read too, and are unsigned', async () => {
  const [here, there] = [await desk(), await desk()];
  for (const version of [1, 2]) {
    const caseId = await caseWith(here.cases, [note(version)]);
    const text = asUnsigned(await here.cases.exportFile(caseId), version);
    const result = await there.cases.importFile(text, 'Grace');
    expect(result).toMatchObject({ outcome: 'new', stretches: [{ from: 1, upTo: 2, state: 'unsigned' }] });
    expect(await there.cases.verify(caseId)).toMatchObject({
      whole: true,
      stretches: [{ from: 1, upTo: 2, state: 'unsigned' }],
    });
  }
});
