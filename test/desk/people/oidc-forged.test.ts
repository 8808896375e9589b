import fc from 'fast-check';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { VirtualClock } from '#base/clock.ts';
import { type Bend, type BentProvider, bentProvider } from '#test/support/oidc/bent-provider.ts';
import { clientId, clientSecret } from '#test/support/oidc/real-provider.ts';
import { testOidc } from '#test/support/oidc/test-oidc.ts';

const now = Date.UTC(2026, 10, 29, 9);
const seconds = now / 1000;

const bent = async () => {
  const clock = new VirtualClock(now);
  const provider = await bentProvider(() => now);
  const oidc = testOidc(provider.issuer, { clock });
  const signIn = async (changes: Record<string, string | undefined> = {}) => {
    const { url, flow } = await oidc.begin();
    return oidc.finish(flow, provider.signIn(url, changes));
  };
  return { provider, oidc, signIn };
};

const refused = 'signIn.identityRefused';

const otherKey = async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { key: privateKey, jwk: await exportJWK(publicKey) };
};

/** What is bent; the error; and what the person is told. */
const forged: [string, Bend | ((provider: BentProvider) => Promise<Bend>), RegExp][] = [
  [
    'another issuer',
    { claims: { iss: 'https://evil.example' } },
    /is by "https:\/\/evil.example", not by "http:/,
  ],
  ['no issuer', { claims: { iss: undefined } }, /"iss" \(issuer\) claim missing/],
  ['another audience', { claims: { aud: 'another' } }, /is for "another" \(aud\)/],
  ['no audience', { claims: { aud: undefined } }, /"aud" \(audience\) claim missing/],
  ['other audiences', { claims: { aud: [clientId, 'another'] } }, /is for "desk", "another" \(aud\)/],
  [
    'another authorized party among audiences',
    { claims: { aud: [clientId, 'another'], azp: 'another' } },
    /is for "desk", "another" \(aud\)|is for "another" \(azp\)/,
  ],
  ['another authorized party', { claims: { azp: 'another' } }, /was issued to "another" \(azp\)/],
  ['another nonce', { claims: { nonce: 'another' } }, /was issued for another sign-in/],
  ['no nonce', { claims: { nonce: undefined } }, /"nonce" \(nonce\) claim missing/],
  [
    'expired',
    { claims: { exp: seconds - 60 } },
    /expired at 2026-11-29T08:59:00.000Z, and the desk's clock says 2026-11-29T09:00:00.000Z.*Compare the clocks/,
  ],
  ['no expiry', { claims: { exp: undefined } }, /"exp" \(expiration time\) claim missing/],
  ['an expiry that is text', { claims: { exp: '9999999999' } }, /"exp" \(expiration time\) claim type/],
  ['not yet valid', { claims: { nbf: seconds + 63 } }, /is valid from 2026-11-29T09:01:03.000Z/],
  ['issued in the future', { claims: { iat: seconds + 61 } }, /was issued at 2026-11-29T09:01:01.000Z/],
  ['no subject', { claims: { sub: undefined } }, /"sub" \(subject\) claim missing/],
  ['an empty subject', { claims: { sub: '' } }, /its subject is not/],
  ['a subject with control characters', { claims: { sub: 'ada\n' } }, /its subject is not/],
  ['another access token', { claims: { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' } }, /another access token/],
  ['an unknown key', { header: { kid: 'unknown' } }, /a key that the provider does not publish/],
  ['critical extensions', { header: { crit: ['b64'], b64: true } }, /"crit"/],
  [
    'another key of the same name',
    async () => {
      const { key } = await otherKey();
      const header = { alg: 'ES256', kid: 'first' };
      return { idToken: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(key) };
    },
    /JWT signature verification failed/,
  ],
  [
    'a key in its own header',
    async () => {
      const { key, jwk } = await otherKey();
      const header = { alg: 'ES256', kid: 'own', jwk };
      return { idToken: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(key) };
    },
    /a key that the provider does not publish/,
  ],
  [
    'no signature',
    { idToken: async (claims) => new UnsecuredJWT(claims).encode() },
    /unexpected JWT "alg" header parameter/,
  ],
  [
    'HS256 by the public key',
    async (provider) => {
      const secret = new TextEncoder().encode(JSON.stringify(provider.publicKey()));
      const header = { alg: 'HS256', kid: 'first' };
      return { idToken: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(secret) };
    },
    /unexpected JWT "alg" header parameter/,
  ],
  [
    'HS256 by the client secret',
    {
      idToken: (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret)),
    },
    /unexpected JWT "alg" header parameter/,
  ],
  [
    'a changed payload',
    async (provider) => ({
      idToken: async (claims) => {
        const [header, , signature] = (await provider.sign(claims)).split('.');
        const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url');
        return `${header}.${payload}.${signature}`;
      },
    }),
    /JWT signature verification failed/,
  ],
  ['no ID token', { tokens: { id_token: undefined } }, /"id_token" property/],
  ['no JWT', { idToken: async () => 'not.a-token' }, /Invalid JWT/],
  ['an encrypted token', { idToken: async () => 'a.b.c.d.e' }, /not configured/],
  ['another token type', { tokens: { token_type: 'mac' } }, /token_type/],
  [
    'user info of another account',
    { claims: { email: undefined }, userInfo: { sub: 'eve', email: 'ada@desk.example' } },
    /user info and ID token are about different accounts/,
  ],
];

test.each(forged)('an ID token is refused: %s', async (_name, bend, problem) => {
  const { provider, oidc, signIn } = await bent();
  let token = '';
  const wanted = typeof bend === 'function' ? await bend(provider) : bend;
  const make = wanted.idToken ?? provider.sign;
  const idToken = async (claims: JWTPayload) => {
    token = await make(claims);
    return token;
  };
  provider.bend({ ...wanted, idToken });
  const signingIn = signIn();
  await expect(signingIn).rejects.toMatchObject({ code: refused });
  await expect(signingIn).rejects.toThrow(problem);
  const lines = oidc.lines.map((line) => JSON.parse(line));
  expect(lines).toEqual([
    expect.objectContaining({ msg: 'oidc: sign-in refused', reason: expect.stringMatching(problem) }),
  ]);
  if (token.length > 20) expect(oidc.logged()).not.toContain(token);
  expect(oidc.logged()).not.toMatch(/AccessToken-|Code-/);
  provider.bend({});
  expect(await signIn()).toMatchObject({ subject: 'ada' });
});

test.each<[string, Record<string, unknown>]>([
  ['expired within the tolerance', { exp: seconds - 57 }],
  ['issued ahead within the tolerance', { iat: seconds + 60, nbf: seconds + 57 }],
  ['dated back by five minutes', { iat: seconds - 300, nbf: seconds - 300 }],
  ['no at_hash', { at_hash: undefined }],
  ['one audience in a list', { aud: [clientId] }],
  ['the authorized party among audiences', { aud: [clientId, 'another'], azp: clientId }],
])('an ID token is accepted: %s', async (_name, claims) => {
  const { provider, signIn } = await bent();
  provider.bend({ claims });
  expect(await signIn()).toMatchObject({ subject: 'ada', email: 'ada@desk.example' });
});

test.each<[string, Record<string, string | undefined>, RegExp]>([
  ['another state', { state: 'A'.repeat(43) }, /its state is not the one that was sent/],
  ['no state', { state: undefined }, /its state is not the one that was sent/],
  ['another issuer', { iss: 'https://evil.example' }, /names another issuer/],
  ['no issuer, though the provider names itself', { iss: undefined }, /does not name its issuer/],
  ['no code', { code: undefined }, /neither a code nor an error/],
  ['too long', { more: 'x'.repeat(8192) }, /is too long/],
])('a response is refused before anything is sent: %s', async (_name, changes, problem) => {
  const { provider, oidc } = await bent();
  const { url, flow } = await oidc.begin();
  const before = provider.seen.length;
  const finished = oidc.finish(flow, provider.signIn(url, changes));
  await expect(finished).rejects.toMatchObject({ code: 'signIn.foreignResponse' });
  await expect(finished).rejects.toThrow(problem);
  expect(provider.seen).toHaveLength(before);
  // It has not ended the sign-in of whoever did nothing wrong.
  expect(await oidc.finish(flow, provider.signIn(url))).toMatchObject({ subject: 'ada' });
});

test('a response with a parameter twice is refused', async () => {
  const { provider, oidc } = await bent();
  const { url, flow } = await oidc.begin();
  const search = provider.signIn(url);
  for (const name of ['state', 'code', 'iss']) {
    const finished = oidc.finish(flow, `${search}&${name}=other`);
    await expect(finished).rejects.toThrow(`it has more than one ${name}`);
  }
});

test('an ID token of one sign-in is refused in another, also by a provider that sends it again', async () => {
  const { provider, signIn } = await bent();
  let first: string | undefined;
  const idToken = async (claims: JWTPayload): Promise<string> => {
    first ??= await provider.sign(claims);
    return first;
  };
  provider.bend({ idToken });
  expect(await signIn()).toMatchObject({ subject: 'ada' });
  // Its access token is another one, too.
  await expect(signIn()).rejects.toThrow(/was issued for another sign-in/);
});

test('a token by a key that was removed is refused, and one by its successor is not', async () => {
  const { provider, signIn } = await bent();
  expect(await signIn()).toMatchObject({ subject: 'ada' });
  const before = provider.publicKey();
  await provider.rotateKeys('second');
  expect(await signIn()).toMatchObject({ subject: 'ada' });
  provider.bend({ keys: [before] });
  await expect(signIn()).rejects.toThrow(/a key that the provider does not publish/);
  // Of the same name as one that it publishes.
  await provider.rotateKeys('first');
  await expect(signIn()).rejects.toThrow(/JWT signature verification failed/);
});

test('each sign-in reads the keys once, whatever comes', async () => {
  const { provider, signIn } = await bent();
  const reads = () => provider.seen.filter(({ url }) => url === '/keys').length;
  for (const [at, kid] of ['first', 'unknown', 'other'].entries()) {
    provider.bend({ header: { kid } });
    await signIn().catch(() => {});
    expect(reads()).toBe(at + 1);
  }
});

const essential = ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'];

test('whichever essential claim is bent to whatever, nobody else is signed in', async () => {
  const { provider, signIn } = await bent();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...essential), fc.jsonValue(), async (claim, value) => {
      provider.bend({ claims: { [claim]: value } });
      const outcome = await signIn().then(
        ({ subject }) => ({ subject, claim, value }),
        ({ code }) => code,
      );
      if (typeof outcome === 'string') {
        expect(outcome).toBe(refused);
        return;
      }
      // What may differ is who it is, and when.
      expect(['sub', 'iat', 'exp', 'aud']).toContain(claim);
      if (claim === 'aud') expect([clientId, [clientId]]).toContainEqual(value);
      if (claim === 'sub') expect(outcome.subject).toBe(value);
      if (claim === 'exp') expect(value).toBeGreaterThan(seconds - 60);
      if (claim === 'iat') expect(value).toBeLessThanOrEqual(seconds + 60);
    }),
    { numRuns: 60 },
  );
});
