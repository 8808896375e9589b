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

/** Without counts, for which nothing that runs would be compiled: a function is told once, and is compiled after that. */
const start = (session: Session): void => {
  session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false });
};

const startCounting = (): Session => {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  start(session);
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
    // Where a file is opened, nothing tells what ran on it from what ran on a server: all is to be told again.
    const isOfFile = called.includes('file-store.ts openFileStore');
    if (isOfFile) start(session);
    const onServer = isOfFile ? [] : called;
    const lines = [`ran ${expect.getState().testPath}`, ...onServer];
    appendFileSync(join(inject('calledFunctions'), `${process.pid}.txt`), `${lines.join('\n')}\n`);
  });
});
