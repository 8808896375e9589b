import { expect, test, vi } from 'vitest';
import { VirtualClock } from '#base/clock.ts';
import { openPeople } from '#desk/people/index.ts';
import type { Oidc, Presence } from '#desk/people/oidc/oidc.ts';
import { createSignIn } from '#desk/people/sign-in/index.ts';
import { outageMs, type SignInState, suspensionAt, unaskedMs } from '#desk/people/sign-in/standing.ts';
import { openStandings } from '#desk/people/sign-in/standings.ts';
import { dropPersonSignIns, putPersonSignIn, readPersonSignIns } from '#desk/store/person-sign-ins.ts';
import { testDeskContext } from '#test/support/desk-context.ts';
import { providerDesk } from '#test/support/oidc/provider-desk.ts';
import { virtualTime } from '#test/support/virtual-time.ts';

type Desk = Awaited<ReturnType<typeof providerDesk>>;
type Headers = Record<string, string>;

const minuteMs = 60_000;

const codeOf = async (desk: Desk, headers: Headers): Promise<number | undefined> =>
  (await desk.call(headers, 'GET', '/api/cases')).body.detailedErrorCode;

/** Requests are answered by what the provider said, which takes a moment of the real time. */
const becomes = (desk: Desk, headers: Headers, code: number | undefined) =>
  vi.waitFor(async () => expect(await codeOf(desk, headers)).toBe(code), { timeout: 5000, interval: 20 });

const withBo = async (refreshes = true) => {
  const desk = await providerDesk({ refreshes });
  const bo = await desk.addPerson('bo@desk.example', 'Bo');
  desk.account('bo', {});
  const session = await desk.sessionOf('bo');
  const token = await desk.tokenOf(bo);
  return { desk, bo, session, token };
};

test('an account is disabled at the provider: sessions, tokens and streams end within a minute, entries stay', async () => {
  const { desk, bo, session, token } = await withBo();
  const { body: made } = await desk.call(session, 'POST', '/api/cases', { name: 'acme', integrator: 'Acme' });
  const streams = await Promise.all(
    [session, token].map((headers) => fetch(`${desk.deskUrl}/api/stream`, { headers })),
  );
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  // Asked again and again, by a refresh token that changes each time.
  for (const _ of [1, 2, 3]) {
    const before = desk.provider.refreshed();
    desk.time.pass(30_000);
    await vi.waitFor(() => expect(desk.provider.refreshed()).toBe(before + 1));
    await becomes(desk, session, undefined);
  }
  desk.provider.accounts.delete('bo');
  desk.time.pass(minuteMs);
  await becomes(desk, session, 45003);
  await Promise.all(streams.map((stream) => stream.text()));
  const refused = await desk.call(token, 'POST', '/api/cases', { name: 'other', integrator: 'Other' });
  expect([refused.status, refused.body.detailedErrorCode]).toEqual([401, 45003]);
  expect(refused.body.error).toContain('Bo is not let in');
  const again = await desk.call({}, 'POST', '/api/session', {
    token: token.authorization?.slice('Bearer '.length),
  });
  expect([again.status, again.body.detailedErrorCode]).toEqual([401, 45003]);
  expect((await desk.call(session, 'GET', '/api/session')).body.detailedErrorCode).toBe(45003);

  const admin = await desk.sessionOf();
  const entries = await desk.call(admin, 'GET', `/api/cases/${made.id}/entries`);
  expect(entries.body.results[0].actor).toBe('Bo <bo@desk.example>');
  const shown = (await desk.call(admin, 'GET', '/api/people')).body.results[1];
  expect(shown).toMatchObject({ id: bo.id, state: 'active', suspended: { why: 'refused' }, sessions: 0 });
  const told = await (await fetch(`${desk.deskUrl}/api/audit/events`, { headers: admin })).text();
  expect(told.match(/"kind":"person.refused"/g)).toHaveLength(1);

  // The account is back: a new sign-in lets tokens in again, and no session of before.
  desk.account('bo', {});
  desk.time.pass(minuteMs);
  expect(await codeOf(desk, token)).toBe(45003);
  const anew = await desk.sessionOf('bo');
  expect([await codeOf(desk, anew), await codeOf(desk, token)]).toEqual([undefined, undefined]);
  expect(await codeOf(desk, session)).toBe(45001);
});

test('a provider that is down suspends nobody for 15 minutes, and lets them back in when it responds', async () => {
  const { desk, session, token } = await withBo();
  await desk.provider.stop();
  desk.time.pass(14 * minuteMs);
  await becomes(desk, session, undefined);
  desk.time.pass(minuteMs);
  expect([await codeOf(desk, session), await codeOf(desk, token)]).toEqual([45003, 45003]);
  await desk.provider.startAgain();
  await vi.waitFor(
    async () => {
      desk.time.pass(30_000);
      expect([await codeOf(desk, session), await codeOf(desk, token)]).toEqual([undefined, undefined]);
    },
    { timeout: 5000, interval: 50 },
  );
});

test('an unlinked person is not asked about: tokens work again, and an admin decides', async () => {
  const { desk, bo, token } = await withBo();
  desk.provider.accounts.delete('bo');
  desk.time.pass(30_000);
  await becomes(desk, token, 45003);
  await desk.made('DELETE', `/api/people/${bo.id}/provider`);
  desk.time.pass(30_000);
  expect(await codeOf(desk, token)).toBeUndefined();
});

test('until when a sign-in holds, by what the provider said last', () => {
  const at = (state: Partial<SignInState>, nowMs: number) =>
    suspensionAt({ signedInMs: 0, yesMs: 0, ...state }, nowMs)?.why;
  expect([at({}, outageMs - 1), at({}, outageMs)]).toEqual([undefined, 'unreachable']);
  expect(at({ yesMs: 10 * outageMs }, 11 * outageMs - 1)).toBeUndefined();
  const mute = { cannotSay: true } as const;
  expect([at(mute, unaskedMs - 1), at(mute, unaskedMs)]).toEqual([undefined, 'unknown']);
  // What was said last does not make it last longer.
  expect(at({ ...mute, yesMs: unaskedMs - 1 }, unaskedMs)).toBe('unknown');
  expect([at({ noMs: 5 }, 5), at({ ...mute, noMs: 5 }, 6)]).toEqual(['refused', 'refused']);
  expect(suspensionAt({ signedInMs: 0, yesMs: 0 }, 2 * outageMs)?.since).toBe('1970-01-01T00:15:00.000Z');
});

const account = { issuer: 'https://login.example', subject: 'bo' };

/** Two people, one of them linked, over a provider that says what a test wants. */
const asked = async () => {
  const context = await testDeskContext();
  const time = virtualTime();
  const answers: Presence[] = [];
  const handles: string[] = [];
  const oidc: Oidc = {
    issuer: account.issuer,
    begin: () => Promise.reject(new Error('not here')),
    finish: async () => ({
      ...account,
      emailVerified: true,
      email: 'bo@desk.example',
      sessionHandle: 'first',
    }),
    async stillThere(handle) {
      handles.push(handle);
      return answers.shift() ?? { there: 'yes', sessionHandle: `${handle}+` };
    },
    close: async () => {},
  };
  const open = async () => {
    const standings = await openStandings(context, time);
    const { every } = time;
    const people = await openPeople(context, time, { every, suspensionOf: standings.suspensionOf });
    const parts = { oidc, people, standings, time, log: context.log, endSessions: () => {} };
    return { standings, people, signIn: createSignIn(parts) };
  };
  return { context, time, answers, handles, open };
};

const rights = [{ role: 'admin', scope: 'desk' }] as const;

test('what the provider gives for the next question is kept before that, across a restart', async () => {
  const { context, time, answers, handles, open } = await asked();
  const before = await open();
  const { id } = await before.people.add(
    { login: 'bo@desk.example', name: 'Bo', grants: [...rights] },
    'root',
  );
  await before.signIn.finish('', '');
  await before.signIn.start();
  before.signIn.stop();
  const [row] = await context.store.read(readPersonSignIns);
  expect(row?.content.toString('latin1')).not.toContain('first');
  time.pass(outageMs);
  // It was not asked for long: the first round says who is let in.
  const after = await open();
  expect(after.people.callerOf(id)).toBeUndefined();
  await after.signIn.start();
  expect(after.people.callerOf(id)).toBeDefined();
  expect(handles).toEqual(['first', 'first+']);
  answers.push({ there: 'unknown', why: 'cannotSay' }, { there: 'unknown', why: 'unreachable' });
  const until = (done: () => void) =>
    vi.waitFor(
      () => {
        time.pass(30_000);
        done();
      },
      { timeout: 5000, interval: 20 },
    );
  await until(() => expect(answers).toHaveLength(1));
  await vi.waitFor(() => expect(after.standings.known().get(id)?.cannotSay).toBe(true));
  // An outage beside it changes nothing.
  await until(() => expect(answers).toHaveLength(0));
  after.signIn.stop();
  time.pass(outageMs);
  expect(after.people.callerOf(id)).toBeDefined();
  time.pass(unaskedMs);
  expect(after.people.suspensionOf(id)?.why).toBe('unknown');
});

test('a sign-in whose row is lost, was changed, or is of another account has to be repeated', async () => {
  const { context, open } = await asked();
  const first = await open();
  const { id } = await first.people.add(
    { login: 'bo@desk.example', name: 'Bo', grants: [...rights] },
    'root',
  );
  await first.signIn.finish('', '');
  expect(first.people.callerOf(id)).toBeDefined();
  const rows = await context.store.read(readPersonSignIns);
  const why = async () => (await open()).people.suspensionOf(id)?.why;
  expect(await why()).toBeUndefined();
  await context.store.write((tx) => dropPersonSignIns(tx));
  expect(await why()).toBe('unknown');
  for (const { content } of rows) {
    const changed = Buffer.from(content);
    changed[20] = (changed[20] ?? 0) ^ 1;
    await context.store.write((tx) => putPersonSignIn(tx, { person_id: id, content: changed }));
    expect(await why()).toBe('unknown');
    await context.store.write((tx) => putPersonSignIn(tx, { person_id: id, content }));
    expect(await why()).toBeUndefined();
  }
  const other = await open();
  await other.people.unlink(id, 'root');
  expect(await why()).toBeUndefined();
  await other.people.link(id, { ...account, subject: 'another' });
  expect(await why()).toBe('unknown');
  // Where nobody asks about it any more, it is dropped.
  await other.signIn.start();
  other.signIn.stop();
  expect(await context.store.read(readPersonSignIns)).toEqual([]);
});

test('an answer about a sign-in that was repeated meanwhile says nothing of the new one', async () => {
  const context = await testDeskContext();
  const clock = new VirtualClock(1_800_000_000_000);
  const standings = await openStandings(context, clock);
  const person = {
    id: context.newId(),
    login: 'bo',
    name: 'Bo',
    added: '',
    grants: [],
    keys: [],
    tokens: [],
    provider: account,
  };
  await standings.begin(person.id, account, 'first');
  const asked = standings.known().get(person.id);
  if (asked === undefined) throw new Error('not kept');
  await standings.begin(person.id, account, 'second');
  await standings.note(person, asked, { there: 'no' });
  expect(standings.suspensionOf(person)).toBeUndefined();
  expect(standings.known().get(person.id)?.handle).toBe('second');
});
