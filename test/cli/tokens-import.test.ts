import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatImport, formatValidated } from '#cli/format/import.ts';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { pipeHere, runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const ids = ['70784a63-d24b-46a9-a4db-0e70a274b001', '70784a63-d24b-46a9-a4db-0e70a274b002'];
const list = [
  'Key;Company;access token;refresh token;tenant id',
  `a;Acme;planted-access-1;planted-refresh-1;${ids[0]}`,
  `b;Beta;planted-access-2;planted-refresh-2;${ids[1]}`,
].join('\n');

test('a list is taken in from a file and from a pipe, with columns, problems and counts in words', async () => {
  const data = temporaryFolder();
  await testHost({ dataDir: data });
  await runHere('case', 'new', 'acme', '--data', data);
  const cli = (command: string, ...args: string[]) =>
    runHere('tokens', command, 'acme', ...args, '--platform', 'gbol', '--data', data);
  const lists = temporaryFolder();
  const file = join(lists, 'customers.csv');
  writeFileSync(file, list);

  const good = await cli('import', '--file', file, '--map', 'ref=Key');
  expect([good.code, good.stderr]).toEqual([0, '']);
  expect(good.stdout).toMatch(/^Key +ref +given$/m);
  expect(good.stdout).toMatch(/^tenant id +tenantId +guessed$/m);
  expect(good.stdout).toMatch(/^2 rows: 2 ready \(gbol 2\)$/m);
  expect(good.stdout).not.toContain('planted');

  const piped = await pipeHere(
    list.replace(ids[1] as string, 'planted-access-2'),
    ...[
      'tokens',
      'validate',
      'acme',
      '--file',
      '-',
      '--map',
      'ref=Key',
      '--platform',
      'gbol',
      '--data',
      data,
    ],
  );
  expect(piped.code).toBe(3);
  expect(piped.stdout).toMatch(/^3 +b +tenant id +tenantId \(Tenant ID\) does not have the right form/m);
  expect(piped.stderr).toMatch(/nothing was imported/);
  expect(piped.stdout + piped.stderr).not.toContain('planted');

  const unreadable = await cli('import', '--file', join(lists, 'none.csv'), '--json');
  expect([unreadable.code, JSON.parse(unreadable.stdout).error]).toEqual([
    1,
    expect.stringMatching(/can't be read/),
  ]);
  expect((await cli('import', '--file', file, '--map', 'ref')).code).toBe(2);
});

test('what was only looked at is offered for an import where there is something to take in', () => {
  expect(formatValidated({ ready: 0 })).toBe(
    'Validation only: nothing was imported. No row is ready to migrate.',
  );
  expect(formatValidated({ ready: 1 })).toMatch(/imports the ready row\.$/);
  expect(formatValidated({ ready: 1200 })).toMatch(/imports the 1,200 ready rows\.$/);
});

test('problems of the file come first, more than a screen of them are counted', () => {
  const problem = (row: number) => ({ row, ref: `c-${row}`, column: 'Token', message: 'It is missing.' });
  const result: TokenImportResult = {
    name: 'x',
    format: 'json',
    encoding: 'UTF-8',
    columns: [{ header: 'Token', field: 'accessToken', how: 'guessed' }],
    rows: 3000,
    ready: 10,
    invalid: 2985,
    replaced: 4,
    same: 1,
    unchanged: 5,
    byPlatform: { gbol: 15 },
    problems: [{ message: 'Swapped.' }, ...Array.from({ length: 999 }, (_, n) => problem(n + 1))],
    problemCount: 2986,
    remarks: [],
    preview: [],
  };
  const words = formatImport(result, false);
  expect(words).toMatch(/^file +Swapped\.$/m);
  expect(words).toMatch(/^19 +c-19 +Token +It is missing\.$/m);
  expect(words).toContain('… and 2,966 more (--all shows up to 1,000)');
  expect(words).toContain(
    '3,000 rows: 10 ready, 3 with new credentials, 1 unchanged, 5 already migrated or running, 2,985 invalid (gbol 15)',
  );
  expect(formatImport(result, true)).toContain('… and 1,986 more');
});
