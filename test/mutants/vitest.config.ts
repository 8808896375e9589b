import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testsVariable } from './tests-variable.ts';

/** The first failure kills a mutant: tests that take long are for those that outlive all others. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const took = (file: TestSpecification): number =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0;
    return (await super.sort(files)).sort((a, b) => took(a) - took(b));
  }
}

/** For runs with mutants: one worker, whose modules are loaded once for all files of a run. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env[testsVariable] ?? '[]'),
    // The last takes seconds for each mutant that it does not kill; the engine of steps has faster tests.
    exclude: ['test/fixtures/**', 'test/desk/cases/steps/any-order.test.ts'],
    setupFiles: ['test/mutants/setup.ts'],
    // One after the other: ours goes by what Stryker's, the first, has set.
    sequence: { sequencer: QuickFirst, setupFiles: 'list' },
    testTimeout: 30_000,
    isolate: false,
  },
});
