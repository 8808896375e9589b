import { Agent, type BodyInit, fetch, type Response } from 'undici';
import type { HostAddress } from '#contract/host-messages.ts';

export interface DeskRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  readonly signal?: AbortSignal;
}

/** A request to the desk that runs now, with its token, which nobody else gets to see. */
export type DeskFetch = (request: DeskRequest) => Promise<Response>;

/** @param ready where the host is, once it is there */
export const createDeskFetch = (ready: () => Promise<HostAddress>): DeskFetch => {
  // An event stream may be silent, and an answer take its time: whoever asked ends it.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return async ({ path, headers, ...request }) => {
    const { deskUrl, deskToken } = await ready();
    return fetch(deskUrl + path, {
      ...request,
      headers: { ...headers, 'accept-encoding': 'identity', authorization: `Bearer ${deskToken}` },
      redirect: 'manual',
      duplex: 'half',
      dispatcher,
    });
  };
};
