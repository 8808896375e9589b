import type { Socket } from 'node:net';
import type { CommandError } from './command-error.ts';

/** Whom the calls of a command go to. */
export interface Peer {
  /** Paths are below it. */
  readonly url: string;
  /** Of every call. */
  readonly headers: Readonly<Record<string, string>>;
  /** Makes a connection on which the other side has proven who it is; left out: anyone who listens there will do. */
  readonly connect?: () => Promise<Socket>;
  /** Whatever the environment says, a certificate that can't be verified ends the call before anything is sent. */
  readonly isVerified?: true;
  /** The beginning of a sentence about its responses. */
  readonly called: string;
  /** In words for a person. @param cause tells whether anything was sent */
  unreachable(cause: unknown): CommandError;
}

export const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message || String(cause) : String(cause);
