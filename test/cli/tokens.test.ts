import { expect, test } from 'vitest';
import type { ReadyLine } from '#contract/desk.ts';
import type { Job } from '#contract/job.ts';
import { startHost } from '#host/index.ts';
import { startCli } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostOptions, testHost } from '#test/support/test-host.ts';

const content = ['acme-1', 'acme-2']
  .map((ref) => [ref, `Company ${ref}`, 'gbol', `access-of-${ref}`, `refresh-of-${ref}`, crypto.randomUUID()])
  .map((row) => row.join(','))
  .join('\n');
const header = 'ref,name,platform,accessToken,refreshToken,tenantId\n';

/** A case with two rows. */
const openCase = async ({ deskUrl, deskToken }: Pick<ReadyLine, 'deskUrl' | 'deskToken'>) => {
  const desk = async <T>(path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${deskToken}`, 'content-type': 'application/json' };
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(deskUrl + path, { headers, ...post })).json() as Promise<T>;
  };
  const { id } = await desk<{ id: string }>('/api/cases', { name: 'acme', parts: ['tokens'] });
  const job = await desk<Job>(`/api/cases/${id}/tokens/imports`, { content: header + content });
  await until(async () => (await desk<Job>(`/api/jobs/${job.id}`)).state === 'done');
};

/** The commands on a data folder. */
const commandsOn = (data: string) => {
  const cli = (...args: string[]) => runHere('tokens', ...args, '--data', data);
  const json = async (...args: string[]) => JSON.parse((await cli(...args, '--json')).stdout);
  return { cli, json, start: (...args: string[]) => startCli('tokens', ...args, '--data', data) };
};

test('a run on a host: watched, paused by Ctrl+C, resumed from another process to its end, undone', async () => {
  const data = temporaryFolder();
  const { cli, json, start } = commandsOn(data);
  await openCase((await testHost({ dataDir: data, clock: 'virtual' })).ready);

  const run = start('run', 'acme');
  await run.saw(/wait for the virtual clock/);
  const watching = start('status', 'acme', '--follow');
  await watching.saw(/wait for the virtual clock/);
  expect(await json('status', 'acme')).toMatchObject({ state: 'running', counts: { syncing: 2 } });
  run.process.kill('SIGINT');
  const paused = await run.ended;
  expect(paused.code).toBe(4);
  expect(paused.stdout).toMatch(/^Run [0-9a-f]{8} on "local" .*: paused\n0 of 2 done, 2 syncing/);
  expect(paused.stderr).toMatch(/Resume with: carryover tokens resume acme\n/);
  expect((await watching.ended).code).toBe(4);

  await runHere('clock', 'advance', '1m', '--data', data);
  const resumed = await cli('resume', 'acme', '--json');
  expect(resumed.code).toBe(0);
  expect(JSON.parse(resumed.stdout)).toMatchObject({ state: 'done', counts: { rows: 2, done: 2 } });
  const rows = await cli('status', 'acme', '--rows', 'done');
  expect(rows.stdout.match(/^\d+ +acme-\d +Company acme-\d +gbol +done/gm)).toHaveLength(2);
  expect((await cli('status', 'acme')).stdout).toMatch(/^2 rows: 2 done\n\nRun [0-9a-f]{8} on "local"/);

  const unasked = await cli('undo', 'acme', '--ref', 'acme-2');
  expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringMatching(/Can't be undone:.*--yes/s)]);
  const undone = await cli('undo', 'acme', '--ref', 'acme-2', '--yes');
  expect([undone.code, undone.stdout]).toEqual([0, expect.stringMatching(/1 of 1 undone/)]);
});

test('a run on a host of its own is paused before that stops, and is not left to nobody', async () => {
  const dataDir = temporaryFolder();
  const host = await startHost(hostOptions({ dataDir }));
  await openCase(host.ready);
  await host.stop(1000);
  const { cli, json, start } = commandsOn(dataDir);

  const detached = await cli('run', 'acme', '--detach');
  expect([detached.code, detached.stderr]).toEqual([2, expect.stringMatching(/carryover serve/)]);
  const run = start('run', 'acme', '--ref', 'acme-1');
  await run.saw(/1 row on "local"/);
  run.process.kill('SIGINT');
  const paused = await run.ended;
  expect([paused.code, paused.stderr]).toEqual([4, expect.stringMatching(/tokens resume acme/)]);
  expect(await json('status', 'acme')).toMatchObject({ state: 'paused', counts: { rows: 1 } });
});

test('what does not go together is a usage error', async () => {
  const { cli } = commandsOn(temporaryFolder());
  expect((await cli('run', 'acme', '--pilot', 'a-1', '--ref', 'a-2')).code).toBe(2);
  expect((await cli('status', 'acme', '--rows', 'odd')).code).toBe(2);
});
