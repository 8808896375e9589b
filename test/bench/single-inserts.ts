import { join } from 'node:path';
import Database from 'better-sqlite3';
import { benchFolder } from './processes.ts';

const measuredMs = 2000;

/** What the machine gives: rows of a dataset's size that better-sqlite3 inserts a second, each in a commit of its own. */
export const singleInserts = (): number => {
  const sqlite = new Database(join(benchFolder(), 'inserts.db'));
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  sqlite.exec(
    'create table rows (seq integer primary key, id text not null, body text not null, at integer) strict',
  );
  const insert = sqlite.prepare('insert into rows (id, body, at) values (?, ?, ?)');
  const body = 'x'.repeat(150);
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < measuredMs) {
    for (let n = 0; n < 100; n++) insert.run(`row-${count++}`, body, n);
  }
  const perSecond = (count / (performance.now() - startedAt)) * 1000;
  sqlite.close();
  return perSecond;
};
