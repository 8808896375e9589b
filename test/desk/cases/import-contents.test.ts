import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { importTrusting } from '#test/support/importing.ts';

const desk = async () => {
  const context = await testDeskContext();
  return { context, cases: createCases(context) };
};
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const note = (text: string) =>
  ({ kind: 'note.added', content: { id: '00000000-0000-4000-8000-000000000001', text } }) as const;
const passphrase = 'correct horse battery';

test('an older file brings back neither old secrets nor attachments that were removed', async () => {
  const { context, cases } = await desk();
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  await cases.act(id, 'Ada', () => [], { secrets: [{ name: 'header:x', value: 'old value' }] });
  const view = await cases.attach(id, { name: 'a.txt', content: base64('removed later') }, 'Ada');
  const old = await cases.exportFile(id, passphrase);
  await cases.act(id, 'Ada', () => [], { secrets: [{ name: 'header:x', value: 'new value' }] });
  await cases.detach(id, view.attachments[0]?.id as string, 'Ada');

  const result = await cases.importFile(old, 'Ada', { passphrase });
  expect(result).toMatchObject({
    outcome: 'nothing-new',
    secrets: 0,
    remarks: [expect.stringContaining('newer than the file')],
  });
  expect(await cases.secret(id, 'header:x')).toBe('new value');
  const kept = await context.store.read(({ db }) => db.selectFrom('attachments').selectAll().execute());
  expect(kept).toEqual([]);
  expect((await cases.verify(id)).whole).toBe(true);
});

test('a chain that was continued elsewhere takes away here what it removed', async () => {
  const [here, there] = [await desk(), await desk()];
  const { id } = await here.cases.create({ name: 'acme' }, 'Ada');
  await here.cases.attach(id, { name: 'a.txt', content: base64('x') }, 'Ada');
  await importTrusting(there.cases, await here.cases.exportFile(id), 'Grace');
  const [attachment] = (await there.cases.view(id)).attachments;
  await there.cases.detach(id, attachment?.id as string, 'Grace');
  await importTrusting(here.cases, await there.cases.exportFile(id), 'Ada');
  expect(JSON.parse(await here.cases.exportFile(id)).attachments).toEqual([]);
  const check = await here.cases.verify(id);
  expect(check).toMatchObject({ whole: true, imported: [{ from: 3, upTo: 3, by: 'Ada' }] });
});

test('files whose contents, ids or target are not those of the case are refused', async () => {
  const { cases } = await desk();
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  await cases.attach(id, { name: 'a.txt', content: base64('x') }, 'Ada');
  const file = JSON.parse(await cases.exportFile(id));
  const there = await desk();
  const junk = { digest: 'f4c8c1c0'.repeat(8), content: 'AAAA' };
  const target = { id: '11111111-1111-4111-8111-111111111111', name: 'x', baseUrl: 'https://evil.example' };
  for (const [change, words] of [
    [{ attachments: [] }, 'its header was changed'],
    [{ attachments: [...file.attachments, junk] }, 'its header was changed'],
    [{ caseId: id.toUpperCase() }, 'caseId'],
    [{ target }, 'its header was changed'],
    [{ entries: [{ ...file.entries[0], actor: '\u001b[31mEve' }, file.entries[1]] }, 'actor'],
    [{ entries: [{ ...file.entries[0], actor: '\ud800' }, file.entries[1]] }, 'not Unicode'],
  ] as const) {
    const importing = there.cases.importFile(JSON.stringify({ ...file, ...change }), 'Grace');
    await expect(importing, words).rejects.toThrow(words);
  }
  expect(await there.cases.list()).toEqual([]);
});

test('a secret that becomes known later, or is attached twice, does not leave in the clear', async () => {
  const { cases } = await desk();
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  await cases.attach(id, { name: 'log.txt', content: base64('x-team: planted-value-123') }, 'Ada');
  await cases.act(id, 'Ada', () => [], { secrets: [{ name: 'header:x', value: 'planted-value-123' }] });
  const file = JSON.parse(await cases.exportFile(id));
  expect([file.attachments, file.leftOut.attachments]).toEqual([[], ['log.txt']]);

  await cases.attach(id, { name: 'secret.txt', content: base64('same'), secret: true }, 'Ada');
  const view = await cases.attach(id, { name: 'plain.txt', content: base64('same') }, 'Ada');
  expect(view.attachments.map(({ secret }) => secret)).toEqual([false, true, true]);
  await cases.detach(id, view.attachments[1]?.id as string, 'Ada');
  const again = JSON.parse(await cases.exportFile(id));
  expect(again.leftOut.attachments).toEqual(['log.txt', 'plain.txt']);
  const there = await desk();
  await importTrusting(there.cases, JSON.stringify(again), 'Grace');
  expect((await there.cases.verify(id)).whole).toBe(true);
});

test('a revision that was never reached is refused', async () => {
  const { cases } = await desk();
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  await expect(cases.act(id, 'Ada', note('x'), { revision: 2 })).rejects.toMatchObject({
    code: 'request.invalid',
  });
});

test('secrets are kept together with the entry that tells of them, or not at all', async () => {
  const { cases } = await desk();
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  const secrets = [{ name: 'header:x', value: 'v' }];
  await cases.act(id, 'Ada', { kind: 'case.closed', content: {} });
  await expect(cases.act(id, 'Ada', note('x'), { secrets })).rejects.toMatchObject({ code: 'case.notOpen' });
  expect(await cases.secret(id, 'header:x')).toBeUndefined();
  await cases.act(id, 'Ada', { kind: 'case.reopened', content: {} });
  await cases.act(id, 'Ada', note('x'), { secrets });
  expect(await cases.secret(id, 'header:x')).toBe('v');
});
