import { expect, test } from 'vitest';
import { refsOfEntry } from '#contract/runbook.ts';
import { readSyncingList } from '#desk/tokens/managed/syncing-list.ts';
import { runbookFixture, wave } from './fixture.ts';

const rows = [
  { ref: 'a-1', name: 'Acme, Inc', platformKey: wave },
  { ref: 'a-2', name: 'Bakery', platformKey: wave },
  { ref: 'a-3', name: 'Twins', platformKey: wave },
  { ref: 'a-4', name: 'Twins', platformKey: wave },
];

test.each([
  ['a-1\na-2\n', ['a-1', 'a-2']],
  ['\ufeffref\r\na-1\r\n\r\na-2', ['a-1', 'a-2']],
  ['a-2\na-2\nbakery', ['a-2']],
  ['Acme, Inc\nBAKERY', ['a-1', 'a-2']],
  ['"Acme, Inc"', ['a-1']],
  ['ref,name,notes\na-1,whatever,a-2\n', ['a-1']],
  ['Company;Platform\nBakery;Wave\n', ['a-2']],
  ['name\tref\nBakery\ta-1\n', ['a-1']],
  ['ref,disabled\na-1,yes\na-2,no\n', ['a-1']],
])('%j names its companies', (text, refs) => {
  expect(readSyncingList(text, rows).refs).toEqual(refs);
});

test('unknown entries are named by their line; possible secrets are masked', () => {
  const token = 'access_7Qk2mX9vTb4LsR8dHw3NcY6p';
  const { refs, unknown } = readSyncingList(`a-1\nnobody\nTwins\n${token}\n`, rows);
  expect(refs).toEqual(['a-1']);
  expect(unknown.map(({ line, text }) => [line, text])).toEqual([
    [2, 'nobody'],
    [3, 'Twins'],
    [4, '••••Y6p'],
  ]);
  expect(unknown[1]?.why).toMatch(/2 companies have this name/);
  const answered = readSyncingList('ref,disabled\na-1,no\n', rows).unknown;
  expect(answered).toEqual([{ line: 2, text: 'a-1', why: expect.stringContaining('Not marked') }]);
});

test('several columns that nothing names are refused, as the wrong one could be taken', () => {
  expect(() => readSyncingList('a-1,no\na-2,yes\n', rows)).toThrow(/none is named ref or name/);
});

test('many companies go into several entries of the chain, and only those that are new', async () => {
  const { id, runbooks, cases, addRows } = await runbookFixture();
  await runbooks.open(id, wave, 'Ada');
  for (const step of ['supply', 'schedule', 'update-application'] as const) {
    await runbooks.override(id, step, { reason: 'Not of matter here' }, 'Ada');
  }
  const refs = Array.from({ length: 2 * refsOfEntry + 1 }, (_, n) => `a-${n}`);
  await addRows(refs);
  const list = { name: 'off.txt', content: refs.join('\n') };
  const first = await runbooks.confirmSyncing(id, { list, by: 'Kim', quote: 'All off' }, 'Ada');
  expect([first.confirmed, first.already, first.runbook.steps[3]?.state]).toEqual([refs.length, 0, 'done']);
  const { revision } = await cases.state(id);
  const again = await runbooks.confirmSyncing(id, { refs: refs.slice(0, 3), by: 'Kim' }, 'Ada');
  expect([again.confirmed, again.already, (await cases.state(id)).revision]).toEqual([0, 3, revision]);
  const evidence = first.runbook.steps[3]?.evidence ?? [];
  expect(evidence).toHaveLength(3);
  expect(evidence[0]?.text).toMatch(
    /^1,000 companies, from the list off\.txt \(SHA-256 [0-9a-f]{64}\): All off$/,
  );
  await expect(runbooks.confirmSyncing(id, { by: 'Kim' }, 'Ada')).rejects.toThrow(/either refs or a list/);
});
