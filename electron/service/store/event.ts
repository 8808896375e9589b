import type { Company, Connection, ConnectionStatus, SourceType } from '#contract/company.ts';
import type { ReadDataType } from '#contract/events.ts';
import type { Tx } from './store.ts';

/**
 * What happened, as both mechanisms need to know it: the new service makes one message of it, the legacy mechanism
 * an alert for each rule that listens. Source: `domain.md` sections 4 and 6.
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

/**
 * Accepts an event inside the unit of work of the change that caused it: the message with a delivery for each
 * endpoint, and an alert for each rule, are there exactly when the change is.
 */
export type Publish = (tx: Tx, event: DomainEvent) => Promise<void>;
