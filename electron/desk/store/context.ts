import type { KeyObject } from 'node:crypto';
import type { Log } from '#base/log.ts';
import type { Sealer } from '#base/sealing.ts';
import type { Signer } from '#base/signing.ts';
import type { Announce } from '#contract/stream.ts';
import type { JournalHead } from '#desk/core/journal-head.ts';
import type { RowSeals } from './row-seals.ts';
import type { DeskStore } from './store.ts';

/** What every room of the desk is given. The desk lives by the system's clock (`systemTime`). */
export interface DeskContext {
  readonly store: DeskStore;
  /** Seals secrets under the data folder's key. */
  readonly sealer: Sealer;
  /** Keyed, hex: tells whether two secret values are the same, and nothing else. */
  fingerprint(value: string): string;
  /** What `fingerprint` is keyed with, for a thread that makes many. */
  readonly fingerprintKey: KeyObject;
  /** 32 bytes that nobody has without the data folder's key and the salt. */
  deriveKey(purpose: string, salt: Uint8Array): Buffer;
  /** Keyed code over a text, for the audit chain. `purpose` keeps codes of different uses apart. */
  authenticate(purpose: string, text: string): string;
  /** Signs what this data folder writes. */
  readonly identity: Signer;
  /** The journal's newest head, kept outside `desk.db`. */
  readonly journalHead: JournalHead;
  /** Tags on the rows that no chain holds. */
  readonly rowSeals: RowSeals;
  readonly log: Log;
  readonly announce: Announce;
  /** A random UUID. */
  newId(): string;
}
