import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { privateCa } from './private-ca.ts';

/** A proxy of this machine that ends TLS for a name and passes requests on, their `Host` as it came. */
export interface TlsProxy {
  readonly port: number;
  readonly caPem: string;
  /** Passes on to this address from now on; before, there is nothing behind it. */
  to(url: string): void;
  /** A request of another machine, which knows the proxy by its name. */
  ask(path: string, asked?: Asked): Promise<Told>;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Told {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** @param says headers that it adds, as many proxies do: `X-Forwarded-For` */
export const startTlsProxy = async (
  name: string,
  says: Readonly<Record<string, string>> = {},
): Promise<TlsProxy> => {
  const { caPem, cert, key } = privateCa(`DNS:${name}`);
  let behind: URL | undefined;
  const server = createServer({ cert, key }, (request, response) => {
    if (behind === undefined) return void response.writeHead(502).end();
    const { hostname, port } = behind;
    const { method, url: path, headers } = request;
    const passed = httpRequest(
      { hostname, port, method, path, headers: { ...headers, ...says } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        response.flushHeaders();
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port,
    caPem,
    to(url) {
      behind = new URL(url);
    },
    ask: (path, { method = 'GET', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const json = body === undefined ? {} : { 'content-type': 'application/json' };
        const host = `${name}:${port}`;
        const sent = httpsRequest(
          {
            ...{ host: '127.0.0.1', port, servername: name, ca: caPem, agent: false, method, path },
            headers: { host, ...json, ...headers },
          },
          (answer) =>
            void text(answer).then(
              (got) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: got }),
              reject,
            ),
        );
        sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
      }),
  };
};
