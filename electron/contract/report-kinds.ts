/** Kinds and formats of reports. Plain values, for the page too. */

export const reportKinds = ['eligibility', 'cutover', 'doctor', 'tokens', 'managed', 'case'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Sections that can't be left out: what a report comes to, and what the parties have agreed to. */
export const keptSections: ReadonlySet<string> = new Set(['summary', 'handover']);

export const reportFormats = ['html', 'pdf', 'md', 'json', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** JSON and CSV are for programs, always in UTC and English. */
export const isForPeople = (format: ReportFormat): boolean => format !== 'json' && format !== 'csv';

/** Papers of PDF. */
export const papers = ['a4', 'letter'] as const;
export type Paper = (typeof papers)[number];
