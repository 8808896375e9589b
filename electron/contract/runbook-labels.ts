import type { Party } from './eligibility.ts';

/** The steps of a managed migration and its parties. Plain values, for the page too. Source: `docs/reference/rules/managed-migration.md#steps`. */

export const runbookSteps = [
  'supply',
  'schedule',
  'update-application',
  'disable-syncing',
  'first-company',
  'complete',
] as const;
export type RunbookStep = (typeof runbookSteps)[number];

export interface RunbookStepLabel {
  readonly title: string;
  readonly responsible: Party;
  readonly doneWhen: string;
}

export const runbookStepLabels: Readonly<Record<RunbookStep, RunbookStepLabel>> = {
  supply: {
    title: 'Supply migration and platform details',
    responsible: 'integrator',
    doneWhen: 'Every required detail is supplied and valid.',
  },
  schedule: {
    title: 'Schedule the migration',
    responsible: 'both',
    doneWhen: 'Both parties agree on a window, with an estimate from the companies and their data.',
  },
  'update-application': {
    title: 'Update application details',
    responsible: 'integrator',
    doneWhen: 'The callback URL is in the list registered with the platform.',
  },
  'disable-syncing': {
    title: 'Disable data syncing',
    responsible: 'integrator',
    doneWhen: 'Confirmed for every company. Companies without confirmation are held.',
  },
  'first-company': {
    title: 'Migrate first company',
    responsible: 'support',
    doneWhen: 'One company is migrated without reauthorization, and all its syncs are complete.',
  },
  complete: {
    title: 'Complete migration',
    responsible: 'support',
    doneWhen:
      'Every company is migrated, failed with an accepted reason, or excluded by name, and both parties sign the handover.',
  },
};

/** Who agrees or signs off. The integrator and support must; the provider may. */
export const agreeingParties = ['integrator', 'support', 'provider'] as const;
export type AgreeingParty = (typeof agreeingParties)[number];
/** Both parties of a managed migration. Source: `docs/reference/rules/managed-migration.md#steps`. */
export const bothParties = ['integrator', 'support'] as const satisfies readonly AgreeingParty[];
