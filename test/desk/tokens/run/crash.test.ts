import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writesOf } from '#test/support/faulty-remote.ts';
import { runs } from '#test/support/runs.ts';
import { type Break, expectSame } from './broken-off.ts';
import {
  carryOut,
  essence,
  type Fixture,
  inLanes,
  lastResults,
  otherPlatform,
  startFixture,
  undo,
  type Wanted,
} from './fixture.ts';

/** Dies at each commit of a run that has one lane, one commit a life. */
const diesAtEach = async (when: 'before' | 'after', rows: (word: string) => Wanted[]): Promise<void> => {
  const fixture = await startFixture();
  const undisturbed = await expectSame(fixture, rows, [], 1);
  await undisturbed.desk.end();
  expect(undisturbed.commits).toBeGreaterThan(7);
  const commits = Array.from({ length: undisturbed.commits }, (_, n) => n + 1);
  await inLanes(fixture, commits, async (own, n) => {
    const broken = expectSame(own, rows, [{ what: 'commit', n, when }], 1, undisturbed.essence);
    const { desk, lives } = await broken.catch((cause: unknown) => {
      throw new Error(`It died ${when} commit ${n}.`, { cause });
    });
    expect(lives).toBe(2);
    await desk.end();
  });
};

test('a process that dies before any commit: what was answered is lost, and found again', () =>
  // The second one uses the company of the first.
  diesAtEach('before', (word) => [{ ref: word }, { ref: word, platformKey: otherPlatform }]));

test('a process that dies after any commit: what was to leave never did, and leaves later', () =>
  diesAtEach('after', (word) => [{ ref: word }]));

test('any interleaving of crash, pause and resume ends as an undisturbed run does', async () => {
  const fixture = await startFixture();
  const rows = (word: string): Wanted[] => [
    { ref: `${word}-a` },
    { ref: `${word}-b`, behaviour: 'revoked' },
    { ref: `${word}-a`, platformKey: otherPlatform },
    { ref: `${word}-c`, behaviour: 'one-data-type-fails' },
    { ref: `${word}-d`, behaviour: 'slow' },
    { ref: `${word}-b`, platformKey: otherPlatform, behaviour: 'rate-limited' },
  ];
  const undisturbed = await expectSame(fixture, rows, [], 3);
  await undisturbed.desk.end();
  const n = fc.integer({ min: 1, max: 30 });
  const when = fc.constantFrom('before' as const, 'after' as const);
  const oneBreak: fc.Arbitrary<Break> = fc.oneof(
    fc.record({ what: fc.constant('commit' as const), n, when }),
    fc.record({ what: fc.constant('call' as const), n, when }),
    fc.record({ what: fc.constant('pause' as const), n }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(oneBreak, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      async (breaks, concurrency) => {
        const { desk } = await expectSame(fixture, rows, breaks, concurrency, undisturbed.essence);
        await desk.end();
      },
    ),
    { numRuns: runs(3) },
  );
});

test('an undo that dies anywhere resumes to the same result', async () => {
  const fixture = await startFixture();
  /** @param n the commit at which it dies; 0: it does not */
  const undoneThrough = async (own: Fixture, n: number) => {
    const word = own.word();
    const rows = [{ ref: word }, { ref: word, platformKey: otherPlatform }];
    const { desks, desk: first, caseId } = await own.migration(rows);
    await carryOut(first, caseId);
    const passed = own.remote.passed.length;
    let desk = first;
    first.doom({ commit: n, when: n % 2 === 0 ? 'before' : 'after' });
    await undo(first, caseId).catch((error: unknown) => {
      if (!first.isDead()) throw error;
    });
    const commits = first.commits();
    expect(first.isDead()).toBe(n > 0);
    if (first.isDead()) {
      await own.remote.settle();
      await first.end();
      desk = await desks.start();
      const [run] = await desk.runs.list(caseId);
      if (run?.state === 'interrupted') await desk.runs.resume(caseId, 'tester');
      else if (run?.kind === 'run') await desk.runs.undo(caseId, {}, 'tester');
      await desk.settled(caseId);
    }
    expect(await own.companies(word)).toEqual([]);
    const [run] = await desk.runs.list(caseId);
    expect(run).toMatchObject({ kind: 'undo', state: 'done', counts: { undone: 2 } });
    const removals = writesOf(own.remote.passed.slice(passed)).filter(({ ok }) => ok);
    expect(removals.map(({ call }) => call).sort()).toEqual([
      'DELETE /companies/{id}',
      'DELETE /companies/{id}/connections/{id}',
      'DELETE /companies/{id}/connections/{id}',
      'PATCH /companies/{id}/connections/{id}',
      'PATCH /companies/{id}/connections/{id}',
    ]);
    const same = essence(await lastResults(desk.cases, caseId));
    await desk.end();
    return { commits, same };
  };
  const undisturbed = await undoneThrough(fixture, 0);
  const moments = Array.from({ length: undisturbed.commits }, (_, n) => n + 1);
  await inLanes(fixture, moments, async (own, n) => {
    expect((await undoneThrough(own, n)).same).toEqual(undisturbed.same);
  });
});
