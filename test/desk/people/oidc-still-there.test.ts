import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import type { Oidc } from '#desk/people/oidc/oidc.ts';
import { bentProvider } from '#test/support/oidc/bent-provider.ts';
import { type RealProviderOptions, realProvider } from '#test/support/oidc/real-provider.ts';
import { testOidc } from '#test/support/oidc/test-oidc.ts';
import { json } from '#test/support/scripted-server.ts';

const signedIn = async (options: RealProviderOptions) => {
  const provider = await realProvider(options);
  let now = systemTime.now();
  const clock = { now: () => now };
  const oidc = testOidc(provider.issuer, { clock });
  const { url, flow } = await oidc.begin();
  const { sessionHandle } = await oidc.finish(flow, await provider.signIn(url));
  const pass = (seconds: number): void => {
    now += seconds * 1000;
  };
  return { provider, oidc, sessionHandle, clock, pass };
};

const ask = async (oidc: Oidc, handle: string): Promise<string> => {
  const presence = await oidc.stillThere(handle);
  if (presence.there !== 'yes') throw new Error(JSON.stringify(presence));
  return presence.sessionHandle;
};

const unreachable = { there: 'unknown', why: 'unreachable' };
const cannotSay = { there: 'unknown', why: 'cannotSay' };

test('by refresh tokens that change each time, until the account is gone', async () => {
  const { provider, oidc, sessionHandle, pass } = await signedIn({ refreshes: true, accessTokenLasts: 60 });
  const second = await ask(oidc, sessionHandle);
  pass(3000);
  const third = await ask(oidc, second);
  expect(new Set([sessionHandle, second, third].map((handle) => JSON.parse(handle).refreshToken)).size).toBe(
    3,
  );
  // Asked twice at once, the token is used once.
  const [fourth, same] = await Promise.all([ask(oidc, third), ask(oidc, third)]);
  expect(same).toBe(fourth);
  // A desk that was started again asks on.
  const restarted = testOidc(provider.issuer);
  const fifth = await ask(restarted, fourth);
  provider.accounts.delete('ada');
  expect(await restarted.stillThere(fifth)).toEqual({ there: 'no' });
  expect(oidc.lines).toEqual([]);
});

test('a refresh token that was used before ends the sign-in at the provider', async () => {
  const { oidc, sessionHandle } = await signedIn({ refreshes: true });
  const next = await ask(oidc, sessionHandle);
  expect(await oidc.stillThere(sessionHandle)).toEqual({ there: 'no' });
  expect(await oidc.stillThere(next)).toEqual({ there: 'no' });
});

test('by the access token while it is valid, where there is no other', async () => {
  const { provider, oidc, sessionHandle, pass } = await signedIn({ accessTokenLasts: 600 });
  expect(JSON.parse(sessionHandle)).not.toHaveProperty('refreshToken');
  expect(await ask(oidc, sessionHandle)).toBe(sessionHandle);
  const account = provider.accounts.get('ada');
  provider.accounts.delete('ada');
  expect(await oidc.stillThere(sessionHandle)).toEqual({ there: 'no' });
  // Where it has expired, or may have by the provider's clock, nothing is asked.
  pass(540);
  expect(await oidc.stillThere(sessionHandle)).toEqual(cannotSay);
  provider.accounts.set('ada', account ?? {});
  expect(await oidc.stillThere(sessionHandle)).toEqual(cannotSay);
});

test('a provider that is down says nothing of an account, and is told of once', async () => {
  for (const refreshes of [true, false]) {
    const { provider, oidc, sessionHandle } = await signedIn({ refreshes });
    await provider.stop();
    const restarted = testOidc(provider.issuer);
    for (const asked of [oidc, restarted, oidc, restarted]) {
      expect(await asked.stillThere(sessionHandle)).toEqual(unreachable);
    }
    expect([oidc.lines.length, restarted.lines.length]).toEqual([1, 1]);
    expect(restarted.logged()).toContain('oidc: account not checked');
    expect(restarted.logged()).not.toContain(JSON.parse(sessionHandle).accessToken);
    await provider.startAgain();
    await ask(restarted, sessionHandle);
    await provider.stop();
    await restarted.stillThere(sessionHandle);
    expect(restarted.lines).toHaveLength(2);
  }
});

test('a handle of another provider, another client, or none can say nothing', async () => {
  const { oidc, sessionHandle } = await signedIn({});
  const other = (changes: object) => JSON.stringify({ ...JSON.parse(sessionHandle), ...changes });
  for (const handle of [
    '',
    'null',
    '{}',
    other({ issuer: 'https://other.example' }),
    other({ clientId: 'other' }),
    other({ accessToken: 5 }),
    other({ refreshToken: {} }),
    other({ expiresMs: 'soon' }),
  ]) {
    expect(await oidc.stillThere(handle)).toEqual(cannotSay);
  }
});

/** A sign-in at a provider that is bent from then on. */
const bent = async (tokens: Record<string, unknown>) => {
  const provider = await bentProvider(systemTime.now);
  const oidc = testOidc(provider.issuer);
  provider.bend({ tokens });
  const { url, flow } = await oidc.begin();
  const { sessionHandle } = await oidc.finish(flow, provider.signIn(url));
  const responds = (path: string, statusCode: number, body: object, headers = {}) =>
    provider.bend({
      respond(request, response) {
        if (request.url !== path) return false;
        json(response, body, statusCode, headers);
        return true;
      },
    });
  return { provider, oidc, sessionHandle, responds };
};

const renewed = { access_token: 'AccessToken-next', token_type: 'bearer', expires_in: 60 };

test.each<[string, number, object, object]>([
  ['an outage', 503, {}, unreachable],
  ['a refused client', 401, { error: 'invalid_client' }, unreachable],
  ['a grant that is no longer allowed', 400, { error: 'unauthorized_client' }, unreachable],
  ['nonsense', 200, { token_type: 'bearer' }, unreachable],
  ['an account that is gone', 400, { error: 'invalid_grant' }, { there: 'no' }],
])('asked by refresh token: %s', async (_name, status, body, expected) => {
  const { oidc, sessionHandle, responds } = await bent({ refresh_token: 'RefreshToken-1' });
  responds('/token', status, body);
  expect(await oidc.stillThere(sessionHandle)).toEqual(expected);
  expect(oidc.logged()).not.toContain('RefreshToken-1');
});

test('a provider that keeps the refresh token, or renews the ID token of another account', async () => {
  const { provider, oidc, sessionHandle, responds } = await bent({ refresh_token: 'RefreshToken-1' });
  responds('/token', 200, renewed);
  expect(JSON.parse(await ask(oidc, sessionHandle))).toMatchObject({
    refreshToken: 'RefreshToken-1',
    accessToken: 'AccessToken-next',
  });
  const seconds = Math.floor(systemTime.now() / 1000);
  const claims = { iss: provider.issuer, aud: 'desk', iat: seconds, exp: seconds + 60, sub: 'eve' };
  responds('/token', 200, { ...renewed, id_token: await provider.sign(claims) });
  expect(await oidc.stillThere(sessionHandle)).toEqual(unreachable);
  expect(oidc.logged()).toContain('about another account');
});

const challenge = (error: string) => ({ 'www-authenticate': `Bearer realm="x", error="${error}"` });

test.each<[string, number, object, object]>([
  ['an invalid token', 401, challenge('invalid_token'), { there: 'no' }],
  ['another challenge', 401, challenge('insufficient_scope'), unreachable],
  ['no reason', 401, {}, unreachable],
  ['a gateway', 403, {}, unreachable],
])('asked by access token: %s', async (_name, status, headers, expected) => {
  const { oidc, sessionHandle, responds } = await bent({});
  responds('/userinfo', status, {}, headers);
  expect(await oidc.stillThere(sessionHandle)).toEqual(expected);
});

test('asked by access token: another account, and one whose lifetime is unknown', async () => {
  const { oidc, sessionHandle, responds } = await bent({});
  responds('/userinfo', 200, { sub: 'eve' });
  expect(await oidc.stillThere(sessionHandle)).toEqual(unreachable);
  const unknown = await bent({ expires_in: undefined });
  expect(await ask(unknown.oidc, unknown.sessionHandle)).toBe(unknown.sessionHandle);
  unknown.responds('/userinfo', 401, {}, challenge('invalid_token'));
  expect(await unknown.oidc.stillThere(unknown.sessionHandle)).toEqual(cannotSay);
});
