import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { runScript } from '#test/support/run-script.ts';

/**
 * Reads a folder, and says how much memory its process took at most, kB: as Linux counts it from the start of the program.
 * What `resourceUsage` tells begins with what the process that started it takes.
 */
const script = `
  const { readFileSync } = await import('node:fs');
  const { readSource } = await import('#desk/eligibility/source/scan.ts');
  await readSource({ kind: 'source', path: process.argv[1], dataDir: '/no-data-folder' }, () => undefined);
  console.log(/VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
`;

test.runIf(process.platform === 'linux')(
  'a folder of 100 small files in many languages is read in less than 600 MB',
  async () => {
    const folder = join(packageRoot(), 'test/fixtures/source-corpus/tuned');
    const peak = await runScript(script, folder);
    // V8 compiling the grammars a second time took 1,170 MB.
    expect(Number(peak) / 1000).toBeLessThan(600);
  },
);
