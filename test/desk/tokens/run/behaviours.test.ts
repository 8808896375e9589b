import { expect, test } from 'vitest';
import { type TokenBehaviour, tokenBehaviours } from '#contract/sandbox.ts';
import type { Cause } from '#contract/token-causes.ts';
import { carryOut, lastResults, otherPlatform, resultOf, startFixture } from './fixture.ts';

interface Expected {
  readonly cause?: Cause;
  readonly status: string;
  readonly said?: string;
}

/** Long enough for the old application to have refreshed before the sync. */
const anHour = { by: 'PT1H' };

const expected: Readonly<Record<TokenBehaviour, Expected>> = {
  good: { status: 'Linked' },
  'expired-refreshable': { status: 'Linked' },
  slow: { status: 'Linked' },
  revoked: {
    cause: 'needs-reauthorization',
    status: 'Deauthorized',
    said: 'says that the token was revoked. Ask the customer to connect again.',
  },
  'refresh-token-used': {
    cause: 'token-replaced',
    status: 'Deauthorized',
    said: 'the refresh token was used before and has been replaced',
  },
  'used-by-old-application': {
    cause: 'token-replaced',
    status: 'Deauthorized',
    said: 'another application refreshed the token',
  },
  'scope-missing': {
    cause: 'needs-reauthorization',
    status: 'Linked',
    said: 'The token was not granted the scope',
  },
  'rate-limited': { cause: 'rate-limit', status: 'Linked', said: 'its own rate limit is used up' },
  'one-data-type-fails': { cause: 'platform-trouble', status: 'Linked', said: 'answered 500 when' },
};

test('each behaviour of a token: its state, its cause, and the words that came with it', async () => {
  const fixture = await startFixture();
  const { desk, caseId, rowIds } = await fixture.migration(
    tokenBehaviours.map((behaviour) => ({ ref: behaviour, behaviour })),
  );
  await fixture.control.clock.advance(anHour);
  const run = await carryOut(desk, caseId);
  const { companies } = await lastResults(desk.cases, caseId);
  for (const [n, behaviour] of tokenBehaviours.entries()) {
    const { cause, status, said } = expected[behaviour];
    const company = companies[n];
    expect(company).toMatchObject({ ref: behaviour, connectionStatus: status });
    expect({ behaviour, state: company?.state, cause: company?.cause }).toEqual({
      behaviour,
      state: cause === undefined ? 'done' : 'failed',
      cause,
    });
    if (said !== undefined) expect(company?.message).toContain(said);
  }
  expect(run.failures).toEqual({
    'needs-reauthorization': 2,
    'token-replaced': 2,
    'rate-limit': 1,
    'platform-trouble': 1,
  });
  const kept = await desk.vault.keptOf(rowIds);
  expect([...kept]).toEqual(rowIds.filter((_, n) => companies[n]?.state === 'failed'));

  // What passes by itself is only synced again; the others wait for something to be done.
  const passed = fixture.remote.passed.length;
  const retry = await carryOut(desk, caseId, {
    kind: 'retry',
    refs: ['rate-limited', 'one-data-type-fails'],
  });
  expect(retry.counts).toMatchObject({ rows: 2, failed: 2 });
  const since = fixture.remote.passed.slice(passed);
  expect(since.filter(({ method }) => method === 'PUT')).toEqual([]);
  expect(since.filter(({ url }) => url.endsWith('/data/all'))).toHaveLength(2);
  await desk.end();
});

test('while the old application has not refreshed yet its tokens are good: a check finds it out later', async () => {
  const fixture = await startFixture();
  const behaviour = 'used-by-old-application';
  const { desk, caseId } = await fixture.migration([
    { ref: 'a', behaviour },
    { ref: 'a', platformKey: otherPlatform },
    { ref: 'b' },
  ]);
  expect(await carryOut(desk, caseId)).toMatchObject({ counts: { done: 3 } });
  await fixture.control.clock.advance(anHour);
  const check = await carryOut(desk, caseId, { kind: 'check' });
  expect(check).toMatchObject({
    state: 'done',
    counts: { rows: 3, done: 2 },
    failures: { 'token-replaced': 1 },
  });
  expect(await resultOf(desk, caseId)).toMatchObject({
    state: 'failed',
    cause: 'token-replaced',
    connectionStatus: 'Deauthorized',
  });

  // It needs other tokens, and its own were shredded.
  await expect(carryOut(desk, caseId, { kind: 'retry' })).rejects.toThrow(/credentials are no longer stored/);
  await desk.end();
});

test('a check finds a connection that was Deauthorized or taken away since', async () => {
  const fixture = await startFixture();
  const { service } = fixture;
  const { desk, caseId } = await fixture.migration([
    { ref: 'a' },
    { ref: 'a', platformKey: otherPlatform },
    { ref: 'b' },
    { ref: 'c' },
  ]);
  await carryOut(desk, caseId);
  const { companies } = await lastResults(desk.cases, caseId);
  const pathOf = (n: number) =>
    `/companies/${companies[n]?.companyId}/connections/${companies[n]?.connectionId}`;
  await service.api('PATCH', pathOf(0), { status: 'Unlinked' });
  await service.api('PATCH', pathOf(2), { status: 'Unlinked' });
  await service.api('DELETE', pathOf(3));
  const check = await carryOut(desk, caseId, { kind: 'check' });
  expect(check.counts).toMatchObject({ done: 1, failed: 3 });
  const after = await lastResults(desk.cases, caseId);
  expect(after.companies).toMatchObject([
    { cause: 'needs-reauthorization', message: expect.stringContaining('Unlinked') },
    { state: 'done' },
    { cause: 'needs-reauthorization', message: expect.stringContaining('Unlinked') },
    { cause: 'does-not-fit' },
  ]);
  await desk.end();
});

test('a sync that takes longer than it may ends as trouble at the service, and a retry looks again', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a', behaviour: 'slow' }, { ref: 'b' }]);
  const run = await carryOut(desk, caseId, { syncWithin: 'PT15S' });
  expect(run).toMatchObject({ state: 'done', counts: { done: 1, failed: 1 } });
  expect(await resultOf(desk, caseId)).toMatchObject({
    cause: 'service-trouble',
    step: 'verify',
    message: expect.stringContaining('The sync has not ended in'),
  });
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({ counts: { done: 1 } });
  await expect(
    desk.runs.start(caseId, { kind: 'check', syncWithin: 'soon' }, 'tester'),
  ).rejects.toMatchObject({
    code: 'request.invalid',
  });
  await desk.end();
});
