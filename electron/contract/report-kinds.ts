/** Kinds and formats of reports. Plain values, for the page too. */

export const reportKinds = ['eligibility', 'cutover', 'doctor', 'tokens', 'managed', 'case'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportFormats = ['html', 'md', 'json', 'csv'] as const;
export type ReportFormat = (typeof reportFormats)[number];
