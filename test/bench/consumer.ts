import { createServer } from 'node:net';

/**
 * A consumer as fast as a process of its own can be: it counts requests by their framing and answers each with the
 * status given on the command line. Prints its port.
 */
const status = process.argv[2] ?? '200 OK';
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
      socket.write(answer);
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('disconnect', () => process.exit(0));
