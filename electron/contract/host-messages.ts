import type { ReadyLine } from './desk.ts';

/** What Electron's main process and the host that it runs in a utility process say to each other. */

export interface StartHost {
  readonly type: 'start';
  readonly dataDir: string;
  /** 0: a free one. */
  readonly apiPort: number;
  /** 0: a free one. */
  readonly deskPort: number;
  /** 32 bytes out of the keychain. Left out: the host reads or makes the key file. */
  readonly dataKey?: Uint8Array;
  /** Carried out before the start: what a person chose of an offer. */
  readonly repair?: RepairOrder;
}

/** A backup takes the place of `desk.db`, or the next start makes an empty `vault.db`; the damaged file is kept aside. */
export type RepairOrder =
  | { readonly database: 'desk'; readonly backup: string }
  | { readonly database: 'vault' };

/** What is known of a database whose damage keeps the host from starting, in the words of `carryover repair`. */
export interface RepairOffer {
  /** Which one is damaged. */
  readonly text: string;
  /** A sentence each: what can take its place, what that loses, and what it leaves. */
  readonly facts: readonly string[];
  /** Left out where there is nothing to restore. */
  readonly action?: { readonly label: string; readonly order: RepairOrder };
}

/**
 * A utility process can't start one of its own, and Electron's binary is no Node: main starts the child that sets pages,
 * and hands on what the two say to each other, which is `electron/base/child/messages.ts`.
 */
export type ChildOrder =
  | { readonly type: 'child-start'; readonly id: string; readonly message: unknown }
  | { readonly type: 'child-kill'; readonly id: string };

export type ChildNews =
  | { readonly type: 'child-message'; readonly id: string; readonly message: unknown }
  | { readonly type: 'child-end'; readonly id: string; readonly problem: string };

export type ToHost =
  | StartHost
  | ChildNews
  /** Answered at once by a host that is not stuck. */
  | { readonly type: 'beat'; readonly count: number }
  /** Takes no requests any more, lets what is in flight end for at most `drainMs`, and ends. */
  | { readonly type: 'stop'; readonly drainMs: number };

/** Why a host did not start, where the app can offer something for it. */
export type FailureReason = 'folder-in-use' | 'refused';

export type FromHost =
  | ChildOrder
  | { readonly type: 'ready'; readonly ready: HostAddress }
  /** It ends by itself; `text` is for a person. */
  | {
      readonly type: 'failed';
      readonly reason: FailureReason;
      readonly text: string;
      readonly repair?: RepairOffer;
    }
  | { readonly type: 'beat'; readonly count: number };

/** `secret`: what the app and the host prove to each other to know, as in the discovery file. */
export type HostAddress = Omit<ReadyLine, 'event'> & { readonly secret: string };

/** What the command line in a utility process and main say to each other, as such a process has no stdin. */
export type ToCommand =
  | ChildNews
  | { readonly type: 'start'; readonly args: readonly string[]; readonly stdinIsTerminal: boolean }
  | { readonly type: 'stdin'; readonly bytes: Uint8Array }
  | { readonly type: 'stdin-end' }
  | { readonly type: 'signal'; readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' };

export type FromCommand =
  | ChildOrder
  /** The next piece is wanted; none is sent that was not asked for. */
  | { readonly type: 'read-stdin' }
  | { readonly type: 'raw-mode'; readonly on: boolean };

/** The side of the port that a utility process has, as `process.parentPort`. */
export interface ParentPort<In, Out> {
  on(event: 'message', listener: (event: { readonly data: In }) => void): unknown;
  removeListener(event: 'message', listener: (event: { readonly data: In }) => void): unknown;
  postMessage(message: Out): void;
}

/** @throws Error where there is no parent that spawned this as a utility process */
export const parentPort = <In, Out>(from: object): ParentPort<In, Out> => {
  const { parentPort: port } = from as { parentPort?: ParentPort<In, Out> };
  if (port === undefined) throw new Error('This runs in a utility process of the Carryover app only.');
  return port;
};
