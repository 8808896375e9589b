import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { openJournal } from '#desk/cases/open-journal.ts';
import { recodeAll } from '#desk/cases/recoding.ts';
import { isUnderKey } from '#desk/cases/under-key.ts';
import { makeOld } from '#test/support/unsigned-chains.ts';
import { tampering, tenNotes } from './tampering.ts';

/** What `verify` says of a chain that somebody touched in the table. */

const restoring = async () => {
  const { context, caseId, sqlite } = await tampering(tenNotes.slice(0, 4));
  const tables = ['case_entries', 'case_heads', 'attachments', 'desk_journal'];
  const kept = tables.map(
    (table) => sqlite.prepare(`select * from ${table}`).all() as Record<string, unknown>[],
  );
  const check = async (sql: string, expected?: string) => {
    sqlite.exec(sql);
    const found = await createCases(context).verify(caseId, expected);
    for (const [at, table] of tables.entries()) {
      sqlite.exec(`delete from ${table}`);
      for (const row of kept[at] ?? []) {
        const names = Object.keys(row);
        sqlite
          .prepare(`insert into ${table} (${names}) values (${names.map((name) => `@${name}`)})`)
          .run(row);
      }
    }
    return found;
  };
  return { context, caseId, check };
};

test('each fault is told once, with the entry that it is at', async () => {
  const { caseId, check } = await restoring();
  const whole = await check('select 1');
  expect([whole.whole, whole.problems, whole.entries]).toEqual([true, [], 5]);
  const journal = { what: 'The journal of this data folder has no record of the case.' };
  const changedHead = {
    what: 'The separately stored head of the chain was changed, or belongs to another key of the data folder (carryover.key).',
  };
  const notAsHead = { seq: 5, what: 'The end of the chain does not match its head.' };
  const digest = 'a'.repeat(64);
  for (const [sql, problems] of [
    ['delete from desk_journal', [journal]],
    [
      'delete from case_entries where seq in (2, 3)',
      [
        { seq: 2, what: 'Entries 2 to 3 are missing.' },
        {
          seq: 4,
          what: 'Entry 4 (note.added) was changed, replaced, or not signed by the key that it names.',
        },
        { seq: 5, what: expect.any(String) },
      ].slice(0, 2),
    ],
    [
      'delete from case_entries where seq = 5',
      [{ seq: 5, what: 'Entry 5 is missing. The end was removed.' }],
    ],
    [
      'delete from case_entries where seq > 3',
      [{ seq: 4, what: 'Entries 4 to 5 are missing. The end was removed.' }],
    ],
    [
      'update case_heads set seq = 4',
      [changedHead, { seq: 5, what: 'The chain ends with entry 5, but its head names 4.' }],
    ],
    [`update case_heads set digest = '${digest}'`, [changedHead, notAsHead]],
    [`update case_heads set code = 'x'`, [changedHead, notAsHead]],
    ['delete from case_heads', [{ what: 'The separately stored head of the chain is missing.' }]],
    [
      `update case_entries set code = 'x' where seq = 2`,
      [
        {
          seq: 2,
          what: 'Entry 2 (note.added) was changed or replaced.',
        },
      ],
    ],
    [`update case_heads set summary = '{}'`, [{ what: 'The list of cases does not match the chain.' }]],
    [
      `insert into attachments (case_id, digest, sealed, content) values ('${caseId}', 'beef', 0, x'00')`,
      [{ what: 'Unexpected file (beef) without an attachment.' }],
    ],
  ] as const) {
    const found = await check(sql);
    expect([sql, found.whole]).toEqual([sql, false]);
    for (const problem of problems)
      expect([sql, found.problems]).toEqual([sql, expect.arrayContaining([problem])]);
  }
  // A head from before each part had a next step does not tell of them.
  const old = await check(
    `update case_heads set summary = json_remove(summary, '$.nextSteps', '$.progress', '$.owner', '$.due', '$.window')`,
  );
  expect(old.whole).toBe(true);
  const expected = await check('select 1', digest);
  expect(expected.problems).toEqual([
    {
      what: `No entry has the digest ${digest}. This is another chain, or earlier entries were recomputed.`,
    },
  ]);
});

test('a whole chain that the journal tells otherwise of is not the one that was written', async () => {
  const { context, caseId, sqlite } = await tampering(tenNotes.slice(0, 2));
  const row = sqlite.prepare('select * from desk_journal order by seq desc limit 1').get() as { seq: number };
  sqlite.prepare('delete from desk_journal where seq = ?').run(row.seq);
  const cut = await createCases(context).verify(caseId);
  expect(cut.problems).toEqual([
    { seq: 3, what: 'The chain ends with entry 3, but the journal of this data folder names 2.' },
  ]);
  sqlite.prepare('update desk_journal set actor = ? where seq = 2').run('Eve');
  const broken = await createCases(context).verify(caseId);
  expect(broken.problems).toEqual([{ what: 'The journal of this data folder is invalid at its entry 2.' }]);
});

test('attachments that are missing or changed are told by their names', async () => {
  const { context, cases, caseId, sqlite } = await tampering([]);
  const content = (text: string) => Buffer.from(text).toString('base64');
  await cases.attach(caseId, { name: 'a.txt', content: content('a') }, 'Ada');
  await cases.attach(caseId, { name: 'b.txt', content: content('b') }, 'Ada');
  sqlite.exec(`update attachments set content = x'00' where rowid = (select min(rowid) from attachments)`);
  const anew = createCases(context);
  expect((await anew.verify(caseId)).problems).toEqual([
    { what: expect.stringMatching(/"[ab]\.txt" was changed/) },
  ]);
  sqlite.exec('delete from attachments');
  expect((await anew.verify(caseId)).problems).toEqual([
    { what: 'The attachment "a.txt" is missing.' },
    { what: 'The attachment "b.txt" is missing.' },
  ]);
  await expect(
    anew.attachment(caseId, (await anew.view(caseId)).attachments[0]?.id as string),
  ).rejects.toMatchObject({
    code: 'attachment.leftOut',
  });
  await expect(anew.verify('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
    code: 'case.notFound',
  });
});

test('a damaged case is neither adopted nor coded anew, and the others are', async () => {
  const { context, cases, caseId, sqlite } = await tampering(tenNotes.slice(0, 1));
  const other = (await cases.create({ name: 'other' }, 'Ada')).id;
  const path = join(context.dataDir, 'desk.db');
  for (const id of [caseId, other]) makeOld(path, id, context);
  sqlite.prepare('update case_entries set actor = ? where case_id = ? and seq = 2').run('Eve', caseId);
  await openJournal(context);
  const anew = createCases(context);
  expect((await anew.verify(other)).stretches.map(({ state }) => state)).toEqual(['adopted']);
  const damaged = await anew.verify(caseId);
  expect(damaged.stretches.map(({ from, upTo, state }) => [from, upTo, state])).toEqual([
    [1, 1, 'unsigned'],
    [2, 2, 'broken'],
  ]);
  // Opening it again changes nothing.
  const journal = () => sqlite.prepare('select count(*) from desk_journal').pluck().get();
  const before = journal();
  await openJournal(context);
  expect(journal()).toBe(before);

  const authenticate: typeof context.authenticate = (purpose, text) =>
    context.authenticate(`new ${purpose}`, text);
  expect(await isUnderKey(context.store, context.authenticate)).toBe(true);
  expect(await isUnderKey(context.store, authenticate)).toBe(false);
  await recodeAll({ ...context, authenticate });
  expect(await isUnderKey(context.store, authenticate)).toBe(true);
  const recoded = createCases({ ...context, authenticate });
  expect((await recoded.view(other)).name).toBe('other');
  await expect(recoded.view(caseId)).rejects.toMatchObject({ code: 'case.damaged' });
  const [record, ...more] = (await recoded.verify(other)).imported;
  expect([record?.from, record?.upTo, more]).toEqual([1, 1, []]);
  for (const id of [caseId, other]) sqlite.prepare('delete from case_heads where case_id = ?').run(id);
  expect(await isUnderKey(context.store, authenticate)).toBeUndefined();
});
