import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

/** Writes what it was told to when it is asked, and exits; `stdin` tells that it may. */
const program = `
  import { createLog } from '#base/log.ts';
  const log = createLog();
  process.stdout.write('there');
  process.stdin.once('data', () => {
    for (let n = 0; n < 300; n += 1) log.info({ n, words: 'x'.repeat(1000) }, 'a line');
    process.exit(7);
  });
`;

const start = async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  await once(child.stdout, 'data');
  return child;
};

test('every line is there, in order, after an exit in the middle of it', async () => {
  const child = await start();
  const said = text(child.stderr);
  child.stdin.write('go');
  const lines = (await said).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 300 }, (_, n) => n));
});

test('a process whose log nobody reads any more ends all the same', async () => {
  const gone = await start();
  gone.stderr.destroy();
  await once(gone.stderr, 'close');
  gone.stdin.write('go');
  expect(await once(gone, 'exit')).toEqual([7, null]);
});
