import { bytesToHex } from '@noble/hashes/utils.js';
import { useQuery } from '@tanstack/react-query';
import type { MappingFormat } from '#contract/mapping-formats.ts';
import type { ReportDocument, ReportKind } from '#contract/report.ts';
import { api, type NamedBytes, withQuery } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import type { ReportOptions } from './report-options.ts';

export interface WhichReport {
  readonly caseId: string;
  readonly kind: ReportKind;
  /** The last entry of the audit chain to include. */
  readonly at: number;
}

/** The path of the report as a file. */
const reportPath = (
  { caseId, kind, at }: WhichReport,
  { without, ...options }: Partial<ReportOptions>,
): string =>
  withQuery(`/api/cases/${caseId}/reports/${kind}`, { at, ...options, without: without?.join(',') });

/** The path of the mapping of a token migration as a file. */
export const mappingPath = ({ caseId, at }: WhichReport, format: MappingFormat): string =>
  withQuery(`/api/cases/${caseId}/tokens/mapping`, { format, at });

/** The path of all reports in one signed zip. */
export const bundlePath = ({ caseId, at }: WhichReport): string =>
  withQuery(`/api/cases/${caseId}/reports/bundle`, { at });

export interface ReportOutline {
  readonly point: ReportDocument['point'];
  /** Those that can be left out or not, in their order; each goes with what is below it. */
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  /** Changes with anything that the report says, such as by an erasure. */
  readonly digest: string;
}

/** What a report has, whatever is left out of it. */
export const useReportOutline = (which: WhichReport) =>
  useQuery({
    queryKey: [...keys.cases.of(which.caseId), 'report', which.kind, which.at],
    queryFn: async ({ signal }): Promise<ReportOutline> => {
      const { bytes } = await api.file(reportPath(which, { format: 'json' }), { signal });
      const { point, sections } = JSON.parse(new TextDecoder().decode(bytes)) as ReportDocument;
      return {
        point,
        sections: sections.flatMap(({ id, title, level }) => (level === 2 ? [{ id, title }] : [])),
        digest: await sha256Of(bytes),
      };
    },
  });

/** A file as it is saved, byte for byte. */
export interface ReportFile extends NamedBytes {
  readonly sha256: string;
}

/**
 * The report as it will be saved. It is made anew when the options or the report change, not with every entry of the case,
 * and is forgotten with the screen: it may be large.
 */
export const useReportFile = (which: WhichReport, options: ReportOptions, digest: string) => {
  const path = reportPath(which, options);
  return useQuery({
    queryKey: ['report-file', path, digest],
    queryFn: async ({ signal }): Promise<ReportFile> => {
      const file = await api.file(path, { signal });
      return { ...file, sha256: await sha256Of(file.bytes) };
    },
    gcTime: 0,
  });
};

const sha256Of = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
