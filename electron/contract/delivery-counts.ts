/** How messages since a time were delivered, as the soak of a cutover watches it. Test events are left out. */

export interface DeliveryCountsQuery {
  /** UTC; messages that were created then or later */
  readonly since: string;
  readonly webhookIds: readonly string[];
}

/** Of one endpoint, by status. `waiting`: no attempt yet, or at least one failed and more to come. */
export interface DeliveryCounts {
  readonly webhookId: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly waiting: number;
  /** Of those that wait: an attempt failed, and more are to come. */
  readonly retrying: number;
  readonly cancelled: number;
}

/** By which attempt the deliveries of an endpoint succeeded. */
export interface DeliveryLadder {
  readonly webhookId: string;
  /** At the first attempt of the schedule, at the second, and so on. */
  readonly byAttempt: readonly number[];
  /** After a resend, recover or replay: not by the schedule alone. */
  readonly resent: number;
}

export interface UndeliveredQuery {
  /** UTC; messages that were created then or later */
  readonly since: string;
  /** At most 50. One that was deleted, or never was, got nothing. */
  readonly endpoints: readonly {
    readonly webhookId: string;
    readonly eventTypes: readonly string[];
    readonly companyId?: string;
  }[];
}

/** Messages that an endpoint should have got and has no delivery of: what only the legacy mechanism would have sent. */
export interface Undelivered {
  /** false: only the newest messages were looked at, as there are too many since. */
  readonly complete: boolean;
  /** Only endpoints and event types with such messages. */
  readonly results: readonly {
    readonly webhookId: string;
    readonly eventType: string;
    readonly count: number;
    /** The newest one. */
    readonly example: { readonly messageId: string; readonly at: string };
  }[];
}
