import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';

const run = promisify(execFile);

/** Reads the folder in a process of its own, and says how much memory that took at most, kB. */
const script = `
  const { readSource } = await import('#desk/eligibility/source/scan.ts');
  await readSource({ kind: 'source', path: process.argv[1], dataDir: '/no-data-folder' }, () => undefined);
  console.log(process.resourceUsage().maxRSS);
`;

test('a folder of 100 small files in many languages is read in less than 600 MB', async () => {
  const root = packageRoot();
  const folder = join(root, 'test/fixtures/source-corpus/tuned');
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script, folder], {
    cwd: root,
  });
  // V8 compiling the grammars a second time took 1,170 MB.
  expect(Number(stdout) / 1000).toBeLessThan(600);
});
