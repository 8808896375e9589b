import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { signFile } from '#desk/cases/file-signature.ts';
import { createCases } from '#desk/cases/index.ts';
import { openJournal } from '#desk/cases/open-journal.ts';
import { readCaseFile } from '#desk/cases/read-case-file.ts';
import { soundPartOf } from '#desk/cases/sound-part.ts';
import { openDeskFile } from '#desk/store/file-store.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { importTrusting } from '#test/support/importing.ts';
import { makeOld } from '#test/support/unsigned-chains.ts';
import { every } from './every-action.ts';
import { authenticate, caseId, chainOf, erasedFrom, newIdentity, rowsOf } from './made-chains.ts';
import { tampering, tenNotes } from './tampering.ts';

/** Damaged cases, exported as far as they are sound. */

const asFarAsSound = { asFarAsSound: true };

const damagedDesk = async () => {
  const { context, cases: before, caseId: id, sqlite } = await tampering(tenNotes);
  const attach = (name: string, text: string) =>
    before.attach(id, { name, content: Buffer.from(text).toString('base64') }, 'Ada');
  await attach('a.txt', 'first');
  await attach('b.txt', 'second');
  return { context, id, sqlite, cases: createCases(context) };
};

const exported = async (cases: ReturnType<typeof createCases>, id: string): Promise<CaseFile> =>
  JSON.parse(await cases.exportFile(id, undefined, asFarAsSound));

describe('a damaged case', () => {
  test.each([
    [
      'a changed text',
      `update case_entries set content = replace(content, 'note 3', 'note x')`,
      4,
      /Entry 5|content of entry 5/,
    ],
    [
      'a changed author',
      `update case_entries set actor = 'Eve' where seq = 7`,
      6,
      /Entry 7 \(note.added\) was changed/,
    ],
    ['a kind that is not known', `update case_entries set kind = 'foo' where seq = 2`, 1, /Entry 2 \(foo\)/],
    ['what is not JSON', `update case_entries set content = '{x' where seq = 9`, 8, /entry 9/],
    ['a missing row', 'delete from case_entries where seq = 6', 5, /Entry 6 is missing/],
    ['a cut tail', 'delete from case_entries where seq > 11', 11, /Entries 12 to 13 are missing/],
  ])(
    'with %s has a file of its sound part, which says where it ends and why',
    async (_what, sql, after, why) => {
      const { cases, id, sqlite } = await damagedDesk();
      sqlite.prepare(sql).run();
      const refused = await cases.exportFile(id).catch((error: Error) => error);
      expect(refused).toMatchObject({
        code: 'case.damaged',
        message: expect.stringContaining('carryover case export --as-far-as-sound'),
      });
      const file = await exported(cases, id);
      expect(file).toMatchObject({
        version: 6,
        cut: { after, of: 13, why: expect.stringMatching(why), missing: [] },
      });
      expect(file.entries).toHaveLength(after);
      expect(file.digest).toBe(file.entries.at(-1)?.digest);

      const there = createCases(await testDeskContext());
      const { remarks } = await importTrusting(there, JSON.stringify(file), 'Grace');
      expect(remarks.join(' ')).toMatch(new RegExp(`Cut after entry ${after} of 13 entries`));
      expect(remarks.join(' ')).toMatch(why);
      const check = await there.verify(id, file.digest);
      expect(check).toMatchObject({
        whole: true,
        entries: after,
        imported: [{ cut: [expect.stringMatching(why)] }],
      });
      // It continues from there, and leaves again as a whole one.
      await there.act(id, 'Grace', every['contact.added']);
      expect(JSON.parse(await there.exportFile(id))).toMatchObject({ version: 5 });
    },
  );
  test('is deleted and imported again at the same desk, and verifies', async () => {
    const { cases, id, sqlite } = await damagedDesk();
    sqlite.prepare(`update case_entries set actor = 'Eve' where seq = 7`).run();
    const file = JSON.stringify(await exported(cases, id));
    await cases.remove(id, (await cases.removal(id)).digest, 'Ada');
    await cases.importFile(file, 'Ada');
    expect(await cases.verify(id)).toMatchObject({ whole: true, entries: 6 });
  });
  test('without its head, or with one that was changed, may have ended later', async () => {
    for (const sql of ['delete from case_heads', `update case_heads set digest = 'x'`]) {
      const { cases, id, sqlite } = await damagedDesk();
      sqlite.prepare(sql).run();
      const { cut } = await exported(cases, id);
      expect(cut).toMatchObject({ after: 13, of: 13, why: expect.stringContaining('head of the chain') });
      const there = createCases(await testDeskContext());
      const { remarks } = await importTrusting(there, JSON.stringify(await exported(cases, id)), 'Grace');
      expect(remarks[1]).toContain('later entries may have been removed');
    }
  });
  test('of which the head went back too is held against the journal', async () => {
    const { context, cases, id, sqlite } = await damagedDesk();
    const old = sqlite.prepare('select * from case_heads').get() as Record<string, unknown>;
    await cases.act(id, 'Ada', every['contact.added']);
    sqlite.prepare('delete from case_entries where seq > 13').run();
    const { code, seq, digest, seal, summary } = old;
    sqlite
      .prepare('update case_heads set code=?, seq=?, digest=?, seal=?, summary=?')
      .run(code, seq, digest, seal, summary);
    const { cut } = await exported(createCases(context), id);
    expect(cut).toMatchObject({ after: 13, of: 14, why: expect.stringContaining('journal') });
  });
  test('of which nothing is sound, or that is not there, has no file', async () => {
    const { cases, id, sqlite } = await damagedDesk();
    sqlite.prepare('delete from case_entries where seq = 1').run();
    await expect(exported(cases, id)).rejects.toMatchObject({
      code: 'case.nothingSound',
      message: expect.stringContaining('Entry 1 is missing.'),
    });
    await expect(exported(cases, randomUUID())).rejects.toMatchObject({ code: 'case.notFound' });
  });
  test('that is whole is exported as ever', async () => {
    const { cases, id } = await damagedDesk();
    const { cut, version, entries } = await exported(cases, id);
    expect([cut, version, entries.length]).toEqual([undefined, 5, 13]);
  });
  test('from before there were signatures is cut where a code does not fit', async () => {
    const { context, id, sqlite } = await damagedDesk();
    makeOld(join(context.dataDir, 'desk.db'), id, context);
    await openJournal(context);
    sqlite.prepare(`update case_entries set actor = 'Eve' where seq = 7`).run();
    const { cut, entries } = await exported(createCases(context), id);
    expect([cut?.after, cut?.why, entries.length]).toEqual([
      6,
      'Entry 7 (note.added) was changed or replaced.',
      6,
    ]);
  });
});

describe('damaged evidence', () => {
  test.each([
    ['changed', `update attachments set content = x'00'`, 'was changed'],
    ['missing', 'delete from attachments', 'is missing'],
  ])('that is %s stays out, and is named', async (_what, sql, fault) => {
    const { cases, id, sqlite } = await damagedDesk();
    const { digest } = (await cases.view(id)).attachments.find(({ name }) => name === 'a.txt') ?? {};
    sqlite.prepare(`${sql} where digest = ?`).run(digest);
    await expect(cases.exportFile(id)).rejects.toMatchObject({
      code: 'case.evidenceDamaged',
      message: expect.stringContaining(`The attachment "a.txt" ${fault}.`),
    });
    const file = await exported(cases, id);
    const what = `The attachment "a.txt" ${fault}.`;
    expect(file.cut).toEqual({ after: 13, of: 13, missing: [{ attachment: 'a.txt', what }] });
    expect([file.attachments.length, file.leftOut.attachments]).toEqual([1, []]);
    const there = createCases(await testDeskContext());
    expect((await importTrusting(there, JSON.stringify(file), 'Grace')).remarks).toContain(what);
  });
});

test('a damaged page of desk.db takes away only what is on it', async () => {
  const { context, cases: before, caseId: id, sqlite } = await tampering([]);
  const long = (n: number): CaseAction => ({
    kind: 'note.added',
    content: { id: randomUUID(), text: `${n} `.padEnd(3000, 'x') },
  });
  await before.attach(id, { name: 'large', content: Buffer.alloc(60_000, 'e').toString('base64') }, 'Ada');
  for (let n = 0; n < 20; n += 1) await before.act(id, 'Ada', long(n));
  // A file of more than 16 MiB is not looked through when it is opened.
  sqlite.prepare('insert into attachments values (?, ?, 0, zeroblob(20000000), 0)').run(randomUUID(), 'x');
  sqlite.close();
  await context.store.close();
  const path = join(context.dataDir, 'desk.db');
  const pageOf = (text: string): number => Math.floor(readFileSync(path).indexOf(text) / 4096);
  const bytes = readFileSync(path);
  // A page of the chain, and the second of the attachment, whose first bytes name the next one.
  bytes.fill(0xff, pageOf('"12 xxx') * 4096, pageOf('"12 xxx') * 4096 + 4096);
  const evidence = pageOf('eeeeeeee');
  bytes.fill(0xff, (evidence + 1) * 4096, (evidence + 1) * 4096 + 8);
  writeFileSync(path, bytes);
  const anew = await openDeskFile(path);
  onTestFinished(() => anew.close());
  const cases = createCases({ ...context, store: anew });
  const file = await exported(cases, id);
  expect(file.cut?.why).toMatch(/Entry 1\d can't be read: a page of desk.db is damaged/);
  expect(file.cut?.of).toBe(22);
  expect(file.entries.length).toBeGreaterThan(5);
  expect((await readCaseFile(JSON.stringify(file))).state.revision).toBe(file.entries.length);
  expect(file.cut?.missing).toEqual([
    { attachment: 'large', what: expect.stringContaining("can't be read: a page of desk.db is damaged") },
  ]);
});

describe('a sound part', () => {
  const identity = newIdentity();
  const actions: readonly CaseAction[] = [every['case.opened'], every['note.added'], every['contact.added']];
  test('ends before content whose erasure is recorded behind the cut', () => {
    const { rows, head } = rowsOf(
      erasedFrom(
        chainOf(actions, () => identity),
        2,
        identity,
      ),
    );
    expect(soundPartOf({ authenticate }, caseId, head, rows)).not.toHaveProperty('why');
    const { rows: part, why } = soundPartOf({ authenticate }, caseId, head, rows.slice(0, 3));
    expect([part.length, why]).toEqual([1, expect.stringContaining('The content of entry 2')]);
    const changed = rows.map((row) => (row.seq === 3 ? { ...row, actor: 'Eve' } : row));
    const cut = soundPartOf({ authenticate }, caseId, head, changed);
    expect([cut.rows.length, cut.why]).toEqual([
      1,
      expect.stringMatching(
        /^Entry 3 .* was changed.*The content of entry 2 was erased, and the entry that says so/,
      ),
    ]);
  });
  test('is the longest one before any change of any column, and holds as a file', async () => {
    const columns = ['actor', 'at', 'kind', 'content', 'salt', 'commitment', 'signer', 'signature'] as const;
    const change = fc.record({
      seq: fc.integer({ min: 2, max: 3 }),
      column: fc.constantFrom(...columns),
      at: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ seq, column, at }) => {
        const { rows, head } = rowsOf(chainOf(actions, () => identity));
        const row = rows[seq - 1] as unknown as Record<string, string>;
        const text = row[column] as string;
        const place = at % text.length;
        row[column] = `${text.slice(0, place)}${text[place] === 'q' ? 'z' : 'q'}${text.slice(place + 1)}`;
        const part = soundPartOf({ authenticate }, caseId, head, rows);
        expect([part.rows.length, part.why]).toEqual([
          seq - 1,
          expect.stringMatching(new RegExp(`ntry ${seq}\\b`)),
        ]);
      }),
    );
  });
});

test('a file says where it was cut under the signature of its exporter', async () => {
  const { context, cases, id, sqlite } = await damagedDesk();
  sqlite.prepare(`update case_entries set actor = 'Eve' where seq = 7`).run();
  const file = await exported(cases, id);
  const { exporter: _, cut, ...rest } = file;
  const again = (changed: object) =>
    readCaseFile(JSON.stringify(signFile(context.identity, changed as never)));
  await expect(readCaseFile(JSON.stringify({ ...file, cut: { ...cut, of: 6 } }))).rejects.toThrow(
    'its header was changed',
  );
  for (const wrong of [rest, { ...rest, version: 5, cut }, { ...rest, cut: { ...cut, after: 5 } }]) {
    await expect(again(wrong)).rejects.toThrow('what it says of where it was cut');
  }
  await again({ ...rest, cut });
});
