import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { systemTime } from '#base/clock.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** ms, monotonic. */
  readonly at: number;
}

export type Script = (request: Seen, response: ServerResponse, count: number) => void;

/** A real server that does what it is told; gone when the test ends. `count` begins at 1. */
export const scriptedServer = async (script: Script, tls?: { key: string; cert: string }) => {
  const seen: Seen[] = [];
  const state = { now: 0, most: 0 };
  const listener: RequestListener = async (request, response) => {
    state.now += 1;
    state.most = Math.max(state.most, state.now);
    response.once('close', () => {
      state.now -= 1;
    });
    const { method = '', url = '', headers } = request;
    const entry = {
      method,
      url,
      headers,
      at: systemTime.monotonic(),
      body: await text(request).catch(() => ''),
    };
    seen.push(entry);
    script(entry, response, seen.length);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    seen,
    server,
    most: () => state.most,
  };
};

export const json = (response: ServerResponse, value: unknown, statusCode = 200, headers = {}): void => {
  response.writeHead(statusCode, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
};

/** Source: `docs/reference/rules/api.md#errors`. */
export const problem = (statusCode: number, error: string, other = {}) => ({
  statusCode,
  service: 'test',
  error,
  correlationId: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  canBeRetried: 'Unknown',
  detailedErrorCode: 1,
  ...other,
});
