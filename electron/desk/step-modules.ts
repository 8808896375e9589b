import type { StepModule } from './cases/steps/table.ts';
import { cutoverSteps } from './cutover/steps.ts';
import { eligibilityFacts } from './eligibility/facts.ts';
import { eligibilitySteps } from './eligibility/steps.ts';
import { headerSteps } from './endpoints/headers/steps.ts';
import { runbookStepModule } from './tokens/managed/step-table.ts';
import { tokenSteps } from './tokens/steps.ts';

/** The whole table of steps: each module says what its steps depend on. */
export const stepModules: readonly StepModule[] = [
  eligibilitySteps,
  cutoverSteps(eligibilityFacts),
  headerSteps,
  tokenSteps,
  runbookStepModule,
];
