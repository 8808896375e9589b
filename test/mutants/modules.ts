/** What is mutated, and by which tests a mutant is to be killed. */
export interface MutatedModule {
  /** Globs of sources, from the root. */
  readonly sources: readonly string[];
  /** Globs of the tests that are run: those that need no process, browser or build, and take no long. */
  readonly tests: readonly string[];
}

const module = (source: string, ...tests: readonly string[]): MutatedModule => ({
  sources: [`electron/${source}/**/*.ts`],
  tests: tests.map((test) => `test/${test}`),
});

export const modules: Readonly<Record<string, MutatedModule>> = {
  'allow-list': module('desk/endpoints/allow-list', 'desk/endpoints/allow-list*.test.ts'),
  cases: module('desk/cases', 'desk/cases/**/*.test.ts'),
  cutover: module('desk/cutover', 'desk/cutover/**/*.test.ts'),
  // Whole hosts, damaged archives and texts of megabytes take seconds a mutant. Each part has its own tests, as a mutant
  // in what is worked out as a module is loaded is run against all of them.
  eligibility: {
    sources: ['electron/desk/eligibility/*.ts', 'electron/desk/eligibility/reading/*.ts'],
    tests: [
      'test/desk/eligibility/!(api|mentions-review).test.ts',
      'test/desk/eligibility/reading/redaction-and-limits.test.ts',
    ],
  },
  'eligibility/source': module(
    'desk/eligibility/source',
    'desk/eligibility/source/!(archive-bombs|grammar-limits|inspect|large-files|worker).test.ts',
    'desk/eligibility/source/regions/*.test.ts',
    'desk/eligibility/source/recognizers/!(long-texts).test.ts',
  ),
  'eligibility/traffic': module('desk/eligibility/traffic', 'desk/eligibility/traffic/!(large-logs).test.ts'),
  mails: module('desk/exchange/mails', 'desk/exchange/mails/*.test.ts'),
  // Without the process that sets them, which takes seconds.
  'reports/pdf': {
    sources: ['electron/desk/reports/formats/pdf/{blocks,layout,lead,sign-off,timeline,words}.ts'],
    tests: ['test/desk/reports/pdf-layout.test.ts'],
  },
  reconciliation: module(
    'desk/tokens/reconciliation',
    'desk/tokens/reconciliation/**/*.test.ts',
    'desk/reports/{tokens,mapping}.test.ts',
  ),
  sandbox: module('service/sandbox', 'service/sandbox/**/*.test.ts'),
  scheduler: module('service/scheduler', 'service/scheduler/**/*.test.ts', 'service/upcoming.test.ts'),
  // The others carry out whole runs over a real service, each some seconds long: those in memory tell as much.
  'tokens/run': module(
    'desk/tokens/run',
    'desk/tokens/run/{active-run,call-plan,directory,engine,opened-credentials,parts,row-work,selecting,steps}.test.ts',
    'desk/tokens/run/{concurrent-actions,duplicates,ledgers,resuming}.test.ts',
  ),
  webhooks: module('service/webhooks', 'service/webhooks/**/!(properties).test.ts'),
};
