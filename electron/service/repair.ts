import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { asideOf, moveDatabase, removeDatabase } from '#base/store/sqlite/database-file.ts';
import {
  candidateOf,
  dropCandidate,
  exchangeDatabase,
  makeBlankCandidate,
} from '#base/store/sqlite/exchange-database.ts';
import { CatalogueError } from '#contract/errors.ts';
import { isSandboxUnder } from './data-key.ts';
import { prepareServiceCandidate } from './store/exchange.ts';

/** What can be done with the files of a service that is stopped. */
export interface ServiceFiles {
  /**
   * Copies a backup beside the database, verifies it and makes it ready.
   * @throws CatalogueError `backup.damaged`, `backup.otherForm`, `backup.otherKey`
   */
  prepare(backup: string): void;
  /** The prepared copy takes the place of the database, which is kept aside. Answers the name that it has now. */
  exchange(): string;
  /** An empty one takes the place of the database, which is kept aside. Answers the name that it has now. */
  putAside(): string;
  /** What was kept aside takes its place again. */
  putBack(aside: string): void;
  dropPrepared(): void;
}

/** What was kept aside begins with this. */
const asidePrefix = 'service.db.aside-';

export const serviceFiles = (dataDir: string, dataKey: Uint8Array): ServiceFiles => {
  const file = join(dataDir, 'service.db');
  const exchange = (): string => {
    const aside = asideOf('service.db');
    exchangeDatabase(file, aside);
    return aside;
  };
  return {
    prepare(backup) {
      prepareServiceCandidate(file, backup);
      if (isSandboxUnder(dataDir, dataKey, basename(candidateOf(file))) !== false) return;
      dropCandidate(file);
      throw new CatalogueError('backup.otherKey', { name: basename(backup) });
    },
    exchange,
    putAside() {
      makeBlankCandidate(file);
      return exchange();
    },
    putBack(aside) {
      removeDatabase(file);
      moveDatabase(join(dataDir, aside), file);
    },
    dropPrepared: () => dropCandidate(file),
  };
};

/** Damaged databases that were kept aside hold what a reset is to leave nothing of. */
export const removeKeptAside = (dataDir: string): void => {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(asidePrefix)) rmSync(join(dataDir, name), { force: true });
  }
};
