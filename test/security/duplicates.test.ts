import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Company } from '#contract/company.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { startTestService } from '#test/support/test-service.ts';

/** Hosts of two desks with one list, on one remote target, each with a folder of its own. */
const deskOn = async (target: { url: string; apiKey: string }, content: string) => {
  const dataDir = temporaryFolder();
  const { ready } = await testHost({ dataDir });
  const cli = (...args: string[]) => runHere(...args, '--data', dataDir);
  const folder = temporaryFolder();
  const keyFile = join(folder, 'key.txt');
  writeFileSync(keyFile, target.apiKey);
  const list = join(folder, 'list.csv');
  writeFileSync(list, content);
  await cli('targets', 'add', 'production', '--url', target.url, '--key-file', keyFile);
  await cli('case', 'new', 'acme', '--moves', 'tokens', '--target', 'production');
  const imported = await cli('tokens', 'import', 'acme', '--file', list);
  expect([imported.code, imported.stderr]).toEqual([0, expect.anything()]);
  return { ready, cli };
};

test('two desks with one list on one remote target, through the command line', async () => {
  const service = await startTestService({ clock: 'system' });
  const refs = Array.from({ length: 6 }, (_, n) => `acme-${n}`);
  const rows = refs.map(
    (ref) => `${ref},Company ${ref},gbol,access-${ref},refresh-${ref},${crypto.randomUUID()}`,
  );
  const content = ['ref,name,platform,accessToken,refreshToken,tenantId', ...rows].join('\n');
  const target = { url: service.apiUrl, apiKey: service.apiKey };
  const [first, second] = [await deskOn(target, content), await deskOn(target, content)];
  expect((await first.cli('tokens', 'run', 'acme', '--yes')).code).toBe(0);

  const refused = await second.cli('tokens', 'run', 'acme', '--yes');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/Another desk.*--beside-other-desk/s),
  ]);
  expect((await second.cli('tokens', 'run', 'acme', '--dry-run')).stdout).toMatch(/Another desk/);
  expect((await service.api('GET', '/companies')).totalResults).toBe(6);

  // As if both had begun at once: neither sees the other's.
  const { results } = await service.api('GET', '/companies');
  for (const { id } of results) await service.api('PATCH', `/companies/${id}`, { tags: {} });
  const run = second.cli('tokens', 'run', 'acme', '--yes');
  await expect
    .poll(async () => (await service.api('GET', '/companies')).totalResults, { timeout: 30_000 })
    .toBe(12);
  for (const { id, tags } of results) await service.api('PATCH', `/companies/${id}`, { tags });
  const done = await run;
  expect([done.code, done.stdout]).toEqual([5, expect.stringMatching(/: done with duplicates\n/)]);

  const listed = await second.cli('tokens', 'duplicates', 'acme');
  expect([listed.code, listed.stdout]).toEqual([5, expect.stringMatching(/Decide:/)]);
  expect((await second.cli('tokens', 'duplicates', 'acme', '--remove', 'own')).code).toBe(2);
  const reason = ['--reason', 'The other desk goes on'];
  const asked = await second.cli('tokens', 'duplicates', 'acme', '--remove', 'own', ...reason);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(/DELETE.*--yes/s)]);
  const removed = await second.cli('tokens', 'duplicates', 'acme', '--remove', 'own', ...reason, '--yes');
  expect([removed.code, removed.stdout]).toEqual([0, expect.stringMatching(/^6 companies were removed\./)]);
  const left = await service.api('GET', '/companies');
  expect(left.results.map(({ id }: Company) => id).sort()).toEqual(
    results.map(({ id }: Company) => id).sort(),
  );
  const report = await second.cli('report', 'acme', '--kind', 'tokens', '--format', 'md', '--out', '-');
  expect(report.stdout).toMatch(/The other desk goes on/);
  expect((await second.cli('verify', 'acme')).code).toBe(0);
});
