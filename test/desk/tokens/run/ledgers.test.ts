import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createCases } from '#desk/cases/index.ts';
import { checkLedgers } from '#desk/tokens/run/check-ledgers.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { importTrusting } from '#test/support/importing.ts';
import { carryOut, startFixture } from './fixture.ts';

test('a run or a part of its ledger that was taken away, or put there, shows; imported runs are elsewhere', async () => {
  const fixture = await startFixture();
  const { desks, desk, caseId } = await fixture.migration([{ ref: 'a' }]);
  const { id, ledger } = await carryOut(desk, caseId);
  const state = await desk.cases.state(caseId);
  const problems = async () => (await checkLedgers(desk.context.store, state)).map(({ what }) => what);
  const sqlite = new Database(join(desks.dataDir, 'desk.db'));
  const tamper = async (sql: string): Promise<string[]> => {
    sqlite.exec('create temp table kept as select * from token_ledger');
    sqlite.exec('create temp table runs as select * from token_runs');
    sqlite.exec(sql);
    const found = await problems();
    for (const table of ['token_ledger', 'token_runs']) sqlite.exec(`delete from main.${table}`);
    sqlite.exec(
      'insert into main.token_ledger select * from kept; insert into main.token_runs select * from runs',
    );
    sqlite.exec('drop table kept; drop table runs');
    return found;
  };
  expect(await problems()).toEqual([]);
  expect(await tamper('delete from token_runs')).toEqual([expect.stringMatching(`${id}.* is missing`)]);
  expect(await tamper('delete from token_runs; delete from token_ledger')).toHaveLength(1);
  expect(await tamper('delete from token_ledger')).toEqual([expect.stringContaining('has 0 entries')]);
  const { entries } = ledger;
  expect(
    await tamper(
      `insert into token_ledger select run_id, ${entries + 1}, case_id, entry from token_ledger where seq = 1`,
    ),
  ).toEqual([expect.stringContaining(`has ${entries + 1} entries, but the run ended at ${entries}`)]);
  // Of one that has not ended, the table says how far it was.
  const begun = { ...state, tokenRuns: state.tokenRuns.map(({ ended: _, ...run }) => run) };
  sqlite.exec(`delete from token_ledger where seq = ${entries}`);
  expect(await checkLedgers(desk.context.store, begun)).toEqual([
    { seq: expect.any(Number), what: expect.stringContaining(`but had ${entries}`) },
  ]);
  expect(await problems()).toHaveLength(1);
  sqlite.close();

  const there = await testDeskContext();
  const cases = createCases(there);
  await importTrusting(cases, await desk.cases.exportFile(caseId), 'Grace');
  expect(await checkLedgers(there.store, await cases.state(caseId))).toEqual([]);
  await desk.end();
});
