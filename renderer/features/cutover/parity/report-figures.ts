import type { ParityReport } from '#contract/parity.ts';

export const countOf = ({ differences }: ParityReport, kind: 'expected' | 'unexplained'): number =>
  differences.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0);

export const unexplainedIn = (report: ParityReport): number => countOf(report, 'unexplained');
