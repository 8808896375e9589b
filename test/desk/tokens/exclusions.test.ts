import { expect, test } from 'vitest';
import type { TokenRow } from '#contract/token-rows.ts';
import { until } from '#test/support/host-process.ts';
import { testHost } from '#test/support/test-host.ts';

/** Rows left out of a self-service migration by name, through the API. */

const start = async (refs: readonly (readonly [ref: string, behaviour: string])[]) => {
  const host = await testHost({ clock: 'virtual' });
  const { desk } = host;
  const { id } = (await desk('POST', '/api/cases', { name: 'acme', parts: ['tokens'] })).body;
  const base = `/api/cases/${id}`;
  const path = `${base}/tokens`;
  const credentials = async (behaviour: string) =>
    (await desk('POST', '/api/simulator/tokens', { platformKey: 'upvr', behaviour })).body.results[0]
      .credentials;
  const rows = await Promise.all(
    refs.map(async ([ref, behaviour]) => ({
      ...{ ref, name: `Company ${ref}`, platform: 'upvr' },
      ...(behaviour === 'invalid' ? {} : await credentials(behaviour)),
    })),
  );
  const { body: job } = await desk('POST', `${path}/imports`, { content: JSON.stringify(rows) });
  await until(async () => (await desk('GET', `/api/jobs/${job.id}`)).body.state === 'done');
  const carryOut = async (request: object = {}) => {
    const { body: run } = await desk('POST', `${path}/runs`, request);
    const now = async () => (await desk('GET', `${path}/runs/${run.id}`)).body;
    await until(async () => {
      const { counts } = await now();
      return counts.ready + counts.running === 0;
    });
    await desk('POST', '/api/clock/advance', { by: 'PT10M' });
    await until(async () => (await now()).state === 'done');
    return (await now()).counts;
  };
  const exclude = (body: object) =>
    desk('POST', `${path}/exclusions`, { by: 'Kim Park', reason: 'Sold', ...body });
  const include = (body: object) =>
    desk('POST', `${path}/exclusions/withdrawals`, { reason: 'They stay', ...body });
  const rowsNow = async (query = ''): Promise<TokenRow[]> =>
    (await desk('GET', `${path}/rows${query}`)).body.results;
  const report = async () => JSON.stringify((await desk('GET', `${base}/reports/tokens?format=json`)).body);
  return { ...host, base, path, carryOut, exclude, include, rowsNow, report };
};

test('an excluded company is in no run, and named in lists, counts, previews and reports until it is included again', async () => {
  const { desk, base, path, carryOut, exclude, include, rowsNow, report } = await start([
    ['a-1', 'good'],
    ['a-2', 'good'],
    ['a-3', 'revoked'],
    ['a-4', 'invalid'],
  ]);
  const excluded = await exclude({ refs: ['a-2'] });
  expect(excluded.body).toMatchObject({
    changed: 1,
    counts: { states: { ready: 2, invalid: 1, excluded: 1 } },
  });
  const left = { by: 'Kim Park', reason: 'Sold' };
  expect(
    (await rowsNow('?state=excluded')).map(({ ref, state, excluded: why }) => [ref, state, why]),
  ).toEqual([['a-2', 'excluded', expect.objectContaining(left)]]);
  expect((await rowsNow('?state=ready')).map(({ ref }) => ref)).toEqual(['a-1', 'a-3']);
  const { body: planned } = await desk('POST', `${path}/runs/dry`, {});
  expect([planned.rows, planned.leftOut[0]]).toEqual([
    2,
    expect.objectContaining({ ref: 'a-2', why: expect.stringMatching(/excluded .* by Kim Park: Sold/) }),
  ]);
  expect(await carryOut()).toMatchObject({ rows: 2, done: 1, failed: 1 });

  // A failure and an invalid row are left out too; what is migrated is not.
  const before = (await desk('GET', base)).body;
  const step = ({ steps }: typeof before) => steps.find(({ id }: { id: string }) => id === 'migrate-tokens');
  expect(step(before)).toMatchObject({
    state: 'open',
    why: ['1 company failed.', '1 imported row is invalid.'],
  });
  expect((await exclude({ refs: ['a-1', 'a-3'] })).body).toMatchObject({
    error: expect.stringContaining('"a-1": It is migrated. Undo it first'),
  });
  const [, , third, fourth] = await rowsNow();
  const both = await exclude({ rows: { ids: [String(third?.id), String(fourth?.id)] } });
  expect(both.body.counts).toMatchObject({ states: { done: 1, excluded: 3 }, causes: {}, held: 0 });
  expect(await rowsNow('?state=failed')).toEqual([]);
  expect(await rowsNow('?cause=needs-reauthorization')).toEqual([]);
  expect(step((await desk('GET', base)).body).state).toBe('done');
  const text = await report();
  expect(text).toContain('4 source rows = 1 migrated + 0 failed + 3 excluded + 0 held.');
  expect(text).toContain('1 of 4 companies migrated; 3 excluded.');
  expect(text).toMatch(/"ref":"a-2".{0,200}Kim Park/);

  expect((await include({ refs: ['a-2'] })).body.counts.states).toEqual({ done: 1, ready: 1, excluded: 2 });
  expect(step((await desk('GET', base)).body).state).toBe('open');
  expect(await carryOut()).toMatchObject({ rows: 1, done: 1 });
  expect(await report()).toContain('4 source rows = 2 migrated + 0 failed + 2 excluded + 0 held.');
  const entries = (await desk('GET', `${base}/entries?limit=100`)).body.results ?? [];
  const kinds = entries
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => /cluded$/.test(kind));
  expect(kinds).toEqual(['tokens.excluded', 'tokens.excluded', 'tokens.included']);
});

test('what is not in the case, not excluded, or excluded already is refused, and nothing is recorded', async () => {
  const { desk, base, path, exclude, include, rowsNow } = await start([
    ['acme-001', 'good'],
    ['acme-002', 'good'],
  ]);
  const revision = async () => (await desk('GET', base)).body.revision;
  await exclude({ refs: ['acme-002'] });
  const was = await revision();
  for (const [answer, message] of [
    [
      await exclude({ refs: ['acme-001', 'acme-0O1'] }),
      /"acme-0O1": .*Near "acme-0O1": "acme-001" \(Company acme-001\)/,
    ],
    [await exclude({ refs: ['company acme-002'] }), /Near .*"acme-002"/],
    [await exclude({ refs: ['nothing-like-it'] }), /The case has no such row/],
    [await exclude({ lines: [99] }), /"line 99"/],
    [await exclude({ refs: ['acme-002'] }), /excluded already, by Kim Park/],
    [await exclude({}), /Name companies/],
    [await include({ refs: ['acme-001'] }), /"acme-001": It is not excluded/],
    [await include({ rows: { filter: { state: 'ready' } } }), /No excluded row is selected/],
  ] as const) {
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(message)]);
  }
  for (const body of [{ by: '' }, { by: ' ' }, { reason: ' ' }, { by: undefined }]) {
    expect((await exclude({ refs: ['acme-001'], ...body })).status).toBe(400);
  }
  expect(await revision()).toBe(was);

  // A filter means what the list shows: the ready ones.
  expect((await exclude({ rows: { filter: { state: 'ready' } } })).body.changed).toBe(1);
  expect((await desk('POST', `${path}/runs`, {})).status).toBe(409);
  expect((await include({ rows: { filter: {} } })).body.changed).toBe(2);
  expect((await rowsNow()).map(({ state }) => state)).toEqual(['ready', 'ready']);
});

test('a case with a runbook keeps the same exclusions with its decisions, and one that is opened takes them over', async () => {
  const { desk, base, exclude, include } = await start([
    ['a-1', 'good'],
    ['a-2', 'good'],
    ['a-3', 'good'],
  ]);
  await exclude({ refs: ['a-1'] });
  await desk('POST', `${base}/runbook`, { platformKey: 'pbtz' });
  await exclude({ refs: ['a-2'], by: 'Sam Lee' });
  const decided = async () =>
    (await desk('GET', `${base}/runbook/not-migrated`)).body.results.map(
      ({ ref, decision }: { ref: string; decision?: { kind: string; by: string } }) => [
        ref,
        decision?.kind,
        decision?.by,
      ],
    );
  expect(await decided()).toEqual([
    ['a-1', 'excluded', 'Kim Park'],
    ['a-2', 'excluded', 'Sam Lee'],
    ['a-3', undefined, undefined],
  ]);
  await include({ refs: ['a-1'] });
  expect((await decided())[0]).toEqual(['a-1', undefined, undefined]);
  const { body } = await desk('GET', `${base}/entries?limit=100`);
  expect(
    body.results
      .map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => /cluded$|xcluded$|drawn$/.test(kind)),
  ).toEqual(['tokens.excluded', 'runbook.companiesExcluded', 'runbook.decisionsWithdrawn']);
});
