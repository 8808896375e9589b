import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createHostClient } from '#cli/host-peer.ts';
import type { CaseView } from '#contract/case.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('companies are excluded by reference, from a file or by line, shown, and included again from the command line', async () => {
  const dir = temporaryFolder();
  const { record } = await testHost({ dataDir: dir });
  const desk = createHostClient(record);
  const run = async (code: number, ...args: string[]) => {
    const ended = await runHere('tokens', ...args, '--data', dir);
    expect([args, ended.code, ended.stderr]).toEqual([args, code, expect.any(String)]);
    return ended;
  };
  const { id } = await desk.post<CaseView>('/api/cases', { name: 'acme', parts: ['tokens'] });
  const content =
    'ref,name,accessToken,refreshToken,businessId\nacme-1,Bakery,,,\nacme-2,Mill,,,\n,Dairy,,,\n';
  const { id: jobId } = await desk.post<{ id: string }>(`/api/cases/${id}/tokens/imports`, {
    ...{ content, name: 'companies.csv', format: 'csv', platformKey: 'pbtz' },
  });
  await vi.waitUntil(async () => (await desk.get<{ state: string }>(`/api/jobs/${jobId}`)).state === 'done');

  const why = ['--approved-by', 'Kim Park', '--reason', 'Sold'];
  const near = await run(1, 'exclude', 'acme', 'acme-3', ...why);
  expect(near.stderr).toContain('Near "acme-3": "acme-1" (Bakery)');
  expect((await run(0, 'exclude', 'acme', 'acme-1', ...why)).stderr).toContain(
    'Excluded: 1 row. 3 rows: 2 invalid, 1 excluded',
  );
  const list = join(dir, 'refs.txt');
  writeFileSync(list, 'acme-2\n');
  const all = await run(0, 'exclude', 'acme', '--refs', list, '--line', '4', ...why, '--json');
  expect(JSON.parse(all.stdout)).toMatchObject({ changed: 2, counts: { states: { excluded: 3 } } });
  const shown = await run(0, 'status', 'acme', '--rows', 'excluded');
  expect(shown.stdout).toMatch(/acme-1 .*excluded[\s\S]*Excluded by Kim Park: Sold/);
  expect((await run(0, 'include', 'acme', 'acme-1', '--reason', 'They stay')).stderr).toContain(
    'Included again: 1 row. 3 rows: 1 invalid, 2 excluded',
  );
  for (const [args, message] of [
    [['exclude', 'acme', ...why], /Name companies by reference/],
    [['exclude', 'acme', 'acme-1', '--reason', 'x'], /--approved-by/],
    [['include', 'acme', 'acme-1'], /--reason/],
  ] as const) {
    expect((await run(2, ...args)).stderr).toMatch(message);
  }
});
