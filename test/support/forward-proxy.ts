import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A real forward proxy for CONNECT. Every name leads to this machine's port `to`.
 * @param wanted the value of Proxy-Authorization that it asks for
 * @param tls its key and certificate, if it is reached by TLS itself
 */
export const forwardProxy = async (
  to: number,
  wanted?: string,
  tls?: { readonly key: string; readonly cert: string },
) => {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const refuse: RequestListener = (_request, response) => response.writeHead(400).end();
  const server = tls === undefined ? createServer(refuse) : createSecureServer({ ...tls }, refuse);
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const upstream = connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', () => {});
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
};
