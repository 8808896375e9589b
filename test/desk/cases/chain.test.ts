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
import { runs } from '#test/support/runs.ts';
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
  const { cases, caseId, hand } = await tampering(tenNotes);
  const check = async (sql: string): Promise<string> => {
    const kept = await snapshot(hand);
    for (const one of sql.split('; ')) await hand(one);
    const found = await cases.verify(caseId);
    expect(found.whole).toBe(false);
    await restore(hand, kept);
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

type Hand = (sql: string, values?: readonly unknown[]) => Promise<Rows>;

const snapshot = (hand: Hand): Promise<Rows[]> =>
  Promise.all(tables.map((table) => hand(`select * from ${table}`)));

const restore = async (hand: Hand, kept: readonly Rows[]): Promise<void> => {
  for (const [at, table] of tables.entries()) {
    await hand(`delete from ${table}`);
    for (const row of kept[at] as Rows) {
      const names = Object.keys(row);
      await hand(`insert into ${table} (${names}) values (${names.map(() => '?')})`, Object.values(row));
    }
  }
};

test('a chain recomputed by somebody who has the data key, but not the signing key, is broken', async () => {
  const { context, cases, caseId, hand } = await tampering(tenNotes);
  const rows = (await hand('select * from case_entries order by seq')) as unknown as EntryRow[];
  const forged = rows.map((row) =>
    row.seq === 3 ? { ...row, content: row.content.replace('note 1', 'note X') } : row,
  );
  // The forger codes all of it as before there were signatures, or signs it with a key of their own.
  const signer = createSigner(newSigningKey());
  for (const resign of [false, true]) {
    const kept = await snapshot(hand);
    let link: Link = chainStart;
    for (const row of forged) {
      const entry = resign ? signEntry(signer, placeIn(caseId, link.digest), row) : { ...row, ...unsigned };
      link = linkAfter(link, caseId, entry, context.authenticate, noErasures);
      const { content, salt, commitment, signer: by, signature } = { ...unsigned, ...entry };
      await hand(
        'update case_entries set content = ?, code = ?, salt = ?, commitment = ?, signer = ?, signature = ? where seq = ?',
        [content, link.code, salt, commitment, by, signature, row.seq],
      );
    }
    const head = { seq: 11, ...link, imported: null };
    await hand('update case_heads set code = ?, digest = ?, seal = ?', [
      link.code,
      link.digest,
      sealHead(caseId, head, context.authenticate),
    ]);
    const check = await createCases(context).verify(caseId);
    expect(check.whole).toBe(false);
    expect(check.problems[0]?.what).toContain('journal');
    expect(check.stretches.map(({ state }) => state)).toEqual([resign ? 'unknown' : 'unsigned']);
    await restore(hand, kept);
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
    { numRuns: runs(20) },
  );
});
