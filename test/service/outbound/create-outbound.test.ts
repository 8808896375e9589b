import { createServer, type Server, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createOutbound } from '#service/outbound/create-outbound.ts';
import type { OutboundRequest, OutboundResult } from '#service/outbound/outbound.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { unusedPort } from '#test/support/unused-port.ts';

const post = (url: string, change: Partial<OutboundRequest> = {}): Promise<OutboundResult> => {
  const outbound = createOutbound({ allowPrivate: false });
  onTestFinished(() => outbound.close());
  return new Promise((resolve) => {
    let within = true;
    outbound.post({ url, headers: ['content-type', 'text/plain'], body: 'hello', ...change }, (result) => {
      expect(within).toBe(false);
      resolve(result);
    });
    within = false;
  });
};

/** A server that treats each connection as `serve` says. */
const startRaw = async (serve: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
};

test('a whole answer comes back with status, headers and body', async () => {
  const consumer = await startConsumer(() => ({ status: 201, headers: { 'x-a': 'b' }, body: 'made' }));
  const result = await post(`${consumer.url}/path?x=1`);
  expect(result).toMatchObject({ statusCode: 201, error: undefined, localAddress: '127.0.0.1' });
  expect(result.responseHeaders['x-a']).toBe('b');
  expect(result.responseBody.toString()).toBe('made');
  expect(consumer.received).toMatchObject([{ path: '/path?x=1', body: 'hello' }]);
});

test('the deadline ends an attempt that is never answered', async () => {
  const consumer = await startConsumer(() => 'never');
  const result = await post(consumer.url, { deadlineMs: 60 });
  expect(result).toMatchObject({ statusCode: undefined, error: 'Timeout' });
});

test('the deadline ends an attempt whose body never ends, and keeps its status', async () => {
  const url = await startRaw((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart')),
  );
  const result = await post(url, { deadlineMs: 100 });
  expect(result).toMatchObject({ statusCode: 200, error: 'Timeout' });
  expect(result.responseBody.toString()).toBe('part');
});

test('a body without end is cut off by its size', async () => {
  const url = await startRaw((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', more);
      more();
    });
  });
  const result = await post(url);
  expect(result.error).toBe('ResponseInvalid');
  expect(result.responseBody).toHaveLength(16 * 1024);
});

test.each([
  ['ConnectionReset', (socket: Socket) => socket.once('data', () => socket.destroy())],
  ['ResponseInvalid', (socket: Socket) => socket.once('data', () => socket.end('this is not HTTP\r\n\r\n'))],
] as const)('%s has its own name', async (name, serve) => {
  expect((await post(await startRaw(serve))).error).toBe(name);
});

test('a refused connection, an unknown host and a TLS failure have their own names', async () => {
  expect((await post(`http://127.0.0.1:${await unusedPort()}/`)).error).toBe('ConnectionRefused');
  expect((await post('http://no-such-host.invalid/')).error).toBe('DnsError');
  const plain = await startConsumer();
  expect((await post(plain.url.replace('http:', 'https:'))).error).toBe('TlsError');
});

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://[fe80::1]/',
  'http://10.1.2.3/',
  'http://0.0.0.0:80/',
  'http://0x7f.0.0.1.2/',
])('%s is refused by name, without a connection', async (url) => {
  if (!URL.canParse(url)) return;
  expect((await post(url)).error).toBe('AddressRefused');
});

test('a name that resolves to a loopback address is allowed', async () => {
  const consumer = await startConsumer();
  const result = await post(consumer.url.replace('127.0.0.1', 'localhost'));
  expect(result.statusCode).toBe(200);
});

test('requests to one origin do not wait for one that hangs', async () => {
  const consumer = await startConsumer(({ path }) => (path === '/dead' ? 'never' : 200));
  const outbound = createOutbound({ allowPrivate: false });
  onTestFinished(() => outbound.close());
  const send = (path: string, deadlineMs: number) =>
    new Promise<OutboundResult>((resolve) =>
      outbound.post({ url: `${consumer.url}${path}`, headers: [], body: 'x', deadlineMs }, resolve),
    );
  const dead = Array.from({ length: 50 }, () => send('/dead', 3000));
  await consumer.receivedAtLeast(50);
  const alive = await Promise.all(Array.from({ length: 50 }, () => send('/alive', 2000)));
  expect(alive.every(({ statusCode }) => statusCode === 200)).toBe(true);
  await outbound.close();
  await Promise.all(dead);
});

test('consumers that take their time have all in flight that is given to them, and a quick one beside them answers', async () => {
  const slow = await Promise.all(
    Array.from({ length: 4 }, () => startConsumer(({ path }) => (path === '/slow' ? 'never' : 200))),
  );
  const outbound = createOutbound({ allowPrivate: false });
  onTestFinished(() => outbound.close());
  const send = (url: string) =>
    new Promise<OutboundResult>((resolve) =>
      outbound.post({ url, headers: [], body: 'x', deadlineMs: 10_000 }, resolve),
    );
  const waiting = slow.flatMap(({ url }) => Array.from({ length: 128 }, () => send(`${url}/slow`)));
  const quick = await Promise.all(Array.from({ length: 100 }, () => send(`${slow[0]?.url}/quick`)));
  expect(quick.every(({ statusCode }) => statusCode === 200)).toBe(true);
  for (const consumer of slow) await consumer.receivedAtLeast(128);
  await outbound.close();
  await Promise.all(waiting);
});

test('the time of a request runs from when it leaves', async () => {
  const consumer = await startConsumer();
  const outbound = createOutbound({ allowPrivate: false });
  onTestFinished(() => outbound.close());
  const result = await new Promise<OutboundResult>((resolve) => {
    outbound.post({ url: consumer.url, headers: [], body: 'x', deadlineMs: 100 }, resolve);
    // The thread does something else first.
    const until = Date.now() + 300;
    while (Date.now() < until);
  });
  expect(result).toMatchObject({ statusCode: 200 });
  expect(result.durationMs).toBeLessThan(300);
});
