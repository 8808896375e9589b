/**
 * Files of tests that look at whole programs and screens in detail, and take long: `npm test` leaves them out, so that it
 * ends within ten minutes. `npm run test:release` runs them, and so does CI at every change.
 */
export const testedForReleases: readonly string[] = [
  // Packages, the test kit's command, the app, and what earlier versions left.
  'test/cli/guides.test.ts',
  'test/desktop/host.test.ts',
  'test/journeys/descriptors.test.ts',
  'test/journeys/isolation.test.ts',
  'test/journeys/unusable-folder.test.ts',
  'test/journeys/update.test.ts',
  'test/kit-cli/*.test.ts',
  'test/packaging/kit.test.ts',
  'test/packaging/packed.test.ts',
  'test/testing/many.test.ts',
  // Each screen in all its states, and at every width: `npm test` goes through the screens as migrations do.
  'test/journeys/ui-readme.test.ts',
  'test/renderer/cases/cases.test.ts',
  'test/renderer/cutover/cutover.test.ts',
  'test/renderer/eligibility/eligibility.test.ts',
  'test/renderer/endpoints/*.test.ts',
  'test/renderer/local-api/*.test.ts',
  'test/renderer/managed/managed.test.ts',
  'test/renderer/messages/*.test.ts',
  'test/renderer/reports/reports.test.ts',
  'test/renderer/settings/*.test.ts',
  'test/renderer/shell/screens.test.ts',
  'test/renderer/tokens/tokens.test.ts',
  // Whole programs searched for secrets, and attacked in many ways.
  'test/security/archive-bombs.test.ts',
  'test/security/hostile-input.test.ts',
  'test/security/path-spellings.test.ts',
  'test/security/planted-secrets.test.ts',
];

/** Journeys by screen, on a server: what they do to its store, those by API and command line do in `npm test`. */
export const journeysOnServerForReleases: readonly string[] = [
  'test/journeys/cutover-remote.test.ts',
  'test/journeys/side-by-side.test.ts',
  'test/journeys/ui-cutover.test.ts',
  'test/journeys/ui-eligibility.test.ts',
  'test/journeys/ui-managed.test.ts',
  'test/journeys/ui-readme.test.ts',
];
