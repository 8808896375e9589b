import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { clientOf } from '#test/support/desk-client.ts';
import { type HostProcess, startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const caseNames = (deskFile: string): string[] => {
  const sqlite = new Database(deskFile, { readonly: true });
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  const all = sqlite
    .prepare("select json_extract(summary, '$.name') from case_heads order by 1")
    .pluck()
    .all();
  sqlite.close();
  return all as string[];
};

test('a host that is killed while it restores leaves the old or the new desk.db, whole', async () => {
  const dataDir = temporaryFolder();
  const deskFile = join(dataDir, 'desk.db');
  let host: HostProcess = await startHostProcess(['--data', dataDir]);
  const left: string[] = [];
  for (const delayMs of [0, 30, 90]) {
    const { name } = await clientOf(host).desk('POST', '/api/backups');
    const restored = caseNames(join(dataDir, 'backups', name));
    const added = `added-${delayMs}`;
    await clientOf(host).desk('POST', '/api/cases', { name: added });
    let isOver = false;
    const restoring = host
      .desk('POST', `/api/backups/${name}/restore`)
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    await until(async () => isOver || existsSync(`${deskFile}.restoring`), 1);
    await systemTime.sleep(delayMs);
    await host.end('SIGKILL');
    await restoring;
    const names = caseNames(deskFile);
    expect([restored, [...restored, added].sort()]).toContainEqual(names);
    left.push(names.length === restored.length ? 'new' : 'old');

    host = await startHostProcess(['--data', dataDir]);
    expect(existsSync(`${deskFile}.restoring`)).toBe(false);
    const { results } = await clientOf(host).desk('GET', '/api/cases');
    expect(results.map((one: { name: string }) => one.name).sort()).toEqual(names);
    const { id: jobId } = await clientOf(host).desk('POST', '/api/verification');
    const job = await until(async () => {
      const now = await clientOf(host).desk('GET', `/api/jobs/${jobId}`);
      return now.state !== 'running' && now;
    });
    expect(job.result.problems).toEqual([]);
    for (const { id } of results) {
      expect((await clientOf(host).desk('POST', `/api/cases/${id}/verify`)).problems).toEqual([]);
    }
  }
  expect(left[0]).toBe('old');
}, 120_000);

test('a host that can open neither the backup nor what there was says so and ends; the next one goes on', async () => {
  const dataDir = temporaryFolder();
  const vault = join(dataDir, 'vault.db');
  const host = await startHostProcess(['--data', dataDir]);
  await clientOf(host).desk('POST', '/api/cases', { name: 'acme' });
  const { name } = await clientOf(host).desk('POST', '/api/backups');
  // Both lives of the desk need the vault, which is looked at only as they begin.
  renameSync(vault, `${vault}.kept`);
  writeFileSync(vault, 'no database');
  const ended = new Promise((resolve) => host.process.once('exit', resolve));
  const answer = await host.desk('POST', `/api/backups/${name}/restore`);
  expect([answer.status, ((await answer.json()) as { detailedErrorCode: number }).detailedErrorCode]).toEqual(
    [500, 41_114],
  );
  expect(await ended).toBe(1);
  expect(host.stderr()).toContain('stopped by an unexpected error');

  renameSync(`${vault}.kept`, vault);
  const next = await testHost({ dataDir });
  expect((await next.desk('GET', '/api/cases')).body.results).toMatchObject([{ name: 'acme' }]);
});
