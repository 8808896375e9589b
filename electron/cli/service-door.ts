import type { Command } from 'commander';
import type { MissingSecrets, StateView } from '#contract/states.ts';
import type { HttpClient } from './http-client.ts';
import type { Named } from './state-files.ts';

/**
 * How commands that need nothing but the local service come to it: by the host of a data folder, or by the control API of
 * the test kit. Both have the same routes, each below a prefix of its own.
 */
export interface ServiceDoor {
  /** Adds the options that say which service is meant. */
  withOptions(command: Command): Command;
  /** Runs `work` with that service. @throws CommandError */
  enter<T>(options: DoorOptions, work: (access: ServiceAccess) => Promise<T>): Promise<T>;
  /** Creates a data folder that begins with a state. @throws CommandError */
  fork(request: ForkRequest, options: DoorOptions): Promise<Forked>;
  /** Whether what a restored state replaces becomes a backup. */
  readonly keepsReplaced: boolean;
  /** Options by which `carryover serve` takes free ports. */
  readonly freePorts: string;
}

/** What the options of a door come to, with what every command has. */
export interface DoorOptions {
  readonly data?: string;
  readonly json?: true;
}

export interface ServiceAccess {
  readonly apiUrl: string;
  /** Paths are relative, such as `/clock`. */
  readonly service: HttpClient;
  /** Whether it is this command's own and ends with it. */
  readonly own: boolean;
  /** Where commands keep what they need of this service from run to run. */
  readonly folder: string;
  /** Another command on the same service, as it is typed. */
  command(line: string): string;
}

/** As `state fork` is told. */
export interface ForkRequest {
  readonly from: Named;
  readonly into: string;
  readonly passphrase: string | undefined;
  readonly withoutSecrets: boolean;
  /** Left out: random. */
  readonly number: number | undefined;
}

export interface Forked {
  readonly view: StateView;
  readonly missing: MissingSecrets[];
  readonly dataDir: string;
}
