import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Cancel, systemTime } from '#base/clock.ts';
import { type Greeting, helloHeaders, helloPath, isNonce, isProofOf, newNonce, proofOf } from './proof.ts';

/** The host's side of the proofs; see `proof.ts`. */
export interface Hello {
  /** Answers the request if it belongs to the proofs. @returns whether it did */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether the other side of the connection has proven to know the secret. */
  isProven(socket: Socket): boolean;
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

  return {
    answer(request, response) {
      if (request.url !== helloPath) return false;
      const { socket, method, headers } = request;
      const nonce = headers[helloHeaders.nonce];
      if (method === 'GET' && isNonce(nonce) && !asked.has(socket) && !proven.has(socket)) {
        response.writeHead(204, greet(socket, nonce)).end();
      } else if (method === 'POST' && check(socket, headers[helloHeaders.proof])) {
        response.writeHead(204).end();
      } else response.writeHead(401, { connection: 'close', 'content-length': '0' }).end();
      return true;
    },
    isProven: (socket) => proven.has(socket),
  };
};
