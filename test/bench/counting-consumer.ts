import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A consumer as fast as it can be: it counts requests by their framing and answers each with the same status.
 * @param status such as "200 OK"
 * @param received called for each request
 * @returns the port it listens on
 */
export const countingConsumer = async (status: string, received: () => void = () => {}): Promise<number> => {
  const answer = Buffer.from(
    `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok`,
    'latin1',
  );
  const server = createServer({ noDelay: true }, (socket) => {
    let rest = '';
    socket.setEncoding('latin1');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      rest += chunk;
      for (;;) {
        const headEnd = rest.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const length = Number(/content-length: (\d+)/i.exec(rest.slice(0, headEnd))?.[1] ?? 0);
        const end = headEnd + 4 + length;
        if (rest.length < end) return;
        rest = rest.slice(end);
        received();
        socket.write(answer);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
