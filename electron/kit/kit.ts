import type { Log } from '#base/log.ts';
import type { KitAddress, KitClock } from '#contract/control.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { KitRecord } from './record.ts';

export interface KitOptions {
  /** Left out: as the data folder has it, and the system's in a new one. */
  readonly clock?: KitClock;
  /** Everything generated follows from it; chosen at random, if left out. */
  readonly seed?: number;
  /** An API key that is accepted besides the sandbox's own. */
  readonly apiKey?: string;
  /** Kept between runs, and served by one process at a time; a temporary folder, if left out. */
  readonly dataDir?: string;
  /**
   * A folder whose saved states a temporary one can open: its data key is the same, or the key itself. Nothing in it is
   * changed.
   */
  readonly keyOf?: string | Buffer;
  /** Of the control API; chosen at random, if left out. */
  readonly controlToken?: string;
  /** 0: a free one. */
  readonly apiPort: number;
  /** 0: a free one. */
  readonly controlPort: number;
  readonly bind: string;
  readonly allowHosts: readonly string[];
  /** Deliver to private address ranges too. */
  readonly allowPrivate: boolean;
  readonly log: Log;
  /** Called with each service that opens, before its first request: this one, and its forks. */
  readonly opened?: (control: ServiceControl) => void;
}

/** On free ports, for this machine alone. */
export const onLoopback = { apiPort: 0, controlPort: 0, bind: '127.0.0.1', allowHosts: [] } as const;

export interface Kit extends KitAddress {
  /** Takes no more requests, lets what is in flight end for at most `drainMs`, and leaves nothing behind. */
  stop(drainMs: number): Promise<void>;
}

/** A service on a folder that is kept, as a command of the command line has it. */
export interface KeptKit {
  /** What tells other commands of it. */
  readonly record: KitRecord;
  /** Resolves once no command but its own needs it; from then on none is let in. */
  released(): Promise<void>;
  stop(drainMs: number): Promise<void>;
}

/** What a fork begins with. */
export interface Origin {
  readonly dataDir: string;
  readonly dataKey: Buffer;
}
