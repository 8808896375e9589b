import type { CaseView } from '#contract/case.ts';
import type { ReportFormat, ReportKind } from '#contract/report.ts';

/** The kinds and formats of reports, and what each is for. */

interface Choice {
  readonly label: string;
  readonly text: string;
}

export const kindLabels: Readonly<Record<ReportKind, Choice>> = {
  case: {
    label: 'Case',
    text: 'Everything: parties, steps, evidence, notes, and what was done when by whom.',
  },
  eligibility: {
    label: 'Eligibility',
    text: 'The verdict, the nine checks with their evidence, and what to carry over.',
  },
  tokens: { label: 'Tokens', text: 'What every run came to, company by company, and failures by cause.' },
  managed: {
    label: 'Managed migration',
    text: 'The six steps with their evidence, window, agreements, companies and handover.',
  },
};

export const formatLabels: Readonly<Record<ReportFormat, Choice>> = {
  html: { label: 'HTML', text: 'One file to read, print and send; nothing in it is loaded from elsewhere.' },
  md: { label: 'Markdown', text: 'To paste into a ticket or a wiki.' },
  csv: { label: 'CSV', text: 'The main table alone, for a spreadsheet.' },
  json: { label: 'JSON', text: 'Everything, for a program.' },
};

/** Those that the case has something for. */
export const kindsOf = ({ parts, steps }: Pick<CaseView, 'parts' | 'steps'>): ReportKind[] => [
  'case',
  ...(parts.includes('webhooks') ? (['eligibility'] as const) : []),
  ...(parts.includes('tokens') ? (['tokens'] as const) : []),
  // A runbook brings its six steps into the case.
  ...(steps.some(({ id }) => id.startsWith('managed-')) ? (['managed'] as const) : []),
];
