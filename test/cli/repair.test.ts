import {
  closeSync,
  copyFileSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { runCli } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const overwrite = (path: string, at: number, bytes = 4096): void => {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  closeSync(file);
};

const damages: readonly (readonly [string, (path: string) => void])[] = [
  ['cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ['emptied', (path) => truncateSync(path, 0)],
  ['removed', (path) => rmSync(path)],
  ['overwritten at its head', (path) => overwrite(path, 0)],
  [
    'overwritten in its middle',
    (path) => overwrite(path, Math.floor(statSync(path).size / 2 / 4096) * 4096, 16_384),
  ],
];

/** A folder with two backups of a case with a note each, and one more note after them. Its host has ended. */
const used = async (): Promise<{ dataDir: string; caseId: string; older: string; newer: string }> => {
  const dataDir = temporaryFolder();
  const host = await testHost({ dataDir });
  const { body } = await host.desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] });
  const note = async (text: string): Promise<string> => {
    await host.desk('POST', `/api/cases/${body.id}/notes`, { text });
    const { body: backup } = await host.desk('POST', '/api/backups');
    return backup.name;
  };
  const older = await note('first');
  const newer = await note('second');
  await host.desk('POST', `/api/cases/${body.id}/notes`, { text: 'third' });
  await host.desk('POST', '/api/backups/local-service');
  await host.stop(0);
  return { dataDir, caseId: body.id, older, newer };
};

const notesOf = async (dataDir: string, caseId: string): Promise<string[]> => {
  const host = await testHost({ dataDir });
  const { body } = await host.desk('GET', `/api/cases/${caseId}`);
  const check = await host.desk('POST', `/api/cases/${caseId}/verify`);
  expect(check.body.stretches.length).toBeGreaterThan(0);
  await host.stop(0);
  return body.notes.map(({ text }: { text: string }) => text);
};

const repair = (dataDir: string, ...args: string[]) => runHere('repair', '--data', dataDir, ...args);

test('a sound folder is left as it is', async () => {
  const { dataDir } = await used();
  const { code, stdout } = await repair(dataDir, '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).databases).toEqual(
    ['desk', 'service', 'vault'].map((database) => ({ database, state: 'sound' })),
  );
});

test.each(damages)(
  'a desk.db that was %s is replaced by the newest good backup in one command',
  async (what, damage) => {
    const { dataDir, caseId, newer } = await used();
    damage(join(dataDir, 'desk.db'));
    // One of them as a process of its own, which must end by itself.
    const run = what === 'cut in half' ? runCli : runHere;
    const refused = await run('case', 'list', '--data', dataDir);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('carryover repair');

    const asked = await run('repair', '--data', dataDir);
    expect(asked.code).toBe(3);
    expect(asked.stderr).toContain(newer);
    const isGone = what === 'removed';
    expect(asked.stderr).toMatch(
      isGone ? /How much is not known/ : /Lost: what was written after it, at most/,
    );
    const { code, stdout, stderr } = await run('repair', '--data', dataDir, '--yes', '--json');
    expect([code, stderr.match(/unexpectedly|\n\s+at /)]).toEqual([0, null]);
    const [desk] = JSON.parse(stdout).databases;
    expect(desk).toMatchObject({ state: 'damaged', restored: newer });
    if (isGone) expect(desk).not.toHaveProperty('keptAs');
    else expect(readdirSync(dataDir)).toContain(desk.keptAs);
    expect(await notesOf(dataDir, caseId)).toEqual(['first', 'second']);
    expect((await repair(dataDir)).code).toBe(0);
  },
);

test('a backup that is damaged, or whose chain was changed, is passed over and named', async () => {
  const { dataDir, caseId, older, newer } = await used();
  // The newest has a chain that somebody changed, the one before it is no database any more.
  const tampered = `desk-2026-12-31T00-00-00-000Z-asked.db`;
  copyFileSync(join(dataDir, 'backups', newer), join(dataDir, 'backups', tampered));
  const sqlite = new Database(join(dataDir, 'backups', tampered));
  sqlite.exec("update case_entries set content = replace(content, 'second', 'forged')");
  sqlite.close();
  overwrite(join(dataDir, 'backups', newer), 0);
  overwrite(join(dataDir, 'desk.db'), 0);
  const { code, stderr } = await repair(dataDir, '--yes');
  expect(code).toBe(0);
  expect(stderr).toMatch(new RegExp(`Not ${tampered}: Case .* was changed`));
  expect(stderr).toContain(`Not ${newer}: Backup ${newer} is damaged`);
  expect(stderr).toContain(`Newest sound backup: ${older}`);
  expect(await notesOf(dataDir, caseId)).toEqual(['first']);
});

test('without a sound backup nothing is changed, and what can be done is said', async () => {
  const { dataDir } = await used();
  rmSync(join(dataDir, 'backups'), { recursive: true });
  overwrite(join(dataDir, 'desk.db'), 0);
  const before = readdirSync(dataDir).sort();
  const { code, stderr } = await repair(dataDir, '--yes');
  expect(code).toBe(3);
  expect(stderr).toContain('There is no sound backup');
  expect(readdirSync(dataDir).sort()).toEqual(before);
});

test('a damaged service.db is restored or started empty, as asked; the vault is put aside', async () => {
  const { dataDir } = await used();
  for (const [how, key] of [
    ['restore', 'restored'],
    ['empty', 'keptAs'],
  ] as const) {
    overwrite(join(dataDir, 'service.db'), 0);
    const { code, stdout } = await repair(dataDir, '--yes', '--json', '--service', how);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).databases[1]).toMatchObject({ [key]: expect.any(String) });
    expect((await repair(dataDir)).code).toBe(0);
  }
  overwrite(join(dataDir, 'vault.db'), 0);
  expect((await repair(dataDir, '--yes')).code).toBe(0);
  // A folder that a host runs on is left to it.
  await testHost({ dataDir });
  const { code, stderr } = await runCli('repair', '--data', dataDir, '--yes');
  expect(code).toBe(1);
  expect(stderr).toContain('already runs');
});
