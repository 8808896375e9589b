import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { CaseAction } from '#contract/case.ts';
import type { CaseFile } from '#contract/case-file.ts';
import { erasedText } from '#contract/erasure.ts';
import { createCases } from '#desk/cases/index.ts';
import { openJournal } from '#desk/cases/open-journal.ts';
import { recodeAll } from '#desk/cases/recoding.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { importAccepting, importTrusting } from '#test/support/importing.ts';
import { filesIn, foundIn } from '#test/support/planted.ts';
import { makeOld } from '#test/support/unsigned-chains.ts';

const personal = {
  note: 'planted-note of Jo Smith about her holiday',
  name: 'Planted Jo Smith',
  email: 'planted.jo@acme.example',
  file: 'planted-content-of-the-letter',
  fileName: 'planted-letter.txt',
  said: 'planted-answer over the phone',
  excerpt: 'planted-excerpt = call("jo");',
};

const evidence = (at: string): CaseAction => ({
  kind: 'evidence.added',
  content: {
    evidence: {
      id: randomUUID(),
      collector: 'source',
      scope: 'app',
      at,
      origin: 'app',
      read: { files: 1, skipped: [], skippedCount: 0 },
      rows: [],
      findings: [
        {
          id: '0123456789abcdef',
          row: 'rule-id',
          kind: 'rule-id-use',
          weak: false,
          confidence: 'high',
          place: { kind: 'source', file: 'hooks.js', line: 14, excerpt: personal.excerpt },
          why: 'RuleId is read',
        },
      ],
      findingCount: 1,
    },
  },
});

/** A case full of personal data, and whether any of it is left in the files of the desk. */
const setUp = async () => {
  const context = await testDeskContext();
  const cases = createCases(context);
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  await cases.act(id, 'Ada', { kind: 'note.added', content: { id: randomUUID(), text: personal.note } });
  const contact = {
    id: randomUUID(),
    name: personal.name,
    party: 'integrator',
    email: personal.email,
  } as const;
  await cases.act(id, 'Ada', { kind: 'contact.added', content: { contact } });
  const content = Buffer.from(personal.file).toString('base64');
  await cases.attach(id, { name: personal.fileName, content }, 'Ada');
  const said = { row: 'auth-header-portal', state: 'absent', by: 'Ada', note: personal.said } as const;
  await cases.act(id, 'Ada', { kind: 'row.answered', content: said });
  const row = {
    row: 'auth-header-portal' as const,
    state: 'absent' as const,
    blocks: false,
    because: [`Ada answered: absent. ${personal.said}`, 'Nothing else was seen.'],
    source: 'answer' as const,
    evidence: [],
    findings: [],
  };
  const verdict = { state: 'eligible' as const, rows: [row], actions: [] };
  await cases.act(id, 'Ada', { kind: 'verdict.reached', content: { verdict } });
  await cases.act(id, 'Ada', evidence('2026-01-01T00:00:00.000Z'));
  const left = () => filesIn(context.dataDir).flatMap(({ content: bytes }) => foundIn(personal, bytes));
  return { context, cases, id, left };
};

const everything = {
  entries: [5],
  notes: true,
  contacts: true,
  attachments: [personal.fileName],
  reason: 'they asked for it',
};

test('what is erased is gone from the files, the screens and the exports, and the chain stays whole', async () => {
  const { context, cases, id, left } = await setUp();
  expect(new Set(left().map((one) => String(one))).size).toBeGreaterThan(0);
  const before = await cases.view(id);
  const dry = await cases.erase(id, { ...everything, dryRun: true }, 'Ada');
  expect(dry).toMatchObject({
    done: false,
    revision: 7,
    entries: [
      { seq: 2, kind: 'note.added', why: 'asked' },
      { seq: 3, kind: 'contact.added', texts: 2 },
      { seq: 4, kind: 'attachment.added' },
      { seq: 5, kind: 'row.answered' },
      { seq: 6, kind: 'verdict.reached', texts: 1, why: 'copy' },
    ],
    attachments: [{ name: personal.fileName }],
    mentions: [],
  });
  expect(await cases.view(id)).toEqual(before);

  expect(await cases.erase(id, everything, 'Ada')).toMatchObject({ done: true, revision: 8 });
  await cases.erase(id, { excerptsBefore: '2999-01-01T00:00:00.000Z', reason: 'old' }, 'Ada');
  expect(left()).toEqual([]);
  const view = await cases.view(id);
  expect(view.notes[0]?.text).toBe(erasedText);
  expect(view.contacts).toMatchObject([{ name: erasedText, party: 'integrator' }]);
  expect(view.attachments).toMatchObject([{ name: erasedText, erased: true }]);
  await expect(cases.attachment(id, view.attachments[0]?.id as string)).rejects.toMatchObject({
    code: 'attachment.erased',
  });
  const state = await cases.state(id);
  expect(state.answers).toMatchObject([{ state: 'absent', note: erasedText }]);
  expect(state.verdicts[0]?.verdict.rows[0]?.because).toEqual([erasedText, 'Nothing else was seen.']);
  expect(state.evidence[0]?.findings[0]?.place).toEqual({
    kind: 'source',
    file: 'hooks.js',
    line: 14,
    excerpt: erasedText,
  });
  // In memory and anew out of the table: the same.
  expect(await createCases(context).state(id)).toEqual(state);
  expect(await cases.verify(id, before.digest)).toMatchObject({
    whole: true,
    problems: [],
    stretches: [{ from: 1, upTo: 9, state: 'here' }],
    erased: [2, 3, 4, 5, 6, 7],
  });
  const again = cases.erase(id, { notes: true, contacts: true, reason: 'again' }, 'Ada');
  await expect(again).rejects.toMatchObject({ code: 'erasure.nothing' });

  const there = createCases(await testDeskContext());
  await importTrusting(there, await cases.exportFile(id), 'Grace', undefined, 'Ada');
  expect(await there.state(id)).toEqual(state);
  expect(await there.verify(id)).toMatchObject({
    whole: true,
    stretches: [{ from: 1, upTo: 9, state: 'trusted' }],
    erased: [2, 3, 4, 5, 6, 7],
  });
});

test('with a colleague who trusts who erased it, it is erased too; of a stranger it is not', async () => {
  const [{ cases, id }, trusting, accepting] = [
    await setUp(),
    await testDeskContext(),
    await testDeskContext(),
  ];
  const [grace, max] = [createCases(trusting), createCases(accepting)];
  const copy = await cases.exportFile(id);
  await importTrusting(grace, copy, 'Grace');
  await importAccepting(max, copy, 'Max');
  await cases.erase(id, everything, 'Ada');
  const file = await cases.exportFile(id);
  expect(await importTrusting(grace, file, 'Grace')).toMatchObject({ outcome: 'continued' });
  expect(await importAccepting(max, file, 'Max')).toMatchObject({ outcome: 'continued' });
  const kept = (dataDir: string) =>
    filesIn(dataDir).flatMap(({ content }) => foundIn({ note: personal.note, file: personal.file }, content));
  expect(kept(trusting.dataDir)).toEqual([]);
  expect(kept(accepting.dataDir)).not.toEqual([]);
  expect(await grace.state(id)).toEqual(await cases.state(id));
  expect(await grace.verify(id)).toMatchObject({ whole: true, erased: [2, 3, 4, 5, 6] });
  expect((await max.verify(id)).whole).toBe(true);
  // Whoever has not erased it, and goes on, does not diverge.
  await max.act(id, 'Max', { kind: 'case.closed', content: {} });
  expect(await importTrusting(cases, await max.exportFile(id), 'Ada')).toMatchObject({
    outcome: 'continued',
  });
  expect((await cases.verify(id)).whole).toBe(true);
  expect((await cases.view(id)).notes[0]?.text).toBe(erasedText);
});

test('of a chain from before signatures contents can be erased too: it stays adopted, also under another key', async () => {
  const { context, id, left } = await setUp();
  makeOld(join(context.dataDir, 'desk.db'), id, context);
  await openJournal(context);
  const cases = createCases(context);
  const { digest } = await cases.view(id);
  await cases.erase(id, everything, 'Ada');
  await cases.erase(id, { excerptsBefore: '2999-01-01T00:00:00.000Z', reason: 'old' }, 'Ada');
  expect(left()).toEqual([]);
  const stretches = [
    { from: 1, upTo: 7, state: 'adopted' },
    { from: 8, upTo: 9, state: 'here' },
  ];
  const whole = { whole: true, problems: [], stretches, erased: [2, 3, 4, 5, 6, 7] };
  expect(await createCases(context).verify(id, digest)).toMatchObject(whole);
  await recodeAll(context);
  expect(await createCases(context).verify(id, digest)).toMatchObject(whole);

  const there = createCases(await testDeskContext());
  const { stretches: taken } = await importTrusting(there, await cases.exportFile(id), 'Grace');
  expect(taken.map(({ state }) => state)).toEqual(['adopted', 'trusted']);
  expect(await there.verify(id, digest)).toMatchObject({ whole: true, erased: [2, 3, 4, 5, 6, 7] });
});

test.each([false, true])(
  'what remains can not be changed, nor anything else be passed off as erased (old: %s)',
  async (isOld) => {
    const { context, id } = await setUp();
    const path = join(context.dataDir, 'desk.db');
    if (isOld) {
      makeOld(path, id, context);
      await openJournal(context);
    }
    await createCases(context).erase(id, { notes: true, reason: 'asked' }, 'Ada');
    const sqlite = new Database(path);
    const tampered = async (sql: string) => {
      const rows = sqlite.prepare('select * from case_entries where case_id = ?').all(id) as {
        seq: number;
      }[];
      sqlite.exec(sql);
      const check = await createCases(context).verify(id);
      for (const row of rows) {
        sqlite
          .prepare(
            'update case_entries set content=@content, salt=@salt, code=@code where case_id=@case_id and seq=@seq',
          )
          .run(row);
      }
      return check;
    };
    for (const sql of [
      `update case_entries set content = replace(content, '[erased]', 'they refused') where seq = 2`,
      `update case_entries set content = replace(content, 'acme', 'other'), salt = null where seq = 3`,
      'update case_entries set salt = null where seq = 3',
      `update case_entries set content = '{}' where kind = 'content.erased'`,
      `update case_entries set salt = null where kind = 'content.erased'`,
    ]) {
      const isNothing = isOld && sql === 'update case_entries set salt = null where seq = 3';
      const check = await tampered(sql);
      expect([sql, check.whole]).toEqual([sql, isNothing]);
      if (!isNothing)
        expect(
          check.stretches.some(({ state }) => state === 'broken'),
          sql,
        ).toBe(true);
    }
    expect((await createCases(context).verify(id)).whole).toBe(true);
    sqlite.close();
  },
);

test('what is named and not there, or nothing, is refused; a stub is not erased', async () => {
  const { cases, id } = await setUp();
  const reason = 'asked';
  for (const [request, code] of [
    [{ entries: [99], reason }, 'case.noSuchEntry'],
    [{ attachments: ['no such'], reason }, 'attachment.notFound'],
    [{ reason }, 'request.invalid'],
    [{ notes: true }, 'request.invalid'],
    [{ excerptsBefore: '2000-01-01T00:00:00.000Z', reason }, 'erasure.nothing'],
  ] as const) {
    await expect(
      cases.erase(id, { ...request, entries: [...(request.entries ?? [])] } as never, 'Ada'),
      code,
    ).rejects.toMatchObject({ code });
  }
  await cases.erase(id, { notes: true, reason }, 'Ada');
  await expect(cases.erase(id, { entries: [8], reason }, 'Ada')).rejects.toMatchObject({
    code: 'request.invalid',
  });
  expect((await cases.view(id)).revision).toBe(8);
});

test('a case that is closed can be erased from, and the file holds nothing of what was erased', async () => {
  const { cases, id } = await setUp();
  await cases.act(id, 'Ada', { kind: 'case.closed', content: {} });
  await cases.erase(id, everything, 'Ada');
  const file = JSON.parse(await cases.exportFile(id)) as CaseFile;
  expect(file.attachments).toEqual([]);
  expect(file.leftOut.attachments).toEqual([]);
  expect(file.entries[1]).toMatchObject({ salt: null, content: { text: erasedText } });
  const text = JSON.stringify(file);
  for (const one of [personal.note, personal.name, personal.email, personal.fileName, personal.said]) {
    expect(text).not.toContain(one);
  }
});
