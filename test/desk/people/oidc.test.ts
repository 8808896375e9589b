import { expect, test } from 'vitest';
import { systemTime, VirtualClock } from '#base/clock.ts';
import { callback, clientId, clientSecret, realProvider } from '#test/support/oidc/real-provider.ts';
import { testOidc } from '#test/support/oidc/test-oidc.ts';

test('a person signs in, and the provider says who it is', async () => {
  const provider = await realProvider();
  const oidc = testOidc(provider.issuer);
  const { url, flow } = await oidc.begin();
  const { sessionHandle, ...identity } = await oidc.finish(flow, await provider.signIn(url));
  expect(identity).toEqual({
    issuer: provider.issuer,
    subject: 'ada',
    email: 'ada@desk.example',
    emailVerified: true,
    name: 'Ada Lovelace',
    preferredUsername: 'ada',
  });
  expect(await oidc.stillThere(sessionHandle)).toMatchObject({ there: 'yes' });
  expect(oidc.lines).toEqual([]);
});

test('the browser is sent with a code challenge, and with none of what answers it', async () => {
  const provider = await realProvider();
  const oidc = testOidc(provider.issuer);
  const [one, other] = [await oidc.begin(), await oidc.begin()];
  const sent = new URL(one.url).searchParams;
  expect(Object.fromEntries(sent)).toEqual({
    client_id: clientId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'openid profile email offline_access',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  const secrets = ['state', 'nonce', 'code_challenge'].flatMap((name) =>
    [one, other].map(({ url }) => new URL(url).searchParams.get(name)),
  );
  expect(new Set(secrets).size).toBe(6);
  expect(secrets.filter((secret) => one.flow.includes(secret as string))).toEqual([]);
});

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'a client with a secret is accepted by %s',
  async (authentication) => {
    const provider = await realProvider({ authentication });
    const oidc = testOidc(provider.issuer, { clientSecret });
    for (const _ of [1, 2]) {
      const { url, flow } = await oidc.begin();
      expect(await oidc.finish(flow, await provider.signIn(url))).toMatchObject({ subject: 'ada' });
    }
    const wrong = testOidc(provider.issuer, { clientSecret: 'WrongSecret-2718281828' });
    const { url, flow } = await wrong.begin();
    const finished = wrong.finish(flow, await provider.signIn(url));
    await expect(finished).rejects.toMatchObject({ code: 'signIn.clientRefused' });
    await expect(finished).rejects.toThrow(/does not accept this desk as client desk .*--oidc-client-id/);
    expect(wrong.logged()).not.toContain('WrongSecret');
  },
);

test('a response counts once, and a code in no other sign-in', async () => {
  const provider = await realProvider();
  const oidc = testOidc(provider.issuer);
  const { url, flow } = await oidc.begin();
  const search = await provider.signIn(url);
  const both = await Promise.allSettled([oidc.finish(flow, search), oidc.finish(flow, search)]);
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  await expect(oidc.finish(flow, search)).rejects.toMatchObject({ code: 'signIn.unknown' });

  // With the state of another sign-in: the code is spent, and one that is not is bound to its PKCE verifier.
  for (const code of [search, await provider.signIn((await oidc.begin()).url)]) {
    const other = await oidc.begin();
    const forged = new URLSearchParams(code);
    forged.set('state', new URL(other.url).searchParams.get('state') ?? '');
    const finished = oidc.finish(other.flow, `?${forged}`);
    await expect(finished).rejects.toMatchObject({ code: 'signIn.codeRefused' });
    expect(oidc.logged()).not.toContain(forged.get('code'));
  }
});

test('a sign-in that was begun elsewhere, long ago or before a restart is unknown', async () => {
  const provider = await realProvider();
  const clock = new VirtualClock(systemTime.now());
  const oidc = testOidc(provider.issuer, { clock });
  const { url, flow } = await oidc.begin();
  const search = await provider.signIn(url);
  const unknown = { code: 'signIn.unknown' };
  await expect(testOidc(provider.issuer, { clock }).finish(flow, search)).rejects.toMatchObject(unknown);
  for (const other of ['', 'flow', `1${flow}`, flow.slice(0, -1), `${flow.slice(0, -1)}-`, `${flow}.`]) {
    if (other !== flow) await expect(oidc.finish(other, search)).rejects.toMatchObject(unknown);
  }
  clock.set(clock.now() + 599_999);
  await expect(oidc.finish(flow, '?code=x')).rejects.toMatchObject({ code: 'signIn.foreignResponse' });
  clock.set(clock.now() + 1);
  await expect(oidc.finish(flow, search)).rejects.toMatchObject(unknown);
});

test('sign-ins that are begun and left, or fail, push no other out', async () => {
  const provider = await realProvider();
  const oidc = testOidc(provider.issuer);
  const { url, flow } = await oidc.begin();
  const search = await provider.signIn(url);
  for (let at = 0; at < 500; at += 1) await oidc.begin();
  const failing = await oidc.begin();
  const state = new URL(failing.url).searchParams.get('state');
  const forged = `?${new URLSearchParams({ code: 'made-up', state: state ?? '', iss: provider.issuer })}`;
  for (let at = 0; at < 3; at += 1) {
    await expect(oidc.finish(failing.flow, forged)).rejects.toMatchObject({ code: 'signIn.codeRefused' });
  }
  expect(await oidc.finish(flow, search)).toMatchObject({ subject: 'ada' });
});

test('what the provider refuses is named', async () => {
  const provider = await realProvider();
  const oidc = testOidc(provider.issuer);
  const { url, flow } = await oidc.begin();
  const state = new URL(url).searchParams.get('state') ?? '';
  const denied = new URLSearchParams({ error: 'access_denied', error_description: 'No.', state });
  const finish = oidc.finish(flow, `?${denied}&iss=${encodeURIComponent(provider.issuer)}`);
  await expect(finish).rejects.toThrow(/did not sign you in \(access_denied\)/);
  denied.set('error', '<b>see evil.example</b>');
  await expect(oidc.finish(flow, `?${denied}&iss=${encodeURIComponent(provider.issuer)}`)).rejects.toThrow(
    /did not sign you in \(an unknown error\)/,
  );
});

test('a provider that is down keeps nobody from trying again', async () => {
  const provider = await realProvider();
  await provider.stop();
  const oidc = testOidc(provider.issuer);
  const begun = oidc.begin();
  await expect(begun).rejects.toMatchObject({ code: 'signIn.providerUnreachable' });
  await expect(begun).rejects.toThrow(/nothing listens there \(ECONNREFUSED\)/);
  await provider.startAgain();
  const { url, flow } = await oidc.begin();
  const search = await provider.signIn(url);
  await provider.stop();
  await expect(oidc.finish(flow, search)).rejects.toMatchObject({ code: 'signIn.providerUnreachable' });
  await provider.startAgain();
  expect(await oidc.finish(flow, search)).toMatchObject({ subject: 'ada' });
  expect(oidc.lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: 'oidc: sign-in not begun', code: 'signIn.providerUnreachable' }),
    expect.objectContaining({ msg: 'oidc: sign-in refused', code: 'signIn.providerUnreachable' }),
  ]);
});

test('keys that the provider changes count at once, in both directions', async () => {
  const provider = await realProvider();
  const oidc = testOidc(provider.issuer);
  const signIn = async () => {
    const { url, flow } = await oidc.begin();
    return oidc.finish(flow, await provider.signIn(url));
  };
  expect(await signIn()).toMatchObject({ subject: 'ada' });
  await provider.rotateKeys('second', { removes: false });
  expect(await signIn()).toMatchObject({ subject: 'ada' });
  await provider.rotateKeys('third');
  expect(await signIn()).toMatchObject({ subject: 'ada' });
});
