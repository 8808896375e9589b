import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Cancel, systemTime } from '#base/clock.ts';
import { type ArrivalLimits, arrivalLimits, guardArrivals, serverOptions } from '#base/http/arrivals.ts';
import { consumerLimits, createHeldBodies } from '#base/http/held-bodies.ts';
import type { ReceiverAnswer } from '#contract/receiver.ts';

export interface Arrived {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  /** The body is larger than what is read of it. */
  readonly tooLarge: boolean;
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
  arrived(one: Arrived): Promise<ReceiverAnswer>;
}

const usualLimits: ArrivalLimits = { ...arrivalLimits, connections: 256 };
const busy: ReceiverAnswer = { statusCode: 503, delayMs: 0 };

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
  const answer = (response: ServerResponse, { statusCode, delayMs }: ReceiverAnswer): void => {
    const send = () => {
      waiting.delete(cancel);
      response.writeHead(statusCode, { 'content-length': 0 }).end();
    };
    const cancel = systemTime.after(delayMs, send);
    waiting.add(cancel);
    response.once('close', () => {
      cancel();
      waiting.delete(cancel);
    });
  };
  const bodies = createHeldBodies(consumerLimits);
  const take = async (request: IncomingMessage): Promise<ReceiverAnswer> => {
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

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
