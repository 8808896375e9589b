import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Cancel, systemTime } from '#base/clock.ts';
import { type ArrivalLimits, arrivalLimits, guardArrivals, serverOptions } from '#base/http/arrivals.ts';
import { consumerLimits, createHeldBodies } from '#base/http/held-bodies.ts';

export interface Arrived {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  /** The body is larger than what is read of it. */
  readonly tooLarge: boolean;
}

export interface ListenAnswer {
  readonly statusCode: number;
  readonly delayMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Instead of a response: the connection is reset, or nothing is ever sent. */
  readonly connection?: 'reset' | 'silent';
}

export interface Listener {
  readonly port: number;
  /** Cuts off what is still to be answered. */
  close(): Promise<void>;
}

/** What it is told about a request. */
export interface Hearing {
  /** Asked before anything of the body is read. @throws if it is not for this listener: it is cut off */
  admit(request: IncomingMessage): void;
  /** Says how to answer it. */
  arrived(one: Arrived): Promise<ListenAnswer>;
}

const usualLimits: ArrivalLimits = { ...arrivalLimits, connections: 256 };
const busy: ListenAnswer = { statusCode: 503, delayMs: 0 };

/**
 * Listens on loopback. What comes too slowly is cut off without an answer, as a consumer's own server would.
 * @throws the listen error of the system, such as EADDRINUSE
 */
export const listen = async (
  port: number,
  { admit, arrived }: Hearing,
  limits: ArrivalLimits = usualLimits,
): Promise<Listener> => {
  const waiting = new Set<Cancel>();
  const answer = (response: ServerResponse, chosen: ListenAnswer): void => {
    if (chosen.connection === 'silent') return;
    const send = () => {
      waiting.delete(cancel);
      respond(response, chosen);
    };
    const cancel = systemTime.after(chosen.delayMs, send);
    waiting.add(cancel);
    response.once('close', () => {
      cancel();
      waiting.delete(cancel);
    });
  };
  const bodies = createHeldBodies(consumerLimits);
  const take = async (request: IncomingMessage): Promise<ListenAnswer> => {
    admit(request);
    const chosen = await bodies.with(request, ({ bytes, tooLarge }) =>
      arrived({ request, body: bytes, tooLarge }),
    );
    return chosen ?? busy;
  };
  const server = createServer(serverOptions(limits), (request, response) => {
    take(request)
      .then((chosen) => answer(response, chosen))
      // It is not for this listener, or whoever sent it has hung up.
      .catch(() => response.destroy());
  });
  await listening(server, port);
  const stopGuard = guardArrivals(server, limits, (_error, socket) => void socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const cancel of waiting) cancel();
        stopGuard();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const respond = (
  response: ServerResponse,
  { statusCode, headers = {}, body = '', connection }: ListenAnswer,
): void => {
  if (connection === 'reset') return void response.socket?.resetAndDestroy();
  response.writeHead(statusCode, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
};

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
