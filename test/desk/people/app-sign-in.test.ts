import { hash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { VirtualClock } from '#base/clock.ts';
import type { AuditEvent } from '#contract/audit.ts';
import type { TokenRequest } from '#contract/people.ts';
import { sessionHeader } from '#contract/session-header.ts';
import { createAppCodes } from '#desk/api/app-codes.ts';
import { callAs } from '#test/support/call-as.ts';
import { peopled } from '#test/support/team-desk.ts';

type Headers = Record<string, string>;

const newVerifier = (): string => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string): string => hash('sha256', verifier, 'base64url');

const appDesk = async () => {
  const desk = await peopled();
  const call = callAs(desk.deskUrl);
  /** Of a page. */
  const sessionBy = async (bearer: Headers): Promise<Headers> => {
    const token = bearer.authorization?.slice('Bearer '.length);
    return { [sessionHeader]: (await call({}, 'POST', '/api/session', { token })).body.session };
  };
  const sessionOf = async (request: Partial<TokenRequest> = {}) =>
    sessionBy(await desk.headersOf(desk.people.engineer, request));
  const ask = (headers: Headers, verifier: string, name = 'command line on laptop') =>
    call(headers, 'POST', '/api/session/app-codes', { challenge: challengeOf(verifier), name });
  const redeem = (code: string, verifier: string, headers: Headers = {}) =>
    call(headers, 'POST', '/api/session/app-token', { code, verifier });
  return { ...desk, callAs: call, sessionBy, sessionOf, ask, redeem };
};

const refused = ({ status, body }: { status: number; body: { detailedErrorCode?: number } }) => [
  status,
  body.detailedErrorCode,
];

test('a program gets an access token of the person who agreed, once, and the journal says so', async () => {
  const desk = await appDesk();
  const session = await desk.sessionOf();
  const verifier = newVerifier();
  const { status, body } = await desk.ask(session, verifier);
  expect([status, Object.keys(body)]).toEqual([200, ['code', 'expires']]);
  const issued = await desk.redeem(body.code, verifier);
  expect([issued.status, issued.body]).toEqual([
    200,
    expect.objectContaining({ name: 'command line on laptop', access: 'all', scope: 'desk' }),
  ]);
  const bearer = { authorization: `Bearer ${issued.body.token}` };
  const account = await desk.callAs(bearer, 'GET', '/api/account');
  expect(account.body).toMatchObject({ login: 'eve.engineer@example.com', byToken: true });
  expect(refused(await desk.redeem(body.code, verifier))).toEqual([401, 45081]);

  const admin = desk.callers.admin?.headers ?? {};
  const text = await (await fetch(`${desk.deskUrl}/api/audit/events`, { headers: admin })).text();
  const events = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuditEvent]));
  expect(events.filter(({ kind }) => kind === 'token.issued').at(-1)?.actor).toBe(
    'Eve Engineer <eve.engineer@example.com>',
  );
  expect(text).not.toContain(issued.body.token);
});

test('a wrong verifier ends the code, and no other page exchanges one', async () => {
  const desk = await appDesk();
  const session = await desk.sessionOf();
  const verifier = newVerifier();
  const { code } = (await desk.ask(session, verifier)).body;
  expect(refused(await desk.redeem(code, newVerifier()))).toEqual([401, 45083]);
  expect(refused(await desk.redeem(code, verifier))).toEqual([401, 45081]);
  expect(refused(await desk.redeem('never-issued', verifier))).toEqual([401, 45081]);
  const other = (await desk.ask(session, verifier)).body.code;
  const foreign = await desk.redeem(other, verifier, { origin: 'http://127.0.0.1:9' });
  expect(refused(foreign)).toEqual([403, 41102]);
  expect((await desk.redeem(other, verifier)).status).toBe(200);
});

test('nobody agrees by an access token, and a token never reaches further than the session', async () => {
  const desk = await appDesk();
  const verifier = newVerifier();
  const byToken = await desk.ask(desk.callers.engineer?.headers ?? {}, verifier);
  expect(refused(byToken)).toEqual([403, 45013]);
  expect(refused(await desk.ask({}, verifier))).toEqual([401, 45001]);
  const narrow = await desk.sessionOf({ access: 'read', scope: `case:${desk.caseId}` });
  const { code } = (await desk.ask(narrow, verifier)).body;
  expect((await desk.redeem(code, verifier)).body).toMatchObject({
    access: 'read',
    scope: `case:${desk.caseId}`,
  });
  const own = (request: object) => desk.callAs(narrow, 'POST', '/api/account/tokens', request);
  expect(refused(await own({ name: 'wide' }))).toEqual([403, 45013]);
  expect(refused(await own({ name: 'wide', access: 'read' }))).toEqual([403, 45013]);
  const same = { name: 'same', access: 'read', scope: `case:${desk.caseId}` };
  expect((await own(same)).status).toBe(200);
});

test('a code of somebody whose access ended is of no use', async () => {
  const desk = await appDesk();
  const verifier = newVerifier();
  const issued = await desk.made<{ id: string; token: string }>(
    'POST',
    `/api/people/${desk.people.engineer.id}/tokens`,
    { name: 'for the page' },
  );
  const session = await desk.sessionBy({ authorization: `Bearer ${issued.token}` });
  const { code } = (await desk.ask(session, verifier)).body;
  await desk.made('DELETE', `/api/people/${desk.people.engineer.id}/tokens/${issued.id}`);
  expect(refused(await desk.redeem(code, verifier))).toEqual([401, 45084]);
  const left = (await desk.ask(await desk.sessionOf(), verifier)).body.code;
  await desk.made('POST', `/api/people/${desk.people.engineer.id}/leave`);
  expect(refused(await desk.redeem(left, verifier))).toEqual([401, 45081]);
});

test('a code lasts two minutes, and of each person the newest five do', () => {
  const clock = new VirtualClock(0);
  const codes = createAppCodes(clock);
  const caller = (personId: string) => ({
    personId,
    login: personId,
    name: personId,
    rights: { grants: [], within: 'desk', readsOnly: false },
  });
  const verifier = newVerifier();
  const issue = (personId: string) => codes.issue(caller(personId), challengeOf(verifier), 'cli').code;
  const [late, inTime] = [issue('ada'), issue('ada')];
  clock.set(119_999);
  expect(codes.redeem(inTime, verifier)).toMatchObject({ personId: 'ada', name: 'cli' });
  clock.set(120_000);
  expect(() => codes.redeem(late, verifier)).toThrow(expect.objectContaining({ code: 'appSignIn.expired' }));
  const other = issue('bo');
  const many = Array.from({ length: 6 }, () => issue('ada'));
  const works = [other, ...many].map((code) => {
    try {
      return codes.redeem(code, verifier).personId;
    } catch {
      return undefined;
    }
  });
  expect(works).toEqual(['bo', undefined, 'ada', 'ada', 'ada', 'ada', 'ada']);
});
