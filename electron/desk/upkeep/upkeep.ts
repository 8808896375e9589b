import type { About, Health } from '#contract/about.ts';
import type { LicenceList } from '#contract/licences.ts';
import type { Storage } from '#contract/storage.ts';

/** What the host says of itself. */
export interface Upkeep {
  about(): Promise<About>;
  health(): Promise<Health>;
  /** Reads every page of the databases, in a thread of its own. */
  storage(): Promise<Storage>;
  /** @throws CatalogueError `licences.notBuilt` */
  licences(): LicenceList;
  /** A zip to attach to a ticket. Nothing of it tells whose data this is, or opens anything. */
  diagnostics(): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
}
