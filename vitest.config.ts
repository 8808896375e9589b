import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { journeysOnServerForReleases, testedForReleases } from './test/support/for-releases.ts';
import { notedCalls } from './test/support/postgres/noted-calls.ts';
import { testedOnServer } from './test/support/postgres/tested-on-server.ts';

// Every process reads its sources anew: compiled once and kept, they take half of the time.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled-for-tests');

/** Files that drive browsers and processes, or wait, go first: one at the end would keep one core busy and the other idle. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/test\/(renderer|desktop|journeys|cli|host|packaging|kit-cli|service\/processes)\//.test(moduleId);
    // A process runs files of one project, and what comes of another one begins with another process, which loads all again.
    const isOnServer = ({ project }: TestSpecification): boolean => project.name.endsWith('postgres');
    return (await super.sort(files)).sort(
      (a, b) => Number(isOnServer(b)) - Number(isOnServer(a)) || Number(isLong(b)) - Number(isLong(a)),
    );
  }
}

// Threads and processes run what is built: loading hundreds of sources took each most of its time.
const builtEntries = join(import.meta.dirname, 'test/support/built-entries.ts');
/** Their entries have a name that others have, so each goes by who imports it. */
const startsBuilt = ['/pdf/typeset-pdf.ts', '/store/search/text-index.ts'];

const builtInTests = {
  name: 'built-in-tests',
  enforce: 'pre' as const,
  resolveId(source: string, importer = ''): string | undefined {
    const isStarting = source === './entry.ts' && startsBuilt.some((by) => importer.endsWith(by));
    return isStarting ? builtEntries : undefined;
  },
};

export default defineConfig({
  plugins: [builtInTests],
  resolve: {
    alias: [{ find: '#base/worker/entry.ts', replacement: builtEntries }],
  },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'sqlite', include: ['test/**/*.test.ts'], exclude: [...testedForReleases] },
      },
      { extends: true, test: { name: 'release', include: [...testedForReleases] } },
      {
        extends: true,
        test: {
          name: 'release-postgres',
          include: [...journeysOnServerForReleases],
          env: { CARRYOVER_TEST_STORE: 'postgres' },
        },
      },
      {
        extends: true,
        plugins: [notedCalls()],
        test: {
          name: 'postgres',
          include: [...testedOnServer],
          env: { CARRYOVER_TEST_STORE: 'postgres' },
          setupFiles: ['test/support/postgres/called-functions.ts'],
          globalSetup: ['test/support/postgres/every-store-function.ts'],
        },
      },
    ],
    // The kit's is a project of its own: see test/packaging/kit.test.ts.
    exclude: ['test/fixtures/**', 'test/kit/**'],
    globalSetup: ['test/support/build-if-stale.ts'],
    setupFiles: ['test/support/environment-left.ts', 'test/support/processor-times.ts'],
    reporters: ['default', './test/support/slow-files-reporter.ts'],
    // Conditions are waited for, not times: a machine that does other work needs longer for each.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // CI's machine does other work, too. A test that passes only then is named at the end, to be fixed. A property has
    // failed for good: the next try would take other values.
    ...(process.env.CI === undefined ? {} : { retry: { count: 1, condition: /^(?!Property failed)/ } }),
    sequence: { sequencer: LongFirst },
    pool: 'forks',
    // Files share a process, and so what it has loaded: loading it anew for each takes a fifth of the time. Tests own
    // their data, and nothing of the program is kept in a module.
    isolate: false,
    // One more than the cores that CI has: a test waits for a fifth of its time. With four, all take a tenth more.
    maxWorkers: 3,
    // Young objects that live as long as a test are copied less often: 16 MB, the default, made all a seventh dearer.
    execArgv: ['--max-semi-space-size=64'],
  },
});
