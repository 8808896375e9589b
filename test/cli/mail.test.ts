import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('a mail is shown, edited, written once and recorded as sent; what is not known stops it', async () => {
  const [data, folder] = [temporaryFolder(), temporaryFolder()];
  const { desk } = await testHost({ dataDir: data });
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  await desk('POST', `/api/cases/${id}/contacts`, {
    name: 'Jo',
    party: 'integrator',
    email: 'jo@acme.example',
  });
  await desk('POST', `/api/cases/${id}/runbook`, { platformKey: 'qhyg' });
  const mail = (command: string, ...args: string[]) =>
    runHere('mail', command, 'acme', ...args, '--data', data);

  const listed = (await mail('list')).stdout;
  expect(listed).toMatch(
    /intake +What we need from you +nothing\n[\s\S]*schedule .*proposed migration window/,
  );
  expect(listed).toContain('No mail written yet.');
  const file = join(folder, 'window.eml');
  const refused = await mail('write', 'schedule', '--out', file);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('{{window}} (proposed migration'),
  ]);
  expect(existsSync(file)).toBe(false);

  const shown = await mail('show', 'intake', '--sender', 'Ada');
  expect(shown.stdout).toMatch(/^Subject: acme: what we need[\s\S]*OAuth client id[\s\S]*Ada/);
  const edited = join(folder, 'edited.txt');
  writeFileSync(edited, shown.stdout.replace('Kind regards', 'Until Monday,\nkind regards'));
  const out = join(folder, 'intake.eml');
  const written = await mail('write', 'intake', '--text', edited, '--out', out, '--json');
  expect(written.code).toBe(0);
  expect(readFileSync(out, 'utf8')).toMatch(/To: Jo <jo@acme\.example>[\s\S]*Until Monday/);
  const twice = await mail('write', 'intake', '--text', edited, '--out', out);
  expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('exists')]);
  expect((await desk('GET', `/api/cases/${id}/mails`)).body.written).toHaveLength(1);
  const sent = await mail('sent', JSON.parse(written.stdout).id, '--by', 'Ada');
  expect([sent.code, sent.stderr]).toEqual([0, 'Recorded that Ada sent it.\n']);
  expect((await mail('list')).stdout).toMatch(/intake \(en\) +Jo +\d{4}-.* by Ada/);

  writeFileSync(edited, 'Subject: Ours for {{integrator}}\n\nHello');
  expect((await mail('template', 'intake', '--edit', edited)).stderr).toContain('is now that of this case');
  expect((await mail('show', 'intake')).stdout).toMatch(/^Subject: Ours for acme\n\nHello/);
  expect((await mail('template', 'intake', '--restore')).stderr).toContain('that of Carryover');
  writeFileSync(edited, 'Hello');
  expect((await mail('write', 'intake', '--text', edited)).code).toBe(2);
});
