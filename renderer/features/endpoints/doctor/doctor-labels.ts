import type { DoctorOutcome, DoctorResult } from '#contract/doctor.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

export const outcomeLabels: Readonly<Record<DoctorOutcome, string>> = {
  pass: 'Pass',
  fail: 'Fail',
  undetermined: 'Not known',
  'not-applicable': 'Not applicable',
};

export const outcomeTones: Readonly<Record<DoctorOutcome, Tone>> = {
  pass: 'good',
  fail: 'bad',
  undetermined: 'attention',
  'not-applicable': 'neutral',
};

/** What has to be acted on comes first. */
export const outcomeOrder: readonly DoctorOutcome[] = ['fail', 'undetermined', 'pass', 'not-applicable'];

export const verdictLabels: Readonly<Record<DoctorResult['verdict'], string>> = {
  pass: 'All checks pass',
  fail: 'Checks fail',
  undetermined: 'Not known',
};
