/** The environment variable that tells Vitest, in Stryker's processes, which tests to run: globs, as JSON. */
export const testsVariable = 'CARRYOVER_MUTANTS_TESTS';
