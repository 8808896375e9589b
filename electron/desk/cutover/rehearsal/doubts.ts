import type { ParityReport } from '#contract/parity.ts';

/** What was not seen makes a good verdict unknown, and a bad one no better. */
export const withDoubts = (report: ParityReport, doubts: readonly string[]): ParityReport =>
  doubts.length === 0
    ? report
    : {
        ...report,
        verdict: report.verdict === 'holds' ? 'unknown' : report.verdict,
        why: [...report.why, ...doubts],
      };
