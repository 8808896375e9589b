import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSigner, newSigningKey } from '#base/signing.ts';
import type { CaseAction } from '#contract/case.ts';
import { chainStart, type Link, linkAfter, placeIn, sealHead, unsigned } from '#desk/cases/chain.ts';
import { noErasures } from '#desk/cases/erasures.ts';
import { createCases } from '#desk/cases/index.ts';
import { signEntry } from '#desk/core/signed-entry.ts';
import type { EntryRow } from '#desk/store/case-chain.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { actions, caseWith } from './arbitrary-actions.ts';
import { tampering, tenNotes } from './tampering.ts';

test('a chain that nobody touched is whole, and tells its digest', async () => {
  const { cases, caseId } = await tampering(tenNotes);
  const { digest } = await cases.view(caseId);
  expect(await cases.verify(caseId, digest)).toEqual({
    caseId,
    entries: 11,
    digest,
    whole: true,
    problems: [],
    imported: [],
    stretches: [
      {
        from: 1,
        upTo: 11,
        state: 'here',
        signer: { publicKey: expect.any(String), fingerprint: expect.any(String) },
      },
    ],
    erased: [],
  });
  // It went on since the digest was written down: that is no fault.
  await cases.act(caseId, 'Ada', tenNotes[0] as CaseAction);
  expect((await cases.verify(caseId, digest)).whole).toBe(true);
});

test('removing, cutting off, reordering, exchanging and adding entries is detected, and said', async () => {
  const { cases, caseId, sqlite } = await tampering(tenNotes);
  const check = async (sql: string): Promise<string> => {
    const kept = snapshot(sqlite);
    sqlite.exec(sql);
    const found = await cases.verify(caseId);
    expect(found.whole).toBe(false);
    restore(sqlite, kept);
    return found.problems.map(({ what }) => what).join(' ');
  };
  expect(await check('delete from case_entries where seq = 4')).toContain('Entry 4 is missing');
  expect(await check('delete from case_entries where seq > 9')).toContain('Entries 10 to 11 are missing');
  expect(await check('delete from case_heads')).toContain('head');
  expect(
    await check(
      'update case_entries set seq = 99 where seq = 3; update case_entries set seq = 3 where seq = 4; update case_entries set seq = 4 where seq = 99',
    ),
  ).toContain('Entry 3');
  expect(
    await check(
      'insert into case_entries select case_id, 12, at, actor, kind, content, code, salt, commitment, signer, signature from case_entries where seq = 11',
    ),
  ).toContain('12');
  expect(
    await check(
      'delete from case_entries where seq > 9; update case_heads set seq = 9, code = (select code from case_entries where seq = 9)',
    ),
  ).toContain('head');
  expect((await cases.verify(caseId)).whole).toBe(true);
});

const tables = ['case_entries', 'case_heads'] as const;
type Rows = Record<string, unknown>[];

const snapshot = (sqlite: Database.Database): Rows[] =>
  tables.map((table) => sqlite.prepare(`select * from ${table}`).all() as Rows);

const restore = (sqlite: Database.Database, kept: readonly Rows[]): void => {
  for (const [at, table] of tables.entries()) {
    sqlite.exec(`delete from ${table}`);
    for (const row of kept[at] as Rows) {
      const names = Object.keys(row);
      sqlite.prepare(`insert into ${table} (${names}) values (${names.map((name) => `@${name}`)})`).run(row);
    }
  }
};

test('a chain recomputed by somebody who has the data key, but not the signing key, is broken', async () => {
  const { context, cases, caseId, sqlite } = await tampering(tenNotes);
  const rows = sqlite.prepare('select * from case_entries order by seq').all() as EntryRow[];
  const forged = rows.map((row) =>
    row.seq === 3 ? { ...row, content: row.content.replace('note 1', 'note X') } : row,
  );
  // The forger codes all of it as before there were signatures, or signs it with a key of their own.
  const signer = createSigner(newSigningKey());
  for (const resign of [false, true]) {
    const kept = snapshot(sqlite);
    let link: Link = chainStart;
    for (const row of forged) {
      const entry = resign ? signEntry(signer, placeIn(caseId, link.digest), row) : { ...row, ...unsigned };
      link = linkAfter(link, caseId, entry, context.authenticate, noErasures);
      sqlite
        .prepare(
          'update case_entries set content=@content, code=@code, salt=@salt, commitment=@commitment, signer=@signer, signature=@signature where seq=@seq',
        )
        .run({ ...unsigned, ...entry, code: link.code });
    }
    const head = { seq: 11, ...link, imported: null };
    sqlite
      .prepare('update case_heads set code = ?, digest = ?, seal = ?')
      .run(link.code, link.digest, sealHead(caseId, head, context.authenticate));
    const check = await createCases(context).verify(caseId);
    expect(check.whole).toBe(false);
    expect(check.problems[0]?.what).toContain('journal');
    expect(check.stretches.map(({ state }) => state)).toEqual([resign ? 'unknown' : 'unsigned']);
    restore(sqlite, kept);
  }
  expect((await cases.verify(caseId)).whole).toBe(true);
});

test('with another key, no code fits, and it says so', async () => {
  const context = await testDeskContext();
  const caseId = await caseWith(createCases(context), tenNotes);
  const other = createCases({
    ...context,
    authenticate: (purpose, text) => context.authenticate(`other ${purpose}`, text),
  });
  const check = await other.verify(caseId);
  expect(check.whole).toBe(false);
  expect(check.problems[0]?.what).toContain('carryover.key');
});

test('whatever is done, the chain stays whole and the case is the fold of it', async () => {
  const context = await testDeskContext();
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { maxLength: 12 }), async (entries) => {
      const cases = createCases(context);
      const caseId = await caseWith(cases, entries);
      const state = await cases.state(caseId);
      expect(state.revision).toBe(entries.length + 1);
      expect(await cases.verify(caseId)).toMatchObject({ whole: true, digest: state.digest });
      // Anew, out of the table: the same.
      expect(await createCases(context).state(caseId)).toEqual(state);
    }),
    { numRuns: 50 },
  );
});
