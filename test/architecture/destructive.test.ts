import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { textOf } from '#test/docs/pages.ts';

/** How a call that takes something away is made safe: asked about before, or undone after. */
const confirmed = /<(ConfirmModal|ConfirmAction|ReasonModal|ReasonButton|Modal)\b/;
const undone = /undo|restore|notifyDone\([^;]*,\s*\(?\)?\s*=>|\(\) => change\.mutate/i;

/** Each file that makes such a call, and where and how it is made safe. */
const safe: Readonly<Record<string, readonly [string, RegExp]>> = {
  // Ends the session alone; what was typed stays for the same person.
  'renderer/app/user-menu.tsx': ['renderer/app/user-menu.tsx', /Sign out/],
  'renderer/features/cases/case-menu.tsx': ['renderer/features/cases/case-menu.tsx', confirmed],
  'renderer/features/cases/delete-case.tsx': ['renderer/features/cases/delete-case.tsx', /confirm/],
  'renderer/features/cases/use-case-edit.ts': ['renderer/features/cases/use-case-edit.ts', undone],
  'renderer/features/cutover/cutover-calls.ts': [
    'renderer/features/cutover/complete/roll-back.tsx',
    confirmed,
  ],
  'renderer/features/eligibility/checks/dismiss-finding.ts': [
    'renderer/features/eligibility/checks/dismiss-finding.ts',
    undone,
  ],
  'renderer/features/eligibility/checks/manual-result.ts': [
    'renderer/features/eligibility/checks/manual-result.ts',
    undone,
  ],
  'renderer/features/eligibility/dismissing/dismissal-calls.ts': [
    'renderer/features/eligibility/dismissing/dismissal-calls.ts',
    undone,
  ],
  'renderer/features/eligibility/observations/observation-calls.ts': [
    'renderer/features/eligibility/observations/observation-section.tsx',
    confirmed,
  ],
  'renderer/features/settings/approvals/approvals-section.tsx': [
    'renderer/features/settings/approvals/approvals-section.tsx',
    confirmed,
  ],
  'renderer/features/endpoints/overview/delete-endpoint.tsx': [
    'renderer/features/endpoints/overview/delete-endpoint.tsx',
    confirmed,
  ],
  'renderer/features/endpoints/secret/rotate-secret.tsx': [
    'renderer/features/endpoints/secret/rotate-secret.tsx',
    confirmed,
  ],
  'renderer/features/home/running-section.tsx': ['renderer/features/home/running-section.tsx', confirmed],
  'renderer/features/local-api/clock/use-sandboxes.ts': [
    'renderer/features/local-api/clock/sandboxes-section.tsx',
    confirmed,
  ],
  'renderer/features/local-api/cutover/use-cutover.ts': [
    'renderer/features/local-api/cutover/cutover-done.tsx',
    confirmed,
  ],
  'renderer/features/local-api/keys/use-keys.ts': [
    'renderer/features/local-api/keys/keys-tab.tsx',
    confirmed,
  ],
  'renderer/features/local-api/requests/recording-menu.tsx': [
    'renderer/features/local-api/requests/recording-menu.tsx',
    confirmed,
  ],
  'renderer/features/local-api/states/delete-state.tsx': [
    'renderer/features/local-api/states/delete-state.tsx',
    confirmed,
  ],
  'renderer/features/local-api/states/restore-state.tsx': [
    'renderer/features/local-api/states/restore-state.tsx',
    confirmed,
  ],
  'renderer/features/managed/restore-step.ts': ['renderer/features/managed/restore-step.ts', undone],
  'renderer/features/settings/audit/use-streams.ts': [
    'renderer/features/settings/audit/stream-card.tsx',
    confirmed,
  ],
  'renderer/features/settings/data/local-service-data.tsx': [
    'renderer/features/settings/data/local-service-data.tsx',
    confirmed,
  ],
  'renderer/features/settings/data/use-backups.ts': [
    'renderer/features/settings/data/backups-part.tsx',
    confirmed,
  ],
  'renderer/features/settings/people/use-people.ts': [
    'renderer/features/settings/people/person-drawer.tsx',
    confirmed,
  ],
  'renderer/features/settings/targets/use-targets.ts': [
    'renderer/features/settings/targets/targets-section.tsx',
    confirmed,
  ],
  'renderer/lib/jobs.ts': ['renderer/ui/job-progress.tsx', confirmed],
  // Says that this page is no longer on a case.
  'renderer/lib/presence.ts': ['renderer/lib/presence.ts', /usePresence/],
  'renderer/lib/start-run.ts': ['renderer/ui/start-dialogs.tsx', /PlannedCalls|ConfirmModal/],
  // Says in its label how many it cancels; they can be resent.
  'renderer/lib/use-bulk-resend.ts': ['renderer/ui/bulk-resend/bulk-progress.tsx', /Cancel the remaining/],
  // What ran stays, and the advance can be continued.
  'renderer/lib/use-cancel-advance.ts': ['renderer/app/strip-clock.tsx', /Advancing to/],
  'renderer/lib/use-receiver.ts': ['renderer/ui/receiver-panel.tsx', undone],
};

const takesAway =
  /api\s*\.(delete|post|put)\b[^;]*?\/(?:(?:cancel|close|rollback|undo|reset|restore|rotate|dismissal|restoration)\b|\$\{to\})|api\s*\.delete\b|api\s*\.post<DismissalResult>/;
/** Uploads that nobody waits for any more: nothing that a person made. */
const isUpload = (text: string): boolean =>
  [...text.matchAll(/api\.delete\b[^;]*/g)].every(([call]) => call.includes('/api/uploads/')) &&
  !takesAway.test(text.replaceAll(/api\.delete\b[^;]*/g, ''));

test('whatever takes something away is asked about before, or can be undone', () => {
  const found = globSync('renderer/**/*.{ts,tsx}', { cwd: packageRoot() })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => takesAway.test(textOf(path)) && !isUpload(textOf(path)));
  expect(found.sort()).toEqual(Object.keys(safe).sort());
  for (const [path, how] of Object.values(safe)) expect(textOf(path), path).toMatch(how);
});
