import { useQuery } from '@tanstack/react-query';
import type { ReportDocument, ReportFormat, ReportKind } from '#contract/report.ts';
import { api, withQuery } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

export interface WhichReport {
  readonly caseId: string;
  readonly kind: ReportKind;
  /** The entry of the audit chain up to which the case is told; its last one if left out. */
  readonly at: number | undefined;
}

/** Where the desk gives a report as a file. */
export const reportPath = ({ caseId, kind, at }: WhichReport, format: ReportFormat): string =>
  withQuery(`/api/cases/${caseId}/reports/${kind}`, { format, at });

/** A report as a document that knows no format: what is shown of it before it is saved. */
export const useReport = (which: WhichReport) =>
  useQuery({
    queryKey: [...keys.cases.of(which.caseId), 'report', which.kind, which.at ?? 'last'],
    queryFn: ({ signal }) => api.get<ReportDocument>(reportPath(which, 'json'), { signal }),
  });
