import { request } from 'node:http';
import { expect, test } from 'vitest';
import { VirtualClock } from '#base/clock.ts';
import { sessionHeader } from '#contract/session-header.ts';
import { createSessions } from '#desk/api/sessions.ts';
import { bodyOf, speak } from '#test/support/speak.ts';
import { startDesk } from '#test/support/start-desk.ts';

type Desk = Awaited<ReturnType<typeof startDesk>>;
type Headers = Record<string, string>;

/** As a browser sends it: `fetch` would not let its own headers be set. */
const send = (desk: Desk, method: string, path: string, headers: Headers = {}, body?: unknown) =>
  new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const outgoing = request(desk.deskUrl + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      const answered = response.headers as Headers;
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: answered, text }));
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });

const newTicket = async (desk: Desk): Promise<string> =>
  (await desk.call('POST', '/api/session/tickets')).body.ticket;

/** The headers that the page sends from then on. */
const signIn = async (desk: Desk): Promise<Headers> => {
  const answer = await send(desk, 'POST', '/api/session', {}, { ticket: await newTicket(desk) });
  expect([answer.status, JSON.parse(answer.text).mode]).toEqual([200, 'browser']);
  return { [sessionHeader]: JSON.parse(answer.text).session };
};

test('a ticket lets one browser in, once, by a secret that no browser sends by itself', async () => {
  const desk = await startDesk();
  const { body } = await desk.call('POST', '/api/session/tickets');
  expect(body.url).toBe(`${desk.deskUrl}/#ticket=${body.ticket}`);
  const answer = await send(desk, 'POST', '/api/session', {}, { ticket: body.ticket });
  const { session } = JSON.parse(answer.text);
  expect(JSON.parse(answer.text)).toEqual({ mode: 'browser', session: expect.stringMatching(/^[\w-]{43}$/) });
  expect(answer.headers['set-cookie']).toBeUndefined();
  const again = await send(desk, 'POST', '/api/session', {}, { ticket: body.ticket });
  expect([again.status, again.headers['set-cookie'], JSON.parse(again.text).detailedErrorCode]).toEqual([
    401,
    undefined,
    41101,
  ]);

  const signed = { [sessionHeader]: session };
  expect((await send(desk, 'GET', '/api/keys', signed)).status).toBe(200);
  expect((await send(desk, 'GET', '/api/session', signed)).text).toBe('{"mode":"browser"}');
  for (const cookie of [
    `carryover-${new URL(desk.deskUrl).port}=${session}`,
    `${sessionHeader}=${session}`,
  ]) {
    expect((await send(desk, 'GET', '/api/keys', { cookie })).status).toBe(401);
  }
  expect((await desk.call('GET', '/api/session')).body).toEqual({ mode: 'app' });
  const nobody = await send(desk, 'GET', '/api/session');
  expect([nobody.status, JSON.parse(nobody.text).detailedErrorCode]).toEqual([401, 41100]);
});

test('a session makes no further tickets, and ends when it is ended, with its streams', async () => {
  const desk = await startDesk();
  const session = await signIn(desk);
  expect((await send(desk, 'POST', '/api/session/tickets', session)).status).toBe(401);
  const stream = send(desk, 'GET', '/api/stream', session);
  const other = await signIn(desk);
  // The stream is open once an announcement can reach it; asking anything else after it takes as long.
  await send(desk, 'GET', '/api/keys', session);
  const ended = await send(desk, 'DELETE', '/api/session', session);
  expect([ended.status, ended.headers['set-cookie']]).toEqual([204, undefined]);
  await stream.catch(() => undefined);
  const after = await send(desk, 'GET', '/api/keys', session);
  expect([after.status, JSON.parse(after.text).detailedErrorCode]).toEqual([401, 41100]);
  expect((await send(desk, 'GET', '/api/keys', other)).status).toBe(200);
});

const ownSite = { 'sec-fetch-site': 'same-origin' };
const otherPort = { origin: 'http://127.0.0.1:9', 'sec-fetch-site': 'same-site' };

test.each<[string, string, string, Headers]>([
  [
    'a form of another site',
    'POST',
    '/api/reset',
    { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  ],
  ['a form of an old browser', 'POST', '/api/reset', { origin: 'https://evil.test' }],
  ['a page of another port', 'POST', '/api/reset', otherPort],
  ['a page of the same port over TLS', 'POST', '/api/reset', { origin: 'https://{host}' }],
  ['a page without an origin', 'POST', '/api/reset', { origin: 'null' }],
  ['a picture of another port', 'GET', '/api/keys', { 'sec-fetch-site': 'same-site' }],
  ['a stream for another site', 'GET', '/api/stream', { 'sec-fetch-site': 'cross-site' }],
  ['a signing out by another site', 'DELETE', '/api/session', { 'sec-fetch-site': 'cross-site' }],
])('a session does not act for %s', async (_what, method, path, headers) => {
  const desk = await startDesk();
  const session = await signIn(desk);
  desk.calls.length = 0;
  const filled = JSON.parse(JSON.stringify(headers).replace('{host}', new URL(desk.deskUrl).host));
  const answer = await send(desk, method, path, { ...session, ...filled });
  expect([answer.status, JSON.parse(answer.text).detailedErrorCode]).toEqual([403, 41102]);
  expect(desk.calls).toEqual([]);
  expect((await send(desk, 'GET', '/api/session', session)).status).toBe(200);
});

test('nobody is signed in by a page of another site', async () => {
  const desk = await startDesk();
  const ticket = await newTicket(desk);
  const answer = await send(desk, 'POST', '/api/session', otherPort, { ticket });
  expect([answer.status, answer.headers['set-cookie']]).toEqual([403, undefined]);
  const own = { ...ownSite, origin: desk.deskUrl };
  expect((await send(desk, 'POST', '/api/session', own, { ticket })).status).toBe(200);
});

test('the page itself may do everything, also by typing an address', async () => {
  const desk = await startDesk();
  const session = await signIn(desk);
  for (const headers of [{}, ownSite, { ...ownSite, origin: desk.deskUrl }, { 'sec-fetch-site': 'none' }]) {
    expect((await send(desk, 'POST', '/api/reset', { ...session, ...headers })).status).toBe(204);
  }
});

test('a name that was made to resolve to this machine gets nothing, session or not', async () => {
  const desk = await startDesk();
  const session = await signIn(desk);
  for (const path of ['/', '/api/keys', '/api/session', '/api/stream']) {
    const answer = await speak(
      desk.deskUrl,
      `GET ${path} HTTP/1.1\r\nhost: evil.test\r\norigin: http://evil.test\r\n${sessionHeader}: ${session[sessionHeader]}\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(bodyOf(answer).detailedErrorCode).toBe(40302);
  }
});

test('no other page may read anything: there is no CORS', async () => {
  const desk = await startDesk();
  const session = await signIn(desk);
  const asking = { origin: 'https://evil.test', 'access-control-request-method': 'POST' };
  for (const [method, path, headers] of [
    ['OPTIONS', '/api/keys', { ...asking, ...session }],
    ['OPTIONS', '/', asking],
    ['GET', '/api/keys', session],
    ['GET', '/', asking],
  ] as const) {
    const answer = await send(desk, method, path, headers);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers['cross-origin-resource-policy'] ?? 'refused').toMatch(/same-origin|refused/);
  }
});

test.each(['/%61pi/keys', '/api/%6Beys', '//api/keys', '/api/docs/../keys', '/./api/keys', '/API/keys'])(
  'no spelling of an address goes around the guard: %s',
  async (path) => {
    const desk = await startDesk();
    const answer = await speak(
      desk.deskUrl,
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).not.toContain('the-key');
    expect(desk.calls).toEqual([]);
  },
);

test('a wrong token, another secret, and one of another name for this machine open nothing', async () => {
  const desk = await startDesk();
  const value = (await signIn(desk))[sessionHeader] as string;
  const wrong: Headers[] = [
    { authorization: 'Bearer wrong' },
    { authorization: 'Bearer ' },
    { authorization: `Bearer ${value}` },
    { [sessionHeader]: value.slice(1) },
    { [sessionHeader]: '' },
    { [sessionHeader]: `${value.toLowerCase()}x` },
    { [sessionHeader]: value, host: `localhost:${new URL(desk.deskUrl).port}` },
    { [sessionHeader]: value, host: '127.0.0.1:9' },
  ];
  for (const headers of wrong) {
    expect([headers, (await send(desk, 'GET', '/api/keys', headers)).status]).toEqual([headers, 401]);
  }
  expect(desk.calls).toEqual([]);
});

const minute = 60_000;
const origin = 'http://127.0.0.1:4411';

test('tickets last ten minutes, and the oldest of a few gives way', () => {
  const clock = new VirtualClock(0);
  const sessions = createSessions(clock);
  const tickets = Array.from({ length: 6 }, () => {
    clock.set(clock.now() + minute);
    return sessions.issueTicket().ticket;
  });
  expect(sessions.begin(tickets[0] as string, origin)).toBeUndefined();
  expect(sessions.begin(tickets[1] as string, origin)).toBeDefined();
  expect(sessions.begin(tickets[1] as string, origin)).toBeUndefined();
  clock.set(13 * minute);
  expect(sessions.begin(tickets[2] as string, origin)).toBeUndefined();
  expect(sessions.begin(tickets[3] as string, origin)).toBeDefined();
});

test('a session lasts twelve hours after its last use, and there are at most twenty', () => {
  const clock = new VirtualClock(0);
  const sessions = createSessions(clock);
  const begin = (): string => sessions.begin(sessions.issueTicket().ticket, origin) as string;
  const session = begin();
  let over = 0;
  sessions.whenEnded(session, () => {
    over += 1;
  });
  for (const hours of [11, 22, 33]) {
    clock.set(hours * 60 * minute);
    expect(sessions.use(session, origin)).toEqual({});
  }
  clock.set((33 + 12) * 60 * minute);
  expect([sessions.use(session, origin), over]).toEqual([undefined, 1]);

  const all = Array.from({ length: 21 }, () => {
    clock.set(clock.now() + 1);
    return begin();
  });
  expect(all.findIndex((one) => sessions.use(one, origin) !== undefined)).toBe(1);
});

test('a process that no longer has the desk keeps no session of people: who left meanwhile is not known there', () => {
  const sessions = createSessions(new VirtualClock(1_800_000_000_000));
  const [origin, other] = ['http://127.0.0.1', 'http://localhost'];
  const own = sessions.begin(sessions.issueTicket().ticket, origin) as string;
  const theirs = sessions.open({ personId: 'bo' }, other);
  const ended: string[] = [];
  sessions.whenEnded(theirs, () => ended.push('theirs'));
  sessions.endOfPeople();
  expect([sessions.use(theirs, other), sessions.countOf('bo'), ended]).toEqual([undefined, 0, ['theirs']]);
  expect(sessions.use(own, origin)).toEqual({});
});
