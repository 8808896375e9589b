import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { systemTime } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type ArrivalLimits, arrivalLimits, serverOptions } from './arrivals.ts';
import { answerBrokenRequest } from './broken-requests.ts';
import { serviceName, toErrorBody } from './error-answer.ts';

/**
 * The one server that listens for the public API. What answers behind it may be exchanged for another: whoever calls
 * meanwhile gets 503 with `Retry-After`, no connection is refused, and those that are open stay so.
 */
export interface LastingServer {
  /** Listens, unless it does already. @returns the port. @throws the listen error of the system, such as EADDRINUSE */
  open(port: number, host: string): Promise<number>;
  /** Passes requests on to what answers on `server`, which does not listen itself. */
  serve(server: Server): void;
  /** Nothing is passed on any more. What is under way and not answered after `drainMs` is cut off. */
  hold(drainMs: number): Promise<void>;
  /** As `hold`, and takes no more connections. */
  close(drainMs: number): Promise<void>;
}

/** As fastify has it: longer than the pauses of an open page. */
const keepAliveMs = 72_000;
const retryAfterSeconds = 1;

/** @param first answers what is not passed on, also while nothing is; tells whether it did */
export const createLastingServer = (
  limits: ArrivalLimits = arrivalLimits,
  first?: (request: IncomingMessage, response: ServerResponse) => boolean,
): LastingServer => {
  let current: Server | undefined;
  let isClosing = false;
  const underWay = new Set<ServerResponse>();

  const front = createServer(serverOptions(limits), (request, response) => {
    if (first?.(request, response)) return;
    if (current === undefined) return answerHeld(request, response);
    underWay.add(response);
    response.shouldKeepAlive &&= !isClosing;
    response.once('close', () => {
      underWay.delete(response);
      // An answer that had begun before has kept its connection.
      if (isClosing) front.closeIdleConnections();
    });
    current.emit('request', request, response);
  });
  front.keepAliveTimeout = keepAliveMs;
  front.maxConnections = limits.connections;
  const nextCorrelationId = () => randomBytes(16).toString('hex');
  const answerBroken = answerBrokenRequest({ service: serviceName, nextCorrelationId, headers: () => ({}) });
  front.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (current === undefined) answerBroken({ code: error.code ?? '' }, socket as Socket);
    else current.emit('clientError', error, socket);
  });

  const port = (): number => (front.address() as AddressInfo).port;
  return {
    async open(wanted, host) {
      if (front.listening) return port();
      return new Promise((resolve, reject) => {
        front.once('error', reject);
        front.listen(wanted, host, () => {
          front.off('error', reject);
          resolve(port());
        });
      });
    },
    serve(server) {
      current = server;
    },
    async hold(drainMs) {
      const ends = [...underWay].map(
        (response) => new Promise<void>((end) => void response.once('close', end)),
      );
      current = undefined;
      const cancel = systemTime.after(drainMs, () => {
        for (const { req } of underWay) req.socket.destroy();
      });
      await Promise.all(ends);
      cancel();
    },
    async close(drainMs) {
      if (!front.listening) return;
      isClosing = true;
      for (const response of underWay) response.shouldKeepAlive &&= response.headersSent;
      const cancel = systemTime.after(drainMs, () => front.closeAllConnections());
      await new Promise<void>((resolve) => void front.close(() => resolve()));
      cancel();
      current = undefined;
    },
  };
};

const answerHeld = (request: IncomingMessage, response: ServerResponse): void => {
  request.resume();
  const error = new CatalogueError('service.changing');
  response
    .writeHead(error.entry.statusCode, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': String(retryAfterSeconds),
    })
    .end(JSON.stringify(toErrorBody(error, randomBytes(16).toString('hex'))));
};
