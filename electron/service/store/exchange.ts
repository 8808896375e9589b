import { copyFileSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { systemTime } from '#base/clock.ts';
import { candidateOf, dropCandidate } from '#base/store/sqlite/exchange-database.ts';
import { refuseUnknown } from '#base/store/sqlite/schema-history.ts';
import { CatalogueError } from '#contract/errors.ts';
import { serviceHistory } from './file-store.ts';

/**
 * Copies a backup beside the database, and makes it ready to take its place.
 * @throws CatalogueError `backup.damaged`, `backup.otherForm`
 */
export const prepareServiceCandidate = (file: string, backup: string): void => {
  dropCandidate(file);
  const candidate = candidateOf(file);
  copyFileSync(backup, candidate);
  try {
    const sqlite = new Database(candidate, { fileMustExist: true });
    try {
      const verdict = sqlite.pragma('integrity_check(1)', { simple: true });
      if (verdict !== 'ok') throw new Error(String(verdict));
      refuseUnknown(sqlite, serviceHistory, basename(backup));
      raiseGeneration(sqlite);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    dropCandidate(file);
    if (error instanceof CatalogueError) throw error;
    throw new CatalogueError('backup.damaged', { name: basename(backup) }, [], { cause: error });
  }
};

/**
 * Ids follow from the seed and the number of the start. Starts since the backup have made ids that consumers know, so
 * its next ones must be others.
 */
export const raiseGeneration = (sqlite: Database.Database): void => {
  const read = sqlite.prepare("select value_json from facts where name = 'generation'").pluck();
  const generation = Number(read.get() ?? 0);
  const next = Math.max(generation + 1, Math.floor(systemTime.now() / 1000));
  sqlite
    .prepare("insert or replace into facts (name, value_json) values ('generation', ?)")
    .run(JSON.stringify(next));
};
