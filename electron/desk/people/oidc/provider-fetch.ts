import type { IncomingHttpHeaders } from 'node:http';
import type { CustomFetch } from 'openid-client';
import type { Dispatcher } from 'undici';
import { isLoopback } from '#base/outgoing/base-url.ts';
import { sendOnce } from '#base/outgoing/send-once.ts';
import { packageVersion } from '#base/package-root.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createDispatcher } from '#desk/targets/dispatcher.ts';
import { troubleOf } from '#desk/targets/trouble.ts';
import type { OidcOptions } from './oidc.ts';

/** A request that brought no response to read. */
export class NoResponse extends Error {}

type FetchOptions = Pick<OidcOptions, 'issuer' | 'caPem' | 'timeoutMs' | 'limitBytes'>;

const given = { address: '--oidc-issuer', ca: '--oidc-ca FILE' };

/**
 * How the library reaches the provider: by the proxy of the environment, with the private authority, within limits of time
 * and size. Redirects are not followed. The library's own deadline is the longer one.
 * @returns a `fetch` that throws NoResponse with a part of a sentence, or CatalogueError `server.stopping`
 */
export const createProviderFetch = ({
  issuer,
  caPem,
  timeoutMs = 10_000,
  limitBytes = 1_048_576,
}: FetchOptions): { readonly fetch: CustomFetch; close(): Promise<void> } => {
  const closing = new AbortController();
  let dispatcher: Dispatcher | undefined;
  const connections = (): Dispatcher => {
    try {
      dispatcher ??= createDispatcher({ direct: isLoopback(new URL(issuer).hostname), caPem });
      return dispatcher;
    } catch {
      throw new NoResponse('HTTPS_PROXY or HTTP_PROXY is not a usable URL. Write it as http://host:port');
    }
  };
  const common = { 'accept-encoding': 'identity', 'user-agent': `carryover-desk/${packageVersion()}` };

  return {
    async fetch(address, { method, headers, body }) {
      const { origin, pathname, search, hostname: host } = new URL(address);
      const request = {
        origin,
        path: pathname + search,
        method: method as Dispatcher.HttpMethod,
        headers: { ...headers, ...common },
        body: body === undefined || body === null ? null : String(body),
        timeoutMs,
        limitBytes,
      };
      const answer = await sendOnce(connections(), request, closing.signal).catch((error: unknown) => {
        if (closing.signal.aborted || error instanceof NoResponse) throw error;
        throw new NoResponse(troubleOf(error, { host, timeoutMs, limitBytes, given }).problem);
      });
      return responseOf(answer.statusCode, answer.headers, answer.body);
    },
    async close() {
      closing.abort(new CatalogueError('server.stopping'));
      await dispatcher?.destroy();
    },
  };
};

/** Those that have no body. */
const bare = new Set([204, 205, 304]);

const responseOf = (status: number, headers: IncomingHttpHeaders, body: Buffer): Response => {
  if (status < 200 || status > 599) throw new NoResponse(`it responded with status ${status}`);
  const flat = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(bare.has(status) ? null : new Uint8Array(body), { status, headers: flat });
};
