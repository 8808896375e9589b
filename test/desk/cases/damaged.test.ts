import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { openJournal } from '#desk/cases/open-journal.ts';
import { recodeAll } from '#desk/cases/recoding.ts';
import { createDeskContext } from '#desk/context.ts';
import { createJournal } from '#desk/journal/journal.ts';
import { byHand } from '#test/support/by-hand.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { storeKind } from '#test/support/test-store.ts';
import { makeOld } from '#test/support/unsigned-chains.ts';

const note = (text: string) =>
  ({ kind: 'note.added', content: { id: '00000000-0000-4000-8000-000000000001', text } }) as const;

/** Two cases, and a way to change the database behind the desk's back; `anew` has nothing in memory. */
const setUp = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const bad = (await cases.create({ name: 'bad' }, 'Ada')).id;
  const good = (await cases.create({ name: 'good' }, 'Ada')).id;
  await cases.act(bad, 'Ada', note('they agreed'));
  const tamper = (sql: string) => byHand(context.dataDir, sql, [bad]);
  return { context, cases, bad, good, tamper, anew: () => createCases(context) };
};

test.each([
  ['a text', `update case_entries set content = replace(content, 'agreed', 'refused') where case_id = ?`],
  ['a kind that is not known', `update case_entries set kind = 'foo' where seq = 2 and case_id = ?`],
  ['what is not JSON', `update case_entries set content = '{x' where seq = 2 and case_id = ?`],
  ['a cut tail', 'delete from case_entries where seq = 2 and case_id = ?'],
  ['a head moved back', 'update case_heads set seq = 1 where case_id = ?'],
])(
  'a case with %s is not shown, continued or exported; others are, and it can be looked into and deleted',
  async (_what, sql) => {
    const { bad, good, tamper, anew } = await setUp();
    await tamper(sql);
    const cases = anew();
    for (const work of [
      () => cases.view(bad),
      () => cases.act(bad, 'Ada', note('more')),
      () => cases.exportFile(bad),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'case.damaged' });
    }
    expect((await cases.view(good)).name).toBe('good');
    expect((await cases.list()).map(({ id }) => id).sort()).toEqual([bad, good].sort());
    const id = await cases.idOf('bad');
    expect((await cases.verify(id)).whole).toBe(false);
    await cases.remove(id, (await cases.removal(id)).digest, 'Ada');
    expect((await cases.list()).map(({ name }) => name)).toEqual(['good']);
  },
);

test('what was tampered with while the case is in memory does not leave in a file either', async () => {
  const { cases, bad, tamper } = await setUp();
  await tamper(`update case_entries set actor = 'Mallory' where case_id = ?`);
  expect((await cases.view(bad)).name).toBe('bad');
  await expect(cases.exportFile(bad)).rejects.toMatchObject({ code: 'case.damaged' });
});

test('a head that was taken away, or a list entry that can not be read, does not hide a case', async () => {
  const { bad, tamper, anew } = await setUp();
  await tamper(`update case_heads set summary = '{' where case_id = ?`);
  expect((await anew().list()).find(({ id }) => id === bad)).toMatchObject({ damaged: true });
  expect((await anew().verify(bad)).problems[0]?.what).toContain('list of cases');
  await tamper('delete from case_heads where case_id = ?');
  const cases = anew();
  expect((await cases.summary(bad.slice(0, 8))).damaged).toBe(true);
  expect((await cases.verify(bad)).problems[0]?.what).toContain('head');
  await cases.remove(bad, (await cases.removal(bad)).digest, 'Ada');
  await expect(cases.summary(bad)).rejects.toMatchObject({ code: 'case.notFound' });
});

test.runIf(storeKind === 'sqlite')('losing the key loses the secrets, never the cases', async () => {
  const { context, cases, bad, good } = await setUp();
  await cases.act(good, 'Ada', () => [], { secrets: [{ name: 'header:x', value: 'planted-value' }] });
  const secret = { name: 's.txt', content: Buffer.from('abc').toString('base64'), secret: true };
  await cases.attach(good, secret, 'Ada');
  makeOld(join(context.dataDir, 'desk.db'), bad, context);
  await openJournal(context);
  const anew = createCases(context);
  const before = { bad: await anew.state(bad), good: await anew.state(good) };

  const { store, log, announce } = context;
  const other = {
    ...(await createDeskContext({
      store,
      dataDir: temporaryFolder(),
      dataKey: randomBytes(32),
      log,
      announce,
    })),
  };
  await expect(createCases(other).view(bad)).rejects.toMatchObject({ code: 'case.damaged' });
  await recodeAll(other);
  const lost = { former: context.identity.publicKey, publicKey: other.identity.publicKey };
  await other.store.write((tx) =>
    createJournal(other).append(tx, 'carryover', { kind: 'identity.lost', content: lost }),
  );
  const again = createCases(other);
  expect({ bad: await again.state(bad), good: await again.state(good) }).toEqual(before);
  expect(await again.verify(good, before.good.digest)).toMatchObject({
    whole: true,
    imported: [{ from: 1, upTo: 2, digest: before.good.digest }],
    stretches: [{ from: 1, upTo: 2, state: 'here', signer: { publicKey: lost.former } }],
  });
  expect(await again.verify(bad, before.bad.digest)).toMatchObject({
    whole: true,
    // Those from before there were signatures are coded anew, and adopted as they were.
    imported: [{ from: 1, upTo: 2, digest: before.bad.digest }],
    stretches: [{ from: 1, upTo: 2, state: 'adopted' }],
  });
  expect(await again.secret(good, 'header:x')).toBeUndefined();
  const attachmentId = before.good.attachments[0]?.id as string;
  await expect(again.attachment(good, attachmentId)).rejects.toMatchObject({ code: 'attachment.leftOut' });
  expect(JSON.parse(await again.exportFile(good)).leftOut.attachments).toEqual(['s.txt']);
  await again.act(good, 'Ada', note('goes on'));
  expect((await again.verify(good)).whole).toBe(true);
});

test.runIf(storeKind === 'sqlite')('what is deleted is not left in the files of the database', async () => {
  const { context, cases, bad } = await setUp();
  const text = 'a-text-that-is-nowhere-else-0123456789';
  await cases.act(bad, 'Ada', note(text));
  const inFiles = () => filesIn(context.dataDir).flatMap(({ content }) => foundIn({ text }, content));
  expect(inFiles()).not.toEqual([]);
  await cases.remove(bad, (await cases.removal(bad)).digest, 'Ada');
  expect(inFiles()).toEqual([]);
});
