import type { SeedResult, Snapshot } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Webhook, WebhookRequest } from '#contract/webhook.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import type { LeasedSource, TimedSource } from '#service/scheduler/source.ts';
import type { Tx } from '#service/store/store.ts';
import type { WebhookFigures } from './figures.ts';
import type { Backlog, EndpointsHealth } from './health.ts';
import type { OldLogMasking } from './mask-old-log.ts';
import type { WebhookSharing } from './sharing.ts';

/** What this module offers to the API and to the composition root. Every method throws `CatalogueError`. */
export interface Webhooks {
  readonly endpoints: {
    create(request: WebhookRequest): Promise<Webhook>;
    list(): Promise<Webhook[]>;
    remove(webhookId: string): Promise<void>;
  };
  /** The management surface, as the desk reaches it. */
  readonly management: ServiceControl['endpoints'];
  readonly messages: Omit<ServiceControl['messages'], 'publishExample'>;
  readonly resends: ServiceControl['resends'];
  readonly health: () => Promise<EndpointsHealth>;
  readonly backlog: (limit: number) => Promise<Backlog>;
  readonly figures: () => Promise<WebhookFigures>;
  /** One message with a delivery for each endpoint that listens, in the unit of work of the change. */
  publish(tx: Tx, event: DomainEvent): Promise<{ messageId: string }>;
  readonly deliveries: LeasedSource<unknown, unknown>;
  /** Queues what of bulk resends waits. */
  readonly bulkResends: TimedSource;
  readonly retention: TimedSource;
  /** Cancels what waits at an endpoint that stays disabled. */
  readonly expiry: TimedSource;
  /** Masks secrets in responses that older versions kept. */
  readonly oldLog: OldLogMasking;
  readonly cutover: CutoverEndpoints;
  readonly sharing: WebhookSharing;
  /** Marks the bulk resends that a process which is gone left unfinished. */
  markInterrupted(tx: Tx): Promise<void>;
  seed(tx: Tx, snapshot: Snapshot, companyIds: Record<string, string>): Promise<Pick<SeedResult, 'webhooks'>>;
  /** Follows the emptying of the store, in its unit of work: what is kept in memory goes with it. */
  forget(tx: Tx): Promise<void>;
}

/** The endpoints of a cutover, in its unit of work. Source: `docs/reference/rules/cutover.md#rollback`. */
export interface CutoverEndpoints {
  /**
   * One enabled endpoint for each wanted one: that of an earlier cutover with the same URL and company, which keeps its
   * id, secret and log, or a new one. Answers them in the same order.
   * @param wanted each for another URL and company
   * @throws CatalogueError `cutover.tooMany`, `request.invalid`
   */
  make(tx: Tx, wanted: readonly WantedEndpoint[]): Promise<Webhook[]>;
  /** Disables what cutovers made. Answers them, those included that were disabled before. */
  disable(tx: Tx): Promise<Webhook[]>;
}

export interface WantedEndpoint {
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly channels: readonly string[];
  readonly companyTags: readonly string[];
  readonly disabled: boolean;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Legacy rules it stands for; empty if a person made it. */
  readonly ruleIds: readonly string[];
}
