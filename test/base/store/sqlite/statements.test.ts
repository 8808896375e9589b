import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { SqliteStatements } from '#base/store/sqlite/statements.ts';

const tables = 'abcdefghijkl';
/** Costs hundreds of microseconds to plan, and hardly any to run. */
const joined = `select a.n from ${[...tables].map((t) => `numbers as ${t}`).join(', ')}
  where a.n > ? ${[...tables.slice(1)].map((t) => `and ${t}.n = a.n`).join(' ')} order by a.n`;

const open = (): SqliteStatements => {
  const sqlite = new Database(':memory:');
  sqlite.exec(
    'create table numbers (n integer primary key) strict; insert into numbers values (1), (2), (3)',
  );
  return new SqliteStatements(sqlite);
};

/** Processor time of a hundred runs, µs. */
const costOf = (run: () => unknown): number => {
  run();
  const before = process.cpuUsage();
  for (let n = 0; n < 100; n++) run();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

test('a limit that is bound holds, whatever it is', () => {
  const statements = open();
  const most = (limit: number) => statements.column('select n from numbers order by n limit ?', [limit]);
  expect([0, 1, 2, 5, -1].map(most)).toEqual([[], [1], [1, 2], [1, 2, 3], [1, 2, 3]]);
  const skip = statements.run('select n from numbers order by n limit ? offset ?', [1, 2]);
  expect(skip).toEqual([{ n: 3 }]);
  statements.close();
});

test('a statement with a bound limit is planned once, not each time that it runs', () => {
  const statements = open();
  const literal = costOf(() => statements.run(`${joined} limit 2`, [0]));
  const bound = costOf(() => statements.run(`${joined} limit ?`, [0, 2]));
  expect(bound).toBeLessThan(literal * 5 + 5000);
  statements.close();
});
