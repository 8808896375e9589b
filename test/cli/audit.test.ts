import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditEvent } from '#contract/audit.ts';
import { auditReceiver } from '#test/desk/audit/receiver.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('audit streams from the command line: added with a secret shown once, tested, changed, removed, exported', async () => {
  const dataDir = temporaryFolder();
  await testHost({ dataDir });
  const receiver = await auditReceiver();
  const run = (...args: string[]) => runHere('audit', ...args, '--data', dataDir);
  const done = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(...args);
    expect([args, code, code === 0 || stderr]).toEqual([args, 0, true]);
    return stdout + stderr;
  };
  const header = join(dataDir, 'token.txt');
  writeFileSync(header, 'Bearer planted-token-27182818\n');
  const added = await run(
    'add',
    'siem',
    '--url',
    `${receiver.url}/events`,
    '--header',
    `Authorization=${header}`,
  );
  expect([added.code, added.stdout.trim()]).toEqual([0, expect.stringMatching(/^whsec_[\w+/=]+$/)]);
  await receiver.until(() => receiver.taken.some(({ kind }) => kind === 'audit.streamAdded'));
  expect(await done('test', 'siem')).toContain('was delivered. Status 2');
  await done('pause', 'siem');
  await expect.poll(() => done()).toMatch(/siem +paused/);
  expect(await done('resume', 'siem')).toMatch(/siem +(current|behind)/);
  expect(await done('change', 'siem', '--name', 'logs', '--detail', 'facts')).toMatch(/logs .* facts/);
  expect((await run('rotate', 'logs')).stdout).toMatch(/^whsec_/);
  const list = await done();
  expect([list.includes('planted-token'), /logs .*\/events/.test(list)]).toEqual([false, true]);
  expect(await done('remove', 'logs', '--yes')).toContain('last event was delivered');
  expect(await done()).toContain('No audit streams.');

  const out = join(dataDir, 'audit.ndjson');
  await done('export', '--out', out, '--detail', 'facts');
  const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
  const kinds = lines.map((line) => (JSON.parse(line) as AuditEvent).kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['journal.opened', 'audit.streamAdded', 'audit.streamRemoved']),
  );
  expect(await run('export', '--out', out)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('exists'),
  });
  expect((await run('export', '--from', 'yesterday')).code).not.toBe(0);
  expect((await run('change', 'nobody', '--detail', 'facts')).stderr).toMatch(/nobody/);
  expect((await run('change', 'nobody')).code).toBe(2);
});
