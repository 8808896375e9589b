import type { StartKind } from './start-run.ts';

/** What each kind of run does, and how its buttons are called. */
export const startLabels: Readonly<
  Record<StartKind, { readonly label: string; readonly text: string; readonly action: string }>
> = {
  pilot: {
    label: 'Pilot',
    text: 'Migrates one company alone, as the first, through every step: that no reauthorization is asked, and that its syncs complete.',
    action: 'Start the pilot',
  },
  run: {
    label: 'Run',
    text: 'Migrates the rows that are ready: company, connection, tokens, sync, verification. What is there already is used, never created again.',
    action: 'Start the run',
  },
  retry: {
    label: 'Retry',
    text: 'Takes up the failed rows once more: what passes by itself where it failed, a token from its handing over.',
    action: 'Start the retry',
  },
  check: {
    label: 'Check',
    text: 'Syncs and verifies the rows that are done once more, such as a week later. Nothing is created, no credentials are sent.',
    action: 'Start the check',
  },
  undo: {
    label: 'Undo',
    text: 'Takes back what was migrated: unlinks connections, and deletes only what this migration created. Look at its plan first: not everything can be taken back.',
    action: 'Start the undo',
  },
};

export const startKinds = Object.keys(startLabels) as StartKind[];
