import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Whoever listens where a host was, or in between, and keeps all that comes; ends with the test. */
export interface Listener {
  readonly port: number;
  /** How many came. */
  connections(): number;
  /** All that they sent. */
  received(): string;
}

/** @param serve what it does with a connection; its bytes are kept anyway */
export const listen = async (serve: (socket: Socket) => void, port = 0): Promise<Listener> => {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => chunks.push(chunk));
    serve(socket);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    received: () => Buffer.concat(chunks).toString('latin1'),
  };
};

/** Passes everything on to another port, in both directions. */
export const relayTo = (port: number): Promise<Listener> =>
  listen((socket) => {
    const onward = connect(port, '127.0.0.1');
    onward.on('error', () => socket.destroy());
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
    socket.pipe(onward);
    onward.pipe(socket);
  });

/** Says yes to whatever is asked, and prints what came, so that another user can run it. */
const yesSayer = `
  const { createServer } = require('node:net');
  const ports = process.argv.slice(1).map(Number);
  let open = 0;
  for (const port of ports) {
    createServer((socket) => {
      process.stdout.write('came\\n');
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        process.stdout.write(chunk);
        const body = JSON.stringify({ results: [], url: 'http://127.0.0.1/#ticket=x', ticket: 'x' });
        socket.end('HTTP/1.1 200 OK\\r\\ncontent-type: application/json\\r\\nconnection: close\\r\\ncontent-length: ' + body.length + '\\r\\n\\r\\n' + body);
      });
    }).listen(port, '127.0.0.1', () => (open += 1) === ports.length && process.stdout.write('listening\\n'));
  }
`;

/**
 * A process of another user, or of this one, that listens on ports in place of a host.
 * @param uid undefined: this user
 */
export const listenAs = async (uid: number | undefined, ports: readonly number[]): Promise<() => string> => {
  const user = uid === undefined ? {} : { uid, gid: uid };
  const child = spawn(process.execPath, ['-e', yesSayer, ...ports.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    env: {},
    ...user,
  });
  let heard = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`It did not listen: ${code}.`)));
    child.stdout.setEncoding('latin1').on('data', (text: string) => {
      heard += text;
      if (heard.startsWith('listening\n')) resolve();
    });
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  return () => heard.slice('listening\n'.length);
};
