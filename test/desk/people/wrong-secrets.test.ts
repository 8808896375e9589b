import { expect, test } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { remoteAddress } from '#desk/api/wrong-secrets.ts';
import { startDesk } from '#test/support/start-desk.ts';

/** From elsewhere: what a proxy has passed on, in name of an address that nobody vouches for. */
const elsewhere = { 'x-forwarded-for': '203.0.113.7' };

const team = async () => {
  let nowMs = systemTime.now();
  const time = { ...systemTime, now: () => nowMs };
  const { call, deskUrl, authorization } = await startDesk({ time });
  const grants = [{ role: 'admin', scope: 'desk' }];
  const ada = (await call('POST', '/api/people', { login: 'ada', name: 'Ada', grants })).body;
  const { token } = (await call('POST', `/api/people/${ada.id}/tokens`, { name: 'laptop' })).body;
  const ask = async (headers: Record<string, string>, path = '/api/account') => {
    const response = await fetch(deskUrl + path, { headers });
    const { error, detailedErrorCode: code } = (await response.json()) as Record<string, string>;
    return { status: response.status, after: response.headers.get('retry-after'), code, error };
  };
  const send = async (path: string, body: unknown, headers: Record<string, string> = elsewhere) => {
    const response = await fetch(deskUrl + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status;
  };
  const wrong = { authorization: `Bearer carryover_pat_${'x'.repeat(43)}` };
  const right = { authorization: `Bearer ${token}` };
  return {
    ...{ ask, send, wrong, right, token, authorization },
    pass(ms: number): void {
      nowMs += ms;
    },
  };
};

test('wrong access tokens are counted, and right ones let in from the same address', async () => {
  const { ask, send, wrong, right, token, pass, authorization } = await team();
  const once = () => ask({ ...elsewhere, ...wrong });
  for (let count = 0; count < 20; count += 1) expect((await once()).status).toBe(401);
  expect(await once()).toEqual({
    status: 429,
    after: '6',
    code: 45023,
    error: expect.stringMatching(/from this address, .* wait 6 s/),
  });
  expect((await ask({ ...elsewhere, ...right })).status).toBe(200);
  expect(await send('/api/session', { token })).toBe(200);
  expect((await ask({ ...elsewhere, authorization }, '/api/session')).status).toBe(200);
  // What else is wrong is told in the same way: it is counted together.
  expect(await send('/api/session', { token: `${token}x` })).toBe(429);
  expect(await send('/api/session', { ticket: 'none' })).toBe(429);
  expect(await send('/api/session/app-token', { code: 'none', verifier: 'v'.repeat(43) })).toBe(429);
  expect((await ask({ ...elsewhere, authorization: 'Bearer x' }, '/api/session')).status).toBe(429);
  // Programs of this machine are not counted, and ended sessions are not.
  for (let count = 0; count < 25; count += 1) {
    expect((await ask(wrong)).status).toBe(401);
    expect((await ask({ ...elsewhere, 'x-carryover-session': 'ended' })).status).toBe(401);
  }
  pass(6_000);
  expect([(await once()).status, (await once()).status]).toEqual([401, 429]);
});

test('the address is that of the client behind the stated proxy, and of IPv6 its network', () => {
  const of = (remote: string, forwarded?: string | string[], isOfProxy = true) =>
    remoteAddress(
      {
        headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
        raw: { socket: { remoteAddress: remote } },
      } as never,
      isOfProxy,
    );
  expect(of('10.0.0.1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(of('10.0.0.1', ['198.51.100.1', '203.0.113.7'])).toBe('203.0.113.7');
  expect(of('10.0.0.1', '203.0.113.7', false)).toBe('10.0.0.1');
  expect(of('10.0.0.1', 'unknown')).toBe('10.0.0.1');
  expect(of('::ffff:10.0.0.1')).toBe('10.0.0.1');
  expect(of('10.0.0.1', '2001:DB8:0:1:aa::5')).toBe('2001:db8:0:1::/64');
  expect(of('10.0.0.1', '2001:db8::5')).toBe('2001:db8:0:0::/64');
  expect(of('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});
