import type { LastingServer } from '#base/http/lasting-server.ts';
import type { Log } from '#base/log.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { ServiceBackups } from './backups.ts';
import type { Space } from './disk-space.ts';

export interface ServiceOptions {
  /** The folder of the sandbox; exists already, for its owner alone. */
  readonly dataDir: string;
  /** The data folder that it is in, with the user's own integrations; left out: the same. */
  readonly userDir?: string;
  readonly resourcesDir: string;
  /** 32 bytes that secrets at rest are sealed under. */
  readonly dataKey: Buffer;
  readonly log: Log;
  readonly clock: 'system' | 'virtual';
  /** Everything generated follows from it; the sandbox keeps the one it was made with, if left out. */
  readonly seed?: number;
  /** An API key to accept besides the ones that there are. */
  readonly apiKey?: string;
  /** 0: a free one. */
  readonly apiPort: number;
  readonly bind: string;
  /** The origin that others reach it at, which links name; left out: the address that it listens on. */
  readonly publicUrl?: string | undefined;
  /** What listens, and outlasts the service; left out: a server of its own. */
  readonly server?: LastingServer;
  readonly allowHosts: readonly string[];
  /** Deliver to private address ranges too. */
  readonly allowPrivate: boolean;
  /** false: its API does not listen; links name the address that it would have. */
  readonly listens?: boolean;
  /** false: it listens for the desk of this process alone. */
  readonly isPublic?: boolean;
  /** false: other processes of the store deliver, and do what falls due. */
  readonly delivers?: boolean;
  /** What was acknowledged survives a power cut; as the settings say, if left out. */
  readonly durable?: boolean;
  /** Headers and bodies of requests are recorded; as the settings say, if left out. */
  readonly recording?: boolean;
  /** How the free space of the data folder is read, if not by asking the system. */
  readonly space?: (folder: string) => Promise<Space>;
  /** false: words are indexed only once somebody searches for some. */
  readonly indexesText?: boolean;
  /** The server that keeps its store; left out: `service.db` in its folder. */
  readonly storeServer?: ServerPlace;
  /** A newer build has taken something away from the store: all that this process does with it is refused from now on. */
  readonly outdated?: (why: Error) => void;
  /** Left out: there are none. They outlive the service. */
  readonly backups?: ServiceBackups;
}

export interface Service {
  /** @throws the listen error of the system, such as EADDRINUSE */
  start(): Promise<{ apiUrl: string; apiKey: string }>;
  /** Takes no more requests, lets what is in flight end for at most `drainMs`, and stops. */
  stop(drainMs: number): Promise<void>;
  readonly control: ServiceControl;
}
