import type { AddressInfo } from 'node:net';
import { createServer, connect as dial, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a server that can be cut: then nothing goes through, and nobody is told. */
export interface CuttableProxy {
  readonly port: number;
  cut(): void;
  /** Ends all connections of callers, and lets none in until it is mended; the server hears nothing of it. */
  refuse(): void;
  mend(): void;
}

export const startCuttableProxy = async (port: number): Promise<CuttableProxy> => {
  const sockets = new Set<Socket>();
  const callers = new Set<Socket>();
  let isCut = false;
  let refuses = false;
  const add = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (isCut) socket.pause();
  };
  const server = createServer((caller) => {
    if (refuses) return void caller.destroy();
    const called = dial(port, '127.0.0.1');
    for (const socket of [caller, called]) add(socket);
    caller.on('data', (chunk) => called.write(chunk));
    called.on('data', (chunk) => caller.write(chunk));
    callers.add(caller);
    caller.on('close', () => {
      callers.delete(caller);
      if (!refuses) called.destroy();
    });
    called.on('close', () => caller.destroy());
    if (isCut) for (const socket of [caller, called]) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    refuse() {
      refuses = true;
      for (const socket of callers) socket.destroy();
    },
    mend() {
      isCut = false;
      refuses = false;
      for (const socket of sockets) socket.resume();
    },
  };
};
