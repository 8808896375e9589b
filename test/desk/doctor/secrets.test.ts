import { expect, test } from 'vitest';
import { examined, withOutcome } from '#test/support/doctor-consumers/examined.ts';
import { authorizationValue, createJudge, secret } from '#test/support/doctor-consumers/judge.ts';
import { httpConsumer } from '#test/support/doctor-consumers/servers.ts';

test('without the secret, what needs it is undetermined and says how to give it', async () => {
  const { url, seen } = await httpConsumer(createJudge());
  const result = await examined(url, { secret: undefined });
  expect([result.verdict, withOutcome(result, 'fail')]).toEqual(['undetermined', []]);
  expect(withOutcome(result, 'pass')).toEqual([
    'dns',
    'tcp',
    'redirect',
    'answers-in-time',
    'connection-reuse',
  ]);
  for (const { outcome, evidence } of result.checks) {
    if (outcome === 'undetermined') expect(evidence.join('\n')).toMatch(/--secret-file/);
  }
  expect(seen.requests).toBe(result.requests);
});

test('without the secret, a consumer that accepts everything fails what shows without it', async () => {
  const { url } = await httpConsumer(createJudge('accepts everything'));
  const result = await examined(url, { secret: undefined });
  expect(withOutcome(result, 'fail')).toEqual(['bad-signature', 'wrong-secret', 'missing-signature']);
});

test('without headers configured, their checks do not apply and change nothing', async () => {
  const sound = createJudge('ignores Authorization');
  const { url } = await httpConsumer(sound);
  const result = await examined(url, { headers: {} });
  expect([result.verdict, withOutcome(result, 'not-applicable')]).toEqual([
    'pass',
    ['tls', 'auth-required', 'client-id', 'load'],
  ]);
});

test('what a consumer repeats of secrets does not get into the result', async () => {
  const token = authorizationValue.replace('Bearer ', '');
  const { url } = await httpConsumer(() => ({
    status: 302,
    headers: { location: `https://elsewhere.example/${token}/${encodeURIComponent(secret)}/${secret}` },
  }));
  const result = JSON.stringify(await examined(url));
  expect(result).toContain('elsewhere.example');
  expect(result).not.toContain(token);
  expect(result).not.toContain(secret.slice(6));
});

test('a consumer that blocks the sender midway has refused nothing for a reason', async () => {
  const sound = createJudge();
  let requests = 0;
  const { url } = await httpConsumer((received) => {
    requests += 1;
    // After the unusual events and those on one connection.
    return requests > 47 ? { status: 403 } : sound(received);
  });
  const result = await examined(url, { headers: { authorization: authorizationValue } });
  expect([result.verdict, withOutcome(result, 'fail')]).toEqual(['undetermined', []]);
  expect(withOutcome(result, 'undetermined')).toContain('bad-signature');
});
