/**
 * Files of tests of whole programs and of deep search, which a change seldom concerns and which take long: the packages,
 * folders of earlier versions, every screen at every width, what is searched for at random. `npm test` leaves them out;
 * `npm run test:release` runs them, and so does CI at every change.
 */
export const testedForReleases: readonly string[] = [
  'test/cli/guides.test.ts',
  'test/desktop/host.test.ts',
  'test/journeys/descriptors.test.ts',
  'test/journeys/isolation.test.ts',
  'test/journeys/ui-readme.test.ts',
  'test/journeys/unusable-folder.test.ts',
  'test/journeys/update.test.ts',
  'test/packaging/kit.test.ts',
  'test/packaging/packed.test.ts',
  'test/renderer/shell/screens.test.ts',
  'test/testing/many.test.ts',
];

/** Of journeys, those that drive the screens, on a server: what they do to its store, journeys by API and command line do in `npm test`. */
export const journeysOnServerForReleases: readonly string[] = [
  'test/journeys/cutover-remote.test.ts',
  'test/journeys/side-by-side.test.ts',
  'test/journeys/ui-eligibility.test.ts',
  'test/journeys/ui-headers.test.ts',
  'test/journeys/ui-managed.test.ts',
  'test/journeys/ui-readme.test.ts',
];
