import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';

/** Notes which functions of the store the tests of a file call. Read by `every-store-function.ts`, when all are done. */

declare module 'vitest' {
  interface ProvidedContext {
    /** Where it is noted. */
    readonly calledFunctions: string;
  }
}

beforeAll(() => {
  globalThis.calledInStore = new Set();
});

afterAll(() => {
  const called = globalThis.calledInStore ?? new Set();
  // Where a file is opened, nothing tells what ran on it from what ran on a server.
  const onServer = called.has('file-store.ts openFileStore') ? [] : called;
  const lines = [`ran ${expect.getState().testPath}`, ...onServer];
  appendFileSync(join(inject('calledFunctions'), `${process.pid}.txt`), `${lines.join('\n')}\n`);
});
