/**
 * Files of tests that look at whole programs and screens in detail, and take long: `npm test` leaves them out, so that it
 * ends within ten minutes. `npm run test:release` runs them, and so does CI at every change.
 */
export const testedForReleases: readonly string[] = [
  // Packages, the test kit, the app, and what earlier versions left.
  'test/cli/guides.test.ts',
  'test/desktop/app.test.ts',
  'test/desktop/host.test.ts',
  'test/desktop/pdf.test.ts',
  'test/desktop/team-desks.test.ts',
  'test/journeys/descriptors.test.ts',
  'test/journeys/isolation.test.ts',
  'test/journeys/unusable-folder.test.ts',
  'test/journeys/update.test.ts',
  'test/kit-cli/*.test.ts',
  'test/packaging/kit.test.ts',
  'test/packaging/packed.test.ts',
  'test/packaging/team/{image,processes}.test.ts',
  'test/testing/*.test.ts',
  // Each screen in all its states, and at every width: `npm test` goes through the screens as migrations do.
  'test/journeys/{ui-approvals,ui-eligibility,ui-headers,ui-managed,ui-readme}.test.ts',
  'test/renderer/cases/*.test.ts',
  'test/renderer/cutover/*.test.ts',
  'test/renderer/eligibility/{eligibility,test-runs}.test.ts',
  'test/renderer/endpoints/*.test.ts',
  'test/renderer/form/form.test.ts',
  'test/renderer/help/help.test.ts',
  'test/renderer/home/*.test.ts',
  'test/renderer/local-api/{local-api,scenarios,states}.test.ts',
  'test/renderer/mails/*.test.ts',
  'test/renderer/people/*.test.ts',
  'test/renderer/managed/{exchange,managed}.test.ts',
  'test/renderer/messages/{messages,room,workbench}.test.ts',
  'test/renderer/reports/*.test.ts',
  'test/renderer/settings/*.test.ts',
  'test/renderer/shell/{emptied-page,integrity,palette,screens,shell}.test.ts',
  'test/renderer/team-desks/*.test.ts',
  'test/renderer/tokens/*.test.ts',
  // Whole programs searched for secrets, attacked in many ways, and killed at many moments.
  'test/desk/approvals/killed.test.ts',
  'test/desk/exchange/crash.test.ts',
  'test/desk/tokens/run/crash.test.ts',
  'test/security/archive-bombs.test.ts',
  'test/security/{browser-session,browser-behind-tls}.test.ts',
  'test/security/credentials.test.ts',
  'test/security/duplicates.test.ts',
  'test/security/foreign-origins.test.ts',
  'test/security/hostile-input.test.ts',
  'test/security/other-end.test.ts',
  'test/security/passphrase.test.ts',
  'test/security/path-spellings.test.ts',
  'test/security/planted-secrets.test.ts',
  'test/security/slow-clients.test.ts',
  'test/security/{tampered-desk,terminal-output}.test.ts',
  // Corpora and large files.
  'test/desk/eligibility/source/{archive-bombs,grammar-memory,inspect,large-files}.test.ts',
  // Commands that look at whole desks, and start programs again and again.
  'test/cli/{check-exec,doctor,exchange,launcher,repair,serve,serve-store,store-copy,store-copy-desk,verify-desk}.test.ts',
  // What waits for its own pace, whatever the machine: a run and its rehearsal ask again as against a real service.
  'test/desk/tokens/rehearsal/comparison.test.ts',
  // Hosts that are killed at each step; several processes and their server under load, for as long as each fault lasts.
  'test/host/{restore-killed,sandboxes-killed,states-killed}.test.ts',
  'test/host/{desk-takeover,observed-by-processes}.test.ts',
  'test/journeys/{crash,cutover-crash,ui-host-killed}.test.ts',
  'test/service/processes/{faults,shares,upgrade}.test.ts',
];

/** Journeys by screen, and a host killed at each step, on a server: what they do to its store, those by API do in `npm test`. */
export const journeysOnServerForReleases: readonly string[] = [
  'test/journeys/cutover-crash.test.ts',
  'test/journeys/cutover-remote.test.ts',
  'test/journeys/side-by-side.test.ts',
  'test/journeys/ui-cutover.test.ts',
  'test/journeys/ui-eligibility.test.ts',
  'test/journeys/ui-headers.test.ts',
  'test/journeys/ui-host-killed.test.ts',
  'test/journeys/ui-managed.test.ts',
  'test/journeys/ui-approvals.test.ts',
  'test/journeys/ui-readme.test.ts',
];
