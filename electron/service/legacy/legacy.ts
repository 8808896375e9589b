import type { SecretForms } from '#base/secret-forms.ts';
import type { PageOf, PageQuery } from '#contract/common.ts';
import type { Alert, Profile, ProfileRequest, Rule, RuleRequest } from '#contract/legacy.ts';
import type { SeedResult, Snapshot } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import type { LeasedSource, TimedSource } from '#service/scheduler/source.ts';
import type { Follower, Reader, Tx } from '#service/store/store.ts';

/** What this module offers to the API and to the composition root. Every method throws `CatalogueError`. */
export interface Legacy {
  readonly rules: {
    /** `rule.cutOver` after cutover. */
    create(request: RuleRequest): Promise<Rule>;
    list(page: PageQuery): Promise<PageOf<Rule>>;
    show(ruleId: string): Promise<Rule>;
  };
  /** All answer `alerts.gone` after cutover. */
  readonly alerts: {
    list(page: PageQuery): Promise<PageOf<Alert>>;
    listOfRule(ruleId: string, page: PageQuery): Promise<PageOf<Alert>>;
    show(alertId: string): Promise<Alert>;
  };
  readonly profile: {
    show(): Promise<Profile>;
    replace(request: ProfileRequest): Promise<Profile>;
  };
  /** One alert for each rule that listens, in the unit of work of the change; nothing after cutover. */
  publish(tx: Tx, event: DomainEvent): Promise<void>;
  /** Posting of alerts. */
  readonly alertsDue: LeasedSource<unknown, unknown>;
  /** Writing of mails into the outbox. */
  readonly mailsDue: LeasedSource<unknown, unknown>;
  /** Removal of old alerts and their mails. */
  readonly retention: TimedSource;
  /** Answers to attempts that carried `Retry-After`, from the attempt log. */
  retryAfterSeen: ServiceControl['sandbox']['legacyRetryAfter'];
  /** The profile's auth header, which a consumer may repeat. */
  secrets(reader: Reader): Promise<SecretForms>;
  /** Everything a cutover needs to know of the legacy set-up. */
  setup(reader: Reader): Promise<LegacySetup>;
  /** Stops or restarts the firing of rules, as part of a cutover. */
  setCutOver(tx: Tx, cutOverAt: number | null): Promise<void>;
  cutOverAt(reader: Reader): Promise<number | null>;
  /**
   * Writes a snapshot's rules and profile, without events.
   * @throws CatalogueError `request.invalid`
   */
  seed(tx: Tx, snapshot: Snapshot, companyIds: Record<string, string>): Promise<Pick<SeedResult, 'rules'>>;
  /** What is kept in memory, for a store that others change, too. */
  readonly follower: Follower;
  /** Part of a reset: everything is gone from the store, so it is read again. */
  forget(tx: Tx): void;
  /** Follows a reset: deletes the mails that were written. */
  emptyOutbox(): Promise<void>;
}

interface LegacySetup {
  readonly rules: readonly Rule[];
  readonly alertAuthHeader?: string;
}
