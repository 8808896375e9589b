import { join } from 'node:path';
import { systemTime } from '#base/clock.ts';
import { makeFolder } from '#base/make-folder.ts';
import { candidateOf, dropCandidate } from '#base/store/sqlite/exchange-database.ts';
import { runTask } from '#base/worker/run-task.ts';
import { makeEmptySandbox, turnIntoOther } from './store/new-sandbox.ts';

export { readSandboxFacts } from './store/new-sandbox.ts';

/** Between two signs of life of a copy, ms. */
const copyMs = 120_000;

interface Making {
  /** The folder of the sandbox that is made. */
  readonly folder: string;
  readonly clock: 'system' | 'virtual';
  /** The folder of the one that is there, which may be in use. */
  readonly of: string;
  readonly content: 'copy' | 'empty';
}

/**
 * Makes a sandbox ready beside the database that it will take the place of. Its clock begins at the system's time.
 * @throws CatalogueError `store.full`, `store.damaged`
 */
export const prepareSandbox = async ({ folder, clock, of, content }: Making): Promise<void> => {
  makeFolder(folder);
  const file = join(folder, 'service.db');
  const candidate = candidateOf(file);
  dropCandidate(file);
  try {
    const source = join(of, 'service.db');
    if (content === 'empty') return await makeEmptySandbox(candidate, source);
    const bounds = { what: 'The local service', timeMs: copyMs, heapMb: 64, isLong: true };
    await runTask('copy-database', { from: source, to: candidate }, bounds);
    turnIntoOther(candidate, clock, systemTime.now());
  } catch (error) {
    dropCandidate(file);
    throw error;
  }
};
