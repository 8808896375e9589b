import type { CutoverOrder } from './sandbox.ts';

/**
 * A dual run on the local service: a mirror of the legacy set-up and of the planned endpoints, which receives every
 * event as well and sends it to a recorder by the same mechanisms. Source: `docs/reference/rules/cutover.md#dual-run`.
 */

/** `plan` and `portalAuthHeader` are those of a cutover. */
export interface MirrorRequest {
  /**
   * Of a recorder on loopback. What the rules of the plan's nth endpoint fire is posted to `<url>/legacy/<n>`, and what
   * that endpoint would get to `<url>/new/<n>`, with n from 0.
   */
  readonly url: string;
  readonly plan: CutoverOrder;
  readonly portalAuthHeader?: string;
}

export interface MirrorStarted {
  /** UTC, on the service's clock */
  readonly started: string;
  /** What signs for each planned endpoint, in the order of the plan; gone with the mirror. */
  readonly secrets: readonly string[];
}

export interface MirrorState {
  readonly running: boolean;
  /** UTC, on the service's clock */
  readonly started?: string;
  readonly url?: string;
  readonly planDigest?: string;
}

/** What a comparison of it can't know: it may hold only if nothing is missing. */
export interface MirrorEnded {
  /** Events that it could not store: neither mechanism sent them. */
  readonly lost: number;
  /** Other processes had the store meanwhile, too: what happened at them was sent by neither mechanism. */
  readonly elsewhere: boolean;
  /** Everything that was due was sent before it ended; false also if there was none any more. */
  readonly drained: boolean;
}
