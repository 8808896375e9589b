import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemTime } from '#base/clock.ts';
import { type ArrivalLimits, arrivalLimits, guardArrivals, serverOptions } from '#base/http/arrivals.ts';
import { consumerLimits, createHeldBodies } from '#base/http/held-bodies.ts';
import { checkSignature, keyOfSecret } from '#base/webhook-signature.ts';
import { CommandError } from './command-error.ts';
import type { Forwarded, Forwarder } from './forward/forwarder.ts';
import type { Answer } from './forward/post.ts';

/** How the consumer answers. */
export interface Behaviour {
  /** 500 to this many requests, then 200. */
  readonly fail: number;
  /** Always this, instead of 200. */
  readonly status: number;
  /** Wait before answering, ms. */
  readonly delayMs: number;
  /** Answers what is verified, instead of all that; the rest is refused. */
  readonly forward?: Forwarder['forward'];
}

/** One request that came. */
export interface Received {
  /** ms UTC, by the system's clock */
  readonly at: number;
  /** That it was sent to. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Why the signature does not hold; undefined if it does. */
  readonly problem?: string;
  /** How often this `webhook-id` came, this time included. */
  readonly times: number;
  readonly answered: number;
  /** With `forward`, of what is verified. */
  readonly forwarded?: Pick<Forwarded, 'problem' | 'durationMs'>;
}

export interface Consumer {
  readonly url: string;
  /** Until the secret is known, requests wait for it. */
  setSecret(secret: string): void;
  close(): Promise<void>;
}

/** Of its many ids the newest are known, so that nobody fills its memory with others. */
const mostIds = 10_000;
const usualLimits: ArrivalLimits = { ...arrivalLimits, connections: 256 };

/** A webhook consumer on loopback that verifies signatures. @throws CommandError if the port is in use */
export const startConsumer = async (
  port: number,
  behaviour: Behaviour,
  onReceived: (received: Received) => void,
  limits: ArrivalLimits = usualLimits,
): Promise<Consumer> => {
  const { promise: secret, resolve: setSecret } = Promise.withResolvers<string>();
  const countOf = createCounts();
  let toFail = behaviour.fail;
  const bodies = createHeldBodies(consumerLimits);
  const ownAnswer = async (): Promise<Answer> => {
    const statusCode = toFail > 0 ? 500 : behaviour.status;
    toFail -= 1;
    if (behaviour.delayMs > 0) await systemTime.sleep(behaviour.delayMs);
    return plain(statusCode);
  };
  const judge = async (
    request: IncomingMessage,
    body: Buffer,
    at: number,
    gone: AbortSignal,
  ): Promise<Answer> => {
    const problem = verify(await secret, body, request.headersDistinct);
    const id = String(request.headers['webhook-id'] ?? '');
    const { rawHeaders } = request;
    const forwarded =
      problem === undefined ? await behaviour.forward?.({ id, rawHeaders, body, gone }) : undefined;
    const refused = behaviour.forward === undefined ? undefined : plain(401);
    const answer = forwarded?.answer ?? refused ?? (await ownAnswer());
    onReceived({
      at,
      url: `http://127.0.0.1:${request.socket.localPort}${request.url ?? '/'}`,
      headers: request.headers,
      body: body.toString('utf8'),
      times: id === '' ? 1 : countOf(id),
      answered: answer.statusCode,
      ...(problem === undefined ? {} : { problem }),
      ...(forwarded === undefined ? {} : { forwarded }),
    });
    return answer;
  };
  const receive = async (request: IncomingMessage, gone: AbortSignal): Promise<Answer> => {
    const at = systemTime.now();
    const answered = await bodies.with(request, async ({ bytes, tooLarge }) =>
      tooLarge ? plain(413) : judge(request, bytes, at, gone),
    );
    return answered ?? plain(503);
  };
  const server = createServer(serverOptions(limits), (request, response) => {
    const left = new AbortController();
    response.once('close', () => left.abort());
    receive(request, left.signal).then(
      ({ statusCode, headers, body }) => response.writeHead(statusCode, [...headers]).end(body),
      () => response.destroy(),
    );
  });
  await listen(server, port);
  const stopGuard = guardArrivals(server, limits, (_error, socket) => void socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    setSecret,
    close: () =>
      new Promise((resolve) => {
        stopGuard();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** How often each id came. */
const createCounts = (): ((id: string) => number) => {
  const times = new Map<string, number>();
  return (id) => {
    const count = (times.get(id) ?? 0) + 1;
    times.delete(id);
    times.set(id, count);
    if (times.size > mostIds) times.delete(times.keys().next().value ?? '');
    return count;
  };
};

const plain = (statusCode: number): Answer => ({ statusCode, headers: [], body: Buffer.alloc(0) });

/** Answers why it does not hold, or undefined. */
const verify = (secret: string, body: Buffer, headers: NodeJS.Dict<string[]>): string | undefined => {
  const check = checkSignature({ body, header: (name) => headers[name] ?? [] }, [keyOfSecret(secret)], {
    now: systemTime.now(),
  });
  return check.valid ? undefined : check.reason;
};

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = `The port ${port} is in use. Choose another with --port, or leave it out for a free one.`;
      reject(error.code === 'EADDRINUSE' ? new CommandError(inUse, 1, { cause: error }) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
