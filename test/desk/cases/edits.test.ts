import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { importTrusting } from '#test/support/importing.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const open = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const { id, revision } = await cases.create({ name: 'Acme', parts: ['webhooks'] }, 'Ada');
  return { context, cases, id, revision };
};
const rename = (name: string) => ({ kind: 'case.changed', content: { changes: { name } } }) as const;

test('the second of two edits of the same gets a conflict that shows both, and overwrites nothing', async () => {
  const { cases, id, revision } = await open();
  await cases.act(id, 'Ada', rename('Acme Ltd'), { revision });
  await expect(cases.act(id, 'Grace', rename('Acme Inc'), { revision })).rejects.toMatchObject({
    code: 'case.conflict',
    message: expect.stringContaining('Ada'),
    info: {
      conflict: {
        yours: [rename('Acme Inc')],
        theirs: [{ seq: 2, actor: 'Ada', content: { changes: { name: 'Acme Ltd' } } }],
      },
    },
  });
  expect((await cases.view(id)).name).toBe('Acme Ltd');
  // Side by side, of different things: no conflict.
  const changes = { integrator: 'Acme Group' };
  await cases.act(id, 'Grace', { kind: 'case.changed', content: { changes } }, { revision });
  // Having looked again, it holds.
  await cases.act(id, 'Grace', rename('Acme Inc'), { revision: 3 });
  expect(await cases.view(id)).toMatchObject({ name: 'Acme Inc', integrator: 'Acme Group', revision: 4 });
});

test('an edit of what somebody removed meanwhile is a conflict too', async () => {
  const { cases, id } = await open();
  const noteId = '00000000-0000-4000-8000-000000000001';
  await cases.act(id, 'Ada', { kind: 'note.added', content: { id: noteId, text: 'first' } });
  await cases.act(id, 'Ada', { kind: 'note.removed', content: { id: noteId } }, { revision: 2 });
  const edit = { kind: 'note.changed', content: { id: noteId, text: 'second' } } as const;
  await expect(cases.act(id, 'Grace', edit, { revision: 2 })).rejects.toMatchObject({
    code: 'case.conflict',
  });
  await expect(cases.act(id, 'Grace', edit, { revision: 3 })).rejects.toMatchObject({
    code: 'note.notFound',
  });
});

test('a closed case takes nothing in until it is reopened', async () => {
  const { cases, id } = await open();
  await expect(cases.act(id, 'Ada', { kind: 'case.reopened', content: {} })).rejects.toMatchObject({
    code: 'case.badTransition',
  });
  await cases.act(id, 'Ada', { kind: 'case.closed', content: { reason: 'done' } });
  await expect(cases.act(id, 'Ada', rename('x'))).rejects.toMatchObject({ code: 'case.notOpen' });
  await cases.act(id, 'Ada', { kind: 'case.archived', content: {} });
  await cases.act(id, 'Ada', { kind: 'case.reopened', content: {} });
  await cases.act(id, 'Ada', rename('x'));
  expect(await cases.view(id)).toMatchObject({ name: 'x', state: 'open' });
});

test('what is next, and who must do it, follows the steps', async () => {
  const { cases, id } = await open();
  expect((await cases.view(id)).next).toMatchObject({ id: 'check-eligibility', responsible: 'support' });
  await cases.act(id, 'Ada', {
    kind: 'step.changed',
    content: { id: 'check-eligibility', state: 'done' },
  });
  await cases.act(id, 'Ada', {
    kind: 'step.changed',
    content: { id: 'remove-blockers', due: '2026-12-01T00:00:00Z', responsible: 'both' },
  });
  const view = await cases.view(id);
  expect(view.next).toEqual({
    id: 'remove-blockers',
    title: 'Remove the blockers',
    responsible: 'both',
    due: '2026-12-01T00:00:00Z',
  });
  expect(view.nextSteps).toEqual([{ part: 'webhooks', ...view.next }]);
  expect(view.steps[0]).toMatchObject({ state: 'done', by: 'Ada' });
  expect((await cases.list())[0]?.next?.id).toBe('remove-blockers');
  await expect(
    cases.act(id, 'Ada', { kind: 'step.changed', content: { id: 'nothing', state: 'done' } }),
  ).rejects.toMatchObject({ code: 'step.notFound' });
});

test('a case is found by its name, its id or the beginning of it', async () => {
  const { cases, id } = await open();
  expect(await cases.idOf('ACME')).toBe(id);
  expect(await cases.idOf(id)).toBe(id);
  expect(await cases.idOf(id.slice(0, 6))).toBe(id);
  await expect(cases.idOf(id.slice(0, 3))).rejects.toMatchObject({ code: 'case.notFound' });
  await expect(cases.create({ name: 'acme' }, 'Ada')).rejects.toMatchObject({ code: 'case.nameTaken' });
  // One that was imported may have the same name.
  const elsewhere = createCases(await testDeskContext());
  const other = await elsewhere.create({ name: 'acme' }, 'Ada');
  await importTrusting(cases, await elsewhere.exportFile(other.id), 'Ada');
  await expect(cases.idOf('acme')).rejects.toMatchObject({
    code: 'case.ambiguous',
    message: expect.stringContaining(other.id),
  });
});

test('deleting says first what goes, and leaves that the case was', async () => {
  const { context, cases, id } = await open();
  await cases.attach(id, { name: 'a.txt', content: Buffer.from('12345').toString('base64') }, 'Ada');
  await cases.act(id, 'Ada', () => [], { secrets: [{ name: 'header:x', value: 'value' }] });
  const removal = await cases.removal(id);
  expect(removal).toMatchObject({ name: 'Acme', entries: 2, attachments: 1, attachmentBytes: 5, secrets: 1 });
  await cases.act(id, 'Grace', rename('Acme 2'));
  await expect(cases.remove(id, removal.digest, 'Ada')).rejects.toMatchObject({ code: 'case.removalStale' });
  await cases.remove(id, (await cases.removal(id)).digest, 'Ada');
  await expect(cases.view(id)).rejects.toMatchObject({ code: 'case.notFound' });
  const left = await context.store.read(({ db }) => db.selectFrom('deleted_cases').selectAll().execute());
  expect(left).toMatchObject([{ case_id: id, actor: 'Ada' }]);
  expect(await context.store.read(({ db }) => db.selectFrom('case_secrets').selectAll().execute())).toEqual(
    [],
  );
});

test('attachments are kept by their hash; what is no file, too large or not whole is refused', async () => {
  const { context, cases, id } = await open();
  const folder = temporaryFolder();
  const path = join(folder, 'evidence.txt');
  writeFileSync(path, 'evidence');
  const view = await cases.attach(id, { path, note: 'from the integrator' }, 'Ada');
  const [attachment] = view.attachments;
  expect(attachment).toMatchObject({ name: 'evidence.txt', size: 8, secret: false, by: 'Ada' });
  expect((await cases.attachment(id, attachment?.id as string)).toString()).toBe('evidence');

  symlinkSync('/dev/zero', join(folder, 'endless'));
  spawnSync('mkfifo', [join(folder, 'pipe')]);
  for (const [request, code] of [
    [{ path: join(folder, 'missing') }, 'file.unreadable'],
    [{ path: context.dataDir }, 'file.unreadable'],
    [{ path: join(folder, 'endless') }, 'file.unreadable'],
    [{ path: join(folder, 'pipe') }, 'file.unreadable'],
    [{ path: 'relative' }, 'request.invalid'],
    [{ path: join(context.dataDir, 'desk.db') }, 'request.invalid'],
    [{ name: 'x' }, 'request.invalid'],
    [{ name: 'x', content: 'not base64!' }, 'request.invalid'],
    [{ name: 'x', content: 'A'.repeat(40 * 1_048_576) }, 'request.invalid'],
  ] as const) {
    await expect(
      cases.attach(id, request, 'Ada'),
      JSON.stringify(request).slice(0, 80),
    ).rejects.toMatchObject({
      code,
    });
  }
  await cases.detach(id, attachment?.id as string, 'Ada', view.revision);
  await expect(cases.attachment(id, attachment?.id as string)).rejects.toMatchObject({
    code: 'attachment.notFound',
  });
});
