import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forkNode } from '#base/child/fork-node.ts';
import { runChild } from '#base/child/run-child.ts';
import { packageRoot } from '#base/package-root.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A child whose thread runs the given lines, with what it was given as `input`. */
const childOf = (lines: string): string => {
  const file = join(temporaryFolder(), 'child.mjs');
  const serve = JSON.stringify(join(packageRoot(), 'electron/base/child/serve-child.ts'));
  writeFileSync(
    file,
    `import { isMainThread, parentPort, workerData as input } from 'node:worker_threads';
    if (isMainThread) (await import(${serve})).serveChild(import.meta.filename);
    else { ${lines} }`,
  );
  return file;
};
const bounds = { timeMs: 60_000, memoryMb: 400 };

/** Whether there is such a process. */
const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a child gives its answer, knows nothing of the environment, and is gone then', async () => {
  process.env.CARRYOVER_TEST_SECRET = 'x';
  const entry = childOf(
    `parentPort.postMessage({ kind: 'done', result: { twice: input.text + input.text, pid: process.pid, secret: process.env.CARRYOVER_TEST_SECRET } });`,
  );
  const { result, peakMb } = await runChild<{ twice: string; pid: number }>(
    forkNode(entry),
    { text: 'ab' },
    bounds,
  );
  delete process.env.CARRYOVER_TEST_SECRET;
  expect(result).toEqual({ twice: 'abab', pid: expect.any(Number), secret: undefined });
  expect(peakMb).toBeGreaterThan(10);
  expect(lives(result.pid)).toBe(false);
});

test('a child that fails, ends, hangs, or takes more memory than it may is told apart', async () => {
  const endOf = (lines: string, within = bounds) =>
    runChild(forkNode(childOf(lines)), {}, within).then(
      () => 'done',
      ({ reason, message }) => `${reason}: ${message}`,
    );
  expect(await endOf(`parentPort.postMessage({ kind: 'failed', problem: 'no such page' });`)).toBe(
    'failed: no such page',
  );
  expect(await endOf(`throw new RangeError('with a secret');`)).toBe('failed: RangeError');
  expect(await endOf(`process.kill(process.pid, 'SIGKILL');`)).toBe('ended: it ended with SIGKILL');
  // A thread that no message reaches, as native code is.
  expect(await endOf('for (;;);', { ...bounds, timeMs: 1 })).toBe('time: it took more than 0.001 s');
  const native = 'const kept = []; for (;;) kept.push(Buffer.alloc(16e6, 1));';
  expect(await endOf(native, { ...bounds, memoryMb: 200 })).toBe('memory: it needed more than 200 MB');
  const heap = 'const kept = []; for (let at = 0; ; at++) kept.push(new Array(1e6).fill(at));';
  expect(await endOf(heap, { ...bounds, memoryMb: 4000 })).toBe('memory: it needed more than 4000 MB');
  const nowhere = runChild(forkNode('/nowhere/child.mjs'), {}, bounds);
  await expect(nowhere).rejects.toMatchObject({ reason: 'ended' });
});

test('a child whose answer nobody waits for is gone at once, or never begins', async () => {
  const told = join(temporaryFolder(), 'pid');
  const entry = childOf(
    `(await import('node:fs')).writeFileSync(${JSON.stringify(told)}, String(process.pid)); setInterval(() => {}, 1000);`,
  );
  const asking = new AbortController();
  const running = runChild(forkNode(entry), {}, { ...bounds, signal: asking.signal });
  const failed = expect(running).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8') !== '').toBe(true);
  asking.abort();
  await failed;
  expect(lives(Number(readFileSync(told, 'utf8')))).toBe(false);
  await expect(
    runChild(forkNode(entry), {}, { ...bounds, signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ name: 'AbortError' });
});
