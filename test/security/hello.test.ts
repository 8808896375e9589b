import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createHello } from '#base/hello/answer.ts';
import { connectToHost, UnprovenError } from '#base/hello/connect.ts';
import { type Greeting, isProofOf, newHelloSecret, newNonce, proofOf } from '#base/hello/proof.ts';
import { createFront } from '#desk/api/front.ts';
import { listen } from '#test/support/listener.ts';
import { testHost } from '#test/support/test-host.ts';

/** The proofs that come before any other byte of a connection. */

const hello = (method: string, header: string): string =>
  `${method} /api/hello HTTP/1.1\r\nhost: 127.0.0.1\r\n${header}\r\ncontent-length: 0\r\n\r\n`;
const hold = 'GET /api/hold HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
const keys = 'GET /api/keys HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';

/** A connection on which one answer after the other is waited for. */
const speaking = async (port: number) => {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  return {
    socket,
    /** @returns the head of the answer */
    async say(bytes: string): Promise<string> {
      text = '';
      socket.write(bytes);
      while (!text.includes('\r\n\r\n')) await Promise.race([once(socket, 'data'), closed]);
      return text;
    },
    async all(): Promise<string> {
      await closed;
      return text;
    },
  };
};

const headerIn = (head: string, name: string): string =>
  new RegExp(`^${name}: (.*)\r$`, 'm').exec(head)?.[1] as string;

/** What a client that knows the secret says on its connection. */
const greetingOf = (socket: Socket, clientNonce: string, head: string): Greeting => ({
  clientNonce,
  hostNonce: headerIn(head, 'carryover-nonce'),
  pid: Number(headerIn(head, 'carryover-pid')),
  address: socket.remoteAddress,
  port: socket.remotePort,
});

const prove = async (port: number, secret: string) => {
  const nonce = newNonce();
  const line = await speaking(port);
  const first = hello('GET', `carryover-nonce: ${nonce}`);
  const head = await line.say(first);
  const greeting = greetingOf(line.socket, nonce, head);
  const second = hello('POST', `carryover-proof: ${proofOf(secret, 'client', greeting)}`);
  return { ...line, first, second, head, greeting };
};

test('who knows the secret is let in on that connection, and on no other', async () => {
  const { record } = await testHost();
  const port = Number(new URL(record.deskUrl).port);
  const { say, second, head, greeting } = await prove(port, record.secret);
  expect(head).toMatch(/^HTTP\/1\.1 204 /);
  expect(isProofOf(headerIn(head, 'carryover-proof'), record.secret, 'host', greeting)).toBe(true);
  expect(await say(keys)).toMatch(/^HTTP\/1\.1 401 /);
  expect(await say(second)).toMatch(/^HTTP\/1\.1 204 /);
  expect(await say(keys)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await (await speaking(port)).say(keys)).toMatch(/^HTTP\/1\.1 401 /);
});

test.each<[string, (right: string, secret: string, greeting: Greeting) => string]>([
  ['of another secret', (_right, _secret, greeting) => proofOf(newHelloSecret(), 'client', greeting)],
  ["that is the host's own", (_right, secret, greeting) => proofOf(secret, 'host', greeting)],
  ['for another port', (_right, secret, greeting) => proofOf(secret, 'client', { ...greeting, port: 4411 })],
  [
    'for another address',
    (_right, secret, greeting) => proofOf(secret, 'client', { ...greeting, address: '127.0.0.2' }),
  ],
  ['of another process', (_right, secret, greeting) => proofOf(secret, 'client', { ...greeting, pid: 1 })],
  ['that is empty', () => ''],
  ['that is cut off', (right) => right.slice(0, -2)],
])('a proof %s is answered 401 and nothing else', async (_what, wrong) => {
  const { record } = await testHost();
  const port = Number(new URL(record.deskUrl).port);
  const { socket, all, greeting } = await prove(port, record.secret);
  const proof = wrong(proofOf(record.secret, 'client', greeting), record.secret, greeting);
  // What is sent along in the hope that it worked is not answered.
  socket.write(hello('POST', `carryover-proof: ${proof}`) + keys);
  expect((await all()).split('\r\n\r\n').slice(1)).toEqual(
    ['', expect.stringMatching(/^HTTP\/1\.1 401 /), ''].slice(1),
  );
});

test('only who knows the secret holds the host, and the host ends them with itself', async () => {
  const { record, stop } = await testHost();
  const port = Number(new URL(record.deskUrl).port);
  expect(await (await speaking(port)).say(hold)).toMatch(/^HTTP\/1\.1 401 /);
  const { say, all } = await prove(port, record.secret);
  expect(await say(hold)).toMatch(/^HTTP\/1\.1 401 /);
  const proven = await prove(port, record.secret);
  await proven.say(proven.second);
  expect(await proven.say(hold)).toMatch(/^HTTP\/1\.1 200 /);
  await stop(60_000);
  expect(await proven.all()).toMatch(/^HTTP\/1\.1 200 /);
  expect(await all()).toMatch(/^HTTP\/1\.1 401 /);
});

test('what was recorded of one connection opens no other', async () => {
  const { record } = await testHost();
  const port = Number(new URL(record.deskUrl).port);
  const recorded = await prove(port, record.secret);
  expect(await recorded.say(recorded.second)).toMatch(/^HTTP\/1\.1 204 /);
  const again = await speaking(port);
  expect(await again.say(recorded.first)).toMatch(/^HTTP\/1\.1 204 /);
  expect(await again.say(recorded.second)).toMatch(/^HTTP\/1\.1 401 /);
  // Nor a second time on its own.
  expect(await recorded.say(recorded.second)).toMatch(/^HTTP\/1\.1 401 /);

  // The host's side of it, played to a client by somebody else.
  const player = await listen((socket) => socket.once('data', () => socket.write(recorded.head)));
  const known = { ...record, url: `http://127.0.0.1:${player.port}` };
  await expect(connectToHost(known)).rejects.toMatchObject({ impostor: true });
  expect(player.received()).not.toContain('carryover-proof');
});

test.each([
  ['nothing that is HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ['200 to everything', 'HTTP/1.1 200 OK\r\n\r\n'],
  ['204 without a proof', 'HTTP/1.1 204 No Content\r\n\r\n'],
  [
    '204 with a proof of its own',
    `HTTP/1.1 204 No Content\r\ncarryover-nonce: ${newNonce()}\r\ncarryover-pid: ${process.pid}\r\ncarryover-proof: ${newNonce()}\r\n\r\n`,
  ],
  ['a head without an end', `HTTP/1.1 204 No Content\r\n${'x'.repeat(5000)}`],
  ['more than was asked for', 'HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n'],
])('who answers %s is told nothing more', async (_what, answer) => {
  const fake = await listen((socket) => socket.on('data', () => socket.write(answer)));
  const known = { url: `http://127.0.0.1:${fake.port}`, pid: process.pid, secret: newHelloSecret() };
  await expect(connectToHost(known)).rejects.toMatchObject({ impostor: true });
  expect(fake.received()).toMatch(/^GET \/api\/hello [\s\S]*\r\n\r\n$/);
  expect(fake.received().split('\r\n\r\n')).toHaveLength(2);
});

test('proofs that never end are ended, on both sides', async () => {
  const secret = newHelloSecret();
  const front = createFront(createHello({ secret, withinMs: 100 }));
  const port = await front.listen(0, '127.0.0.1');
  onTestFinished(() => front.close(0));
  const silent = await speaking(port);
  expect(await silent.say(hello('GET', `carryover-nonce: ${newNonce()}`))).toMatch(/^HTTP\/1\.1 204 /);
  await silent.all();

  const mute = await listen(() => undefined);
  const dripping = await listen((socket) => {
    const drip = setInterval(() => socket.write('x'), 20);
    socket.once('close', () => clearInterval(drip));
  });
  for (const one of [mute, dripping]) {
    const known = { url: `http://127.0.0.1:${one.port}`, pid: process.pid, secret };
    const error = await connectToHost(known, 150).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnprovenError);
    expect(String(error)).toContain('did not answer within');
  }
});

test('a proof is of one side, one connection, one process and one secret alone', () => {
  const nonce = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'));
  const greeting = fc.record({
    clientNonce: nonce,
    hostNonce: nonce,
    address: fc.constantFrom('127.0.0.1', '::1', '10.0.0.7'),
    port: fc.integer({ min: 1, max: 65_535 }),
    pid: fc.integer({ min: 1 }),
  });
  const side = fc.constantFrom('client' as const, 'host' as const);
  const said = fc.tuple(nonce, side, greeting);
  fc.assert(
    fc.property(said, said, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other);
      expect(isProofOf(proofOf(...one), ...other)).toBe(isSame);
      expect(isProofOf(proofOf(...one), ...one)).toBe(true);
    }),
  );
  fc.assert(
    fc.property(said, fc.constantFrom('clientNonce', 'hostNonce', 'address', 'port', 'pid'), (one, field) => {
      const [secret, who, told] = one;
      expect(isProofOf(proofOf(...one), secret, who, { ...told, [field]: 'other' } as never)).toBe(false);
      expect(isProofOf(proofOf(...one), secret, who === 'host' ? 'client' : 'host', told)).toBe(false);
    }),
  );
  const v4 = { clientNonce: 'a', hostNonce: 'b', address: '127.0.0.1', port: 1, pid: 1 };
  expect(isProofOf(proofOf('s', 'host', v4), 's', 'host', { ...v4, address: '::ffff:127.0.0.1' })).toBe(true);
});
