import type { Company, Connection, ConnectionStatus, SourceType } from '#contract/company.ts';
import type { ReadDataType } from '#contract/event-schemas.ts';

/**
 * A change of the domain, as both mechanisms need it: the webhook service makes one message of it, the legacy
 * mechanism an alert for each rule that listens. Source: `docs/reference/rules/events.md#storing-an-event`.
 */
export type DomainEvent =
  | { readonly type: 'company.created' | 'company.deleted'; readonly company: Company }
  | ConnectionEvent
  | ReadEvent
  | WriteEvent
  | RateLimitEvent
  | ExpensesEvent;

export interface ConnectionEvent {
  readonly type:
    | 'connection.created'
    | 'connection.connected'
    | 'connection.disconnected'
    | 'connection.reconnected'
    | 'connection.failed'
    | 'connection.deleted';
  readonly company: Company;
  /** As it is after the change. */
  readonly connection: Connection;
  /** Absent where there was none before, as for `connection.created`. */
  readonly oldStatus?: ConnectionStatus;
}

export interface ReadEvent {
  readonly type: 'read.completed' | 'read.completed.initial';
  readonly company: Company;
  readonly sourceType: SourceType;
  readonly modifiedFromDate?: string;
  readonly dataTypes: readonly (ReadDataType & { readonly datasetId: string })[];
}

export interface WriteEvent {
  readonly type: `${string}.write.successful` | `${string}.write.unsuccessful`;
  readonly company: Company;
  readonly connectionId: string;
  readonly dataType: string;
  readonly push: {
    readonly id: string;
    readonly requestedOnDate: string;
    readonly completedOnDate: string;
    readonly status: 'Success' | 'Failed' | 'TimedOut';
    readonly recordId: string;
    readonly attachmentId?: string;
  };
}

export interface RateLimitEvent {
  readonly type: 'client.rateLimit.reached' | 'client.rateLimit.reset';
  readonly dailyQuota: number;
  readonly quotaRemaining: number;
  /** When the quota is reset next, UTC ISO 8601. */
  readonly expiryDate: string;
  readonly resetReason?: string;
}

export interface ExpensesEvent {
  readonly type: 'expenses.sync.successful' | 'expenses.sync.unsuccessful';
  readonly company: Company;
  readonly syncId: string;
  readonly syncType: string;
  readonly failureStage?: string;
}

/** Handles an event inside the unit of work (`tx`) of the change that caused it. */
type EventHandler<Tx> = (tx: Tx, event: DomainEvent) => Promise<unknown>;

/** Publishes an event to every subscriber: what they write is stored exactly when the change is. */
export type Publish<Tx> = (tx: Tx, event: DomainEvent) => Promise<void>;

/** The subscribers to domain events. */
export interface DomainEvents<Tx> {
  /** Handlers run in order of subscription; the first error ends the publishing. */
  subscribe(handler: EventHandler<Tx>): void;
  readonly publish: Publish<Tx>;
}

export const createDomainEvents = <Tx>(): DomainEvents<Tx> => {
  const handlers: EventHandler<Tx>[] = [];
  return {
    subscribe: (handler) => void handlers.push(handler),
    async publish(tx, event) {
      for (const handle of handlers) await handle(tx, event);
    },
  };
};
