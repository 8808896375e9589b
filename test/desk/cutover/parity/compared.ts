import type { ParityReport } from '#contract/parity.ts';
import { type ComparisonOptions, createComparison } from '#desk/cutover/parity/comparison.ts';
import { recorded, type Sent } from './sent.ts';

/** The report about what was sent, in the order of time. */
export const compared = (
  plan: Parameters<typeof createComparison>[0],
  sent: readonly Sent[],
  options?: ComparisonOptions,
): ParityReport => {
  const comparison = createComparison(plan, options);
  for (const request of recorded(sent)) comparison.add(request);
  return comparison.report();
};
