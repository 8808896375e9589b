import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '#test/support/cli-here.ts';
import { filesIn } from '#test/support/collecting.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('mentions are listed with file and line, dismissed by id or group, and put back, on the command line alone', async () => {
  const data = temporaryFolder();
  await testHost({ dataDir: data });
  const cli = (...args: string[]) => runHere(...args, '--data', data);
  const folder = filesIn(
    {
      'lib/Hook.zz': '@ rule << ~RuleId ^ 1 >>\n@ other << ~rule_id >>\n',
      'lib/Own.zz': '~ rule_id |\n',
    },
    join(temporaryFolder(), 'acme-app'),
  );
  await cli('case', 'new', 'acme');
  const checked = await cli('check', 'acme', '--source', folder);
  expect(checked.code).toBe(4);
  expect(checked.stdout).toMatch(
    /To review, RuleId \(3\):\n +[0-9a-f]{16} {2}lib\/Hook\.zz:1 .*\(Language not known\)/,
  );
  expect(checked.stdout).toMatch(
    /rule-id +needs an answer, blocks, 3 mentions to review +Review 3 mentions in the source code/,
  );
  const json = JSON.parse((await cli('check', 'acme', '--source', folder, '--json')).stdout);
  expect(json.toReview).toHaveLength(3);
  expect(json.toReview[0]).toMatchObject({
    file: 'lib/Hook.zz',
    line: 1,
    subject: 'rule-id',
    scope: 'acme-app',
  });

  const id = json.toReview[0].id as string;
  expect((await cli('case', 'dismiss', 'acme', '--reason', 'x')).code).toBe(2);
  expect((await cli('case', 'dismiss', 'acme', 'ffffffff', '--reason', 'x')).code).toBe(2);
  expect((await cli('case', 'dismiss', 'acme', id.slice(0, 8), '--reason', 'Their own rules')).code).toBe(0);
  const left = await cli('case', 'review', 'acme', '--file', 'lib/Hook.zz');
  expect(left.code).toBe(4);
  expect(left.stdout).toContain('To review, RuleId (1)');
  const group = ['--subject', 'rule-id', '--code-base', 'acme-app', '--reason', 'Looked at by Jo'];
  expect((await cli('case', 'dismiss', 'acme', ...group)).stderr).toContain('is eligible');
  const empty = await cli('case', 'dismiss', 'acme', ...group);
  expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('no mentions to review')]);
  expect(await cli('case', 'review', 'acme')).toMatchObject({ code: 0, stdout: 'Nothing to review.\n' });
  expect((await cli('check', 'acme', '--source', folder)).code).toBe(0);
  expect((await cli('case', 'restore', 'acme', id)).stderr).toContain('is undetermined');
  expect((await cli('case', 'review', 'acme')).stdout).toContain(id);
});

test('a second check of the same files says so, replaces on request, and evidence can be removed', async () => {
  const data = temporaryFolder();
  await testHost({ dataDir: data });
  const cli = (...args: string[]) => runHere(...args, '--data', data);
  const folder = filesIn({ 'a.js': 'export const a = 1;\n' }, join(temporaryFolder(), 'app'));
  await cli('case', 'new', 'acme');
  await cli('check', 'acme', '--source', folder);
  const again = await cli('check', 'acme', '--source', folder, '--scope', 'other');
  expect(again.stdout).toMatch(/"other" has the same files as "app".*\(100 %\).*--replace/);
  const replaced = await cli('check', 'acme', '--source', folder, '--scope', 'third', '--replace');
  expect(replaced.stdout).toContain('Replaced.');
  const removed = await cli('case', 'remove-evidence', 'acme', 'third', '--reason', 'by mistake');
  expect(removed).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Removed evidence of third'),
  });
  expect((await cli('case', 'remove-evidence', 'acme', 'third', '--reason', 'x')).code).toBe(2);
});
