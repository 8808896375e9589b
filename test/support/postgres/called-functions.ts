import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';

/** Notes which functions of the store the tests of a file call. Read by `every-store-function.ts`, when all are done. */

declare module 'vitest' {
  interface ProvidedContext {
    /** Where it is noted. */
    readonly calledFunctions: string;
  }
}

interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}

const folder = 'electron/service/store/';

const startCounting = (): Session => {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
};

/** One for all files of the process. */
const known = globalThis as { countingSession?: Session };
known.countingSession ??= startCounting();
const session = known.countingSession;

const calledIn = ({ url, functions }: Script): string[] => {
  const at = url.indexOf(folder);
  if (at === -1) return [];
  const file = url.slice(at + folder.length).replace(/\?.*$/, '');
  return functions
    .filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
    .map(({ functionName }) => `${file} ${functionName}`);
};

afterAll(() => {
  session.post('Profiler.takePreciseCoverage', (error, { result }: { result: Script[] }) => {
    if (error !== null) throw error;
    const called = result.flatMap(calledIn);
    // Where a file is opened, nothing tells what ran on it from what ran on a server.
    const onServer = called.includes('file-store.ts openFileStore') ? [] : called;
    const lines = [`ran ${expect.getState().testPath}`, ...onServer];
    appendFileSync(join(inject('calledFunctions'), `${process.pid}.txt`), `${lines.join('\n')}\n`);
  });
});
