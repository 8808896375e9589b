import type { systemTime } from '#base/clock.ts';
import type { ArrivalLimits } from '#base/http/arrivals.ts';
import type { KeyCommand } from '#base/key-command.ts';
import type { Log } from '#base/log.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import type { LocalServiceFiles } from '#contract/backups.ts';
import type { Receiver } from '#contract/receiver.ts';
import type { Sandboxes } from '#contract/sandboxes.ts';
import type { Scenarios } from '#contract/scenarios.ts';
import type { ServiceControl, ServiceInstances } from '#contract/service-control.ts';
import type { StateForks, States } from '#contract/states.ts';
import type { OidcSettings } from './people/oidc/oidc.ts';

export interface DeskOptions {
  /** Exists already, for its owner alone. */
  readonly dataDir: string;
  /** 32 bytes that secrets at rest are sealed under. */
  readonly dataKey: Buffer;
  /** Where a server keeps its store and vault; left out: files of the data folder. */
  readonly deskServer?: ServerPlace;
  /** What wraps the keys of token rows besides the data key. */
  readonly keyCommand?: KeyCommand | undefined;
  /** The folder of the keys of token rows, if processes of a store share one; left out: one of the data folder. */
  readonly rowKeys?: string | undefined;
  readonly control: ServiceControl;
  /** Its database as a file; left out where there is none to look after. */
  readonly localService?: LocalServiceFiles;
  /** The server that keeps its store, as it may be shown; left out: a file of the data folder. */
  readonly storeServer?: string;
  /** What it works on; left out where there is only one. */
  readonly sandboxes?: Sandboxes;
  /** Its saved states; left out where none are kept. */
  readonly states?: States & StateForks;
  /** Timed steps on virtual time; left out where none can be played. */
  readonly scenarios?: Scenarios;
  /** To rehearse on. */
  readonly instances: ServiceInstances;
  /** The built-in receiver of webhooks. */
  readonly receiver: Receiver;
  /** The public API of the local service, which plans are carried out on like on any other. */
  readonly localApiUrl: string;
  /** 0: a free one. */
  readonly port: number;
  readonly bind: string;
  readonly allowHosts: readonly string[];
  /** The origin at which a proxy that ends TLS passes requests on, such as `https://desk.example`; left out: there is none. */
  readonly publicUrl?: string | undefined;
  /** Whom people sign in with; left out: nobody. */
  readonly oidc?: OidcSettings | undefined;
  /** Of sessions, access tokens and sign-ins; the system's if left out. */
  readonly time?: Pick<typeof systemTime, 'now' | 'after' | 'every'>;
  /** What is to be replaced: the data key that cases were coded with takes the signing key along. */
  readonly lost?: 'nothing' | 'data key' | 'signing key';
  /** Made at random if left out. */
  readonly token?: string;
  /** What commands and the app prove to know, and the desk to them. */
  readonly helloSecret: string;
  /** The built page, which browsers are given; may not be there. */
  readonly rendererDir: string;
  readonly arrival?: ArrivalLimits;
  readonly log: Log;
}

export interface Desk {
  /** @throws the listen error of the system, such as EADDRINUSE */
  start(): Promise<{ deskUrl: string; deskToken: string }>;
  /** Says at `/ready` that it takes no more requests soon. */
  stopping(): void;
  /** Resolves once no command holds the host; from then on none is let in. */
  released(): Promise<void>;
  /** Requests that are not answered after `drainMs` are cut off; jobs are cancelled. */
  stop(drainMs: number): Promise<void>;
}
