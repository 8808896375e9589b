import { expect, test } from 'vitest';
import type { ParityReport } from '#contract/parity.ts';
import type { Receiver } from '#contract/receiver.ts';
import { withDoubts } from '#desk/cutover/rehearsal/doubts.ts';
import { openMirrored } from '#desk/cutover/rehearsal/mirrored.ts';
import { openReceived } from '#desk/cutover/rehearsal/received.ts';

/** What a dual run did not get to see is said, and makes nothing of it hold. */

const reportOf = (verdict: ParityReport['verdict']) => ({ verdict, why: [] }) as unknown as ParityReport;

test('doubts make what holds unknown, and what fails no better', () => {
  expect(withDoubts(reportOf('holds'), [])).toEqual(reportOf('holds'));
  expect(withDoubts(reportOf('holds'), ['Why.'])).toEqual({ verdict: 'unknown', why: ['Why.'] });
  expect(withDoubts(reportOf('fails'), ['Why.']).verdict).toBe('fails');
});

test.each([
  [{ lost: 0, elsewhere: false, drained: true }, []],
  [{ lost: 2, elsewhere: false, drained: true }, ['2 events could not be mirrored.']],
  [
    { lost: 0, elsewhere: true, drained: true },
    [
      'Other processes had the store during the dual run, and what happened at them is missing. Run it with one process.',
    ],
  ],
  [
    { lost: 0, elsewhere: false, drained: false },
    ['Some webhooks were still to be sent when the dual run ended.'],
  ],
])('a mirror that ended with %o', async (ended, doubts) => {
  const sandbox = {
    startMirror: async () => ({ started: '2026-01-01T00:00:00.000Z', secrets: [] }),
    stopMirror: async () => ended,
  };
  const plan = { plan: { endpoints: [] } } as unknown as Parameters<typeof openMirrored>[1];
  const order = { plan: { digest: '', ruleIds: [], endpoints: [] } };
  const source = await openMirrored(sandbox, plan, order, () => {});
  expect(await source.close()).toEqual(doubts);
});

test('a receiver whose requests could not be read', async () => {
  let note: Parameters<Receiver['subscribe']>[0] = () => {};
  let calls = 0;
  const receiver = {
    start: async () => ({ url: 'http://127.0.0.1:1' }),
    received: async () => {
      if (calls++ > 0) throw new Error('Gone.');
      return [];
    },
    subscribe: (listener: typeof note) => {
      note = listener;
      return () => {};
    },
  } as unknown as Receiver;
  const failures: unknown[] = [];
  const source = await openReceived(
    receiver,
    () => {},
    (error) => failures.push(error),
  );
  note({ type: 'received' } as never);
  expect(await source.close()).toEqual(['Some of what the receiver took could not be read.']);
  expect(failures).toHaveLength(1);
});
