import type { Job } from '#contract/job.ts';
import type { DeskCheck, Integrity } from '#contract/verification.ts';
import type { JournalFold } from '#desk/journal/fold.ts';
import type { Reader, Tx } from '#desk/store/store.ts';

/** Audit streams, whose rows only their own module can read. */
export interface CheckedStreams {
  /** What is not as the journal tells it, as sentences. */
  problems(reader: Reader, told: JournalFold['streams']): Promise<string[]>;
  /** Removes those that the journal does not tell of. */
  dropUnknown(tx: Tx, told: JournalFold['streams']): Promise<void>;
}

/** Whether everything in `desk.db` is as it was written. */
export interface Verification {
  status(): Integrity;
  /** Whether the journal was as it was written when it was looked at last, at the start or since. */
  isJournalWhole(): boolean;
  /** Looks through everything, as a job whose result is a DeskCheck. */
  start(actor: string): Promise<Job>;
  /**
   * Takes over what there is, although it is not what was last written; what was found stays on record. A chain that is
   * broken in itself stays so.
   */
  accept(reason: string, actor: string): Promise<DeskCheck>;
  /**
   * What shows besides a case's own chain and is not as it was written, in words: the journal and its head, the case's
   * rows, and what only shows of all rows together.
   */
  besidesChainOf(caseId: string): Promise<string[]>;
  /** At the start: what shows quickly. */
  begin(): Promise<void>;
}
