import { expect, test } from 'vitest';
import { foldUnchecked } from '#desk/journal/check-journal.ts';
import { sealAtFirst } from '#desk/journal/seal-rows.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readJournal } from '#desk/store/journal.ts';
import { insertTarget, updateTarget } from '#desk/store/targets.ts';
import { writeTokenRows } from '#desk/store/token-rows.ts';
import { checkRows } from '#desk/verification/check-rows.ts';
import { byHand } from '#test/support/by-hand.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { storeKind } from '#test/support/test-store.ts';

const target = (id: string) => ({
  id,
  name: `target ${id}`,
  base_url: 'https://a.example',
  api_key: Buffer.from([0, 1, 2, 255]),
  client_id: null,
  ca_pem: 'a \u0000 sign and \\u0000',
  concurrency: 4,
  per_second: 10,
  created: 1_700_000_000_123,
  callback_url: null,
  proxy: null,
});

const tokenRow = (id: number) => ({
  id,
  case_id: 'c',
  import_id: 'i',
  source: 'list.csv',
  line: id,
  ref: `r${id}`,
  name: null,
  description: '{"a":"\ud83d\\ud83d"}',
  platform_key: 'gbol',
  company_id: null,
  connection_id: null,
  fields: '{}',
  mark: null,
  problems: null,
});

const problemsOf = (context: DeskContext): Promise<string[]> =>
  context.store.snapshot(async (snapshot) => {
    const fold = foldUnchecked(await readJournal(snapshot));
    const { problems } = await checkRows(
      context.rowSeals,
      snapshot,
      fold,
      () => {},
      new AbortController().signal,
    );
    return problems.map(({ what }) => what);
  });

/** As many rows as are taken in two turns on a server, and fewer where that is not what is tested. */
const manyRows = 2100;

const filled = async (rows = 150) => {
  const context = await testDeskContext();
  await sealAtFirst(context);
  await context.store.write(async (tx) => {
    await insertTarget(tx, target('one'));
    await insertTarget(tx, target('two'));
    await writeTokenRows(
      tx,
      Array.from({ length: rows }, (_, at) => tokenRow(at + 1)),
    );
    await tx.db
      .insertInto('attachments')
      .values({ case_id: 'c', digest: 'd', sealed: 0, content: Buffer.alloc(200_000, 7) })
      .execute();
  });
  await context.store.write(async (tx) => {
    await updateTarget(tx, 'two', { name: 'second', proxy: Buffer.from('proxy') });
    await writeTokenRows(tx, [{ ...tokenRow(2), name: 'replaced' }, tokenRow(rows + 1)]);
    await tx.db.deleteFrom('token_rows').where('id', '=', 3).execute();
  });
  return context;
};

test('what the desk writes, replaces and deletes itself is as its seals say', async () => {
  expect(await problemsOf(await filled(manyRows))).toEqual([]);
});

test.each([
  [
    "update targets set base_url = 'https://b.example' where id = 'one'",
    ['The base URL of the target "target one" was changed.'],
  ],
  [
    "update token_rows set line = 9, name = 'x' where id = 2",
    ['The line and name of row 9 (ref r2) of the token import "list.csv" were changed.'],
  ],
  ['delete from token_rows where id = 4', ['A row of a token import (number 4) was removed.']],
  ['delete from attachments', ['An attachment (SHA-256 d) was removed.']],
  [
    "insert into deleted_cases (case_id, digest, at, actor) values ('x', 'y', 1, 'z')",
    ['The record of the deleted case x was added outside Carryover.'],
  ],
  ["delete from row_sums where tbl = 'targets'", ['The seal of the targets is missing or changed.']],
])('shows %s', async (text, wanted) => {
  const context = await filled();
  await byHand(context.dataDir, text);
  expect(await problemsOf(context)).toEqual(wanted);
  // Also once the desk has written again.
  await context.store.write((tx) => writeTokenRows(tx, [tokenRow(6000)]));
  if (!text.includes('row_sums')) expect(await problemsOf(context)).toEqual(expect.arrayContaining(wanted));
});

test('a unit of work that fails leaves the seals as they were', async () => {
  const context = await filled();
  await expect(
    context.store.write(async (tx) => {
      await updateTarget(tx, 'one', { name: 'undone' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await context.store.write((tx) => updateTarget(tx, 'two', { name: 'done' }));
  expect(await problemsOf(context)).toEqual([]);
});

test('seals that are made again say what there is', async () => {
  const context = await filled(manyRows);
  await byHand(context.dataDir, "update targets set name = 'by hand' where id = 'one'");
  await context.store.write(async (tx) => {
    await updateTarget(tx, 'two', { name: 'before' });
    await context.rowSeals.rebuild(tx);
    await updateTarget(tx, 'two', { name: 'after' });
  });
  expect(await problemsOf(context)).toEqual([]);
});

test.runIf(storeKind === 'postgres')('shows triggers that were added, switched off or changed', async () => {
  const context = await filled();
  const run = (text: string) => byHand(context.dataDir, text);
  await run('create function spy() returns trigger language plpgsql as $$ begin return new; end $$');
  await run('create trigger spy before insert on targets for each row execute function spy()');
  await run('alter table token_rows disable trigger seal_token_rows_insert');
  await run(
    'create or replace function seal_targets_update() returns trigger language plpgsql as $$ begin return null; end $$',
  );
  await run('create view seen as select * from targets');
  const problems = await problemsOf(context);
  const by = (name: string) => problems.filter((what) => what.includes(`(${name})`));
  expect(by('spy')).toHaveLength(1);
  expect(by('seal_token_rows_insert').at(-1)).toContain('missing or was changed');
  expect(by('seal_targets_update').at(-1)).toContain('missing or was changed');
  expect(problems.some((what) => what.includes('has a view'))).toBe(true);
});

test.runIf(storeKind === 'postgres')('what others note is never taken for the desk’s own', async () => {
  const context = await filled();
  await byHand(
    context.dataDir,
    `with named as (select set_config('carryover.unit', 'mine', false))
     update targets set name = 'by hand' from named where id = 'one'`,
  );
  await context.store.write((tx) => updateTarget(tx, 'two', { name: 'x' }));
  expect(await problemsOf(context)).toEqual(['The name of the target "by hand" was changed.']);
});
