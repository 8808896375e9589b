import { expect, test } from 'vitest';
import { workerEntry } from '#base/worker/entry.ts';
import { runScript } from '#test/support/run-script.ts';

/** Other tests' threads run what is built, but tools of this project run them from the sources. */
test('a thread runs from the sources where the program does', async () => {
  expect(workerEntry('desk')).toMatch(/out[\\/]main[\\/]worker\.js$/);
  const script = `
    const { workerEntry } = await import('#base/worker/entry.ts');
    const { runTask } = await import('#base/worker/run-task.ts');
    const bytes = new TextEncoder().encode('{"a":1}');
    const body = await runTask('json', { body: bytes, mostValues: 10 }, { what: 'It', timeMs: 60_000, heapMb: 64 });
    console.log(JSON.stringify([workerEntry('desk'), body]));`;
  expect(JSON.parse(await runScript(script))).toEqual([
    expect.stringMatching(/electron[\\/]desk[\\/]worker\.ts$/),
    { a: 1 },
  ]);
});
