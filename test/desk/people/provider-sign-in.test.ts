import { expect, test } from 'vitest';
import type { AuditEvent } from '#contract/audit.ts';
import { providerDesk } from '#test/support/oidc/provider-desk.ts';
import { clientId } from '#test/support/oidc/real-provider.ts';
import { startDesk } from '#test/support/start-desk.ts';

const refused = ({ status, body }: { status: number; body: { detailedErrorCode?: number } }) => [
  status,
  body.detailedErrorCode,
];

test('a person signs in at the provider, is linked by the verified address, and acts under the name', async () => {
  const desk = await providerDesk();
  const { issuer } = desk.provider;
  desk.provider.accounts.set('ada', { email: 'Ada@Desk.example', email_verified: true, name: 'A. L.' });
  expect((await desk.call({}, 'GET', '/api/session/ways')).body).toEqual({
    people: true,
    provider: { issuer, host: new URL(issuer).host },
  });
  const { status, body } = await desk.signIn();
  expect([status, body.mode, body.person]).toEqual([
    200,
    'person',
    {
      id: desk.ada.id,
      login: 'ada@desk.example',
      name: 'Ada Lovelace',
      grants: [{ role: 'admin', scope: 'desk' }],
      readsOnly: false,
    },
  ]);
  const session = { 'x-carryover-session': body.session };
  const made = await desk.call(session, 'POST', '/api/people', { login: 'bo@desk.example', name: 'Bo' });
  expect(made.status).toBe(200);
  const account = await desk.call(session, 'GET', '/api/account');
  expect(account.body).toMatchObject({ byToken: false, provider: { issuer, subject: 'ada' }, sessions: 1 });
  // The second time it is known by the account: its address may be another one by now.
  desk.provider.accounts.set('ada', { email: 'lovelace@desk.example', email_verified: true });
  expect((await desk.signIn()).body.person.id).toBe(desk.ada.id);

  const text = await (await fetch(`${desk.deskUrl}/api/audit/events`, { headers: session })).text();
  const kinds = text.split('\n').flatMap((line) => {
    if (line === '') return [];
    const { kind, actor } = JSON.parse(line) as AuditEvent;
    return [`${kind} ${actor}`];
  });
  expect(kinds.filter((kind) => /linked|signedIn/.test(kind))).toEqual([
    'person.linked Ada Lovelace <ada@desk.example>',
    'person.signedIn Ada Lovelace <ada@desk.example>',
    'person.signedIn Ada Lovelace <ada@desk.example>',
  ]);
});

test('a sign-in is completed once, by the page that began it', async () => {
  const desk = await providerDesk();
  const { url, flow } = await desk.begin();
  const callback = await desk.provider.signIn(url);
  // Another page has a flow of its own, or none: the response is not its own.
  const other = await desk.begin();
  expect(refused(await desk.complete(other.flow, callback))).toEqual([401, 41601]);
  expect(refused(await desk.complete('', callback))).toEqual([400, expect.any(Number)]);
  expect(refused(await desk.complete(`${flow.slice(0, -2)}AA`, callback))).toEqual([401, 41600]);
  const foreign = await fetch(`${desk.deskUrl}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
    body: JSON.stringify({ flow, callback }),
  });
  expect(foreign.status).toBe(403);
  expect((await desk.complete(flow, callback)).status).toBe(200);
  expect(refused(await desk.complete(flow, callback))).toEqual([401, 41600]);
  // At another address, which the provider does not send back to, none is begun.
  const elsewhere = await fetch(`${desk.deskUrl.replace('127.0.0.1', 'localhost')}/api/session/provider`, {
    method: 'POST',
  });
  const answer = (await elsewhere.json()) as { detailedErrorCode: number; error: string };
  expect([elsewhere.status, answer.detailedErrorCode]).toEqual([409, 45035]);
  expect(answer.error).toContain(`Open ${desk.deskUrl} and sign in there.`);
  expect(refused(await desk.call({}, 'POST', '/api/session/provider', {}))).toEqual([200, undefined]);
  const visitor = await fetch(`${desk.deskUrl}/api/session/provider`, {
    method: 'POST',
    headers: { origin: 'https://elsewhere.example' },
  });
  expect(visitor.status).toBe(403);
});

test('an account that is nobody here is told what to ask for, and so is one whose person left', async () => {
  const desk = await providerDesk();
  const bo = await desk.addPerson('bo@desk.example', 'Bo');
  const why = async (account: string, claims: Record<string, unknown>): Promise<string> => {
    desk.account(account, claims);
    const { status, body } = await desk.signIn(account);
    expect([status, body.detailedErrorCode]).toEqual([403, 45015]);
    return body.error;
  };
  expect(await why('eve', {})).toContain('you in as eve@desk.example, and nobody on this desk has that');
  expect(await why('bo', { email_verified: false })).toContain('does not say that this address was verified');
  expect(await why('bo', { email: undefined })).toContain('told no e-mail address');
  // The Kelvin sign becomes a k in lower case.
  await desk.addPerson('kim@desk.example', 'Kim');
  expect(await why('kelvin', { email: '\u212Aim@desk.example' })).toContain('told no e-mail address');
  expect(desk.provider.accounts.size).toBeGreaterThan(1);
  desk.account('bo', {});
  const session = await desk.sessionOf('bo');
  await desk.made('POST', `/api/people/${bo.id}/leave`);
  expect(refused(await desk.signIn('bo'))).toEqual([403, 45016]);
  // One who left before the first sign-in is not linked.
  const kim = (await desk.call(desk.operator, 'GET', '/api/people')).body.results.at(-1);
  await desk.made('POST', `/api/people/${kim.id}/leave`);
  desk.account('kim', {});
  expect(refused(await desk.signIn('kim'))).toEqual([403, 45016]);
  // A session of before is none after the return.
  await desk.made('POST', `/api/people/${bo.id}/rejoin`);
  expect((await desk.call(session, 'GET', '/api/cases')).status).toBe(401);
  expect((await desk.signIn('bo')).status).toBe(200);
});

test('one account for one person: another is refused until an admin unlinks the first', async () => {
  const desk = await providerDesk();
  const bo = await desk.addPerson('bo@desk.example', 'Bo');
  desk.account('bo', {});
  const session = await desk.sessionOf('bo');
  // The address was given to somebody else at the provider.
  desk.account('other', { email: 'bo@desk.example' });
  const { status, body } = await desk.signIn('other');
  expect([status, body.detailedErrorCode]).toEqual([403, 45015]);
  expect(body.error).toContain('Bo signs in by another account');
  const ofEngineer = await desk.call(session, 'DELETE', `/api/people/${bo.id}/provider`);
  expect(ofEngineer.status).toBe(403);
  const unlinked = await desk.call(await desk.sessionOf(), 'DELETE', `/api/people/${bo.id}/provider`);
  expect([unlinked.status, unlinked.body.provider, unlinked.body.sessions]).toEqual([200, undefined, 0]);
  expect((await desk.call(session, 'GET', '/api/account')).status).toBe(401);
  expect((await desk.signIn('other')).body.person.id).toBe(bo.id);
  expect(refused(await desk.signIn('bo'))).toEqual([403, 45015]);
});

test('without a provider, or without people, nothing is begun', async () => {
  const alone = await startDesk();
  const begun = await alone.call('POST', '/api/session/provider');
  expect(refused(begun)).toEqual([409, 45036]);
  expect((await alone.call('GET', '/api/session/ways')).body).toEqual({ people: false });
  const withProvider = await startDesk({ oidc: { issuer: 'http://127.0.0.1:9', clientId } });
  expect((await withProvider.call('GET', '/api/session/ways')).body).toEqual({ people: false });
  expect(refused(await withProvider.call('POST', '/api/session/provider'))).toEqual([409, 45036]);
});

test('after a backup was restored, whoever signs in by the provider signs in again', async () => {
  const desk = await providerDesk({ refreshes: true });
  const session = await desk.sessionOf();
  const token = await desk.tokenOf(desk.ada);
  const { name } = await desk.made<{ name: string }>('POST', '/api/backups');
  await desk.made('POST', `/api/backups/${name}/restore`);
  for (const headers of [session, token]) {
    const { body } = await desk.call(headers, 'GET', '/api/cases');
    expect([body.detailedErrorCode, body.error]).toEqual([45003, expect.stringContaining('a new sign-in')]);
  }
  await desk.sessionOf();
  expect((await desk.call(token, 'GET', '/api/cases')).status).toBe(200);
});
