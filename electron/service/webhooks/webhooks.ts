import type { SeedResult, Snapshot } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Webhook, WebhookRequest } from '#contract/webhook.ts';
import type { DomainEvent } from '#service/core/domain-events.ts';
import type { LeasedSource, TimedSource } from '#service/scheduler/source.ts';
import type { Tx } from '#service/store/store.ts';
import type { EndpointsHealth } from './health.ts';
import type { OldLogMasking } from './mask-old-log.ts';

/** What this module offers to the API and to the composition root. Every method throws `CatalogueError`. */
export interface Webhooks {
  readonly endpoints: {
    create(request: WebhookRequest): Promise<Webhook>;
    list(): Promise<Webhook[]>;
    remove(webhookId: string): Promise<void>;
  };
  /** The management surface, as the desk reaches it. */
  readonly management: ServiceControl['endpoints'];
  readonly messages: Pick<ServiceControl['messages'], 'list' | 'show' | 'resend' | 'signature' | 'request'>;
  readonly health: () => Promise<EndpointsHealth>;
  /** One message with a delivery for each endpoint that listens, in the unit of work of the change. */
  publish(tx: Tx, event: DomainEvent): Promise<{ messageId: string }>;
  readonly deliveries: LeasedSource<unknown, unknown>;
  readonly retention: TimedSource;
  /** Masks secrets in responses that older versions kept. */
  readonly oldLog: OldLogMasking;
  /** Makes endpoints as part of a cutover or a snapshot, in its unit of work. */
  makeEndpoint(tx: Tx, wanted: WantedEndpoint): Promise<Webhook>;
  /** Deletes what a cutover made, as part of its undoing. */
  removeCutover(tx: Tx): Promise<number>;
  seed(tx: Tx, snapshot: Snapshot, companyIds: Record<string, string>): Promise<Pick<SeedResult, 'webhooks'>>;
  /** Follows the emptying of the store, in its unit of work: what is kept in memory goes with it. */
  forget(tx: Tx): Promise<void>;
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
