import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestProject } from 'vitest/node';
import { storeFolder as folder } from './noted-calls.ts';

/**
 * After a run of all tests that use a server: that they have called every function which the store has for the other
 * modules. One that is new and called by none of them would be known to work on a file alone.
 */

/** What is not called here, and why. */
const notHere: Readonly<Record<string, string>> = {
  'backed-up.ts': 'reads a backup of service.db',
  'bulk-resends.ts markInterrupted': 'tested by processes, in test/service/processes',
  'copies.ts': 'reads a file and a server; tested in test/cli/store-copy.test.ts',
  'exchange.ts': 'puts another file in the place of service.db',
  'file-store.ts': 'opens service.db',
  'facts.ts lockFact': 'tested by processes, in test/service/processes',
  'followers.ts': 'tested by processes, in test/service/processes',
  'hints.ts': 'tested by processes, in test/service/processes',
  'identity.ts lastGeneration':
    'of dual runs, which open a file; tested in test/desk/cutover/rehearsal/dual-run-of-a-store.test.ts',
  'new-sandbox.ts': 'makes the file of a sandbox',
  'processes.ts': 'tested by processes, in test/service/processes',
  'sealed-samples.ts': 'reads a file that nobody has opened',
  'shrinking.ts': 'gives free parts of the file back to the disk',
  'told.ts': 'tested by processes, in test/service/processes',
};

export default (project: TestProject): (() => Promise<void>) => {
  const noted = mkdtempSync(join(tmpdir(), 'carryover-called-'));
  project.provide('calledFunctions', noted);
  return async () => {
    const lines = new Set(
      readdirSync(noted).flatMap((name) => readFileSync(join(noted, name), 'utf8').trim().split('\n')),
    );
    rmSync(noted, { recursive: true });
    const { root, include } = project.config;
    const ranAll = globSync(include, { cwd: root }).every((file) => lines.has(`ran ${join(root, file)}`));
    const missing = ranAll
      ? (await exported(root)).filter((one) => !lines.has(one) && !(one in notHere))
      : [];
    if (missing.length === 0) return;
    throw new Error(
      `No test of the PostgreSQL project calls these functions of ${folder}: ${missing.join(', ')}. Test them there, or say in ${import.meta.filename} why not.`,
    );
  };
};

const exported = async (root: string): Promise<string[]> => {
  const files = globSync('{*,search/removed-words}.ts', { cwd: join(root, folder) }).filter(
    (file) => !(file in notHere),
  );
  const names = await Promise.all(
    files.map(async (file) => {
      const module = (await import(pathToFileURL(join(root, folder, file)).href)) as Record<string, unknown>;
      return Object.entries(module)
        .filter(([, value]) => typeof value === 'function')
        .map(([name]) => `${file} ${name}`);
    }),
  );
  return names.flat();
};
