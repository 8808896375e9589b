import { readFileSync } from 'node:fs';
import { CatalogueError } from '#contract/errors.ts';
import type { LicenceList } from '#contract/licences.ts';

/** What the build wrote. @throws CatalogueError `licences.notBuilt` */
export const readLicences = (path: string): LicenceList => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LicenceList;
  } catch (error) {
    throw new CatalogueError('licences.notBuilt', {}, [], { cause: error });
  }
};
