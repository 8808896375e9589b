import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CustomScheme, Protocol } from 'electron';
import type { AppCore } from './app.ts';
import { faithful } from './faithful.ts';

type Handler = Parameters<Protocol['handle']>[1];

export interface ProtocolCore {
  readonly protocol: Protocol;
  /** Where Chromium finds an address of the app, and the other way round. */
  toHttp(url: string): string;
  toApp(url: string): string;
}

/** A server that answers once there is a handler; it alone does not keep the process. */
export const listen = async (): Promise<Server> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.unref();
};

/**
 * The custom scheme by a real server on loopback, so that streams are real: `app://carryover/x` is
 * `http://carryover.localhost:port/x` to Chromium, and `app://` again to the handler.
 */
export const createProtocol = (core: AppCore, server: Server): ProtocolCore => {
  const handlers = new Map<string, Handler>();
  let schemes: CustomScheme[] | undefined;
  server.on('request', (request, response) => void answer(request, response));
  const { port } = server.address() as AddressInfo;
  const toApp = (url: string): string =>
    url.replace(new RegExp(`^http://([^/]+)\\.localhost:${port}`), 'app://$1');

  /** As Electron has them. */
  const headersOf = ({ headers: given }: IncomingMessage): Headers => {
    const headers = new Headers(given as Record<string, string>);
    const origin = headers.get('origin');
    if (origin === 'null') headers.delete('origin');
    else if (origin !== null) headers.set('origin', toApp(origin));
    return headers;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [scheme] = [...handlers.keys()];
    const handler = handlers.get(scheme ?? '');
    const host = request.headers.host?.split('.localhost')[0] ?? '';
    if (handler === undefined) return void response.writeHead(502).end();
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    try {
      // Electron does not abort the request of a page that goes; it cancels the body of the answer.
      const found = await handler(
        new Request(`${scheme}://${host}${request.url}`, {
          method: request.method ?? 'GET',
          headers: headersOf(request),
          duplex: 'half',
          ...(hasBody ? { body: Readable.toWeb(request) as ReadableStream } : {}),
        }),
      );
      response.writeHead(found.status, Object.fromEntries(found.headers));
      response.flushHeaders();
      if (found.body === null) response.end();
      else await pipeline(Readable.fromWeb(found.body as never), response);
    } catch {
      // The page has gone, or what it read from has: either way it reads no further.
      response.destroy();
    }
  };

  const protocol = faithful<Protocol>('protocol', {
    registerSchemesAsPrivileged(given) {
      core.mustNotBeReady('protocol.registerSchemesAsPrivileged');
      if (schemes !== undefined) throw new Error('Schemes may be registered once.');
      schemes = given;
    },
    handle(scheme, handler) {
      core.mustBeReady('protocol.handle');
      const privileges = schemes?.find((each) => each.scheme === scheme)?.privileges;
      // Without these, the page would have no origin of its own, no fetch, and no streams.
      for (const needed of ['standard', 'secure', 'supportFetchAPI', 'stream'] as const) {
        if (privileges?.[needed] !== true) throw new Error(`The scheme ${scheme} is not ${needed}.`);
      }
      handlers.set(scheme, handler);
    },
  });
  return {
    protocol,
    toApp,
    toHttp: (url) => url.replace(/^app:\/\/([^/]+)/, `http://$1.localhost:${port}`),
  };
};
