import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cause } from '#contract/token-causes.ts';
import type { Duplicate, Run } from '#contract/token-runs.ts';
import { type Mishap, mishaps, writesOf } from '#test/support/faulty-remote.ts';
import { runs } from '#test/support/runs.ts';
import {
  carryOut,
  type Desk,
  expectConsistent,
  type Fixture,
  lastResults,
  otherPlatform,
  startFixture,
  type Wanted,
} from './fixture.ts';

const causeOf: Readonly<Partial<Record<Mishap, Cause>>> = { '429': 'rate-limit' };
const timeoutMs = 150;

/** A few of a kind after each other, as troubles come. */
const stretch = (kinds: readonly Mishap[]): fc.Arbitrary<Mishap[]> =>
  fc
    .tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 3 }))
    .map(([mishap, times, well]) => [
      ...Array.from({ length: times }, () => mishap),
      ...Array.from({ length: well }, (): Mishap => 'none'),
    ]);
const weather = (kinds: readonly Mishap[]): fc.Arbitrary<Mishap[]> =>
  fc.array(stretch(kinds), { minLength: 1, maxLength: 12 }).map((stretches) => stretches.flat());

/** Goes on with a run until it has ended. */
const toItsEnd = async (
  desk: Desk,
  caseId: string,
  kind: 'run' | 'retry',
  concurrency: number,
): Promise<Run> => {
  let run = await carryOut(desk, caseId, { kind, concurrency });
  for (let times = 0; run.state !== 'done' && times < 20; times++) {
    expect(run).toMatchObject({ state: 'paused', remark: expect.any(String) });
    await desk.runs.resume(caseId, 'tester');
    await desk.settled(caseId);
    run = await desk.runs.show(caseId, run.id);
  }
  expect(run.state).toBe('done');
  return run;
};

/** What the service has more of than there should be, looked up past the desk. */
const surplus = async (
  fixture: Fixture,
  rows: readonly Wanted[],
): Promise<{ ref: string; ids: string[] }[]> => {
  const found: { ref: string; ids: string[] }[] = [];
  for (const ref of new Set(rows.map((row) => row.ref))) {
    const companies = await fixture.companies(ref);
    const all = companies.flatMap(({ id, dataConnections = [] }) => [
      { kind: 'company', id },
      ...dataConnections.map((connection) => ({
        kind: `${id} ${connection.integrationKey}`,
        id: connection.id,
      })),
    ]);
    for (const [, same] of Map.groupBy(all, ({ kind }) => kind)) {
      if (same.length > 1) found.push({ ref, ids: same.map(({ id }) => id).sort() });
    }
  }
  return found;
};

const named = (duplicates: readonly Duplicate[]) =>
  duplicates.map(({ ref, used, others }) => ({ ref, ids: [used as string, ...others].sort() }));
const bySigns = (a: { ids: string[] }, b: { ids: string[] }) => String(a.ids).localeCompare(String(b.ids));

/** A run in bad weather, retries in good weather until all is migrated, and a last look. */
const throughWeather = async (fixture: Fixture, plan: readonly Mishap[], concurrency: number) => {
  const word = fixture.word();
  const rows: Wanted[] = [
    { ref: `${word}-a` },
    { ref: `${word}-b` },
    { ref: `${word}-a`, platformKey: otherPlatform },
    { ref: `${word}-c` },
  ];
  const { desks, desk: first, caseId } = await fixture.migration(rows);
  await first.end();
  const began = fixture.remote.passed.length;
  const beforeMoving = fixture.remote.settle;
  const isSlow = plan.some((mishap) => mishap === 'late' || mishap === 'latest');
  const stormy = await desks.start({ beforeMoving, ...(isSlow ? { timeoutMs } : {}) });
  let at = 0;
  fixture.remote.setPlan(() => plan[at++] ?? 'none');
  const run = await toItsEnd(stormy, caseId, 'run', concurrency);
  const causes = new Set(Object.keys(run.failures));
  const happened = new Set(fixture.remote.passed.slice(began).map(({ mishap }) => mishap));
  const possible = new Set(
    [...happened].map(
      (mishap) => causeOf[mishap as Mishap] ?? (mishap === 'none' ? undefined : 'service-trouble'),
    ),
  );
  for (const cause of causes) expect([...possible]).toContain(cause);
  await expectConsistent(stormy, caseId);
  await stormy.end();

  fixture.remote.setPlan();
  await fixture.remote.settle();
  const calm = await desks.start({ beforeMoving });
  if (run.counts.failed > 0) {
    const retry = await toItsEnd(calm, caseId, 'retry', concurrency);
    expect(retry.counts).toMatchObject({ failed: 0, done: run.counts.failed });
  }
  const last = await carryOut(calm, caseId, { kind: 'check' });
  expect(last).toMatchObject({ state: 'done', counts: { rows: rows.length, done: rows.length } });
  const found = await surplus(fixture, rows);
  expect(named(last.duplicates).sort(bySigns)).toEqual(found.sort(bySigns));
  await expectConsistent(calm, caseId);
  await calm.end();
  return { found, passed: fixture.remote.passed.slice(began), rows };
};

const writing = [
  ['company', /^POST \/companies$/],
  ['connection', /^POST \/companies\/[^/]+\/connections$/],
  ['authorization', /^PUT /],
  ['sync', /\/data\/all$/],
] as const;

/** Tells the number of the row that a call is for, by its ref or its company; -1 for neither. */
const casesByCall = ({ passed }: Fixture['remote']) => {
  const byCompany = new Map<string, number>();
  const readCreated = (): void => {
    for (const { body, answer } of passed) {
      const made = /"migrationRef":"[^"]+-(\d+)"/.exec(body)?.[1];
      const id = /^\{"id":"([^"]+)"/.exec(answer?.body ?? '')?.[1];
      if (made !== undefined && id !== undefined) byCompany.set(id, Number(made));
    }
  };
  return ({ url, body }: { readonly url: string; readonly body: string }): number => {
    const ref = /"migrationRef":"([^"]+)"/.exec(body)?.[1];
    if (ref !== undefined) return Number(ref.split('-').at(-1));
    const companyId = /^\/companies\/([^/?]+)/.exec(url)?.[1] ?? '';
    if (!byCompany.has(companyId)) readCreated();
    return byCompany.get(companyId) ?? -1;
  };
};

test('each mishap, once at each call that writes: nothing is done twice but what comes when nobody waits any more', async () => {
  const fixture = await startFixture();
  const hit = mishaps.filter((mishap) => mishap !== 'none');
  const cases = writing.flatMap(([step, call]) => hit.map((mishap) => ({ step, call, mishap })));
  const word = fixture.word();
  const rows = cases.map((_, n): Wanted => ({ ref: `${word}-${n}` }));
  const { desks, desk: first, caseId } = await fixture.migration(rows);
  await first.end();
  const desk = await desks.start({ timeoutMs: 2500, beforeMoving: fixture.remote.settle });

  const caseOf = casesByCall(fixture.remote);
  const left = new Set(cases.keys());
  fixture.remote.setPlan((call) => {
    const n = caseOf(call);
    const one = cases[n];
    if (one === undefined || !left.has(n) || !one.call.test(`${call.method} ${call.url}`)) return 'none';
    left.delete(n);
    return one.mishap;
  });
  const run = await carryOut(desk, caseId, { concurrency: 20 });
  expect([...left]).toEqual([]);
  expect(run.state).toBe('done');
  const { companies } = await lastResults(desk.cases, caseId);
  for (const [n, { step, mishap }] of cases.entries()) {
    const { state, cause, step: failedAt } = companies[n] ?? {};
    // Something else than the service answers: that does not pass by itself.
    const wanted = mishap.startsWith('notJson')
      ? { state: 'failed', cause: 'service-trouble', failedAt: step }
      : { state: 'done', cause: undefined, failedAt: undefined };
    expect({ step, mishap, state, cause, failedAt }).toEqual({ step, mishap, ...wanted });
  }
  const doubled = cases.flatMap(({ step, mishap }, n) =>
    mishap === 'latest' && (step === 'company' || step === 'connection')
      ? [{ ref: `${word}-${n}`, what: step }]
      : [],
  );
  expect(run.duplicates.map(({ ref, what }) => ({ ref, what }))).toEqual(doubled);
  const found = await surplus(fixture, rows);
  expect(named(run.duplicates).sort(bySigns)).toEqual(found.sort(bySigns));
  // One more for each that came late, one less for each that failed before it was made, or whose company was not known.
  const counts = Map.groupBy(writesOf(fixture.remote.passed), ({ call }) => call);
  expect(counts.get('POST /companies')).toHaveLength(rows.length + 1 - 1);
  expect(counts.get('POST /companies/{id}/connections')).toHaveLength(rows.length + 1 - 1 - 2);

  const retry = await carryOut(desk, caseId, { kind: 'retry' });
  expect(retry).toMatchObject({ state: 'done', counts: { rows: 8, done: 8 } });
  expect(await surplus(fixture, rows)).toHaveLength(found.length);
  await expectConsistent(desk, caseId);
  await desk.end();
});

test('a company of which it is not known whether it was made is looked for by the next row of the same ref', async () => {
  const fixture = await startFixture();
  const { desk, caseId } = await fixture.migration([{ ref: 'a' }, { ref: 'a', platformKey: otherPlatform }]);
  fixture.remote.setPlan(({ method, url }, count) =>
    method === 'POST' && url === '/companies' && count < 4 ? 'notJson after' : 'none',
  );
  expect(await carryOut(desk, caseId)).toMatchObject({ counts: { done: 1, failed: 1 }, duplicates: [] });
  expect(await carryOut(desk, caseId, { kind: 'retry' })).toMatchObject({
    counts: { done: 1 },
    duplicates: [],
  });
  expect(await fixture.companies('a')).toHaveLength(1);
  await desk.end();
});

test('a remote that refuses, breaks off or answers nonsense, before or after it did the work, gets nothing twice', async () => {
  const fixture = await startFixture();
  const kinds = mishaps.filter((mishap) => mishap !== 'late' && mishap !== 'latest');
  await fc.assert(
    fc.asyncProperty(weather(kinds), fc.integer({ min: 1, max: 4 }), async (plan, concurrency) => {
      const { found, passed, rows } = await throughWeather(fixture, plan, concurrency);
      expect(found).toEqual([]);
      const counts = Map.groupBy(writesOf(passed), ({ call }) => call);
      expect(counts.get('POST /companies')).toHaveLength(new Set(rows.map(({ ref }) => ref)).size);
      expect(counts.get('POST /companies/{id}/connections')).toHaveLength(rows.length);
      // Tokens that a connection has taken are not sent again: the service may have exchanged them meanwhile.
      const puts = counts.get('PUT /companies/{id}/connections/{id}/authorization') ?? [];
      expect(new Set(puts.map(({ path }) => path)).size).toBe(puts.length);
    }),
    { numRuns: runs(3) },
  );
});

test('a call carried out after its deadline may leave duplicates, which are found and named', async () => {
  const fixture = await startFixture();
  await fc.assert(
    fc.asyncProperty(weather(mishaps), fc.integer({ min: 2, max: 4 }), async (plan, concurrency) => {
      await throughWeather(fixture, plan, concurrency);
    }),
    { numRuns: runs(3) },
  );
});
