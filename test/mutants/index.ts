import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { type MutatedModule, modules } from './modules.ts';
import { excludedMutations, sampleOf } from './sample.ts';
import { testsVariable } from './tests-variable.ts';

/**
 * `npm run mutants [module…]`: what share of a sample of mutants the tests kill, by module. Results are kept in
 * `out/mutants`, so that a second run repeats only what changed.
 * `--sample N`: how many mutants a module, about; `--named TEXT`: another sample than the usual one; `--all`: every one, which takes hours for the large modules.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    anew: { type: 'boolean', default: false },
    named: { type: 'string', default: '' },
    sample: { type: 'string', default: '200' },
  },
});

const folder = 'out/mutants';

const run = async (name: string, { sources, tests }: MutatedModule): Promise<string> => {
  const sample = await sampleOf(
    sources,
    values.all ? Number.POSITIVE_INFINITY : Number(values.sample),
    values.named,
  );
  const file = `${name.replace('/', '-')}${values.named === '' ? '' : `-${values.named}`}`;
  // Not Stryker's `testFiles`: with it, what is worked out as a module is loaded would be without its mutant.
  process.env[testsVariable] = JSON.stringify(tests);
  const options: PartialStrykerOptions = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: false, pool: 'threads' },
    mutate: values.all ? [...sources] : [...sample.ranges],
    mutator: { plugins: null, excludedMutations },
    // From the root: fixtures have such folders too.
    ignorePatterns: ['/out', '/dist', '/docs', '/renderer', '/packaging', '/bench-results.json'],
    incremental: true,
    incrementalFile: join(folder, `${file}.json`),
    concurrency: 2,
    timeoutMS: 10_000,
    dryRunTimeoutMinutes: 15,
    tempDirName: join(folder, `sandbox-${file}`),
    reporters: ['clear-text', 'html', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: false, reportTests: false },
    htmlReporter: { fileName: join(folder, `${file}.html`) },
    disableTypeChecks: false,
    // Stryker would rewrite it with the compiler's old interface, which TypeScript 7 has no more; Vitest reads none.
    tsconfigFile: 'none',
    checkers: [],
    allowConsoleColors: false,
  };
  // Results that were kept would be counted too, also of mutants that are not in the sample.
  if (values.anew) rmSync(join(folder, `${file}.json`), { force: true });
  const start = performance.now();
  const results = await new Stryker(options).runMutationTest();
  const seconds = Math.round((performance.now() - start) / 1000);
  const killed = results.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const counted = results.filter(
    ({ status }) => status !== 'Ignored' && status !== 'CompileError' && status !== 'RuntimeError',
  ).length;
  const share = counted === 0 ? 0 : (100 * killed) / counted;
  return `${name}: ${killed} of ${counted} killed (${share.toFixed(1)} %), of ${sample.all} mutants in all, ${seconds} s`;
};

mkdirSync(folder, { recursive: true });
const lines: string[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(modules)) {
  const wanted = modules[name];
  if (wanted === undefined) {
    console.error(`No module "${name}". Modules: ${Object.keys(modules).join(', ')}.`);
    process.exit(2);
  }
  lines.push(await run(name, wanted));
}
console.log(lines.join('\n'));
