import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createForwarder, type Forwarder } from '#cli/forward/forwarder.ts';
import { sinceInstant } from '#cli/forward/since.ts';
import { keepForwarding, readForwarding } from '#cli/forward/state.ts';
import { checkTarget, forwardTarget } from '#cli/forward/target.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { unusedPort } from '#test/support/unused-port.ts';

interface Got {
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A consumer on a port of its own, or the one given. */
const consumerAt = async (
  port: number,
  answer: (got: Got) => Promise<number> | number = () => 200,
): Promise<{ url: URL; got: Got[] }> => {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { rawHeaders: request.rawHeaders, body: Buffer.concat(chunks) };
      got.push(one);
      void Promise.resolve(answer(one)).then((status) =>
        response.writeHead(status, { 'x-consumer': 'yes' }).end(`said ${status}`),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=b`), got };
};

const message = (id: string, body = '{}') => ({
  id,
  rawHeaders: [
    'Host',
    'listen.example',
    'Webhook-Id',
    id,
    'X-Twice',
    '1',
    'X-Twice',
    '2',
    'Connection',
    'close',
  ],
  body: Buffer.from(body),
  gone: new AbortController().signal,
});

const forwarderTo = (target: URL): { forwarder: Forwarder; said: string[] } => {
  const said: string[] = [];
  const forwarder = createForwarder({
    target,
    onDown: (problem) => void said.push(`down: ${problem}`),
    onBack: (missed) => void said.push(`back: ${missed.join()}`),
  });
  onTestFinished(forwarder.close);
  return { forwarder, said };
};

test('bytes and headers arrive as they were, and the response comes back as it is', async () => {
  const { url, got } = await consumerAt(0, () => 418);
  const { forwarder, said } = forwarderTo(url);
  const body = '{"name":"Café"}\n ';
  const { answer, problem } = await forwarder.forward(message('msg_1', body));
  expect([answer.statusCode, answer.body.toString(), problem]).toEqual([418, 'said 418', undefined]);
  expect(answer.headers.join()).toContain('x-consumer,yes');
  expect(got[0]?.body.toString()).toBe(body);
  const headers = got[0]?.rawHeaders ?? [];
  expect(headers.slice(0, 2)).toEqual(['host', url.host]);
  expect(headers.join()).toContain('Webhook-Id,msg_1,X-Twice,1,X-Twice,2');
  expect(headers.join()).not.toContain('listen.example');
  expect(said).toEqual([]);
});

test('copies of a message go one after another, other messages beside them', async () => {
  const under: string[] = [];
  const most = new Map<string, number>();
  const release = Promise.withResolvers<void>();
  const { url, got } = await consumerAt(0, async ({ body }) => {
    const name = body.toString();
    under.push(name);
    most.set(name, Math.max(most.get(name) ?? 0, under.filter((one) => one === name).length));
    if (under.length === 2) release.resolve();
    await release.promise;
    under.splice(under.indexOf(name), 1);
    return 200;
  });
  const { forwarder } = forwarderTo(url);
  await Promise.all([
    forwarder.forward(message('msg_1', 'a')),
    forwarder.forward(message('msg_1', 'a')),
    forwarder.forward(message('msg_2', 'b')),
  ]);
  expect(most).toEqual(
    new Map([
      ['a', 1],
      ['b', 1],
    ]),
  );
  expect(got).toHaveLength(3);
});

test('a consumer that starts while the sender waits gets the message', async () => {
  const port = await unusedPort();
  const { forwarder, said } = forwarderTo(new URL(`http://127.0.0.1:${port}/`));
  const forwarded = forwarder.forward(message('msg_1'));
  await expect.poll(() => said).toEqual(['down: connection refused']);
  const { got } = await consumerAt(port);
  expect((await forwarded).answer.statusCode).toBe(200);
  expect(said).toEqual(['down: connection refused', 'back: ']);
  expect(got).toHaveLength(1);
});

test('a consumer that is back later is noticed, with what it missed', { timeout: 40_000 }, async () => {
  const port = await unusedPort();
  const { forwarder, said } = forwarderTo(new URL(`http://127.0.0.1:${port}/`));
  const { answer, problem } = await forwarder.forward(message('msg_1'));
  expect([answer.statusCode, problem]).toEqual([502, 'connection refused']);
  expect(answer.body.toString()).toContain('connection refused');
  await consumerAt(port);
  await expect.poll(() => said).toEqual(['down: connection refused', 'back: msg_1']);
});

test('a consumer that hangs up is no reason to send again', async () => {
  const server = createServer((request) => void request.socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const { answer, problem } = await forwarderTo(url).forwarder.forward(message('msg_1'));
  expect([answer.statusCode, problem]).toEqual([502, 'connection closed before the response']);
});

test('a sender that no longer waits ends the forwarding', async () => {
  const asked = Promise.withResolvers<void>();
  const { url } = await consumerAt(0, () => {
    asked.resolve();
    return new Promise<number>(() => {});
  });
  const left = new AbortController();
  const forwarded = forwarderTo(url).forwarder.forward({ ...message('msg_1'), gone: left.signal });
  await asked.promise;
  left.abort();
  expect((await forwarded).problem).toBe('the sender no longer waits');
});

test.each([
  'ftp://localhost/',
  'localhost:3000',
  '',
  'http://',
  'http://a:b@localhost/',
  'http://localhost/#x',
])('%s is no target', (text) => {
  expect(() => forwardTarget(text)).toThrow('Must be a URL');
});

test('other machines are targets only if that is said', () => {
  const local = [
    'http://localhost:1/',
    'http://127.8.9.1/',
    'https://[::1]:3/',
    'http://app.localhost/',
    'http://2130706433/',
  ];
  for (const url of local) expect(() => checkTarget(forwardTarget(url), false)).not.toThrow();
  const remote = [
    'http://example.com/',
    'http://10.0.0.1/',
    'http://0.0.0.0/',
    'http://localhost.example.com/',
    'http://[::2]/',
    'http://169.254.169.254/',
  ];
  for (const url of remote) {
    expect(() => checkTarget(forwardTarget(url), false), url).toThrow('--allow-remote');
    expect(() => checkTarget(forwardTarget(url), true)).not.toThrow();
  }
});

test('since is the start, an instant or a duration before now', () => {
  const now = '2026-01-15T09:00:00.000Z';
  expect(sinceInstant('start', now)).toBe('1970-01-01T00:00:00.000Z');
  expect(sinceInstant('2h', now)).toBe('2026-01-15T07:00:00.000Z');
  expect(sinceInstant('PT28H', now)).toBe('2026-01-14T05:00:00.000Z');
  expect(sinceInstant('2026-01-01T00:00:00+01:00', now)).toBe('2025-12-31T23:00:00.000Z');
  for (const wrong of ['', 'yesterday', 'P1Y', '-2h'])
    expect(() => sinceInstant(wrong, now)).toThrow('--since must be');
});

test('the cursor moves forward only, is kept for each target, and outlives a file that is damaged', () => {
  const folder = temporaryFolder();
  const [one, two] = [new URL('http://localhost:1/a'), new URL('http://localhost:1/b')];
  expect(readForwarding(folder, one)).toBeUndefined();
  const begun = { url: one.href, webhookId: 'w', port: 5000, cursor: '2026-01-15T09:00:00.000Z' };
  const file = keepForwarding(folder, one, begun);
  expect(readForwarding(folder, one)).toEqual(begun);
  for (const instant of ['2026-01-15T10:00:00.000Z', '2026-01-15T09:30:00.000Z', '', 'x'])
    file.reached(instant);
  file.close();
  expect(readForwarding(folder, one)?.cursor).toBe('2026-01-15T10:00:00.000Z');
  expect(readForwarding(folder, two)).toBeUndefined();
  keepForwarding(folder, one, { ...begun, port: 0 }).close();
  expect(readForwarding(folder, one)).toBeUndefined();
});
