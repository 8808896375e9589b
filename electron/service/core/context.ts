import type { Clock } from '#base/clock.ts';
import type { Ids } from '#base/ids.ts';
import type { Log } from '#base/log.ts';
import type { Sealer } from '#base/sealing.ts';
import type { Announce } from '#contract/stream.ts';

/** What every module of the service works with, but for the store. Made once, by `service/index.ts`. */
export interface CoreContext {
  /** The service's time: the system's, or virtual. */
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sealer: Sealer;
  readonly log: Log;
  /** Everything generated follows from it. */
  readonly seed: number;
  /** Counts the starts on this sandbox, and what this process makes follows from it. */
  readonly generation: number;
  /** Names this process in its leases. */
  readonly holder: () => number;
  readonly claims: Claims;
  /** Tells listeners that something changed; call it after the commit. */
  readonly announce: Announce;
  /** Tells the scheduler that something may be due; call it after the commit. */
  readonly wake: () => void;
  /** As `wake`, of deliveries of this process alone; absent where no other one has the store. */
  readonly nudge?: () => void;
  /** Tells the process that delivers to an endpoint that something may be due there, with a `+` beside its schedule; absent where there is no other one. */
  readonly hintOthers?: (endpoint: number | `+${number}`) => void;
  readonly pages: Pages;
}

/** What this process does alone. Of several processes of one store, each has a part. */
export interface Claims {
  has(name: string): boolean;
}

export const endpointClaim = (endpointSeq: number): string => `endpoint ${endpointSeq}`;
/** Legacy alerts, and all that is timed. */
export const upkeepClaim = 'upkeep';

/** Addresses of the service's own pages; known once the API listens. */
export interface Pages {
  /** Link page of a company: `redirect` on the wire. */
  company(companyId: string): string;
  /** Link page of a connection: `linkUrl` on the wire. */
  connection(companyId: string, connectionId: string): string;
  /** `links.portal` of a referenceCompany. */
  portal(companyId: string): string;
}

/** The integrator's instance of the service. */
export interface Client {
  readonly id: string;
  readonly name: string;
}
