import { Agent, type BodyInit, fetch, type Response } from 'undici';
import { connectToHost } from '#base/hello/connect.ts';
import type { HostAddress } from '#contract/host-messages.ts';

export interface DeskRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  readonly signal?: AbortSignal;
}

/**
 * A request to the desk that runs now. Each connection begins with both sides proving who they are, which lets its
 * requests in: whoever listens on the port of a host that died gets none of them.
 */
export type DeskFetch = (request: DeskRequest) => Promise<Response>;

/** @param ready where the host is, once it is there */
export const createDeskFetch = (ready: () => Promise<HostAddress>): DeskFetch => {
  let pool: { readonly host: HostAddress; readonly agent: Agent } | undefined;
  /** A new host has a pool of its own, also on the port of the one before. */
  const agentOf = (host: HostAddress): Agent => {
    if (pool?.host.secret !== host.secret || pool.host.deskUrl !== host.deskUrl) {
      void pool?.agent.destroy();
      pool = { host, agent: agentFor(host) };
    }
    return pool.agent;
  };
  return async ({ path, headers, ...request }) => {
    const host = await ready();
    return fetch(host.deskUrl + path, {
      ...request,
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'manual',
      duplex: 'half',
      dispatcher: agentOf(host),
    });
  };
};

const agentFor = ({ deskUrl, pid, secret }: HostAddress): Agent =>
  new Agent({
    // An event stream may be silent, and an answer take its time: whoever asked ends it.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(_options, done) {
      connectToHost({ url: deskUrl, pid, secret }).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      );
    },
  });
