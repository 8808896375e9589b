import { expect, test } from 'vitest';
import type { IssuedToken } from '#contract/people.ts';
import { sessionHeader } from '#contract/session-header.ts';
import { callAs } from '#test/support/call-as.ts';
import { peopled } from '#test/support/team-desk.ts';

type Desk = Awaited<ReturnType<typeof peopled>>;
type Headers = Record<string, string>;

const call = (desk: Desk, ...asked: Parameters<ReturnType<typeof callAs>>) => callAs(desk.deskUrl)(...asked);

const headersOf = (desk: Desk, who: string): Headers => desk.callers[who]?.headers ?? {};

/** What a page has after somebody pasted an access token. */
const sessionOf = async (desk: Desk, who: string): Promise<Headers> => {
  const token = headersOf(desk, who).authorization?.slice('Bearer '.length);
  const { status, body } = await call(desk, {}, 'POST', '/api/session', { token });
  expect([status, body.mode]).toEqual([200, 'person']);
  return { [sessionHeader]: body.session };
};

test('a page signs in with an access token, and acts under the name of its person alone', async () => {
  const desk = await peopled();
  expect((await call(desk, {}, 'GET', '/api/session/ways')).body).toEqual({ people: true });
  expect((await call(desk, {}, 'GET', '/api/session')).body.detailedErrorCode).toBe(45001);
  const session = await sessionOf(desk, 'engineer');
  expect((await call(desk, session, 'GET', '/api/session')).body.person).toMatchObject({
    login: 'eve.engineer@example.com',
    grants: [{ role: 'engineer', scope: 'desk' }],
  });
  const claimed = { ...session, 'x-carryover-actor': 'Somebody Else' };
  const noted = await call(desk, claimed, 'POST', `/api/cases/${desk.caseId}/notes`, { text: 'seen' });
  expect(noted.body.notes[0].by).toBe('Eve Engineer <eve.engineer@example.com>');
  // A session of one origin is none of another.
  const other = await fetch(`${desk.deskUrl.replace('127.0.0.1', 'localhost')}/api/cases`, {
    headers: session,
  });
  expect(other.status).toBe(401);
});

test('without people nobody can claim to be signed in', async () => {
  const { startDesk } = await import('#test/support/start-desk.ts');
  const { deskUrl, authorization } = await startDesk();
  const headers = { authorization, 'x-carryover-actor': encodeURIComponent('Eve <eve@example.com>') };
  const body = JSON.stringify({ name: 'acme', integrator: 'Acme' });
  const answer = await fetch(`${deskUrl}/api/cases`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  const refused = (await answer.json()) as { validation: { errors: { itemId: string }[] } };
  expect([answer.status, refused.validation.errors[0]?.itemId]).toEqual([400, 'x-carryover-actor']);
});

test('a person who leaves is out at once: sessions, tokens and streams; entries stay, with the name', async () => {
  const desk = await peopled();
  const { engineer } = desk.people;
  const session = await sessionOf(desk, 'engineer');
  await call(desk, session, 'POST', `/api/cases/${desk.caseId}/notes`, { text: 'before leaving' });
  const streams = await Promise.all(
    [session, headersOf(desk, 'engineer')].map((headers) => fetch(`${desk.deskUrl}/api/stream`, { headers })),
  );
  const ends = streams.map((response) => response.text());
  await desk.made('POST', `/api/people/${engineer.id}/leave`);
  await Promise.all(ends);
  for (const headers of [session, headersOf(desk, 'engineer')])
    expect((await call(desk, headers, 'GET', '/api/cases')).status).toBe(401);
  const entries = await call(desk, headersOf(desk, 'viewer'), 'GET', `/api/cases/${desk.caseId}/entries`);
  expect(entries.body.results.at(-1)).toMatchObject({
    kind: 'note.added',
    actor: 'Eve Engineer <eve.engineer@example.com>',
  });
  const known = await call(desk, headersOf(desk, 'viewer'), 'GET', '/api/people/names');
  expect(known.body.results).toContainEqual(expect.objectContaining({ name: 'Eve Engineer', state: 'left' }));
  // It comes back with roles, and signs in anew.
  await desk.made('POST', `/api/people/${engineer.id}/rejoin`);
  expect((await call(desk, headersOf(desk, 'engineer'), 'GET', '/api/cases')).status).toBe(401);
});

test('lists show what somebody may see, and nothing else is counted or found', async () => {
  const desk = await peopled();
  const of = (who: string, method: string, path: string, body?: unknown) =>
    call(desk, headersOf(desk, who), method, path, body);
  const names = async (who: string) =>
    (await of(who, 'GET', '/api/cases')).body.results.map(({ name }: { name: string }) => name).sort();
  expect(await names('viewer')).toEqual(['acme', 'other']);
  expect(await names('engineer of the target')).toEqual(['acme']);
  expect(await names('engineer of another case')).toEqual(['other']);
  expect(await names('token of an engineer for the case')).toEqual(['acme']);
  const who = 'engineer of another case';
  expect((await of(who, 'GET', '/api/cases?limit=1')).body).toMatchObject({ total: 1 });
  expect((await of(who, 'POST', '/api/cases/counts', { filters: [{}] })).body).toMatchObject({
    counts: [1],
    total: 1,
  });
  expect((await of(who, 'GET', '/api/cases/find?reference=acme')).status).toBe(404);
  const ids = [desk.caseId, desk.otherCase];
  expect((await of(who, 'POST', '/api/cases/by-id', { ids })).body.total).toBe(1);
  expect((await of(who, 'GET', '/api/targets')).body.results).toEqual([]);
  expect((await of('engineer of the target', 'GET', '/api/targets')).body.results).toHaveLength(1);
  const bulk = { selection: { ids }, action: { kind: 'assign', owner: 'Els' } };
  const job = await of(who, 'POST', '/api/cases/bulk', bulk);
  const ended = await of(who, 'POST', `/api/jobs/${job.body.id}/cancel`);
  expect(ended.body.result.items.map(({ name }: { name: string }) => name)).toEqual(['other']);
  // A job of several cases is its starter's.
  expect((await of('engineer of the target', 'GET', `/api/jobs/${job.body.id}`)).status).toBe(404);
});

test('a case can be moved only to a target at which the person works', async () => {
  const desk = await peopled();
  const of = (method: string, path: string, body?: unknown) =>
    call(desk, headersOf(desk, 'engineer of the target'), method, path, body);
  const moved = await of('PATCH', `/api/cases/${desk.caseId}`, {
    revision: 1,
    changes: { targetId: 'local' },
  });
  expect([moved.status, moved.body.detailedErrorCode]).toEqual([403, 45010]);
  const opened = await of('POST', '/api/cases', {
    name: 'mine',
    integrator: 'Mine',
    targetId: desk.targetId,
  });
  expect(opened.status).toBe(200);
  expect((await of('POST', '/api/cases', { name: 'not', integrator: 'Not' })).status).toBe(403);
  const check = { caseId: desk.caseId, configuration: { targetId: 'local' } };
  expect((await of('POST', '/api/checks', check)).status).toBe(403);
});

test('an access token makes no access tokens, and what it made it can end', async () => {
  const desk = await peopled();
  const byToken = await call(desk, headersOf(desk, 'engineer'), 'POST', '/api/account/tokens', {
    name: 'mine',
  });
  expect([byToken.status, byToken.body.detailedErrorCode]).toEqual([403, 45013]);
  const session = await sessionOf(desk, 'engineer');
  const made = await call(desk, session, 'POST', '/api/account/tokens', { name: 'mine', days: 1 });
  expect([made.status, made.body.token]).toEqual([200, expect.stringMatching(/^carryover_pat_/)]);
  const shown = await call(desk, session, 'GET', '/api/account');
  expect(shown.body.tokens.at(-1)).toMatchObject({ name: 'mine', ending: made.body.token.slice(-4) });
  expect(JSON.stringify(shown.body)).not.toContain(made.body.token);
  const bearer = { authorization: `Bearer ${made.body.token}` };
  expect((await call(desk, bearer, 'GET', '/api/cases')).status).toBe(200);
  await call(desk, session, 'DELETE', `/api/account/tokens/${made.body.id}`);
  expect((await call(desk, bearer, 'GET', '/api/cases')).status).toBe(401);
});

test('with an access token those end that were created in its sessions, and in sessions of these, and no others', async () => {
  const { deskUrl, made, people } = await peopled();
  const { admin, engineer } = people;
  const given = await made<IssuedToken>('POST', `/api/people/${admin.id}/tokens`, { name: 'given' });
  const other = await made<IssuedToken>('POST', `/api/people/${admin.id}/tokens`, { name: 'other' });
  const post = async <T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const sent = { ...headers, origin: deskUrl, 'content-type': 'application/json' };
    const response = await fetch(deskUrl + path, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify(body),
    });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as T;
  };
  const sessionBy = async ({ token }: IssuedToken) => ({
    'x-carryover-session': (await post<{ session: string }>('/api/session', { token })).session,
    origin: deskUrl,
  });
  const first = await sessionBy(given);
  const child = await post<IssuedToken>('/api/account/tokens', { name: 'child' }, first);
  const grandchild = await post<IssuedToken>(
    `/api/people/${admin.id}/tokens`,
    { name: 'grandchild' },
    await sessionBy(child),
  );
  const ofOther = await post<IssuedToken>(`/api/people/${engineer.id}/tokens`, { name: 'for Eve' }, first);
  expect([child.parentId, grandchild.parentId, ofOther.parentId]).toEqual([given.id, child.id, undefined]);
  await made('DELETE', `/api/people/${admin.id}/tokens/${given.id}`);
  const statusOf = async (headers: Record<string, string>) =>
    (await fetch(`${deskUrl}/api/account`, { headers })).status;
  const by = ({ token }: IssuedToken) => statusOf({ authorization: `Bearer ${token}` });
  expect(await Promise.all([given, child, grandchild].map(by))).toEqual([401, 401, 401]);
  expect(await statusOf(first)).toBe(401);
  expect(await Promise.all([other, ofOther].map(by))).toEqual([200, 200]);
});
