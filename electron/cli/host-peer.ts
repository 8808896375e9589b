import { connectToHost, type KnownHost, UnprovenError } from '#base/hello/connect.ts';
import type { HostRecord } from '#contract/desk.ts';
import { CommandError } from './command-error.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { type Peer, reasonOf } from './peer.ts';

type Found = Pick<HostRecord, 'deskUrl' | 'pid' | 'secret'>;

export const knownHost = ({ deskUrl: url, pid, secret }: Found): KnownHost => ({ url, pid, secret });

/**
 * The desk of a host. Each call has a connection of its own, on which both sides prove who they are before anything else
 * is sent: that lets it in, without the desk token.
 */
export const hostPeer = (host: Found): Peer => ({
  url: host.deskUrl,
  headers: {},
  connect: () => connectToHost(knownHost(host)),
  called: 'The host',
  unreachable: (cause) => unreachable(host, cause),
});

export const createHostClient = (host: Found): HttpClient => createHttpClient(hostPeer(host));

const unreachable = ({ deskUrl }: Found, cause: unknown): CommandError => {
  const text =
    cause instanceof UnprovenError && cause.impostor
      ? `What listens at ${deskUrl} could not be verified as this data folder's host, so nothing was sent. Another program may use its port: stop that program, or restart the host with --desk-port.`
      : `The host at ${deskUrl} can't be reached: ${reasonOf(cause)}.`;
  return new CommandError(text, 1, { cause });
};

/** Whether there was no connection to it, or the connection was cut. */
export const isHostGone = (error: unknown): error is CommandError =>
  error instanceof CommandError &&
  (error.cause instanceof UnprovenError
    ? !error.cause.impostor
    : error.cause instanceof Error && 'code' in error.cause);
