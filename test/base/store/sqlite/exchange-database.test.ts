import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import {
  candidateOf,
  exchangeDatabase,
  finishExchange,
  makeBlankCandidate,
  putDatabaseAside,
} from '#base/store/sqlite/exchange-database.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A closed database that says what it is; a killed process has left its log. */
const write = (path: string, text: string): void => {
  const sqlite = new Database(path);
  sqlite.exec('create table notes (text text not null)');
  sqlite.prepare('insert into notes values (?)').run(text);
  sqlite.close();
};
const said = (path: string): unknown => {
  const sqlite = new Database(path, { fileMustExist: true });
  try {
    return sqlite.prepare('select text from notes').pluck().get();
  } finally {
    sqlite.close();
  }
};

const used = () => {
  const folder = temporaryFolder();
  const file = join(folder, 'service.db');
  write(file, 'old');
  writeFileSync(`${file}-wal`, 'what a killed process left');
  write(candidateOf(file), 'new');
  return { folder, file };
};

test('the old one is kept with its log, and the new one is in its place without it', () => {
  const { folder, file } = used();
  exchangeDatabase(file, 'service.db.aside-1');
  expect(readdirSync(folder).sort()).toEqual(['service.db', 'service.db.aside-1', 'service.db.aside-1-wal']);
  expect(said(file)).toBe('new');
  expect(statSync(join(folder, 'service.db.aside-1-wal')).size).toBe(26);
});

/** What the file system has done when the process is killed, one after another. */
const steps: readonly ((folder: string) => void)[] = [
  (folder) => renameSync(join(folder, 'service.db'), join(folder, 'aside')),
  (folder) => renameSync(join(folder, 'service.db-wal'), join(folder, 'aside-wal')),
  (folder) => renameSync(join(folder, 'service.db.restoring'), join(folder, 'service.db')),
];

test.each([0, 1, 2, 3])('killed after %i steps, the next start finishes it', (count) => {
  const { folder, file } = used();
  writeFileSync(`${file}.exchange`, JSON.stringify({ aside: 'aside', isReplaced: true }));
  for (const step of steps.slice(0, count)) step(folder);
  finishExchange(file);
  expect(readdirSync(folder).sort()).toEqual(['aside', 'aside-wal', 'service.db']);
  expect([said(file), said(join(folder, 'aside'))]).toEqual(['new', 'old']);
  finishExchange(file);
  expect(said(file)).toBe('new');
});

test('what the system refuses in the middle leaves the old one as it was, and nothing for the next start', () => {
  const { folder, file } = used();
  mkdirSync(join(folder, 'aside-wal', 'in the way'), { recursive: true });
  expect(() => exchangeDatabase(file, 'aside')).toThrow();
  const left = ['aside-wal', 'service.db', 'service.db-wal', 'service.db.restoring'];
  expect(readdirSync(folder).sort()).toEqual(left);
  finishExchange(file);
  expect(readdirSync(folder).sort()).toEqual(left);
  rmSync(`${file}-wal`);
  expect(said(file)).toBe('old');
});

test('without an exchange that was begun nothing is touched', () => {
  const { folder, file } = used();
  const before = readdirSync(folder).sort();
  finishExchange(file);
  expect(readdirSync(folder).sort()).toEqual(before);
});

test('what can not be made ready leaves the old one where it is', () => {
  const { file } = used();
  rmSync(candidateOf(file));
  expect(() => exchangeDatabase(file, 'aside')).toThrow('ENOENT');
  rmSync(`${file}-wal`);
  expect(said(file)).toBe('old');
});

test('one that is only put aside is gone from its place, killed or not', () => {
  for (const count of [0, 1, 2]) {
    const { folder, file } = used();
    rmSync(candidateOf(file));
    writeFileSync(`${file}.exchange`, JSON.stringify({ aside: 'aside', isReplaced: false }));
    for (const step of steps.slice(0, count)) step(folder);
    finishExchange(file);
    expect([existsSync(file), said(join(folder, 'aside'))]).toEqual([false, 'old']);
  }
  const { folder, file } = used();
  putDatabaseAside(file, 'aside');
  expect(readdirSync(folder).sort()).toEqual(['aside', 'aside-wal']);
});

test('an empty one is no empty file, and can give back what is free in it', () => {
  const { file } = used();
  makeBlankCandidate(file);
  exchangeDatabase(file, 'aside');
  expect(statSync(file).size).toBeGreaterThan(0);
  const sqlite = new Database(file);
  expect(sqlite.pragma('auto_vacuum', { simple: true })).toBe(2);
  sqlite.close();
});
