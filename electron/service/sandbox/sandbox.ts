import type { ServiceControl } from '#contract/service-control.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import type { Legacy } from '#service/legacy/legacy.ts';
import type { Platform } from '#service/platform/platform.ts';
import type { Tx } from '#service/store/store.ts';
import type { Webhooks } from '#service/webhooks/webhooks.ts';

/** What spans several modules: the provider's side of a migration, and the sandbox as a whole. */
export interface Sandbox {
  /**
   * Turns rules into endpoints in one transaction, by the plan if one is given. Alerts that were accepted before are
   * still sent. An endpoint that a rollback left for the same URL and company is taken again.
   * @throws CatalogueError `cutover.done`, `cutover.moved`, `cutover.tooMany`, `request.invalid`; nothing is changed then
   */
  cutover: ServiceControl['sandbox']['cutover'];
  /**
   * Disables the endpoints that the cutover made, and lets the rules fire again.
   * @throws CatalogueError `cutover.notDone`
   */
  undoCutover: ServiceControl['sandbox']['undoCutover'];
  cutoverState: ServiceControl['sandbox']['cutoverState'];
  startMirror: ServiceControl['sandbox']['startMirror'];
  stopMirror: ServiceControl['sandbox']['stopMirror'];
  mirrorState: ServiceControl['sandbox']['mirrorState'];
  /** Sends an event through the mirror too, once the unit of work is committed. */
  mirrorEvent(tx: Tx, event: DomainEvent): Promise<void>;
  /** Ends a mirror without waiting for what is under way. */
  dropMirror(): Promise<void>;
  /** @throws CatalogueError `seed.notEmpty`, `request.invalid`, and what the parts of the snapshot are refused for */
  seed: ServiceControl['sandbox']['seed'];
  /** Empties everything but the API keys, the client, the clock and the settings; the mail outbox too. */
  reset: ServiceControl['sandbox']['reset'];
  /** Seeding may rename it. */
  client: ServiceControl['sandbox']['client'];
  /** @throws CatalogueError `company.notFound`, `request.invalid` */
  publishExample: ServiceControl['messages']['publishExample'];
}

export interface SandboxOptions {
  readonly platform: Pick<Platform, 'seed' | 'companyIn'>;
  readonly legacy: Pick<
    Legacy,
    'publish' | 'setup' | 'setCutOver' | 'cutOverAt' | 'seed' | 'forget' | 'emptyOutbox'
  >;
  readonly webhooks: Pick<Webhooks, 'publish' | 'cutover' | 'seed' | 'forget'>;
  /** The one object that every module reads the client from; seeding may change what is in it. */
  readonly client: { id: string; name: string };
  /** Runs `work` while nothing starts; `abandon` forgets what is in flight, right after the commit that emptied. */
  readonly emptying: <T>(work: (abandon: () => void) => Promise<T>) => Promise<T>;
  /** Of this module alone; what is in it is deleted. */
  readonly mirrorDir: string;
  /** Whether the clock is paused now. */
  readonly paused: () => boolean;
  readonly subscribe: ServiceControl['subscribe'];
  /** What was emptied is in no backup of the database either. */
  readonly removeBackups: () => Promise<void>;
  /** What was emptied is in the index of words no more. */
  readonly clearTextIndex: () => Promise<void>;
  /** Writes what waits for the request log, which would outlive a reset. */
  readonly flushRequests: () => Promise<void>;
}
