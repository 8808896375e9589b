import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Cancel, systemTime } from '#base/clock.ts';
import { createHolds } from './holds.ts';
import {
  type Greeting,
  helloHeaders,
  helloPath,
  holdPath,
  isNonce,
  isProofOf,
  newNonce,
  proofOf,
} from './proof.ts';

/** The host's side of the proofs; see `proof.ts`. */
export interface Hello {
  /** Answers the request if it belongs to the proofs. @returns whether it did */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether the other side of the connection has proven to know the secret. */
  isProven(socket: Socket): boolean;
  /** Resolves once nobody holds the host. From then on nobody is greeted any more: whoever asks finds the line cut. */
  released(): Promise<void>;
  /** Ends what holds the host: an answer without an end would keep its server from closing. */
  close(): void;
}

export interface HelloOptions {
  readonly secret: string;
  /** A connection that asked for the host's proof and does not show its own in this time is soon cut off. */
  readonly withinMs?: number;
}

interface Asked {
  readonly greeting: Greeting;
  readonly cancel: Cancel;
}

/** After a time in which this process heard nobody, what has arrived meanwhile is read first. */
const graceMs = 100;

export const createHello = ({ secret, withinMs = 10_000 }: HelloOptions): Hello => {
  /** Connections that are in between: each proof is tried once. */
  const asked = new WeakMap<Socket, Asked>();
  const proven = new WeakSet<Socket>();
  const holds = createHolds();

  const greet = (socket: Socket, clientNonce: string): Record<string, string> => {
    const { localAddress: address, localPort: port } = socket;
    const greeting = { clientNonce, hostNonce: newNonce(), address, port, pid: process.pid };
    let cancelCut: Cancel = () => undefined;
    const late = (): void => {
      cancelCut = systemTime.after(graceMs, () => socket.destroy(), { unref: true });
    };
    const cancelLate = systemTime.after(withinMs, late, { unref: true });
    const cancel = (): void => {
      cancelLate();
      cancelCut();
    };
    socket.once('close', cancel);
    asked.set(socket, { greeting, cancel });
    return {
      [helloHeaders.nonce]: greeting.hostNonce,
      [helloHeaders.pid]: String(greeting.pid),
      [helloHeaders.proof]: proofOf(secret, 'host', greeting),
    };
  };
  const check = (socket: Socket, proof: unknown): boolean => {
    const open = asked.get(socket);
    if (open === undefined || !asked.delete(socket)) return false;
    if (!isProofOf(proof, secret, 'client', open.greeting)) return false;
    open.cancel();
    proven.add(socket);
    return true;
  };

  const exchange = ({ socket, method, headers }: IncomingMessage, response: ServerResponse): void => {
    const nonce = headers[helloHeaders.nonce];
    if (method === 'GET' && isNonce(nonce) && !asked.has(socket) && !proven.has(socket)) {
      response.writeHead(204, greet(socket, nonce)).end();
    } else if (method === 'POST' && check(socket, headers[helloHeaders.proof])) {
      response.writeHead(204).end();
    } else refuse(response);
  };

  return {
    answer(request, response) {
      const { url, socket } = request;
      if (url !== helloPath && url !== holdPath) return false;
      if (holds.areOver()) socket.destroy();
      else if (url === helloPath) exchange(request, response);
      else if (proven.has(socket)) holds.add(response);
      else refuse(response);
      return true;
    },
    isProven: (socket) => proven.has(socket),
    released: holds.released,
    close: holds.close,
  };
};

const refuse = (response: ServerResponse): void => {
  response.writeHead(401, { connection: 'close', 'content-length': '0' }).end();
};
