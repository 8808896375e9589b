import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { workerEntry } from '#base/worker/entry.ts';

/** Other tests' threads run what is built, but tools of this project run them from the sources. */
test('a thread runs from the sources where the program does', async () => {
  expect(workerEntry()).toMatch(/out[\\/]main[\\/]worker\.js$/);
  const script = `
    const { workerEntry } = await import('#base/worker/entry.ts');
    const { runTask } = await import('#base/worker/run-task.ts');
    const bytes = new TextEncoder().encode('{"a":1}');
    const body = await runTask('json', { body: bytes, mostValues: 10 }, { what: 'It', timeMs: 60_000, heapMb: 64 });
    console.log(JSON.stringify([workerEntry(), body]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: packageRoot(),
  });
  expect(JSON.parse(stdout)).toEqual([expect.stringMatching(/electron[\\/]desk[\\/]worker\.ts$/), { a: 1 }]);
});
