import type { MappingFormat } from '#contract/mapping-formats.ts';
import type { ReportDocument, ReportFormat, ReportKind } from '#contract/report.ts';
import { withQuery } from '#renderer/lib/api.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

export interface WhichReport {
  readonly caseId: string;
  readonly kind: ReportKind;
  /** The last entry of the audit chain to include; the latest if left out. */
  readonly at: number | undefined;
}

/** The path of the report as a file. */
export const reportPath = ({ caseId, kind, at }: WhichReport, format: ReportFormat): string =>
  withQuery(`/api/cases/${caseId}/reports/${kind}`, { format, at });

/** The path of the mapping of a token migration as a file. */
export const mappingPath = ({ caseId, at }: WhichReport, format: MappingFormat): string =>
  withQuery(`/api/cases/${caseId}/tokens/mapping`, { format, at });

/** The path of all reports in one signed zip. */
export const bundlePath = ({ caseId, at }: WhichReport): string =>
  withQuery(`/api/cases/${caseId}/reports/bundle`, { at });

/** A report as a document without a format, for the preview. */
export const useReport = (which: WhichReport) =>
  useApiQuery<ReportDocument>(
    [...keys.cases.of(which.caseId), 'report', which.kind, which.at ?? 'last'],
    reportPath(which, 'json'),
  );
