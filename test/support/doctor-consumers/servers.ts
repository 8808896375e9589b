import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { SecureVersion } from 'node:tls';
import { fastify } from 'fastify';
import { onTestFinished } from 'vitest';
import { systemTime } from '#base/clock.ts';
import type { Decision, Judge } from './judge.ts';

/** The same consumer in different styles of server, each gone when the test ends. */

/** Tests that run at the same time hand in their own. */
type WhenDone = (work: () => Promise<void>) => void;

export interface RunningConsumer {
  readonly url: string;
  readonly seen: { requests: number; connections: number };
}
export type Style = 'node:http' | 'fastify' | 'raw socket';
export const styles: readonly Style[] = ['node:http', 'fastify', 'raw socket'];

export const startConsumer = (
  style: Style,
  judge: Judge,
  whenDone: WhenDone = onTestFinished,
): Promise<RunningConsumer> => {
  if (style === 'node:http') return httpConsumer(judge, {}, whenDone);
  return style === 'fastify' ? fastifyConsumer(judge, whenDone) : rawConsumer(judge, whenDone);
};

interface TlsOptions {
  readonly key: string;
  readonly cert: string;
  readonly minVersion?: SecureVersion;
  readonly ciphers?: string;
}

/** @param host by which the URL names it */
export const httpConsumer = async (
  judge: Judge,
  options: {
    readonly tls?: TlsOptions;
    readonly host?: string;
    readonly bind?: string;
    /** Of connections that are to stay open. */
    readonly afterAnswer?: (socket: Socket) => void;
  } = {},
  whenDone: WhenDone = onTestFinished,
): Promise<RunningConsumer> => {
  const { tls, host = '127.0.0.1', bind = '127.0.0.1', afterAnswer } = options;
  const seen = { requests: 0, connections: 0 };
  const listener = async (
    request: import('node:http').IncomingMessage,
    response: import('node:http').ServerResponse,
  ): Promise<void> => {
    seen.requests += 1;
    const raw = await buffer(request).catch(() => undefined);
    if (raw === undefined) return;
    const decision = judge({ headers: request.headers, raw });
    if (decision === 'silence') return;
    await wait(decision);
    const { socket } = request;
    response.writeHead(decision.status, { ...decision.headers }).end(`${decision.status}\n`, () => {
      if (request.headers.connection !== 'close') afterAnswer?.(socket);
    });
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on('connection', () => {
    seen.connections += 1;
  });
  await once(server.listen(0, bind), 'listening');
  whenDone(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${tls === undefined ? 'http' : 'https'}://${host}:${port}/hooks`, seen };
};

const wait = async ({ delayMs = 0 }: Decision): Promise<void> => {
  if (delayMs > 0) await systemTime.sleep(delayMs);
};

const fastifyConsumer = async (judge: Judge, whenDone: WhenDone): Promise<RunningConsumer> => {
  const seen = { requests: 0, connections: 0 };
  const app = fastify({ bodyLimit: 4 * 1_048_576, forceCloseConnections: true });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  app.server.on('connection', () => {
    seen.connections += 1;
  });
  app.post('/hooks', async (request, reply) => {
    seen.requests += 1;
    const decision = judge({ headers: request.headers, raw: request.body as Buffer });
    if (decision === 'silence') return new Promise(() => undefined);
    await wait(decision);
    return reply
      .code(decision.status)
      .headers({ ...decision.headers })
      .send({ status: decision.status });
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  whenDone(async () => app.close());
  return { url: `${address}/hooks`, seen };
};

/** A server whose every byte is written here. */
export const socketConsumer = async (
  serve: (socket: Socket, seen: RunningConsumer['seen']) => void,
  whenDone: WhenDone = onTestFinished,
  scheme = 'http',
): Promise<RunningConsumer> => {
  const seen = { requests: 0, connections: 0 };
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    seen.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    serve(socket, seen);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  whenDone(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${scheme}://127.0.0.1:${port}/hooks`, seen };
};

const rawConsumer = (judge: Judge, whenDone: WhenDone): Promise<RunningConsumer> =>
  socketConsumer((socket, seen) => {
    let held: Buffer = Buffer.alloc(0);
    let turn = Promise.resolve();
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      for (;;) {
        const parsed = parse(held);
        if (parsed === undefined) return;
        held = parsed.rest;
        seen.requests += 1;
        turn = turn.then(() => answer(socket, judge, parsed));
      }
    });
  }, whenDone);

const answer = async (socket: Socket, judge: Judge, parsed: Parsed): Promise<void> => {
  const decision = judge(parsed);
  if (decision === 'silence') return;
  await wait(decision);
  const closes = parsed.headers.connection === 'close';
  const lines = [
    `HTTP/1.1 ${decision.status} Whatever`,
    'content-length: 2',
    ...Object.entries(decision.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(closes ? ['connection: close'] : []),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\nok`);
  if (closes) socket.end();
};

interface Parsed {
  readonly headers: Record<string, string>;
  readonly raw: Buffer;
  readonly rest: Buffer;
}

/** A whole request at the beginning of the bytes; undefined while it is not. */
const parse = (bytes: Buffer): Parsed | undefined => {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [, ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers['content-length'] ?? 0);
  const begin = end + 4;
  if (bytes.length < begin + length) return undefined;
  return { headers, raw: bytes.subarray(begin, begin + length), rest: bytes.subarray(begin + length) };
};
