import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { DeskCheck } from '#contract/verification.ts';
import { csv, line } from '#test/desk/tokens/import/fixture.ts';
import { runCli, serve } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { copyDesk } from '#test/support/verify-desk.ts';

const cli = async (dataDir: string, ...args: string[]): Promise<string> => {
  const ended = await runHere(...args, '--data', dataDir);
  expect([args, ended.code, ended.stderr]).toEqual([args, 0, expect.anything()]);
  return ended.stdout;
};

test('verify without a case: whole, a missing head, a changed row, and an older desk.db, by exit code and in words', async () => {
  const dataDir = temporaryFolder();
  const [older, newest] = [temporaryFolder(), temporaryFolder()];
  await cli(dataDir, 'case', 'new', 'acme', '--moves', 'tokens');
  copyDesk(dataDir, older);
  const file = join(temporaryFolder(), 'companies.csv');
  writeFileSync(file, csv(...[1, 2, 3].map((n) => line(n))));
  await cli(dataDir, 'tokens', 'import', 'acme', '--file', file);
  copyDesk(dataDir, newest);
  expect(await cli(dataDir, 'verify')).toContain('Verified: nothing was changed.');

  let run = runHere;
  const spoiled = async (
    spoil: () => void,
    ...ofCase: string[]
  ): Promise<{ code: number | null; stdout: string }> => {
    spoil();
    const ended = await run('verify', ...ofCase, '--data', dataDir);
    copyDesk(newest, dataDir);
    return ended;
  };
  const byHand = (sql: string) => () => {
    const sqlite = new Database(join(dataDir, 'desk.db'));
    sqlite.exec(sql);
    sqlite.close();
  };
  expect(await spoiled(byHand('delete from case_heads'))).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('The head of its chain is missing.'),
  });
  expect(await spoiled(byHand("update token_rows set name = 'Eve Ltd' where line = 3"))).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(
      /The name of row 3 \(ref .*\) of the token import "companies\.csv" was changed\./,
    ),
  });
  expect(await spoiled(() => copyDesk(older, dataDir))).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('is not the last one written'),
  });
  // Nor is a case of it called whole: its own chain holds, and so did what it was put back to.
  expect(await spoiled(() => copyDesk(older, dataDir), 'acme')).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('is not the last one written'),
  });
  // As a process of its own: its exit code is what a script sees.
  run = runCli;
  const renamed = byHand("update token_rows set name = 'Eve Ltd' where line = 3");
  expect(await spoiled(renamed, 'acme')).toMatchObject({
    code: 3,
    stdout: expect.stringContaining('was changed'),
  });
  // The right file is back, and all is well again.
  const check = JSON.parse(await cli(dataDir, 'verify', '--json')) as DeskCheck;
  expect(check).toMatchObject({ state: 'whole', whole: true, rows: 3, problems: [] });
  expect((await runHere('verify', '--expect', 'a'.repeat(64), '--data', dataDir)).code).toBe(2);
  // Somebody takes over an older one, and says why.
  copyDesk(older, dataDir);
  expect((await runHere('verify', 'acme', '--accept', 'x', '--data', dataDir)).code).toBe(2);
  const accepted = await cli(dataDir, 'verify', '--accept', 'From our own backup');
  expect(accepted).toContain('Verified: nothing was changed.');
  expect(await cli(dataDir, 'verify', 'acme')).toContain('verified:');
}, 180_000);

test('a host that is killed while it writes leaves nothing that looks like tampering', async () => {
  const dataDir = temporaryFolder();
  for (let round = 0; round < 3; round += 1) {
    const host = await serve('--data', dataDir);
    const { deskUrl, deskToken } = host.ready;
    const headers = { authorization: `Bearer ${deskToken}`, 'content-type': 'application/json' };
    const calls = Array.from({ length: 40 }, (_, n) =>
      fetch(`${deskUrl}/api/cases`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: `case ${round} ${n}` }),
      }).catch(() => undefined),
    );
    // In the middle of them, wherever that is.
    await calls[round * 12 + 3];
    host.process.kill('SIGKILL');
    await host.ended;
    await Promise.all(calls);
    expect(JSON.parse(await cli(dataDir, 'verify', '--json')).problems).toEqual([]);
  }
}, 180_000);
