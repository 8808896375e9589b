import type { About, Health } from '#contract/about.ts';
import type { Alive, Readiness } from '#contract/figures.ts';
import type { LicenceList } from '#contract/licences.ts';
import type { Storage } from '#contract/storage.ts';

/** What the host says of itself. */
export interface Upkeep {
  about(): Promise<About>;
  health(): Promise<Health>;
  /** Says no more than that the event loop runs: it asks nothing and nobody. */
  alive(): Alive;
  readiness(): Promise<Readiness>;
  /** In the text format of Prometheus. */
  metrics(): Promise<{ readonly type: string; readonly text: string }>;
  /** Reads every page of the databases, in a thread of its own. */
  storage(): Promise<Storage>;
  /** @throws CatalogueError `licences.notBuilt` */
  licences(): LicenceList;
  /** A zip to attach to a ticket. Nothing of it tells whose data this is, or opens anything. */
  diagnostics(): Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
  /** Ends what it measures. */
  stop(): void;
}
