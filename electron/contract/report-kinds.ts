/** Kinds and formats of reports. Plain values, for the page too. */

export const reportKinds = ['eligibility', 'cutover', 'doctor', 'tokens', 'managed', 'case'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportFormats = ['html', 'pdf', 'md', 'json', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Papers of PDF. */
export const papers = ['a4', 'letter'] as const;
export type Paper = (typeof papers)[number];
