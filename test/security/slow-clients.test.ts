import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { type Cancel, systemTime } from '#base/clock.ts';
import { arrivalLimits } from '#base/http/arrivals.ts';
import { createHeldBodies } from '#base/http/held-bodies.ts';
import { type Arrived, listen as listenReceiver } from '#base/http/listen.ts';
import { startConsumer } from '#cli/consumer.ts';
import { mostReaders } from '#desk/api/broadcast.ts';
import { companyId } from '#test/support/fake-control.ts';
import { bodyOf } from '#test/support/speak.ts';
import { startDesk } from '#test/support/start-desk.ts';
import { basic, testApi } from '#test/support/test-api.ts';

const arrival = { ...arrivalLimits, headMs: 300, graceMs: 300, lookMs: 50 };

interface Server {
  readonly name: string;
  readonly url: string;
  readonly authorization: string;
  /** A route that takes a JSON body. */
  readonly post: string;
}

const servers = async (): Promise<Server[]> => {
  const { deskUrl, authorization } = await startDesk({ arrival });
  const { api, apiKey } = await testApi({ arrival });
  const { url } = await api.start();
  return [
    { name: 'Carryover desk', url: deskUrl, authorization, post: '/api/cases' },
    { name: 'Carryover', url, authorization: basic(apiKey), post: '/companies' },
  ];
};

/** Says `head`, then a byte of the rest every few milliseconds until the server closes. @returns all that it said */
const trickle = async (url: string, head: string, rest = ''): Promise<{ answer: string; sent: number }> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  let sent = 0;
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answer += chunk;
  });
  // What is cut off while it still sends is reset: `once` would take that for a failure.
  const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  socket.write(head);
  const stop: Cancel = systemTime.every(10, () => {
    if (!socket.writable) return;
    socket.write(rest[sent % rest.length] ?? 'x');
    sent++;
  });
  await closed;
  stop();
  return { answer, sent };
};

const headOf = ({ post, authorization }: Server, more: string): string =>
  `POST ${post} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\n${more}\r\n`;

test('a head that trickles in gets 408 and is cut off, on both servers', async () => {
  for (const server of await servers()) {
    const { answer } = await trickle(server.url, `GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: `);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/connection: close/i);
    expect(bodyOf(answer)).toMatchObject({ statusCode: 408, service: server.name, detailedErrorCode: 40801 });
  }
});

test('a connection that says nothing is closed, on both servers', async () => {
  for (const { url } of await servers()) {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.resume();
    await once(socket, 'close');
  }
});

test.each([
  ['announced', 'content-length: 1000000\r\n', '"name":"x'],
  ['in chunks', 'transfer-encoding: chunked\r\n', '1\r\nx\r\n'],
])('a body (%s) that trickles in gets 408 and is cut off, on both servers', async (_how, head, rest) => {
  for (const server of await servers()) {
    const { answer } = await trickle(server.url, headOf(server, head), rest);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(answer)).toMatchObject({ statusCode: 408, service: server.name });
  }
});

test.each([
  ['401', { authorization: 'Bearer wrong' }, 401],
  ['403', { host: 'evil.example' }, 403],
  ['404', { path: '/api/nothing' }, 404],
  ['413', { length: 100_000_000 }, 413],
  ['415', { type: 'text/plain' }, 415],
])(
  'after an early %s nothing more of the body is read, and the connection ends',
  async (_name, change, status) => {
    for (const server of await servers()) {
      const told = { host: '127.0.0.1', type: 'application/json', length: 900_000, ...change } as Record<
        string,
        unknown
      >;
      const head = [
        `POST ${told.path ?? server.post} HTTP/1.1`,
        `host: ${told.host}`,
        `authorization: ${told.authorization ?? server.authorization}`,
        `content-type: ${told.type}`,
        `content-length: ${told.length}`,
        '\r\n',
      ].join('\r\n');
      const { answer } = await trickle(server.url, head);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toMatch(/connection: close/i);
    }
  },
);

test('a large upload may take long, as long as it comes; its connection goes on', async () => {
  const { deskUrl, authorization } = await startDesk({ arrival });
  const pieces = 12;
  const piece = randomBytes(64 * 1024);
  const sent = request(`${deskUrl}/api/uploads?name=a.bin`, {
    method: 'POST',
    headers: { authorization, 'content-length': pieces * piece.length },
  });
  const answered = once(sent, 'response');
  const begun = systemTime.monotonic();
  for (let at = 0; at < pieces; at++) {
    sent.write(piece);
    await systemTime.sleep(80);
  }
  sent.end();
  const [response] = await answered;
  // Three times the grace: nothing but its pace has kept it alive.
  expect(systemTime.monotonic() - begun).toBeGreaterThan(3 * arrival.graceMs);
  expect(response.statusCode).toBe(200);
  expect(response.headers.connection).not.toBe('close');
  response.resume();
});

/** Everything that the server says to `text` until it closes the connection. */
const exchange = async (url: string, text: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  socket.write(text);
  await closed;
  return answer;
};

const statuses = (answer: string): string[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, s]) => s ?? '');

test('bodies that come at once on one connection are all answered, and one that stays out closes it', async () => {
  const { api, apiKey } = await testApi({ arrival });
  const { url } = await api.start();
  const head = (authorization: string, length: number): string =>
    headOf({ name: '', url, authorization, post: '/companies' }, `content-length: ${length}\r\n`);
  const body = '{"name":"Bright Bakery"}';
  const whole = head(basic(apiKey), body.length) + body;
  const early = await exchange(url, whole + whole + whole + head('Bearer wrong', 900_000));
  expect(statuses(early)).toEqual(['200', '200', '200', '401']);
  expect(early.match(/connection: close/gi)).toHaveLength(1);
  const late = await exchange(url, whole + head(basic(apiKey), 900_000));
  expect(statuses(late)).toEqual(['200', '408']);
});

test('an upload that stops in the middle gets 408, and nothing of it is kept', async () => {
  const { deskUrl, authorization, call } = await startDesk({ arrival });
  const head = `POST /api/uploads?name=a.bin HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\ncontent-type: application/octet-stream\r\ncontent-length: 9000000\r\n\r\n`;
  const { answer } = await trickle(deskUrl, head);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect((await call('GET', '/api/clock')).status).toBe(200);
});

test('connections beyond the limit are turned away, and others go on', async () => {
  const { deskUrl, call } = await startDesk({ arrival: { ...arrivalLimits, connections: 3 } });
  const { hostname, port } = new URL(deskUrl);
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const sockets = [await open(), await open(), await open()];
  const extra = await open();
  await once(extra.resume(), 'close');
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await call('GET', '/api/clock').catch(() => undefined))?.status).toBe(200);
});

const announcement = { type: 'company', companyId, change: 'created' } as const;

test('the event stream takes so many readers; one more is told so, and gets in when another has gone', async () => {
  const { deskUrl, authorization } = await startDesk();
  const stops = Array.from({ length: mostReaders }, () => new AbortController());
  const open = (signal?: AbortSignal) =>
    fetch(`${deskUrl}/api/stream`, { headers: { authorization }, ...(signal && { signal }) });
  const readers = await Promise.all(stops.map(({ signal }) => open(signal)));
  expect(readers.every(({ status }) => status === 200)).toBe(true);
  const full = await open();
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '5']);
  expect(((await full.json()) as { error: string }).error).toContain(`its limit of ${mostReaders} readers`);
  stops[0]?.abort();
  const last = new AbortController();
  await expect
    .poll(async () => {
      const answer = await open(last.signal);
      if (answer.status !== 200) await answer.text();
      return answer.status;
    })
    .toBe(200);
  last.abort();
  for (const stop of stops) stop.abort();
});

test('readers that do not read share what waits for them', async () => {
  const { deskUrl, authorization, announce } = await startDesk();
  const many = 40;
  for (let at = 0; at < many; at++) {
    const { hostname, port } = new URL(deskUrl);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(`GET /api/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\n\r\n`);
    await once(socket, 'readable');
    socket.pause();
    onTestFinished(() => void socket.destroy());
  }
  const before = process.memoryUsage().arrayBuffers;
  // Nothing is flushed within a turn: all of it waits for each of them.
  for (let at = 0; at < 900_000 / 130; at++)
    announce({ ...announcement, companyId: `${at}`.padStart(36, '0') });
  const most = process.memoryUsage().arrayBuffers - before;
  expect(most).toBeLessThan(12_000_000);
  const live = await fetch(`${deskUrl}/api/stream`, { headers: { authorization } });
  expect(live.status).toBe(200);
  await live.body?.cancel();
});

const quick = { fail: 0, status: 200, delayMs: 0 };
const open = {
  admit: () => undefined,
  arrived: async ({ tooLarge }: Arrived) => ({ statusCode: tooLarge ? 413 : 200, delayMs: 0 }),
};

test.each([
  [
    'the built-in receiver',
    async (limits: typeof arrival) => {
      const { port, close } = await listenReceiver(0, open, limits);
      return { url: `http://127.0.0.1:${port}`, close };
    },
  ],
  [
    'the consumer of `listen`',
    async (limits: typeof arrival) => {
      const consumer = await startConsumer(0, quick, () => undefined, limits);
      consumer.setSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
      return consumer;
    },
  ],
])('%s cuts off what trickles in, refuses what is too large, and takes what comes', async (_name, start) => {
  const { url, close } = await start(arrival);
  onTestFinished(close);
  const head = 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\n';
  await trickle(url, `${head}x-slow: `);
  const { answer } = await trickle(url, `${head}content-length: 1000000\r\n\r\n`);
  expect(answer).toBe('');
  // By the limits of every day: on a busy machine, a large body takes longer than those above.
  const usual = await start(arrivalLimits);
  onTestFinished(usual.close);
  const post = (bytes: number) => fetch(usual.url, { method: 'POST', body: Buffer.alloc(bytes, 'x') });
  expect((await post(4 * 1_048_576 + 1)).status).toBe(413);
  expect((await post(4 * 1_048_576)).status).toBe(200);
});

test('bodies that are held together have a bound, and what ended no longer counts', async () => {
  const bodies = createHeldBodies({ eachBytes: 10, allBytes: 15 });
  const bodyOf = (length: number) => Readable.from([Buffer.alloc(length)]) as IncomingMessage;
  const first = Promise.withResolvers<string>();
  const one = bodies.with(bodyOf(10), () => first.promise);
  await systemTime.sleep(0);
  expect(await bodies.with(bodyOf(6), async ({ bytes }) => bytes.length)).toBeUndefined();
  expect(await bodies.with(bodyOf(5), async ({ bytes }) => bytes.length)).toBe(5);
  expect(await bodies.with(bodyOf(11), async (body) => [body.bytes.length, body.tooLarge])).toEqual([
    0,
    true,
  ]);
  first.resolve('done');
  expect(await one).toBe('done');
  expect(await bodies.with(bodyOf(10), async ({ bytes }) => bytes.length)).toBe(10);
});
