// Runs scripts of package.json side by side, on as many cores as there are, and tells of each what it took. All of them
// run to their end, so that one failure does not hide another.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { systemTime } from '#base/clock.ts';

const phase = async (script: string): Promise<boolean> => {
  const started = systemTime.now();
  const child = spawn('npm', ['run', '-s', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = Math.round((systemTime.now() - started) / 1000);
  process.stdout.write(`${Buffer.concat(parts)}${code === 0 ? '✓' : '✗'} ${script} (${seconds} s)\n`);
  return code === 0;
};

const queue = new PQueue({ concurrency: Math.max(2, availableParallelism()) });
const passed = await Promise.all(process.argv.slice(2).map((script) => queue.add(() => phase(script))));
process.exitCode = passed.every(Boolean) ? 0 : 1;
