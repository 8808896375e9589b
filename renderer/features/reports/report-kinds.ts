import type { CaseView } from '#contract/case.ts';
import type { Paper, ReportFormat, ReportKind } from '#contract/report.ts';

/** Labels of kinds and formats of reports. */

interface Choice {
  readonly label: string;
  readonly text: string;
}

export const kindLabels: Readonly<Record<ReportKind, Choice>> = {
  case: {
    label: 'Case',
    text: 'Parties, steps, evidence, notes and the timeline.',
  },
  eligibility: {
    label: 'Eligibility',
    text: 'Verdict, checks with evidence, and settings to carry over.',
  },
  cutover: {
    label: 'Cutover',
    text: 'Plan, parity, verification, soak and rollbacks, with what is open.',
  },
  doctor: { label: 'Endpoint doctor', text: 'Every check of each endpoint, by its last run.' },
  tokens: { label: 'Tokens', text: 'Results of every run by company, and failures by cause.' },
  managed: {
    label: 'Managed migration',
    text: 'Steps with evidence, migration window, agreements, companies and handover.',
  },
};

export const formatLabels: Readonly<Record<ReportFormat, Choice>> = {
  html: { label: 'HTML', text: 'One self-contained file to read, print and send.' },
  pdf: { label: 'PDF', text: 'Pages to print, sign and keep; CSV and JSON attached.' },
  md: { label: 'Markdown', text: 'To paste into a ticket or wiki.' },
  csv: { label: 'CSV', text: 'Main table only, for spreadsheets.' },
  json: { label: 'JSON', text: 'Everything, for programs.' },
};

export const paperLabels: Readonly<Record<Paper, string>> = { a4: 'A4', letter: 'Letter' };

/** Kinds that apply to the case. */
export const kindsOf = ({ parts, steps }: Pick<CaseView, 'parts' | 'steps'>): ReportKind[] => [
  'case',
  ...(parts.includes('webhooks') ? (['eligibility', 'cutover', 'doctor'] as const) : []),
  ...(parts.includes('tokens') ? (['tokens'] as const) : []),
  // A runbook adds its steps to the case.
  ...(steps.some(({ id }) => id.startsWith('managed-')) ? (['managed'] as const) : []),
];
