import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { openJournal } from '#desk/cases/open-journal.ts';
import { entryDigest, isContentCommitted, isEntrySigned } from '#desk/core/signed-entry.ts';
import { journalChain } from '#desk/journal/journal.ts';
import { readJournal } from '#desk/store/journal.ts';
import { testDeskContext } from '#test/support/desk-context.ts';

test('what becomes of cases is in the journal, signed, each entry on the one before', async () => {
  const context = await testDeskContext();
  await openJournal(context);
  const cases = createCases(context);
  const { id } = await cases.create({ name: 'acme' }, 'Ada');
  await cases.act(id, 'Bo', () => [{ kind: 'note.added', content: { id: context.newId(), text: 'x' } }]);
  const state = await cases.state(id);
  const { digest } = await cases.removal(id);
  await cases.remove(id, digest, 'Cy');

  const rows = await context.store.read((reader) => readJournal(reader));
  expect(rows.map(({ kind, actor, content }) => [kind, actor, JSON.parse(content)])).toEqual([
    ['journal.opened', 'carryover', { cases: [] }],
    ['case.created', 'Ada', { caseId: id, seq: 1, digest: expect.any(String) }],
    ['case.extended', 'Bo', { caseId: id, seq: 2, digest: state.digest }],
    ['case.deleted', 'Cy', { caseId: id, digest: state.digest }],
    ['rows.sealed', 'carryover', { tables: [expect.objectContaining({ table: 'deleted_cases', rows: 1 })] }],
  ]);
  let before = '';
  for (const row of rows) {
    const place = { domain: 'journal entry', chain: journalChain, before } as const;
    expect([isEntrySigned(place, row), isContentCommitted(row)]).toEqual([true, true]);
    expect(row.signer).toBe(context.identity.publicKey);
    before = entryDigest(place, row);
    expect(row.digest).toBe(before);
  }
});
