import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { type Bend, bentProvider } from '#test/support/oidc/bent-provider.ts';
import { testOidc } from '#test/support/oidc/test-oidc.ts';
import { hasOpenssl, privateCa } from '#test/support/private-ca.ts';
import { json, scriptedServer } from '#test/support/scripted-server.ts';

/** What responds at all has time on any machine. */
const limited = async (timeoutMs = 10_000) => {
  const provider = await bentProvider(systemTime.now);
  const oidc = testOidc(provider.issuer, { timeoutMs, limitBytes: 10_000 });
  return { provider, oidc };
};

/** One path that responds as said. */
const at = (path: string, respond: NonNullable<Bend['respond']>): Bend => ({
  respond: (request, response) => request.url === path && respond(request, response),
});

const huge: NonNullable<Bend['respond']> = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(`{"more":"${'x'.repeat(20_000)}"}`);
  return true;
};
const silent = (): boolean => true;
const slow: NonNullable<Bend['respond']> = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  return response.write('{') || true;
};
const broken: NonNullable<Bend['respond']> = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"more');
  return true;
};
const page: NonNullable<Bend['respond']> = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome');
  return true;
};
const moved: NonNullable<Bend['respond']> = (_request, response) => {
  response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  return true;
};
const failing: NonNullable<Bend['respond']> = (_request, response) => {
  response.writeHead(503).end('busy');
  return true;
};

const late = /no complete response within 0\.4 s/;
const [unreachable, unusable] = ['signIn.providerUnreachable', 'signIn.providerUnusable'];

const odd: [string, NonNullable<Bend['respond']>, string, RegExp][] = [
  ['a huge response', huge, unreachable, /is larger than/],
  ['no response', silent, unreachable, late],
  ['half a response', slow, unreachable, late],
  ['half of an object', broken, unusable, /response is not JSON/],
  ['a page', page, unusable, /response is not JSON/],
  ['a redirect', moved, unusable, /responded with status 302/],
  ['an outage', failing, unreachable, /responded with status 503/],
];

const paths = ['/.well-known/openid-configuration', '/token', '/keys', '/userinfo'];

test.each(odd)('%s signs nobody in, and is told as what it is', async (_name, respond, code, problem) => {
  const { provider, oidc } = await limited(problem === late ? 400 : undefined);
  const signIn = async () => {
    const { url, flow } = await oidc.begin();
    return oidc.finish(flow, provider.signIn(url));
  };
  for (const path of paths) {
    // Without a name, the profile is asked for.
    provider.bend({ claims: { name: undefined }, ...at(path, respond) });
    const signingIn = signIn();
    await expect(signingIn, path).rejects.toMatchObject({ code });
    await expect(signingIn, path).rejects.toThrow(problem);
  }
  provider.bend({});
  expect(await signIn()).toMatchObject({ subject: 'ada' });
  expect(oidc.lines).toHaveLength(paths.length);
});

test.each<[string, Record<string, unknown>, RegExp]>([
  ['of another issuer', { issuer: 'https://evil.example' }, /is that of "https:\/\/evil\.example"/],
  ['without an issuer', { issuer: undefined }, /response is not valid/],
  ['without a token endpoint', { token_endpoint: undefined }, /no usable token_endpoint/],
  ['without keys', { jwks_uri: undefined }, /no usable jwks_uri/],
  ['with an endpoint without TLS', { token_endpoint: 'http://evil.example/t' }, /no usable token_endpoint/],
  ['with a script', { authorization_endpoint: 'javascript:alert(1)' }, /no usable authorization_endpoint/],
  ['with a relative address', { userinfo_endpoint: '/userinfo' }, /no usable userinfo_endpoint/],
  [
    'with shared secrets for signatures',
    { id_token_signing_alg_values_supported: ['HS256', 'none'] },
    /none of the accepted algorithms\..*RS256/,
  ],
])('metadata is refused: %s', async (_name, metadata, problem) => {
  const { provider, oidc } = await limited();
  provider.bend({ metadata });
  await expect(oidc.begin()).rejects.toThrow(problem);
  provider.bend({});
  await oidc.begin();
});

test('metadata is read once for all, and again after ten minutes', async () => {
  let now = systemTime.now();
  const provider = await bentProvider(() => now);
  const oidc = testOidc(provider.issuer, { clock: { now: () => now } });
  await Promise.all([oidc.begin(), oidc.begin()]);
  now += 599_999;
  await oidc.begin();
  expect(provider.seen).toHaveLength(1);
  now += 1;
  await oidc.begin();
  expect(provider.seen).toHaveLength(2);
});

test.runIf(hasOpenssl)(
  'a certificate that is not trusted is refused; a private authority can be',
  async () => {
    const ca = privateCa('IP:127.0.0.1');
    const provider = await bentProvider(systemTime.now, ca);
    const untrusting = testOidc(provider.issuer).begin();
    await expect(untrusting).rejects.toMatchObject({ code: unreachable });
    await expect(untrusting).rejects.toThrow(/is not trusted here .*\(--oidc-ca FILE\)/);
    expect(provider.seen).toEqual([]);
    const oidc = testOidc(provider.issuer, { caPem: ca.caPem });
    const { url, flow } = await oidc.begin();
    expect(await oidc.finish(flow, provider.signIn(url))).toMatchObject({ subject: 'ada' });
    // Behind TLS, nothing of it may be without.
    const plain = await scriptedServer((_request, response) => json(response, {}));
    provider.bend({ metadata: { token_endpoint: `${plain.url}/token` } });
    const again = testOidc(provider.issuer, { caPem: ca.caPem });
    await expect(again.begin()).rejects.toThrow(/no usable token_endpoint, which must be an https address/);
  },
);

test.runIf(hasOpenssl)('a certificate for another name is refused', async () => {
  const ca = privateCa('DNS:elsewhere.test');
  const provider = await bentProvider(systemTime.now, ca);
  const begun = testOidc(provider.issuer, { caPem: ca.caPem }).begin();
  await expect(begun).rejects.toThrow(/for another name .*Check the host in --oidc-issuer/);
});

test('only so many are completed at once', async () => {
  const provider = await bentProvider(systemTime.now);
  const oidc = testOidc(provider.issuer);
  const held: (() => void)[] = [];
  provider.bend({
    respond: (request, response) => {
      if (request.url !== '/token') return false;
      return held.push(() => response.writeHead(503).end()) > 0;
    },
  });
  const complete = async () => {
    const { url, flow } = await oidc.begin();
    return oidc.finish(flow, provider.signIn(url)).catch(({ code }) => code);
  };
  const under = Array.from({ length: 20 }, complete);
  await expect.poll(() => held.length).toBe(20);
  expect(await complete()).toBe('signIn.tooMany');
  provider.bend({});
  for (const end of held) end();
  expect(new Set(await Promise.all(under))).toEqual(new Set(['signIn.providerUnreachable']));
  expect(await complete()).toMatchObject({ subject: 'ada' });
});

test('closing ends what is under way', async () => {
  const { provider, oidc } = await limited();
  provider.bend({ respond: silent });
  const begun = oidc.begin().catch(({ code }) => code);
  await expect.poll(() => provider.seen.length).toBe(1);
  await oidc.close();
  expect(await begun).toBe('server.stopping');
});
