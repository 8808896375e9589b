import type { Step } from '#contract/case.ts';

/** Where the work of a standard step is done, below the address of its case. */
const screens: Readonly<Record<string, string>> = {
  'check-eligibility': 'eligibility',
  'remove-blockers': 'eligibility',
  'plan-cutover': 'cutover?stage=planned',
  'rehearse-cutover': 'cutover?stage=rehearsed',
  'test-endpoint': 'headers',
  'send-request': 'cutover?stage=requested',
  'await-confirmation': 'cutover',
  'set-headers': 'headers',
  'verify-endpoints': 'headers',
  'complete-cutover': 'cutover',
  'migrate-tokens': 'tokens',
};

const ofRunbook = 'managed-';
export const isOfRunbook = ({ id }: Pick<Step, 'id'>): boolean => id.startsWith(ofRunbook);

/** The step of a case that corresponds to one of its runbook. */
export const isStepOf = ({ id }: Pick<Step, 'id'>, runbookStep: string): boolean =>
  id === ofRunbook + runbookStep;

/** The screen on which a step is done; undefined for one that is done elsewhere. */
export const stepPlace = (caseId: string, step: Pick<Step, 'id'>): string | undefined => {
  const place = isOfRunbook(step) ? `managed?step=${step.id.slice(ofRunbook.length)}` : screens[step.id];
  return place === undefined ? undefined : `/cases/${caseId}/${place}`;
};
