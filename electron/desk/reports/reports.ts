import type { CaseEntry } from '#contract/case.ts';
import type { Language } from '#contract/languages.ts';
import type { MappingFormat } from '#contract/mapping-formats.ts';
import type { Paper, ReportDocument, ReportFormat, ReportKind } from '#contract/report.ts';
import type { ResultsByRun } from '#desk/cases/run-results.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { Charts } from '#desk/reports/charts/index.ts';
import type { Translator } from './language/translate.ts';

export interface ReportRequest extends WriteOptions {
  readonly kind: ReportKind;
  readonly format: ReportFormat;
  /** Ids of sections to leave out. */
  readonly without?: readonly string[] | undefined;
  /** The entry of the audit chain up to which the case is told; its last one if left out. */
  readonly at?: number | undefined;
}

export interface MappingRequest {
  readonly format: MappingFormat;
  readonly at?: number | undefined;
}

export interface Report {
  /** A file name, of plain letters, digits and dashes. */
  readonly name: string;
  readonly mediaType: string;
  /** Bytes where the format is no text. */
  readonly content: string | Buffer;
  /** The point of the chain that it is a report of. */
  readonly seq: number;
  readonly digest: string;
}

/** A zip. */
export type Bundle = Omit<Report, 'content'> & { readonly content: Buffer };

/** Reports of cases: the same point of the same chain, asked for alike, gives the same bytes, on every desk of this version on which the case is under the same legal hold, or none. */
export interface Reports {
  /**
   * @throws CatalogueError `case.notFound`, `case.damaged`, `case.noSuchEntry`, `report.noSuchSection`, `report.sectionKept`, `report.allLeftOut`,
   * `report.tableLeftOut`, `request.invalid` for the zone
   */
  render(caseId: string, request: ReportRequest): Promise<Report>;
  /**
   * All reports of what a case has on record, its chain, and a signed list of these files, as a zip.
   * @throws CatalogueError the same, `case.erasedSince`
   */
  bundle(caseId: string, at?: number): Promise<Bundle>;
  /** Row reference → company, connection and status. @throws CatalogueError as `render` */
  mapping(caseId: string, request: MappingRequest): Promise<Report>;
}

/** All that a report is made of. */
export interface ReportSource {
  readonly state: CaseState;
  /** The chain up to that point. */
  readonly entries: readonly CaseEntry[];
  /** What its ended runs came to, as far as that can be read. */
  readonly results: ResultsByRun;
  /** Of the case now, and not at that point. */
  readonly hold?: ReportDocument['hold'];
}

/** What a kind makes of a case; the head is the same for all of them. */
export type ReportBody = Pick<ReportDocument, 'title' | 'summary' | 'sections' | 'table'>;

/** One kind of report. */
export type BuildReport = (source: ReportSource) => ReportBody;

/** How a person wants it. */
export interface WriteOptions {
  /** Of formats that have pages. */
  readonly paper?: Paper | undefined;
  /** Of formats that people read. */
  readonly zone?: string | undefined;
  readonly language?: Language | undefined;
  /** Ends what takes long, once nobody waits for it. */
  readonly signal?: AbortSignal | undefined;
}

export interface DrawnOptions extends Pick<WriteOptions, 'paper' | 'signal'> {
  /** Charts of the document that are drawn; of others, the values are written. */
  readonly charts?: Charts;
  /** Of the words around the document, which is in its language already. */
  readonly translator?: Translator;
  /** The document as programs read it, where it is not the same: what is attached to pages. */
  readonly source?: ReportDocument;
}

/** One format. */
export interface ReportWriter {
  /** Of the file name, without a dot. */
  readonly extension: string;
  readonly mediaType: string;
  write(document: ReportDocument, options?: DrawnOptions): string | Promise<Buffer>;
}

/** A format that is text, written at once. */
export interface TextWriter extends ReportWriter {
  write(document: ReportDocument, options?: DrawnOptions): string;
}

/** A format of bytes, made outside of this thread. */
export interface BinaryWriter extends ReportWriter {
  write(document: ReportDocument, options?: DrawnOptions): Promise<Buffer>;
}
