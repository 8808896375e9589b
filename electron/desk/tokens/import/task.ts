import type { KeyObject } from 'node:crypto';
import type { SealingKey } from '#base/age/recipient.ts';
import type { Recipients } from '#base/age/refusal.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CatalogueIntegration } from '#contract/integration.ts';
import type { ImportColumn, ImportFormat, RowProblem, TokenImportRequest } from '#contract/token-rows.ts';
import type { PastedText, SealedAnswerFile } from '#desk/tokens/answer-pieces.ts';
import type { CheckedRow } from './checked-row.ts';

/** What is read, wherever that is done: plain data that passes between threads. */

export interface ImportTask {
  readonly source: SourceTask;
  readonly request: Pick<TokenImportRequest, 'format' | 'platformKey' | 'mapping'>;
  readonly catalogue: readonly CatalogueIntegration[];
  /** Under which rows are marked by their secrets. */
  readonly markKey: KeyObject;
}

/** A file, or what was pasted. */
export interface SourceTask {
  /** Its recorded name. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly from:
    | { readonly path: string }
    | PastedText
    /** The list in an answer to a form, and the SHA-256 of the sealed file that was checked, hex. */
    | { readonly answer: SealedAnswerFile; readonly digest: string };
  /** Of a file that may be sealed. An answer to a form is opened as it is read. */
  readonly sealing?: {
    /** A plain file is refused. */
    readonly isExpected: boolean;
    readonly keys: readonly SealingKey[];
    readonly recipients: Recipients;
  };
}

/** What a list was sealed in. */
export interface SealedFile {
  readonly recipient: string;
  /** SHA-256 of the file as it came, hex. */
  readonly digest: string;
}

/** How far reading is. */
export interface ReadSoFar {
  readonly bytes: number;
  readonly rows: number;
}

/** Gets the rows batch by batch; the next one is read when it has answered. */
export type TakeRows = (rows: readonly CheckedRow[], soFar: ReadSoFar) => Promise<void>;

/** What is said of the file as a whole. */
export interface FileFacts {
  readonly format: ImportFormat;
  readonly encoding: string;
  readonly delimiter?: string;
  readonly columns: readonly ImportColumn[];
  readonly problems: readonly RowProblem[];
  readonly remarks: readonly string[];
  /** SHA-256 of the list, hex: of what a sealed file holds. */
  readonly digest: string;
  readonly sealed?: SealedFile;
}

export type RefusalCode = 'tokens.unreadable' | 'tokens.columnsUnknown' | 'file.unreadable';

/** What stops a reading as a whole. */
export class ImportRefusal extends CatalogueError {
  constructor(code: RefusalCode, details: Record<string, string>, options?: ErrorOptions) {
    super(code, details, [], options);
  }
}
