import type {
  AttachmentRequest,
  CaseEntry,
  CaseRemoval,
  CaseRequest,
  CaseSummary,
  CaseView,
  ChainCheck,
  ImportResult,
} from '#contract/case.ts';
import type { Erasure, ErasureRequest } from '#contract/erasure.ts';
import type { Stretch } from '#contract/signature-states.ts';
import type { Sight } from '#desk/core/sight.ts';
import type { Tx } from '#desk/store/store.ts';
import type { Decide } from './acting.ts';
import type { DigestedEntry } from './chain-part.ts';
import type { ExportOptions } from './export-file.ts';
import type { Needs } from './four-eyes.ts';
import type { ImportOptions } from './import-file.ts';
import type { CaseListing } from './listing.ts';
import type { CaseState } from './state.ts';

/** A secret that belongs to a case, such as a header value to paste. Without a value it is taken away. */
export interface CaseSecret {
  readonly name: string;
  readonly value: string | undefined;
}

export interface ActOptions {
  readonly revision?: number | undefined;
  readonly secrets?: readonly CaseSecret[];
  /** What is about to be done on a target, or overridden: where a policy asks for a second person, its approval is used. */
  readonly needs?: Needs;
  /** What is written besides, in the same unit of work; it comes before the actions are decided. */
  readonly also?: (tx: Tx) => Promise<void>;
  /** The same, once the actions are appended; given the case after them. */
  readonly afterwards?: (tx: Tx, state: CaseState) => Promise<void>;
}

/** Cases, whatever is done with them. Everything is done by appending to a chain. */
export interface Cases extends CaseListing {
  create(request: CaseRequest, actor: string): Promise<CaseView>;
  /** By id, by the beginning of one (4 signs or more), or by name. @throws CatalogueError `case.notFound`, `case.ambiguous` */
  idOf(reference: string): Promise<string>;
  /** What a list shows of it, found like `idOf`; also of a case whose chain is damaged. */
  summary(reference: string, sight?: Sight): Promise<CaseSummary>;
  /** @throws CatalogueError `case.notFound`, `case.damaged` */
  view(caseId: string): Promise<CaseView>;
  /** @throws CatalogueError `case.notFound` */
  state(caseId: string): Promise<CaseState>;
  /**
   * The case as it was after one of its entries; as it is, without `seq`.
   * @throws CatalogueError `case.notFound`, `case.damaged`, `case.noSuchEntry`
   */
  stateAt(caseId: string, seq?: number): Promise<CaseState>;
  entries(caseId: string, after: number, limit: number): Promise<CaseEntry[]>;
  /**
   * The chain up to an entry, as it was signed.
   * @throws CatalogueError `case.notFound`, `case.damaged`, `case.noSuchEntry`, `case.erasedSince`
   */
  chain(caseId: string, upTo: number): Promise<DigestedEntry[]>;
  /**
   * Appends what `decide` makes of the case as it is at that moment: one action, several, or none. They are committed
   * together, and answered is the case after them.
   * @param options `revision`: the revision that the person read; a later change by another is a conflict.
   *   `secrets` are kept, or taken away, in the same unit of work
   * @throws CatalogueError `case.notFound`, `case.notOpen`, `case.conflict` showing both versions, `approval.…`
   */
  act(caseId: string, actor: string, decide: Decide, options?: ActOptions): Promise<CaseState>;
  attach(caseId: string, request: AttachmentRequest, actor: string): Promise<CaseView>;
  /** @throws CatalogueError `attachment.notFound`, `case.conflict` */
  detach(caseId: string, attachmentId: string, actor: string, revision?: number): Promise<CaseView>;
  attachment(caseId: string, attachmentId: string): Promise<Buffer>;
  /** Whether a content holds a secret of the case, in any of the ways in which one may be written. */
  holdsSecret(caseId: string, content: Buffer): Promise<boolean>;
  /** undefined if there is none, or the key that it was sealed under is lost. */
  secret(caseId: string, name: string): Promise<string | undefined>;
  /** @throws CatalogueError `case.noSuchEntry`, `attachment.notFound`, `erasure.nothing` */
  erase(caseId: string, request: ErasureRequest, actor: string): Promise<Erasure>;
  /** Who vouches for which entries, oldest first. */
  stretches(caseId: string): Promise<Stretch[]>;
  verify(caseId: string, expect?: string): Promise<ChainCheck>;
  removal(caseId: string): Promise<CaseRemoval>;
  /**
   * @param confirm the digest that the removal said
   * @param also checked before, in the same unit of work
   * @throws CatalogueError `case.notFound`, `case.removalStale`
   */
  remove(caseId: string, confirm: string, actor: string, also?: (tx: Tx) => Promise<void>): Promise<void>;
  /** @throws CatalogueError `case.notFound`, `case.damaged`, `case.evidenceDamaged`, `case.nothingSound` */
  exportFile(
    caseId: string,
    passphrase?: string,
    options?: Omit<ExportOptions, 'passphrase'>,
  ): Promise<string>;
  /** @throws CatalogueError `caseFile.…`, among them `caseFile.unknownSigner` until each unknown key is decided about */
  importFile(text: string, actor: string, options?: ImportOptions): Promise<ImportResult>;
}
