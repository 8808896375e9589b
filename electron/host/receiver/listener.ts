import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Cancel, systemTime } from '#base/clock.ts';
import { type ReceiverAnswer, receiverLimits } from '#contract/receiver.ts';

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

/** Anybody on this machine may send, so what is held for them is bounded. */
const connections = 256;
const heldBytes = 64 * 1_048_576;
const wholeWithinMs = 30_000;
const lookMs = 5000;
const busy: ReceiverAnswer = { statusCode: 503, delayMs: 0 };

/**
 * Listens on loopback.
 * @throws the listen error of the system, such as EADDRINUSE
 */
export const listen = async (port: number, { admit, arrived }: Hearing): Promise<Listener> => {
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
  let held = 0;
  const take = async (request: IncomingMessage): Promise<ReceiverAnswer> => {
    admit(request);
    let own = 0;
    const hold = (bytes: number): boolean => {
      if (held + bytes > heldBytes) return false;
      held += bytes;
      own += bytes;
      return true;
    };
    try {
      const one = await read(request, hold);
      return one === undefined ? busy : await arrived(one);
    } finally {
      held -= own;
    }
  };
  const server = createServer(
    { requestTimeout: wholeWithinMs, connectionsCheckingInterval: lookMs },
    (request, response) => {
      take(request)
        .then((chosen) => answer(response, chosen))
        // It is not for this listener, or whoever sent it has hung up.
        .catch(() => response.destroy());
    },
  );
  server.maxConnections = connections;
  await listening(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const cancel of waiting) cancel();
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

/**
 * @param hold whether so many more bytes may be held
 * @returns undefined if they may not
 */
const read = async (
  request: IncomingMessage,
  hold: (bytes: number) => boolean,
): Promise<Arrived | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let fits = true;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    fits &&= bytes > receiverLimits.readBytes || hold(chunk.length);
    if (fits && bytes <= receiverLimits.readBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  const tooLarge = bytes > receiverLimits.readBytes;
  return fits || tooLarge ? { request, body: Buffer.concat(chunks), tooLarge } : undefined;
};
