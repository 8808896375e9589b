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
  /** Counts the starts on this sandbox; names the process that holds a lease. */
  readonly generation: number;
  /** Tells listeners that something changed; call it after the commit. */
  readonly announce: Announce;
  /** Tells the scheduler that something may be due; call it after the commit. */
  readonly wake: () => void;
  readonly pages: Pages;
}

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
