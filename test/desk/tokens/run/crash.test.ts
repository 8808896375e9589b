import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Break, expectSame } from './broken-off.ts';
import { inLanes, otherPlatform, startRoom, type Wanted } from './room.ts';

/** Dies at each commit of a run that has one lane, one commit a life. */
const diesAtEach = async (when: 'before' | 'after', rows: (word: string) => Wanted[]): Promise<void> => {
  const room = await startRoom();
  const undisturbed = await expectSame(room, rows, [], 1);
  await undisturbed.desk.end();
  expect(undisturbed.commits).toBeGreaterThan(10);
  const commits = Array.from({ length: undisturbed.commits }, (_, n) => n + 1);
  await inLanes(room, commits, async (own, n) => {
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
  const room = await startRoom();
  const rows = (word: string): Wanted[] => [
    { ref: `${word}-a` },
    { ref: `${word}-b`, behaviour: 'revoked' },
    { ref: `${word}-a`, platformKey: otherPlatform },
    { ref: `${word}-c`, behaviour: 'one-data-type-fails' },
    { ref: `${word}-d`, behaviour: 'slow' },
    { ref: `${word}-b`, platformKey: otherPlatform, behaviour: 'rate-limited' },
  ];
  const undisturbed = await expectSame(room, rows, [], 3);
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
        const { desk } = await expectSame(room, rows, breaks, concurrency, undisturbed.essence);
        await desk.end();
      },
    ),
    { numRuns: 200, interruptAfterTimeLimit: 4000, markInterruptAsFailure: false },
  );
});
