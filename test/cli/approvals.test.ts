import { chmodSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signedApproval } from '#cli/approval-key.ts';
import type { HttpClient } from '#cli/http-client.ts';
import type { Approval } from '#contract/approvals.ts';
import { addMember } from '#test/support/approving.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

let before: string | undefined;
let home = '';
beforeEach(() => {
  before = process.env.XDG_CONFIG_HOME;
  home = temporaryFolder();
  process.env.XDG_CONFIG_HOME = home;
});
afterEach(() => {
  if (before === undefined) delete process.env.XDG_CONFIG_HOME;
  else process.env.XDG_CONFIG_HOME = before;
});

test('a plan is signed with a key of this user, which is kept for its owner alone', async () => {
  const dataDir = temporaryFolder();
  const { desk: machine, ready } = await testHost({ dataDir });
  const ada = await addMember(machine, ready.deskUrl, 'Ada', 'admin');
  const eve = await addMember(machine, ready.deskUrl, 'Eve', 'engineer');
  const ann = await addMember(machine, ready.deskUrl, 'Ann', 'approver');
  await ada.ok('PUT', '/api/policy', { scope: 'desk', writes: false, overrides: true });
  const { id: caseId } = await eve.ok('POST', '/api/cases', { name: 'acme', integrator: 'Acme' });
  const override = (row: string) =>
    eve.call('PUT', `/api/cases/${caseId}/rows/${row}/overrule`, { state: 'absent', reason: 'x' });
  const desk = {
    get: (path: string) => ann.ok('GET', path),
    post: (path: string, body: unknown) => ann.ok('POST', path, body),
  } as HttpClient;
  const shown = async (row: string): Promise<Approval> => {
    const { approval } = (await override(row)).body;
    return ann.ok('GET', `/api/cases/${caseId}/approvals/${approval.id}`);
  };
  const give = async (approval: Approval): Promise<Approval> =>
    ann.ok(
      'POST',
      `/api/cases/${caseId}/approvals/${approval.id}/give`,
      await signedApproval(desk, ann.id, approval),
    );
  expect((await give(await shown('rule-id'))).state).toBe('approved');
  expect((await override('rule-id')).status).toBe(200);
  const [file = ''] = globSync(join(home, '**/approval-keys/*'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const secret = readFileSync(file, 'utf8');
  await give(await shown('alerts-endpoints'));
  expect(readFileSync(file, 'utf8')).toBe(secret);
  expect((await ann.ok('GET', '/api/account/keys')).results).toHaveLength(1);

  // Neither a plan with another digest, nor by a key that others can read.
  const third = await shown('retry-after');
  const other = { ...third, plan: { ...third.plan, subject: 'other' } };
  await expect(signedApproval(desk, ann.id, other)).rejects.toThrow('does not have its digest');
  chmodSync(file, 0o644);
  await expect(signedApproval(desk, ann.id, third)).rejects.toThrow("can't be used");
  // One that is gone is replaced by another one.
  rmSync(file);
  await give(third);
  expect((await ann.ok('GET', '/api/account/keys')).results).toHaveLength(2);

  // The machine of the desk is nobody who approves.
  const refused = await runHere('approvals', 'list', '--data', dataDir);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Sign in as a person')]);
});
