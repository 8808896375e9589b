import { expect } from 'vitest';
import { writesOf } from '#test/support/faulty-remote.ts';
import { type Desk, essence, expectConsistent, type Fixture, lastResults, type Wanted } from './fixture.ts';

/** Runs that are broken off and gone on with, and what must be the same afterwards however often that was. */

/** What happens to a process: it dies at a commit or with a call in the air, or its run is paused at a call. */
export type Break =
  | { readonly what: 'commit'; readonly n: number; readonly when: 'before' | 'after' }
  | { readonly what: 'call'; readonly n: number; readonly when: 'before' | 'after' }
  | { readonly what: 'pause'; readonly n: number };

export interface BrokenOff {
  readonly desk: Desk;
  readonly caseId: string;
  /** How many processes it took. */
  readonly lives: number;
  readonly pauses: number;
  /** Calls and commits of the last process. */
  readonly calls: number;
  readonly commits: number;
}

/** Carries out a run of the rows, broken off by each of `breaks` in turn, and gone on with to its end. */
export const runBrokenOff = async (
  fixture: Fixture,
  { desks, desk: first, caseId }: Awaited<ReturnType<Fixture['migration']>>,
  breaks: readonly Break[],
  concurrency: number,
): Promise<BrokenOff> => {
  let desk = first;
  let lives = 1;
  let pauses = 0;
  let calls = 0;
  const begin = async (): Promise<void> => {
    const [run] = await desk.runs.list(caseId);
    if (run === undefined) await desk.runs.start(caseId, { concurrency }, 'tester');
    else if (run.state !== 'done') await desk.runs.resume(caseId, 'tester');
  };
  for (const next of [...breaks, undefined]) {
    calls = 0;
    let pausing: Promise<unknown> | undefined;
    desk.doom({ commit: next?.what === 'commit' ? next.n : -1, when: 'before', ...whenOf(next) });
    fixture.remote.setPlan(() => {
      calls += 1;
      if (calls !== next?.n || next.what === 'commit') return 'none';
      if (next.what === 'pause') {
        pausing = desk.runs.pause(caseId, 'tester');
        pauses += 1;
        return 'none';
      }
      desk.die();
      return next.when === 'before' ? 'reset' : 'reset after';
    });
    try {
      await begin();
      await desk.settled(caseId);
      await pausing;
    } catch (error) {
      if (!desk.isDead()) throw error;
    }
    if (!desk.isDead()) continue;
    await pausing?.catch(() => {});
    await fixture.remote.settle();
    await desk.end();
    desk = await desks.start();
    lives += 1;
  }
  return { desk, caseId, lives, pauses, calls, commits: desk.commits() };
};

const whenOf = (next: Break | undefined) => (next?.what === 'commit' ? { when: next.when } : {});

/** As `runBrokenOff`, and looks at everything that must not depend on the breaks. */
export const expectSame = async (
  fixture: Fixture,
  rowsWith: (word: string) => readonly Wanted[],
  breaks: readonly Break[],
  concurrency: number,
  wanted?: ReturnType<typeof essence>,
): Promise<BrokenOff & { essence: ReturnType<typeof essence> }> => {
  const rows = rowsWith(fixture.word());
  const migration = await fixture.migration(rows);
  const passedBefore = fixture.remote.passed.length;
  const ended = await runBrokenOff(fixture, migration, breaks, concurrency);
  const { desk, caseId } = ended;

  const [run, ...others] = await desk.runs.list(caseId);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ state: 'done', duplicates: [] });
  const results = await lastResults(desk.cases, caseId);
  const same = essence(results);
  if (wanted !== undefined) expect(same).toEqual(wanted);

  const refs = [...new Set(rows.map(({ ref }) => ref))];
  for (const ref of refs) {
    const companies = await fixture.companies(ref);
    expect(companies.map(({ id }) => id)).toEqual([
      results.companies.find((company) => company.ref === ref)?.companyId,
    ]);
    const connections = companies.flatMap(({ dataConnections }) => dataConnections ?? []);
    expect(connections.map(({ id }) => id).sort()).toEqual(
      results.companies
        .filter((company) => company.ref === ref)
        .map(({ connectionId }) => connectionId)
        .sort(),
    );
  }
  const writes = writesOf(fixture.remote.passed.slice(passedBefore));
  expect(
    Object.fromEntries([...Map.groupBy(writes, ({ call }) => call)].map(([k, v]) => [k, v.length])),
  ).toEqual({
    'POST /companies': refs.length,
    'POST /companies/{id}/connections': rows.length,
    'PUT /companies/{id}/connections/{id}/authorization': rows.length,
    'POST /companies/{id}/data/all': rows.length,
  });
  expect(writes.every(({ ok }) => ok)).toBe(true);
  await expectConsistent(desk, caseId);
  const kept = await desk.vault.keptOf(migration.rowIds);
  expect([...kept]).toEqual(migration.rowIds.filter((_, n) => same[n]?.state !== 'done'));
  return { ...ended, essence: same };
};
