import type { ReportKind } from '#contract/report.ts';
import type { BuildReport } from '#desk/reports/reports.ts';
import { caseReport } from './case.ts';
import { cutoverReport } from './cutover-report.ts';
import { doctorReport } from './doctor-report.ts';
import { eligibilityReport } from './eligibility.ts';
import { managedReport } from './managed.ts';
import { tokensReport } from './tokens.ts';

/** Every kind of report there is. A new one is added to `reportKinds` of the contract, and here. */
export const kinds: Readonly<Record<ReportKind, BuildReport>> = {
  eligibility: eligibilityReport,
  cutover: cutoverReport,
  doctor: doctorReport,
  tokens: tokensReport,
  managed: managedReport,
  case: caseReport,
};
