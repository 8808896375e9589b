import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { packageVersion } from '#base/package-root.ts';
import { TargetError } from '#desk/targets/target-error.ts';
import { runs } from '#test/support/runs.ts';
import { json, problem, scriptedServer } from '#test/support/scripted-server.ts';
import { formsOf, plantedKey, testTargets } from '#test/support/test-targets.ts';
import { unusedPort } from '#test/support/unused-port.ts';

const failure = async (work: Promise<unknown>): Promise<TargetError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TargetError);
  return error as TargetError;
};

const get = { method: 'GET', path: '/companies' } as const;
const post = { method: 'POST', path: '/companies', body: { name: 'Acme' } } as const;

/** A server below HTTP, gone when the test ends. */
const tcpServer = async (
  onConnection: (socket: Socket) => void,
): Promise<{ url: string; count: () => number }> => {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count };
};

test('a call: key, query, body and answer, below the path of the base URL', async () => {
  const server = await scriptedServer((_request, response) => json(response, { id: 'x' }));
  const { remote, logged } = await testTargets();
  const client = await remote(`${server.url}/base/`);
  const answer = await client.call({ ...post, query: { 'a b': 'c&d', page: 2 } });
  expect(answer).toMatchObject({ statusCode: 200, body: { id: 'x' }, attempts: 1 });
  expect(server.seen[0]).toMatchObject({
    method: 'POST',
    url: '/base/companies?a+b=c%26d&page=2',
    body: '{"name":"Acme"}',
    headers: {
      authorization: `Basic ${btoa(plantedKey)}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'user-agent': `carryover-desk/${packageVersion()}`,
    },
  });
  expect(logged().trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(logged())).toMatchObject({
    method: 'POST',
    path: '/base/companies',
    statusCode: 200,
    attempts: 1,
  });
  expect(logged()).not.toMatch(/c&d|c%26d|Acme/);
});

test('204 has no body; the service may answer nothing at all', async () => {
  const server = await scriptedServer((_request, response) => response.writeHead(204).end());
  const { remote } = await testTargets();
  const answer = await (await remote(server.url)).call({ method: 'DELETE', path: '/webhooks/1' });
  expect([answer.statusCode, answer.body]).toEqual([204, undefined]);
});

test.each([408, 425, 429, 500, 502, 503, 504])(
  '%i is repeated for a GET until it is well',
  async (status) => {
    const server = await scriptedServer((_request, response, count) =>
      count < 4
        ? json(response, problem(status, 'Later.'), status, { 'retry-after': '0' })
        : json(response, {}),
    );
    const { remote } = await testTargets();
    expect((await (await remote(server.url)).call(get)).attempts).toBe(4);
    expect(server.seen).toHaveLength(4);
  },
);

test.each([400, 401, 402, 403, 404, 409, 501])('%i is never repeated', async (status) => {
  const server = await scriptedServer((_request, response) => json(response, problem(status, 'No.'), status));
  const { remote } = await testTargets();
  const error = await failure((await remote(server.url)).call(get));
  expect(error).toMatchObject({ code: 'target.refused', statusCode: status, sentence: 'No.' });
  expect(server.seen).toHaveLength(1);
});

test('it gives up after five attempts, or after as many as are asked for', async () => {
  const server = await scriptedServer((_request, response) => json(response, problem(503, 'Busy.'), 503));
  const { remote } = await testTargets();
  const client = await remote(server.url);
  await failure(client.call(get));
  expect(server.seen).toHaveLength(5);
  await failure(client.call({ ...get, attempts: 2 }));
  expect(server.seen).toHaveLength(7);
});

test('what the service says is beyond repeat is not repeated', async () => {
  const final = problem(503, 'Damaged.', { canBeRetried: 'No' });
  const server = await scriptedServer((_request, response) => json(response, final, 503));
  const { remote } = await testTargets();
  await failure((await remote(server.url)).call(get));
  expect(server.seen).toHaveLength(1);
});

test('the wait before a repeat grows, and varies', async () => {
  const server = await scriptedServer((_request, response) => json(response, problem(503, 'Busy.'), 503));
  const { remote } = await testTargets({ backoffMs: 40 });
  const client = await remote(server.url);
  await failure(client.call(get));
  const waits = server.seen.slice(1).map(({ at }, before) => at - (server.seen[before]?.at as number));
  waits.forEach((wait, n) => {
    expect(wait).toBeGreaterThan(40 * 2 ** n * 0.9);
  });
  expect(waits.map((wait, n) => Math.round(wait - 40 * 2 ** n))).not.toEqual([0, 0, 0, 0]);
});

test.each(['500', 'cut', 'silent'] as const)(
  'a POST that ends with %s is sent once, unless it may be repeated',
  async (how) => {
    const server = await scriptedServer((_request, response) => {
      if (how === '500') json(response, problem(500, 'Broken.'), 500);
      else if (how === 'cut') response.socket?.destroy();
    });
    const { remote } = await testTargets();
    const client = await remote(server.url);
    const error = await failure(client.call({ ...post, timeoutMs: 300 }));
    expect(server.seen).toHaveLength(1);
    expect(error.notCarriedOut).toBe(false);
    if (how !== '500') expect(error.message).toMatch(/It is unknown whether the call was carried out\.$/);
    await failure(client.call({ ...post, timeoutMs: 300, repeatable: true, attempts: 3 }));
    expect(server.seen).toHaveLength(4);
  },
);

test('a POST on a connection that has gone stale is not sent twice', async () => {
  const server = await scriptedServer((_request, response, count) => {
    if (count % 2 === 1) json(response, {});
    else response.socket?.destroy();
  });
  const { remote } = await testTargets();
  const client = await remote(server.url);
  await client.call(post);
  await failure(client.call(post));
  expect(server.seen).toHaveLength(2);
});

test('a 429 was not carried out: also a POST is repeated, after what Retry-After says', async () => {
  const server = await scriptedServer((_request, response, count) =>
    count === 1 ? json(response, problem(429, 'Slow.'), 429, { 'retry-after': '1' }) : json(response, {}),
  );
  const { remote } = await testTargets();
  const answer = await (await remote(server.url)).call(post);
  expect(answer.attempts).toBe(2);
  expect(answer.durationMs).toBeGreaterThanOrEqual(990);
});

test('Retry-After holds back the whole target, also as a date by the clock of the answer', async () => {
  const server = await scriptedServer((_request, response, count) => {
    if (count > 1) return json(response, {});
    // A server whose clock is years off.
    const date = 'Wed, 01 Jan 2020 00:00:00 GMT';
    json(response, problem(429, 'Slow.'), 429, { date, 'retry-after': 'Wed, 01 Jan 2020 00:00:01 GMT' });
  });
  const { remote } = await testTargets();
  // One at a time, so that the others wait until the first was turned away.
  const client = await remote(server.url, { concurrency: 1 });
  await Promise.all([client.call(get), client.call({ ...get, path: '/rules' }), client.call(post)]);
  const [start, ...others] = server.seen.map(({ at }) => at);
  expect(others).toHaveLength(3);
  for (const at of others) expect(at - (start as number)).toBeGreaterThanOrEqual(950);
});

test('a 503 with Retry-After is repeated no sooner', async () => {
  const server = await scriptedServer((_request, response, count) =>
    count === 1 ? json(response, problem(503, 'Soon.'), 503, { 'retry-after': '1' }) : json(response, {}),
  );
  const { remote } = await testTargets();
  const answer = await (await remote(server.url)).call(get);
  expect(answer.attempts).toBe(2);
  expect(answer.durationMs).toBeGreaterThanOrEqual(990);
});

test('asked to stay away for long, a call fails at once, and others are not sent', async () => {
  const words = problem(429, 'The daily quota of 1000 requests is used up.', { canBeRetried: 'Yes' });
  const server = await scriptedServer((_request, response) =>
    json(response, words, 429, { 'retry-after': '7200' }),
  );
  const { remote } = await testTargets();
  const client = await remote(server.url);
  const error = await failure(client.call(get));
  expect(error.message).toMatch(
    /daily quota of 1000 requests is used up \(after 1 attempt\)\. Try again after \d{4}-/,
  );
  expect(error).toMatchObject({ statusCode: 429, notCarriedOut: true, retryAfterMs: 7_200_000 });
  const next = await failure(client.call(post));
  expect(next.message).toMatch(/no more calls for now .* so nothing was sent/);
  expect(server.seen).toHaveLength(1);
});

test('a 429 to the end says how often it was tried', async () => {
  const server = await scriptedServer((_request, response) =>
    json(response, problem(429, 'Slow.'), 429, { 'retry-after': '0' }),
  );
  const { remote } = await testTargets();
  const error = await failure((await remote(server.url)).call(post));
  expect(error.message).toMatch(/429: Slow \(after 5 attempts\)\. Try again after/);
  expect(server.seen).toHaveLength(5);
});

test('no more calls at a time, and no more a second, than the target has as its limits', async () => {
  const server = await scriptedServer((_request, response) => {
    setTimeout(() => json(response, {}), 20);
  });
  const { remote } = await testTargets();
  const narrow = await remote(server.url, { concurrency: 3 });
  await Promise.all(Array.from({ length: 30 }, () => narrow.call(get)));
  expect(server.most()).toBe(3);

  const quick = await scriptedServer((_request, response) => json(response, {}));
  const slow = await remote(quick.url, { name: 'slow', perSecond: 10 });
  await Promise.all(Array.from({ length: 25 }, () => slow.call(get)));
  const times = quick.seen.map(({ at }) => at).sort((a, b) => a - b);
  for (let n = 10; n < times.length; n++) {
    expect((times[n] as number) - (times[n - 10] as number)).toBeGreaterThan(900);
  }
});

test.each([
  [
    'a redirect',
    302,
    { location: 'https://elsewhere.example/login?key=1' },
    '',
    /redirects to https:\/\/elsewhere\.example\/login, which is not followed/,
  ],
  ['a login page', 200, { 'content-type': 'text/html' }, '<html>Log in</html>', /not JSON/],
  ['an error page', 404, { 'content-type': 'text/html' }, '<html>gone</html>', /not JSON/],
  ['no words', 400, {}, '', /no reason given/],
  ['odd JSON', 400, {}, '[1]', /no reason given/],
] as const)('%s is refused in words', async (_what, status, headers, body, words) => {
  const server = await scriptedServer((_request, response) => response.writeHead(status, headers).end(body));
  const { remote } = await testTargets();
  const error = await failure((await remote(server.url)).call(get));
  expect(error.message).toMatch(words);
  expect(error.statusCode).toBe(status);
  expect(server.seen).toHaveLength(1);
});

test("the service's own sentence and correlation id are kept, with what to do", async () => {
  const server = await scriptedServer((request, response) =>
    json(
      response,
      problem(request.url === '/profile' ? 403 : 401, 'The key is wrong.'),
      request.url === '/profile' ? 403 : 401,
    ),
  );
  const { remote } = await testTargets();
  const client = await remote(server.url);
  const denied = await failure(client.call(get));
  expect(denied.message).toBe(
    'The target "remote" responded to GET /companies with status 401: The key is wrong. The API key was rejected. Set another one for the target (command line: `carryover targets change`).',
  );
  expect(denied.correlationId).toBe('c0ffee00c0ffee00c0ffee00c0ffee00');
  expect((await failure(client.call({ ...get, path: '/profile' }))).message).toMatch(/lacks this permission/);
});

test('an answer larger than the bound is not read on', async () => {
  const server = await scriptedServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && response.write('"'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  });
  const { remote } = await testTargets({ limitBytes: 1_048_576 });
  const error = await failure((await remote(server.url)).call(get));
  expect([error.kind, server.seen.length]).toEqual(['tooLarge', 1]);
  expect(error.message).toMatch(/larger than 1 MiB/);
});

test.each([
  [
    'values without end',
    '{"results":[%s0]}',
    '0,',
    40_000_000,
    /was not read: it holds more than 300,000 values/,
  ],
  [
    'a few kilobytes of lists in lists',
    '%s',
    '[',
    100_000,
    /was not read: it is nested more than 500 levels/,
  ],
  ['megabytes of lists in lists', '%s', '[', 20_000_000, /was not read: it is nested more than 500 levels/],
])(
  'an answer that would make too much is not parsed, and nothing waits: %s',
  async (_what, form, piece, bytes, words) => {
    const body = form.replace('%s', () => piece.repeat(bytes / piece.length));
    const server = await scriptedServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    const { remote } = await testTargets();
    const error = await failure((await remote(server.url)).call(get));
    expect([error.kind, error.statusCode, server.seen.length]).toEqual(['tooLarge', 200, 1]);
    expect(error.message).toMatch(words);
  },
);

test('an answer of megabytes is read like a small one', async () => {
  const results = Array.from({ length: 500 }, (_, n) => ({ id: `${n}`, name: `${'é\u2028'.repeat(2000)}` }));
  const server = await scriptedServer((_request, response) => json(response, { results }));
  const { remote } = await testTargets();
  const client = await remote(server.url);
  const { body } = await client.call<unknown>(get);
  expect(body).toEqual(JSON.parse(JSON.stringify({ results })));
  const failing = await scriptedServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: 'Too long a story.', more: 'x'.repeat(2_000_000) }));
  });
  const error = await failure((await (await testTargets()).remote(failing.url)).call(get));
  expect([error.kind, error.statusCode, error.sentence]).toEqual(['status', 400, 'Too long a story.']);
});

test('what listens but never answers, or not to the end, is a timeout', async () => {
  const silent = await tcpServer(() => {});
  const dripping = await scriptedServer((_request, response) => {
    response.writeHead(200).write('{');
  });
  const { remote } = await testTargets();
  for (const [name, url] of Object.entries({ silent: silent.url, dripping: dripping.url })) {
    const error = await failure((await remote(url, { name })).call({ ...get, timeoutMs: 200, attempts: 2 }));
    expect(error).toMatchObject({ kind: 'timeout', code: 'target.unreachable', notCarriedOut: false });
    expect(error.message).toMatch(/no complete response within 0\.2 s/);
  }
  expect([silent.count(), dripping.seen.length]).toEqual([2, 2]);
});

test('nothing listens, no such name, no HTTP, no TLS: each in its own words', async () => {
  const gone = await tcpServer(() => {});
  const plain = await tcpServer((socket) => socket.end('hello\r\n\r\n'));
  const { remote } = await testTargets();
  const closed = `http://127.0.0.1:${await unusedPort()}`;
  const cases = [
    ['refused', closed, /can't be reached: nothing listens there \(ECONNREFUSED\)/, true],
    ['name', 'https://no-such-host.invalid', /the name no-such-host\.invalid does not resolve/, true],
    ['notHttp', plain.url, /the response is not HTTP/, false],
    ['tls', plain.url.replace('http:', 'https:'), /TLS connection failed/, true],
  ] as const;
  for (const [kind, url, words, notCarriedOut] of cases) {
    const error = await failure((await remote(url, { name: kind })).call({ ...post, timeoutMs: 5000 }));
    expect(error.message).toMatch(words);
    expect([error.code, error.kind, error.notCarriedOut]).toEqual([
      'target.unreachable',
      kind,
      notCarriedOut,
    ]);
  }
  expect(gone.count()).toBe(0);
});

test('an abort ends a call under way, one that waits, and one between attempts', async () => {
  const server = await scriptedServer((request, response) => {
    if (request.url === '/busy') json(response, problem(503, 'Busy.'), 503);
  });
  const { remote } = await testTargets({ backoffMs: 60_000 });
  const client = await remote(server.url, { concurrency: 1 });
  const stop = new AbortController();
  const { signal } = stop;
  const calls = [client.call({ ...get, signal }), client.call({ ...post, signal })];
  while (server.seen.length === 0) await new Promise(setImmediate);
  stop.abort(new Error('enough'));
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow('enough')));

  const later = new AbortController();
  const busy = client.call({ ...get, path: '/busy', signal: later.signal });
  while (server.seen.length < 2) await new Promise(setImmediate);
  later.abort(new Error('enough too'));
  await expect(busy).rejects.toThrow('enough too');
  expect(server.seen.map(({ url }) => url)).toEqual(['/companies', '/busy']);
});

test('closing ends what is under way', async () => {
  const server = await scriptedServer(() => {});
  const { remote, targets } = await testTargets();
  const client = await remote(server.url, { concurrency: 1 });
  const calls = [client.call(get), client.call(get)];
  while (server.seen.length === 0) await new Promise(setImmediate);
  const ends = Promise.allSettled(calls);
  await targets.close();
  for (const end of await ends) {
    expect(end).toMatchObject({ status: 'rejected', reason: { code: 'server.stopping' } });
  }
  await expect(client.call(get)).rejects.toThrow(/shutting down/);
});

test('the local service is called with the key that it has now', async () => {
  let current = 'key-1';
  const server = await scriptedServer((request, response) =>
    request.headers.authorization === `Basic ${btoa(current)}`
      ? json(response, {})
      : json(response, problem(401, 'The key is wrong.'), 401),
  );
  let asked = 0;
  const apiKey = async () => {
    asked += 1;
    return current;
  };
  const local = { baseUrl: server.url, apiKey, clientId: async () => undefined };
  const { targets } = await testTargets({ local });
  const client = await targets.client('local');
  asked = 0;
  await client.call(get);
  await client.call(get);
  expect(asked).toBe(1);
  current = 'key-2';
  expect((await client.call(post)).attempts).toBe(1);
  await client.call(post);
  expect([asked, server.seen.length]).toEqual([2, 5]);
  // A key that is refused and has not changed is not tried again.
  const other = await scriptedServer((_request, response) => json(response, problem(401, 'No.'), 401));
  const { remote } = await testTargets();
  await failure((await remote(other.url)).call(get));
  expect(other.seen).toHaveLength(1);
});

test('a key, a secret body and their forms are in no error and no log, though the target repeats them', async () => {
  const secret = 'planted+access/token=998877';
  const server = await scriptedServer((request, response) => {
    const echo = `Not good: ${request.headers.authorization} ${formsOf(plantedKey)} ${request.body} ${formsOf(secret)}`;
    if (request.url?.startsWith('/redirect')) {
      response
        .writeHead(302, { location: `https://elsewhere.example/${plantedKey}/${btoa(plantedKey)}` })
        .end();
    } else if (request.url?.startsWith('/html')) response.writeHead(500).end(echo);
    else json(response, problem(400, echo), 400);
  });
  const { remote, logged } = await testTargets();
  const client = await remote(server.url);
  const told: string[] = [];
  for (const path of ['/companies', '/redirect', '/html']) {
    const call = {
      method: 'PUT',
      path,
      body: { accessToken: secret, nested: [{ deep: secret }] },
      secretBody: true,
    } as const;
    const error = await failure(client.call(call));
    told.push(`${error.message} ${error.stack} ${JSON.stringify(error)} ${error.sentence}`);
  }
  told.push(logged());
  expect(told[0]).toContain('Not good: Basic ••••');
  for (const form of [...formsOf(plantedKey), ...formsOf(secret)]) {
    for (const text of told) expect(text.includes(form)).toBe(false);
  }
});

test.each([
  'companies',
  '',
  '/companies?page=1',
  '/companies#x',
  '/../outside',
  '/a/../../outside',
  '/%2e%2e/outside',
  '//elsewhere.example/x',
  '\\x',
])('the path %j leads nowhere', async (path) => {
  const server = await scriptedServer((_request, response) => json(response, {}));
  const { remote } = await testTargets();
  const client = await remote(`${server.url}/base`);
  const outcome = await client.call({ ...get, path }).catch((error: Error) => error);
  if (!(outcome instanceof Error)) expect(server.seen[0]?.url).toMatch(/^\/base\//);
  else expect(server.seen).toEqual([]);
});

test('any answer at all is an answer or a TargetError', async () => {
  let next: { status: number; body: Buffer; type: string } = { status: 200, body: Buffer.alloc(0), type: '' };
  const server = await scriptedServer((_request, response) =>
    response.writeHead(next.status, { 'content-type': next.type }).end(next.body),
  );
  const { remote } = await testTargets();
  const client = await remote(server.url);
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
  );
  const type = fc.constantFrom('application/json', 'text/html', '');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 200, max: 599 }), body, type, async (status, bytes, media) => {
      next = { status, body: bytes, type: media };
      const outcome = await client.call({ ...get, attempts: 1 }).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(TargetError);
      else expect(status).toBeLessThan(300);
    }),
    { numRuns: runs(80) },
  );
});
