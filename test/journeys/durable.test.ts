import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { ReadyLine } from '#contract/desk.ts';
import { startNode } from '#test/support/cli.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** What reaches the disk is what the system was asked to put there: the calls of a real host are counted. */

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** Syncs of the log of `service.db`, and of the folder, while twenty companies are made one after the other. */
const syncsOf = async (...options: string[]): Promise<{ log: number; folder: number }> => {
  const dataDir = temporaryFolder();
  const trace = join(temporaryFolder(), 'trace');
  const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');
  const strace =
    "require('node:child_process').spawnSync('strace', process.argv.slice(1), { stdio: 'inherit' })";
  const serve = ['serve', '--json', ...freePorts, '--data', dataDir, ...options];
  const traced = [
    '-f',
    '-y',
    '-e',
    'trace=fsync,fdatasync',
    '-o',
    trace,
    process.execPath,
    launcher,
    ...serve,
  ];
  const run = startNode('-e', strace, '--', ...traced);
  await run.saw(/^\{"event":"ready".*\}\n/m);
  const { apiUrl, apiKey, pid } = JSON.parse(run.out.stdout) as ReadyLine;
  const count = (name: string): number =>
    readFileSync(trace, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`<${join(dataDir, name)}>`)).length;
  const before = count('service.db-wal');
  for (let n = 0; n < 20; n++) {
    const answer = await fetch(`${apiUrl}/companies`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(apiKey)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Company ${n}` }),
    });
    expect(answer.status).toBe(200);
  }
  const syncs = { log: count('service.db-wal') - before, folder: count('.') };
  process.kill(pid, 'SIGTERM');
  await run.ended;
  return syncs;
};

test.skipIf(!hasStrace)(
  'with --durable each acknowledged write was synced before, without it none waits',
  async () => {
    expect((await syncsOf('--durable')).log).toBeGreaterThanOrEqual(20);
    expect((await syncsOf()).log).toBeLessThan(10);
  },
);
