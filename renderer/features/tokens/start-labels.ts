import type { StartKind } from '#renderer/lib/start-run.ts';

export const startLabels: Readonly<
  Record<StartKind, { readonly label: string; readonly text: string; readonly action: string }>
> = {
  pilot: {
    label: 'Pilot',
    text: 'Migrates one company first, and verifies that no reauthorization is asked and its syncs complete.',
    action: 'Start pilot',
  },
  run: {
    label: 'Run',
    text: 'Migrates all ready rows. Existing companies and connections are reused.',
    action: 'Start run',
  },
  retry: {
    label: 'Retry',
    text: 'Retries failed rows: temporary failures at the failed step, token failures from submitting the tokens.',
    action: 'Start retry',
  },
  check: {
    label: 'Check',
    text: 'Syncs and verifies migrated rows again. Creates nothing and sends no credentials.',
    action: 'Start check',
  },
  undo: {
    label: 'Undo',
    text: 'Unlinks connections and deletes only what this migration created. Not everything can be undone: see the plan.',
    action: 'Start undo',
  },
};

export const startKinds = Object.keys(startLabels) as StartKind[];
